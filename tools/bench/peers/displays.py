"""Display drivers: ours beside the packages for the same chips.

Every driver is asked in the cheapest way that its README knows: digits come as segments, made
before, and where one digit can be sent alone it is. What it costs to show the digits is counted
from that call on, for ours as for theirs. How, and on what, is said in contest.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tools.bench.peers.contest import Act, Driver, Figures, lasting, measure
from tools.bench.peers.duel import Duel

_SEGMENTS = bytes.fromhex("3f065b4f666d7d077f6f")  # of 0 to 9
_ONE, _EVERY = "one digit", "every digit"
_NAMES = {"one": _ONE, "every": _EVERY}


@dataclass(frozen=True)
class Match:
    """A chip, the drivers for it, and the bytes that its datasheet leaves at least."""

    what: str
    part: dict[str, Any]
    digits: int
    ours: Driver
    peers: tuple[Driver, ...]
    least: dict[str, int]
    noises: tuple[str, ...]


def _ours(driver: str) -> Driver:
    """As the panel uses it, which shows what changed and refreshes every 1.5 s."""
    make = (
        f"from drivers.{driver} import wired\n"
        "from drivers.wiring import Wiring\n"
        "display = wired(part, Wiring(machine, time))\n"
        "rows = {name: [bytearray(row) for row in acts[name]] for name in acts}\n"
        "ONE, EVERY = rows['one'], rows['every']\n"
        "display.start(ONE[0], 0)"
    )
    calls = {"one": "display.show(ONE[to], 0)", "every": "display.show(EVERY[to], 0)"}
    return Driver("ours", make, calls, "display.refresh()")


# Two transfers of a START, a byte a digit: "SRAM data command", V2.4, page 5. The data command
# 0x40 sets a mode that stays, and so does the display control; so it takes the address and data.
_TM1637_LEAST = {"one": 1 + 1, "every": 1 + 4}
_TM1637_NOISES = (
    "chip.control = 0x80",  # dark
    "chip.memory[0] ^= 0x7F",
    "chip.memory[3] ^= 0x7F",
)
_TM1637 = Driver(
    "micropython-tm1637",
    "from tm1637 import TM1637\n"
    "display = TM1637(clk=machine.Pin(part['clk']), dio=machine.Pin(part['dio']))\n"
    "ONE = [bytes(row[3:]) for row in acts['one']]\n"
    "EVERY = [bytes(row) for row in acts['every']]\n"
    "display.write(acts['one'][0])",
    {"one": "display.write(ONE[to], 3)", "every": "display.write(EVERY[to])"},
    "display.write(EVERY[1])",
)
_DIYABLES = Driver(
    "diyables-micropython-4digit7segment-tm1637",
    "from DIYables_MicroPython_4Digit7Segment_TM1637 import Display4Digit7SegmentTM1637\n"
    "display = Display4Digit7SegmentTM1637(part['clk'], part['dio'])\n"
    "ONE = [row[3] for row in acts['one']]\n"
    "EVERY = ['1234', '5678']\n"
    "for digit in range(4): display.set_segments(digit, acts['one'][0][digit])",
    {"one": "display.set_segments(3, ONE[to])", "every": "display.print(EVERY[to])"},
    "display.print(EVERY[1])",
)

# A frame is 16 bits a chip, and writes one register: datasheet 19-4452, tables 1 and 2.
_MAX7219_NOISES = (
    "chip.registers[0][0x0F] = 1",  # display test
    "chip.registers[0][0x0C] = 0",  # shutdown
    "chip.registers[0][0x0B] = 0",  # scan limit: one digit
    "chip.registers[0][0x09] = 0xFF",  # decoding
    "chip.registers[0][8] ^= 0xFF",
)
# A digit is a row of eight points there. A frame buffer a digit, copied to its row, is one call;
# the first chip of a row is the one that is farthest from the microcontroller.
_MATRIX8X8 = Driver(
    "micropython-max7219",
    "from framebuf import FrameBuffer, MONO_HLSB\n"
    "from max7219 import Matrix8x8\n"
    "chips = part['chips']\n"
    "def glyph(lit):\n"
    " turned = sum([(lit >> bit & 1) << 6 - bit for bit in range(7)])\n"
    " return FrameBuffer(bytearray([turned]), 8, 1, MONO_HLSB)\n"
    "rows = {name: [[glyph(lit) for lit in row] for row in acts[name]] for name in acts}\n"
    "def put(digit, glyph):\n"
    " display.blit(glyph, 8 * (chips - 1 - digit // 8), 7 - digit % 8)\n"
    "ONE = [row[-1] for row in rows['one']]\n"
    "EVERY = [(FrameBuffer(bytearray(8 * chips), 8 * chips, 8, MONO_HLSB)) for _ in (0, 1)]\n"
    "for display, row in zip(EVERY, rows['every']):\n"
    " for digit in range(8 * chips): put(digit, row[digit])\n"
    "cs = machine.Pin(part['cs'], machine.Pin.OUT, value=1)\n"
    "sck, mosi = machine.Pin(part['sck']), machine.Pin(part['mosi'])\n"
    "spi = machine.SPI(part['spi'], baudrate=part['baudrate'], sck=sck, mosi=mosi, miso=None)\n"
    "display = Matrix8x8(spi, cs, chips)\n"
    "for digit in range(8 * chips): put(digit, rows['one'][0][digit])",
    {
        "one": "display.blit(ONE[to], 0, 0); display.show()",
        "every": "display.blit(EVERY[to], 0, 0); display.show()",
    },
    "display.show()",
)

# The address command, and data counting up from there (rev. 1.20, "display data address
# pointer"); of the digits at 0, 2, 6 and 8 the last is 1 byte and all are in 9.
_HT16K33_LEAST = {"one": 1 + 1, "every": 1 + 9}
_HT16K33_NOISES = (
    "chip.oscillator = 0",
    "chip.display = 0",
    "chip.display = 5",  # blinking
    "chip.memory[0] ^= 0x7F",
)
_HT16K33 = Driver(
    "ht16k33-python",
    "from ht16k33 import HT16K33Segment\n"
    "scl, sda = machine.Pin(part['scl']), machine.Pin(part['sda'])\n"
    "i2c = machine.I2C(part['i2c'], scl=scl, sda=sda, freq=part['frequency'])\n"
    "display = HT16K33Segment(i2c, part['address'])\n"
    "ONE = [row[3] for row in acts['one']]\n"
    "EVERY = acts['every']\n"
    "for digit in range(4): display.set_glyph(acts['one'][0][digit], digit)",
    {
        "one": "display.set_glyph(ONE[to], 3); display.draw()",
        "every": "\n ".join(f"display.set_glyph(EVERY[to][{digit}], {digit})" for digit in range(4))
        + "\n display.draw()",
    },
    "display.draw()",
)


def _max7219(chips: int) -> Match:
    part = {"driver": "max7219", "spi": 2, "sck": 18, "mosi": 23, "cs": 19}
    part.update(baudrate=1_000_000, chips=chips, brightness=8)
    return Match(
        f"MAX7219, {8 * chips} digits",
        part,
        8 * chips,
        _ours("max7219"),
        (_MATRIX8X8,),
        {"one": 2 * chips, "every": 8 * 2 * chips},
        _MAX7219_NOISES,
    )


MATCHES = (
    Match(
        "TM1637, 4 digits",
        {"driver": "tm1637", "clk": 18, "dio": 19, "order": [0, 1, 2, 3], "brightness": 7},
        4,
        _ours("tm1637"),
        (_TM1637, _DIYABLES),
        _TM1637_LEAST,
        _TM1637_NOISES,
    ),
    _max7219(1),
    _max7219(2),
    Match(
        "HT16K33, 4 digits",
        {
            "driver": "ht16k33",
            "i2c": 0,
            "scl": 22,
            "sda": 21,
            "frequency": 400_000,
            "address": 0x70,
            "order": [0, 2, 6, 8],
            "brightness": 15,
        },
        4,
        _ours("ht16k33"),
        (_HT16K33,),
        _HT16K33_LEAST,
        _HT16K33_NOISES,
    ),
)


def rows() -> Iterator[Duel]:
    """Every chip, with one and with every digit changed, and after noise."""
    for match in MATCHES:
        yield from duels(match)


def duels(match: Match) -> Iterator[Duel]:
    """Ours and each peer on one chip."""
    acts = _acts(match.digits)
    ours = measure(match.ours, match.part, acts)
    lost = lasting(match.ours, match.part, acts, match.noises)
    for peer in match.peers:
        theirs = measure(peer, match.part, acts)
        for name in acts:
            what = f"{match.what}, {_NAMES[name]}"
            yield from _rows(what, peer.name, ours[name], theirs[name], match.least[name])
        yield Duel(
            "displays",
            f"{match.what}: noises that stay, of {len(match.noises)}",
            "noises",
            lost,
            peer.name,
            lasting(peer, match.part, acts, match.noises),
            0,
        )


def _rows(what: str, peer: str, ours: Figures, theirs: Figures, least: int) -> Iterator[Duel]:
    kinds = (
        ("work", "fuel", None),
        ("heap taken", "bytes", 0),
        ("heap left behind", "bytes", 0),
        ("bus", "bytes", least),
        ("blocked", "µs", None),
        ("wrong frames", "frames", None),
        ("levels against the chip", "levels", 0),
    )
    fields = ("fuel", "heap", "left", "bytes", "us", "wrong", "conflicts")
    for (title, unit, limit), field in zip(kinds, fields):
        mine, other = getattr(ours, field), getattr(theirs, field)
        yield Duel("displays", f"{what}: {title}", unit, mine, peer, other, limit)


def _acts(digits: int) -> dict[str, Act]:
    """A score that goes from 47 to 48, and numbers that have no digit in common."""
    score = [bytes(digits - 2) + _lit(text) for text in ("47", "48")]
    numbers = [_lit((text * digits)[:digits]) for text in ("1234", "5678")]
    return {"one": Act(*map(list, score)), "every": Act(*map(list, numbers))}


def _lit(text: str) -> bytes:
    return bytes(_SEGMENTS[int(digit)] for digit in text)
