"""The TM1637 driver on the model of a module; the wires are looked at, too."""

import pytest

from drivers.tm1637 import Tm1637
from tools.vboard.chips.tm1637 import Tm1637Chip
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine


class Bench:
    def __init__(self, order=(0, 1, 2, 3), seed=1, chips=1):
        self.clock = Clock()
        self.pin = Machine(self.clock).Pin
        self.clk = self.pin(18)
        self.chips, self.drivers = [], []
        for number in range(chips):
            dio = self.pin(19 + 2 * number)
            self.chips.append(Tm1637Chip(self.clock, self.clk, dio, list(order), seed + number))
        for number in range(chips):
            clk = self.pin(18, self.pin.OUT, value=1)
            dio = self.pin(19 + 2 * number, self.pin.OPEN_DRAIN, value=1)
            driver = Tm1637(clk, dio, list(order), 4, self.clock.sleep_us)
            self.drivers.append(driver)
        self.chip, self.driver = self.chips[0], self.drivers[0]


def started(**options):
    bench = Bench(**options)
    for driver in bench.drivers:
        driver.start(bytearray(16), 0)
    return bench


@pytest.mark.parametrize("seed", range(1, 21))
@pytest.mark.parametrize("digits", [4, 6])
def test_start_brings_the_chip_up_from_any_state_and_never_shows_junk(seed, digits):
    bench = Bench(range(digits), seed)
    looks = []

    class Looks:
        def append(self, latched):
            looks.append(bench.chip.digits())

    bench.chip.latched = Looks()
    bench.driver.start(bytearray(range(1, 9)), 0)
    wanted = list(range(1, digits + 1))
    assert bench.chip.digits() == wanted
    assert bench.chip.control == 0x8C
    assert all(look in ([0] * digits, wanted) for look in looks)
    assert (bench.driver.errors, bench.chip.conflicts) == (0, 0)


def test_every_bit_arrives():
    bench = started()
    for bit in range(8):
        bench.driver.show(bytearray([1 << bit] * 4), 0)
        assert bench.chip.memory[:4] == bytes([1 << bit] * 4)


def test_the_digits_of_a_board_are_in_its_own_order():
    bench = started(order=(2, 1, 0, 5, 4, 3))
    bench.driver.show(bytearray([9, 1, 2, 3, 4, 5, 6]), 1)
    assert bench.chip.memory == bytes([3, 2, 1, 6, 5, 4])
    assert bench.chip.digits() == [1, 2, 3, 4, 5, 6]


def test_only_what_changed_is_sent():
    bench = started()
    frames = bench.chip.latched = []
    bench.driver.show(bytearray([0, 7, 0, 9]), 0)
    assert [data for _, data in frames] == [bytes([0xC1, 7, 0, 9])]
    frames.clear()
    bench.driver.show(bytearray([0, 7, 0, 9]), 0)
    assert frames == []


def test_dio_changes_only_while_clk_is_low_apart_from_start_and_stop():
    bench = started()
    edges = []
    moved = bench.chip.moved

    def watch(pin):
        if pin is not bench.clk:
            edges.append((bench.clk.drives(), pin.drives()))
        moved(pin)

    bench.chip.moved = watch
    transfers = bench.chip.latched = []
    bench.driver.show(bytearray([0x55, 0xAA, 0xFF, 0]), 0)
    while_high = [dio for clk, dio in edges if clk == 1]
    assert while_high == [0, -1] * len(transfers)  # a START and a STOP each


def test_dio_is_never_driven_high():
    bench = started()
    levels = set()
    moved = bench.chip.moved
    dio = bench.pin(19)

    def watch(pin):
        levels.add(dio.drives())
        moved(pin)

    bench.chip.moved = watch
    bench.driver.refresh()
    bench.driver.show(bytearray([0xFF] * 4), 0)
    assert levels == {0, -1}
    assert bench.chip.conflicts == 0


def test_a_chip_that_is_not_there_is_counted_once_a_transfer():
    bench = started()
    bench.chip.present = False
    bench.driver.show(bytearray([1, 2, 3, 4]), 0)
    assert bench.driver.errors == 1
    bench.driver.refresh()
    assert bench.driver.errors == 2


def test_a_chip_that_was_plugged_in_again_is_brought_up_with_what_is_seen_now():
    bench = started()
    bench.chip.present = False
    bench.driver.show(bytearray([1, 2, 3, 4]), 0)
    bench.chip.plug()
    bench.driver.start(bytearray([5, 6, 7, 8]), 0)
    assert bench.chip.digits() == [5, 6, 7, 8]
    assert bench.driver.errors == 1


def test_refresh_mends_memory_and_brightness_and_is_not_seen():
    bench = started()
    bench.driver.show(bytearray([1, 2, 3, 4]), 0)
    bench.driver.refresh()
    assert bench.chip.digits() == [1, 2, 3, 4]
    bench.chip.memory[2] = 0xFF
    bench.chip.control = 0x80
    bench.driver.refresh()
    assert bench.chip.digits() == [1, 2, 3, 4]


def test_chips_that_share_clk_hear_only_what_is_for_them():
    bench = started(chips=3)
    for number, driver in enumerate(bench.drivers):
        driver.show(bytearray([number + 1] * 4), 0)
    assert [chip.digits() for chip in bench.chips] == [[1] * 4, [2] * 4, [3] * 4]
    assert [driver.errors for driver in bench.drivers] == [0, 0, 0]


def test_a_full_refresh_takes_less_than_two_milliseconds():
    bench = started(order=range(6))
    bench.clock.advance_to(10)
    bench.driver.refresh()
    assert bench.clock.ms < 12


@pytest.mark.parametrize("order", [[], [0, 0], [1, 2], list(range(7))])
def test_an_order_that_no_board_has_is_refused(order):
    with pytest.raises(ValueError, match="order has each of the addresses"):
        Tm1637(None, None, order, 4, None)


@pytest.mark.parametrize("brightness", [-1, 8])
def test_a_brightness_that_the_chip_does_not_have_is_refused(brightness):
    with pytest.raises(ValueError, match="brightness is 0 to 7"):
        Tm1637(None, None, [0], brightness, None)
