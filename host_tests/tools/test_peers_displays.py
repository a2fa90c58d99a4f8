"""The measuring of display drivers, on toys whose figures can be worked out. Needs no network."""

import pytest

from tools.bench.peers import displays
from tools.bench.peers.contest import Act, Driver, lasting, measure
from tools.bench.peers.displays import Match, duels
from tools.vm import VmError

PART = {"driver": "max7219", "cs": 19, "mosi": 23, "sck": 18, "spi": 2, "chips": 1}
UNDERSCORE, EIGHT = 0x08, 0x7F  # the same whether a or g is bit 0
ACTS = {"every": Act(bytes([0] * 7 + [UNDERSCORE]), bytes([0] * 7 + [EIGHT]))}

# DIG 0, register 1, is the rightmost digit.
MAKE = """
class Toy:
    def __init__(self):
        self.cs = machine.Pin(19, machine.Pin.OUT, value=1)
        sck, mosi = machine.Pin(18), machine.Pin(23)
        self.spi = machine.SPI(2, baudrate=1_000_000, sck=sck, mosi=mosi, miso=None)
        self.frame = bytearray(2)
        for register in range(1, 9):
            self.put(register, 0)
        for register, value in ((15, 0), (9, 0), (11, 7), (12, 1)):
            self.put(register, value)

    def put(self, register, value):
        self.frame[0] = register
        self.frame[1] = value
        self.cs(0)
        self.spi.write(self.frame)
        self.cs(1)

SHOWN = (0x08, 0x7F)
toy = Toy()
toy.put(1, SHOWN[1])
"""


def toy(call, again="toy.put(1, SHOWN[1])", name="toy"):
    return Driver(name, MAKE, {"every": call}, again)


def figures(call):
    return measure(toy(call), PART, ACTS)["every"]


def test_a_frame_is_its_bytes_and_their_time_and_nothing_else():
    found = figures("toy.put(1, SHOWN[to])")
    # 16 bits at 1 MHz.
    assert (found.bytes, found.us, found.wrong) == (2, 16, 0)
    assert (found.heap, found.left, found.conflicts) == (0, 0, None)
    assert found.fuel > 0


def test_what_is_seen_on_the_way_counts_by_the_frame():
    found = figures("toy.put(1, 0)\n toy.put(2, 0)\n toy.put(1, SHOWN[to])")
    assert (found.bytes, found.us, found.wrong) == (6, 48, 2)


def test_a_sleep_blocks_and_takes_a_microsecond_to_call():
    found = figures("toy.put(1, SHOWN[to])\n time.sleep_us(100)\n time.sleep_ms(2)")
    assert found.us == 16 + 101 + 2001


def test_heap_is_what_was_asked_for_and_left_is_in_blocks_of_16():
    found = figures("bytearray(100)\n toy.put(1, SHOWN[to])")
    # An array object of four words, and its contents in seven blocks.
    assert (found.heap, found.left) == (16 + 100, 16 + 7 * 16)


def test_work_grows_with_what_is_done_and_its_asking_is_not_counted():
    once, twice = (figures("toy.put(1, SHOWN[to])\n " * times + "pass") for times in (1, 2))
    assert once.fuel < twice.fuel <= 2 * once.fuel


def test_work_does_not_depend_on_what_else_is_in_the_heap():
    holes = "[(n,) for n in range(2400)]\nfor n in range(0, 2400, 2): junk[n] = None"
    call = "bytearray(100)\n toy.put(1, SHOWN[to])"
    found = []
    for junk in ("None", "bytearray(5000)", holes):
        driver = Driver("toy", f"junk = {junk}\n{MAKE}", {"every": call}, "")
        found.append(measure(driver, PART, ACTS)["every"].fuel)
    assert max(found) <= 1.02 * min(found)


@pytest.mark.parametrize("call", ["toy.put(1, 0)", "pass", "toy.put(2, SHOWN[to])"])
def test_a_driver_that_shows_something_else_is_no_match(call):
    with pytest.raises(VmError, match="AssertionError"):
        figures(call)


def test_noise_lasts_where_the_driver_does_not_write_its_register_again():
    noises = ("chip.registers[0][15] = 1", "chip.registers[0][12] = 0", "chip.registers[0][1] = 0")
    driver = toy("toy.put(1, SHOWN[to])", "toy.put(15, 0)\ntoy.put(1, SHOWN[1])")
    assert lasting(driver, PART, ACTS, "every", noises) == 1
    with pytest.raises(VmError, match="AssertionError"):  # that is not to be seen
        lasting(driver, PART, ACTS, "every", ("chip.registers[0][10] = 3",))


def test_a_duel_has_a_row_a_figure_and_the_limit_of_the_datasheet(monkeypatch):
    monkeypatch.setattr(displays, "shown", lambda match: ACTS)
    ours = toy("toy.put(1, SHOWN[to])")
    peer = toy("toy.put(1, 0)\n toy.put(1, SHOWN[to])", name="peer")
    match = Match("chip", PART, 8, ours, (peer,), {"every": 2}, ("chip.registers[0][12] = 0",))
    rows = {duel.what: duel for duel in duels(match)}
    bus = rows["chip, every digit: on the bus"]
    assert (bus.ours, bus.limit, bus.theirs, bus.peer) == (2, 2, 4, "peer")
    assert rows["chip, every digit: wrong frames"].theirs == 1
    assert rows["chip, noise that stays, of 1"].ours == 1
    assert not any("ack" in what for what in rows)  # the chip has none


def test_a_driver_of_a_tm1637_is_told_when_it_drives_against_the_chip():
    part = displays.MATCHES[0].part
    driver = displays.MATCHES[0].ours
    acts = displays.shown(displays.MATCHES[0])
    found = measure(driver, part, acts)
    assert [figure.conflicts for figure in found.values()] == [0, 0, 0]
    # An address and a byte a digit; the modes anew are two commands more.
    assert [figure.bytes for figure in found.values()] == [2, 5, 7]
    pushing = driver.make + "\nmachine.Pin(part['dio']).init(machine.Pin.OUT)"
    pushed = measure(Driver("ours", pushing, driver.calls, driver.again), part, acts)
    # Letting the line go drives it high now, in both bytes; and in the address, whose last bit is
    # 1, it is high already where the acknowledgement begins.
    assert pushed["one"].conflicts == 2 + 1
