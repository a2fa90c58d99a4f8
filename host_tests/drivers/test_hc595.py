"""The driver of shift registers on the model of a chain."""

import pytest

from drivers.hc595 import Hc595
from drivers.panel import Panel
from tools.vboard.chips.hc595 import Hc595Chain
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine

STRAIGHT = "abcdefg."


class Spi:
    def __init__(self, spi, chain):
        self.fails = False
        self._spi = spi
        self._chain = chain

    def write(self, data):
        if self.fails:
            self._chain.shift(data[:1])
            raise OSError(5)
        self._spi.write(data)


class Bench:
    def __init__(self, order=(0, 1, 2), outputs=STRAIGHT, active_high=True, seed=1):
        clock = Clock()
        machine = Machine(clock)
        pin = machine.Pin
        order = list(order)
        self.oe = pin(13)
        self.chain = Hc595Chain(clock, pin(19), self.oe, order, outputs, active_high, seed)
        pin(23).wire = self.chain
        self.oe.init(pin.OUT, value=1)
        latch = pin(19, pin.OUT, value=0)
        spi = machine.SPI(2, 1_000_000, sck=pin(18), mosi=pin(23), miso=None)
        self.spi = Spi(spi, self.chain)
        self.driver = Hc595(self.spi, latch, self.oe, order, outputs, active_high)


@pytest.mark.parametrize("active_high", [True, False])
@pytest.mark.parametrize("seed", range(1, 11))
def test_the_outputs_are_off_until_they_are_latched(active_high, seed):
    bench = Bench(active_high=active_high, seed=seed)
    looks = [bench.chain.digits()]

    class Looks:
        def append(self, latched):
            assert bench.oe() == 1
            looks.append(bench.chain.digits())

    bench.chain.latched = Looks()
    bench.driver.start(bytearray([1, 2, 3]), 0)
    assert looks == [[0, 0, 0]] * 2
    assert bench.chain.digits() == [1, 2, 3]


def test_a_change_is_one_write_of_the_chain_and_one_latch():
    bench = Bench()
    bench.driver.start(bytearray(3), 0)
    frames = bench.chain.latched = []
    bench.driver.show(bytearray([9, 1, 2, 3]), 1)
    assert [data for _, data in frames] == [bytes([1, 2, 3])]
    bench.driver.show(bytearray([9, 1, 2, 3]), 1)
    assert len(frames) == 1


def test_chips_drive_the_digits_that_they_are_wired_to():
    bench = Bench(order=(2, 0, 1))
    bench.driver.start(bytearray([1, 2, 3]), 0)
    assert bench.chain.outputs == bytes([2, 3, 1])
    assert bench.chain.digits() == [1, 2, 3]


@pytest.mark.parametrize("active_high", [True, False])
def test_segments_are_at_the_outputs_that_they_are_wired_to(active_high):
    bench = Bench(order=(0,), outputs=".gfedcba", active_high=active_high)
    for bit in range(8):
        bench.driver.start(bytearray([1 << bit]), 0)
        lit = 0x80 >> bit
        assert bench.chain.outputs[0] == (lit if active_high else lit ^ 0xFF)
        assert bench.chain.digits() == [1 << bit]


def test_refresh_mends_what_was_latched_and_is_not_seen():
    bench = Bench()
    bench.driver.start(bytearray([1, 2, 3]), 0)
    bench.chain.outputs[1] = 0xFF
    bench.driver.refresh()
    assert bench.chain.digits() == [1, 2, 3]


def test_a_write_that_fails_is_counted_and_not_latched():
    bench = Bench()
    bench.driver.start(bytearray([1, 2, 3]), 0)
    bench.spi.fails = True
    bench.driver.show(bytearray([4, 5, 6]), 0)
    assert (bench.chain.digits(), bench.driver.errors) == ([1, 2, 3], 1)
    bench.spi.fails = False
    bench.driver.refresh()
    assert bench.chain.digits() == [4, 5, 6]


def test_what_is_shown_stays_while_a_bus_that_fails_is_tried_again():
    bench = Bench()
    panel = Panel([bench.driver])
    panel.segments[:] = bytes([1, 2, 3])
    panel.start()
    bench.spi.fails = True
    panel.segments[:] = bytes([4, 5, 6])
    for _ in range(500):  # through the starts at once and after 0.5, 1 and 2 s
        panel.step(10)
        assert bench.chain.digits() == [1, 2, 3]
    assert bench.driver.errors >= 5
    bench.spi.fails = False
    for _ in range(400):
        panel.step(10)
    assert bench.chain.digits() == [4, 5, 6]


def test_a_chain_that_fails_from_the_start_is_dark_until_it_is_latched():
    bench = Bench()
    bench.spi.fails = True
    bench.driver.start(bytearray([1, 2, 3]), 0)
    assert bench.oe() == 1
    bench.spi.fails = False
    bench.driver.start(bytearray([1, 2, 3]), 0)
    assert (bench.oe(), bench.chain.digits()) == (0, [1, 2, 3])


@pytest.mark.parametrize("order", [[], [0, 2], [1, 1]])
def test_an_order_that_leaves_out_a_chip_is_refused(order):
    with pytest.raises(ValueError, match="order has every chip"):
        Hc595(None, None, None, order, STRAIGHT, True)


@pytest.mark.parametrize("outputs", ["", "abcdefg", "abcdefga", "abcdefgh"])
def test_outputs_that_are_not_the_eight_segments_are_refused(outputs):
    with pytest.raises(ValueError, match="outputs has each of"):
        Hc595(None, None, None, [0], outputs, True)
