"""Display drivers as a program uses them, ours and the peers', for contest.py.

Digits come as segments, made before, for all alike. Each driver is asked in the cheapest way that
its README knows: where one digit can be sent alone, it is. `to` is 1 or 0, see Driver.
"""

from __future__ import annotations

from tools.bench.peers.contest import Driver

NUMBERS = ("1234", "5678")  # what the act "every" shows, again and again along the digits


def ours(name: str) -> Driver:
    """As the panel uses it, which shows what changed and refreshes every 1.5 s."""
    make = f"""
from drivers.{name} import wired
from drivers.wiring import Wiring
display = wired(part, Wiring(machine, time))
ONE, EVERY = [[bytearray(row) for row in acts[name]] for name in ('one', 'every')]
display.start(ONE[0], 0)
"""
    calls = {"one": "display.show(ONE[to], 0)", "every": "display.show(EVERY[to], 0)"}
    return _with_refresh(Driver("ours", make, calls, "display.refresh()"))


def _with_refresh(driver: Driver) -> Driver:
    """One whose way to have everything right again is measured too."""
    return Driver(driver.name, driver.make, {**driver.calls, "anew": driver.again}, driver.again)


TM1637 = _with_refresh(
    Driver(
        "micropython-tm1637",
        """
from tm1637 import TM1637
display = TM1637(clk=machine.Pin(part['clk']), dio=machine.Pin(part['dio']))
ONE = [bytes(row[3:]) for row in acts['one']]
EVERY = [bytes(row) for row in acts['every']]
display.write(acts['one'][0])
""",
        {"one": "display.write(ONE[to], 3)", "every": "display.write(EVERY[to])"},
        "display.write(EVERY[1])",
    )
)

DIYABLES = _with_refresh(
    Driver(
        "diyables-micropython-4digit7segment-tm1637",
        f"""
from DIYables_MicroPython_4Digit7Segment_TM1637 import Display4Digit7SegmentTM1637
display = Display4Digit7SegmentTM1637(part['clk'], part['dio'])
ONE = [row[3] for row in acts['one']]
EVERY = {NUMBERS}
for digit in range(4):
    display.set_segments(digit, acts['one'][0][digit])
""",
        {"one": "display.set_segments(3, ONE[to])", "every": "display.print(EVERY[to])"},
        "display.print(EVERY[1])",
    )
)

# A digit is a row of eight points there, and `blit` the one call that sets them: of a picture of
# one digit, or of all. The first chip of a row is the farthest from the microcontroller.
MAX7219 = Driver(
    "micropython-max7219",
    """
from framebuf import FrameBuffer, MONO_HLSB
from max7219 import Matrix8x8
chips = part['chips']

def picture(lit):
    turned = sum([(lit >> bit & 1) << 6 - bit for bit in range(7)])
    return FrameBuffer(bytearray([turned]), 8, 1, MONO_HLSB)

def draw(target, row):
    for digit in range(8 * chips):
        target.blit(picture(row[digit]), 8 * (chips - 1 - digit // 8), 7 - digit % 8)

ONE = [picture(row[-1]) for row in acts['one']]
EVERY = [FrameBuffer(bytearray(8 * chips), 8 * chips, 8, MONO_HLSB) for _ in (0, 1)]
for to in (0, 1):
    draw(EVERY[to], acts['every'][to])
cs = machine.Pin(part['cs'], machine.Pin.OUT, value=1)
sck, mosi = machine.Pin(part['sck']), machine.Pin(part['mosi'])
spi = machine.SPI(part['spi'], baudrate=part['baudrate'], sck=sck, mosi=mosi, miso=None)
display = Matrix8x8(spi, cs, chips)
draw(display, acts['one'][0])
""",
    {
        "one": "display.blit(ONE[to], 0, 0)\n display.show()",
        "every": "display.blit(EVERY[to], 0, 0)\n display.show()",
    },
    "display.show()",
)

HT16K33 = Driver(
    "ht16k33-python",
    """
from ht16k33 import HT16K33Segment
scl, sda = machine.Pin(part['scl']), machine.Pin(part['sda'])
i2c = machine.I2C(part['i2c'], scl=scl, sda=sda, freq=part['frequency'])
display = HT16K33Segment(i2c, part['address'])
ONE = [row[3] for row in acts['one']]
EVERY = acts['every']
for digit in range(4):
    display.set_glyph(acts['one'][0][digit], digit)
""",
    {
        "one": "display.set_glyph(ONE[to], 3)\n display.draw()",
        "every": "row = EVERY[to]\n"
        " display.set_glyph(row[0], 0)\n"
        " display.set_glyph(row[1], 1)\n"
        " display.set_glyph(row[2], 2)\n"
        " display.set_glyph(row[3], 3)\n"
        " display.draw()",
    },
    "display.draw()",
)
