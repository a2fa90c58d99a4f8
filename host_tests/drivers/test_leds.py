"""LEDs on pins of their own."""

import pytest

from drivers.leds import wired
from tools.vboard.chips.leds import soldered
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine


class Bench:
    def __init__(self, active, pins=(21, 22, 23, 25, 26, 27, 32, 33, 4)):
        self.machine = Machine(Clock())
        self.part = {"driver": "leds", "pins": list(pins), "active": active}
        self.row = soldered(self.part, self.machine, None, 1)
        self.driver = wired(self.part, self)

    def output(self, pin, level):
        return self.machine.Pin(pin, self.machine.Pin.OUT, value=level)


@pytest.mark.parametrize("active", ["high", "low"])
def test_each_segment_is_a_led(active):
    bench = Bench(active)
    assert (bench.driver.digits, bench.row.digits()) == (2, [0, 0])
    bench.driver.start(bytearray(3), 1)
    for bit in range(9):
        segments = bytearray(3)
        segments[1 + bit // 8] = 1 << bit % 8
        bench.driver.show(segments, 1)
        assert bench.row.digits() == list(segments[1:])


def test_a_segment_without_a_led_is_left_out():
    bench = Bench("high", pins=(21, 22))
    bench.driver.start(bytearray([0xFF]), 0)
    assert bench.row.digits() == [0b11]


def test_refresh_sets_the_levels_again():
    bench = Bench("high")
    bench.driver.start(bytearray([1, 1]), 0)
    bench.machine.Pin(21)(0)
    bench.driver.refresh()
    assert bench.row.digits() == [1, 1]
