"""The HT16K33 driver and the freeing of its bus, on the model of bus and chip."""

import pytest

from drivers.ht16k33 import Ht16k33
from drivers.i2c import free_bus
from drivers.wiring import Wiring
from tools.vboard.chips.ht16k33 import Ht16k33Chip
from tools.vboard.clock import Clock
from tools.vboard.i2c import Bus
from tools.vboard.machine import Machine

ORDER = [0, 2, 6, 8]


class Bench:
    def __init__(self, seed=1, i2c=0):
        self.clock = Clock()
        self.machine = Machine(self.clock)
        pin = self.machine.Pin
        self.bus = Bus(pin(22), pin(21))
        self.chip = Ht16k33Chip(self.clock, ORDER, seed)
        self.bus.add(0x70, self.chip)
        self.machine.time = self.clock
        self.wiring = Wiring(self.machine, self.clock)
        self.part = {"i2c": i2c, "scl": 22, "sda": 21, "frequency": 400_000}
        self.make()

    def make(self):
        self.driver = Ht16k33(self.wiring.i2c(self.part), 0x70, ORDER, 9)


def started(seed=1):
    bench = Bench(seed)
    bench.driver.start(bytearray(8), 0)
    return bench


@pytest.mark.parametrize("seed", range(1, 21))
def test_start_goes_by_the_order_that_shows_no_junk(seed):
    bench = Bench(seed)
    transfers = bench.chip.latched = []
    bench.driver.start(bytearray([1, 2, 3, 4]), 0)
    commands = [data[0] for _, data in transfers]
    assert commands.index(0x21) < commands.index(0) < commands.index(0xE9) < commands.index(0x81)
    assert bench.chip.digits() == [1, 2, 3, 4]
    assert (bench.chip.dimming, bench.chip.rows) == (9, 0)


def test_a_digit_that_changed_alone_is_sent_alone():
    bench = started()
    transfers = bench.chip.latched = []
    bench.driver.show(bytearray([0, 0, 0, 7, 0]), 1)
    assert [data for _, data in transfers] == [bytes([ORDER[2], 7])]
    assert bench.chip.digits() == [0, 0, 7, 0]
    bench.driver.show(bytearray([1, 2, 7, 4]), 0)
    assert bench.chip.digits() == [1, 2, 7, 4]


def test_a_change_of_several_digits_is_one_transfer_of_the_whole_memory():
    bench = started()
    transfers = bench.chip.latched = []
    bench.driver.show(bytearray([0, 1, 2, 3, 4]), 1)
    assert [data for _, data in transfers] == [bytes([0, 1, 0, 2, 0, 0, 0, 3, 0, 4] + [0] * 7)]
    transfers.clear()
    bench.driver.show(bytearray([0, 1, 2, 3, 4]), 1)
    assert transfers == []


def test_refresh_mends_everything_and_is_not_seen():
    bench = started()
    bench.driver.show(bytearray([1, 2, 3, 4]), 0)
    looks = []

    class Looks:
        def append(self, latched):
            looks.append(bench.chip.digits())

    bench.chip.latched = Looks()
    bench.driver.refresh()
    assert looks == [[1, 2, 3, 4]] * len(looks) != []
    for attribute in ("oscillator", "display", "dimming", "rows"):
        setattr(bench.chip, attribute, 6)
    bench.chip.memory[6] ^= 0xFF
    bench.driver.refresh()
    assert bench.chip.digits() == [1, 2, 3, 4]
    assert (bench.chip.dimming, bench.chip.rows) == (9, 0)


def test_a_chip_that_does_not_acknowledge_is_counted_and_waited_for_once():
    bench = Bench()
    bench.chip.present = False
    bench.driver.start(bytearray(8), 0)
    assert bench.driver.errors == 1
    bench.driver.show(bytearray([1, 2, 3, 4]), 0)
    assert bench.driver.errors == 2
    bench.chip.plug()
    bench.driver.start(bytearray([1, 2, 3, 4]), 0)
    assert (bench.chip.digits(), bench.driver.errors) == ([1, 2, 3, 4], 2)


@pytest.mark.parametrize("clocks", range(1, 17))
@pytest.mark.parametrize("i2c", [0, "soft"])
def test_a_bus_that_a_reset_left_in_a_byte_is_freed_before_it_is_made(clocks, i2c):
    bench = Bench(i2c=i2c)
    bench.bus.leave_in_a_byte(clocks)
    bench.wiring = Wiring(bench.machine, bench.clock)
    bench.make()
    bench.driver.start(bytearray([1, 2, 3, 4]), 0)
    assert (bench.chip.digits(), bench.driver.errors) == ([1, 2, 3, 4], 0)


def test_a_bus_that_nobody_lets_go_of_costs_its_timeout_and_stops_nothing():
    bench = started()
    bench.bus.leave_in_a_byte(1000)
    before_ms = bench.clock.ms
    bench.driver.refresh()
    assert bench.driver.errors == 1
    assert 50 <= bench.clock.ms - before_ms < 55


def test_a_bus_is_freed_by_a_stop_even_when_sda_is_high():
    bench = Bench()
    bench.bus.in_transfer = True
    pin = bench.machine.Pin
    scl, sda = pin(22, pin.OPEN_DRAIN, value=1), pin(21, pin.OPEN_DRAIN, value=1)
    assert free_bus(scl, sda, bench.clock.sleep_us)
    assert not bench.bus.in_transfer


def test_a_bus_is_made_once_for_all_that_is_on_it():
    bench = Bench()
    assert bench.wiring.i2c(bench.part) is bench.wiring.i2c(dict(bench.part))


@pytest.mark.parametrize("order", [[0, 0], [16], [-1]])
def test_an_order_that_the_memory_does_not_have_is_refused(order):
    with pytest.raises(ValueError, match="order has different bytes"):
        Ht16k33(None, 0x70, order, 8)


@pytest.mark.parametrize("brightness", [-1, 16])
def test_a_brightness_that_the_chip_does_not_have_is_refused(brightness):
    with pytest.raises(ValueError, match="brightness is 0 to 15"):
        Ht16k33(None, 0x70, ORDER, brightness)
