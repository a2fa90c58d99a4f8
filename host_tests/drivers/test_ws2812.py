"""The driver of WS2812 digits on the model of a strip."""

import pytest

from drivers.ws2812 import Ws2812, wired
from tools.vboard.chips.ws2812 import soldered
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine

PART = {
    "driver": "ws2812",
    "pin": 18,
    "leds": 2,
    "digits": "ab",
    "colours": {"a": [255, 128, 0], "b": [0, 1, 255]},
    "brightness": 128,
}


class Bench:
    def __init__(self, seed=1, **changes):
        self.clock = Clock()
        self.machine = Machine(self.clock)
        self.part = {**PART, **changes}
        self.strip = soldered(self.part, self.machine, self.clock, seed)
        self.driver = wired(self.part, self)
        self.driver.start(bytearray(8), 0)

    def output(self, pin, level):
        return self.machine.Pin(pin, self.machine.Pin.OUT, value=level)

    def bitstream(self, *arguments):
        self.machine.bitstream(*arguments)

    def colour(self, led):
        green, red, blue = self.strip.colours[3 * led : 3 * led + 3]
        return red, green, blue


@pytest.mark.parametrize("seed", range(1, 6))
def test_start_puts_out_every_led(seed):
    bench = Bench(seed)
    assert not any(bench.strip.colours)
    assert bench.driver.digits == 2


def test_the_leds_of_a_segment_have_the_colour_of_their_digit():
    bench = Bench()
    bench.driver.show(bytearray([0, 0b1000010, 0b1]), 1)
    lit = {led: bench.colour(led) for led in range(28) if bench.strip.is_lit(led)}
    orange, blue = (128, 64, 0), (0, 4, 128)
    assert lit == {2: orange, 3: orange, 12: orange, 13: orange, 14: blue, 15: blue}
    assert bench.strip.digits() == [0b1000010, 0b1]


def test_a_part_of_a_colour_that_is_dim_stays_lit():
    bench = Bench(brightness=1)
    bench.driver.show(bytearray([0x7F, 0x7F]), 0)
    assert bench.colour(0) == (4, 4, 0)
    assert bench.strip.digits() == [0x7F, 0x7F]


def test_segments_may_come_in_any_order_and_with_a_point():
    bench = Bench(segments="gfabcde.")
    for bit in range(8):
        bench.driver.show(bytearray([1 << bit, 0]), 0)
        place = "gfabcde.".index("abcdefg."[bit])
        assert [led for led in range(32) if bench.strip.is_lit(led)] == [2 * place, 2 * place + 1]


def test_a_point_without_leds_is_left_out():
    bench = Bench()
    bench.driver.show(bytearray([0x80, 0x80]), 0)
    assert bench.strip.digits() == [0, 0]


def test_lamps_are_in_front_and_have_colours_of_their_own():
    lamps = [[255, 0, 0], [0, 255, 0]] + [[0, 0, 255]] * 7
    bench = Bench(lamps=lamps, skip=1)
    assert bench.driver.digits == 4
    bench.driver.show(bytearray([0b11, 0b1, 0x01, 0]), 0)
    assert [bench.colour(led) for led in (0, 1, 2, 9)] == [
        (0, 0, 0),
        (128, 0, 0),
        (0, 128, 0),
        (0, 0, 128),
    ]
    assert bench.strip.digits() == [0b11, 0b1, 0x01, 0]


def test_only_the_front_up_to_the_last_change_is_sent():
    bench = Bench()
    frames = bench.strip.latched = []
    bench.driver.show(bytearray([1, 0]), 0)
    bench.driver.show(bytearray([1, 1]), 0)
    bench.driver.show(bytearray([1, 1]), 0)
    assert [len(data) for _, data in frames] == [3 * 14, 3 * 28]
    assert bench.strip.digits() == [1, 1]


def test_a_refresh_sends_everything_and_mends_everything():
    bench = Bench()
    bench.driver.show(bytearray([1, 2]), 0)
    right = bytes(bench.strip.colours)
    for at in range(0, len(right), 5):
        bench.strip.colours[at] ^= 0xFF
    frames = bench.strip.latched = []
    bench.driver.refresh()
    assert bytes(bench.strip.colours) == right
    assert [len(data) for _, data in frames] == [len(right)]


def test_a_stream_that_fails_is_counted():
    def broken(*arguments):
        raise OSError(5)

    driver = Ws2812(None, broken, 1, "abcdefg", [[1, 1, 1]], [], 255)
    driver.start(bytearray(1), 0)
    assert driver.errors == 1


def test_a_colour_that_has_no_name_is_refused():
    with pytest.raises(ValueError, match="digits has x, which is none of the colours"):
        Bench(digits="ax")


@pytest.mark.parametrize("brightness", [0, 256])
def test_a_brightness_of_nothing_is_refused(brightness):
    with pytest.raises(ValueError, match="brightness is 1 to 255"):
        Bench(brightness=brightness)
