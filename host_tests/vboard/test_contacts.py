"""The contact matrix: where the current goes, and when."""

import pytest

from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts
from tools.vboard.machine import Machine


class Bench:
    def __init__(self, bounce_us=0, seed=1):
        self.clock = Clock()
        self.pin = Machine(self.clock).Pin
        self.rows = [self.pin(number, self.pin.OPEN_DRAIN, value=1) for number in (33, 25, 26, 27)]
        self.columns = [
            self.pin(number, self.pin.IN, self.pin.PULL_UP) for number in (14, 13, 21, 22)
        ]
        self.contacts = Contacts(self.clock, self.rows, self.columns, seed)
        self.contacts.bounce_us = bounce_us

    def closed(self):
        """The keys that a scan without hurry sees."""
        keys = set()
        for row, pin in enumerate(self.rows):
            pin(0)
            self.clock.sleep_us(200)
            keys |= {4 * row + column for column in range(4) if not self.columns[column]()}
            pin(1)
            self.clock.sleep_us(200)
        return keys


@pytest.mark.parametrize("key", range(16))
def test_a_closed_key_joins_its_row_and_its_column(key):
    bench = Bench()
    assert bench.closed() == set()
    bench.contacts.press(key)
    assert bench.closed() == {key}
    bench.contacts.release(key)
    assert bench.closed() == set()


@pytest.mark.parametrize(
    "pressed, seen",
    [
        ({0, 1, 4}, {0, 1, 4, 5}),
        ({0, 3, 12}, {0, 3, 12, 15}),
        ({0, 1, 2}, {0, 1, 2}),
        ({0, 5, 10, 15}, {0, 5, 10, 15}),
        ({0, 1, 5, 6}, {0, 1, 2, 4, 5, 6}),  # the current goes through two rectangles
    ],
)
def test_current_takes_every_way_through_closed_keys(pressed, seen):
    bench = Bench()
    for key in pressed:
        bench.contacts.press(key)
    assert bench.closed() == seen


def test_a_line_that_is_let_go_recovers_after_110_us():
    bench = Bench()
    bench.contacts.press(0)
    bench.rows[0](0)
    assert bench.columns[0]() == 0
    bench.rows[0](1)
    bench.clock.sleep_us(109)
    assert bench.columns[0]() == 0
    bench.clock.sleep_us(1)
    assert bench.columns[0]() == 1


def test_a_line_that_was_driven_high_before_it_is_let_go_is_up_at_once():
    bench = Bench()
    bench.contacts.press(0)
    row, column = bench.rows[0], bench.columns[0]
    row.init(bench.pin.OUT, value=0)
    assert column() == 0
    row.init(bench.pin.OUT, value=1)
    row.init(bench.pin.IN, bench.pin.PULL_UP)
    assert column() == 1
    row.init(bench.pin.OPEN_DRAIN, value=0)
    row(1)
    assert column() == 0  # that it was high once before does not help


def test_two_driven_rows_joined_by_keys_of_one_column_are_a_short():
    bench = Bench()
    for row in bench.rows:
        row.init(bench.pin.OUT, value=1)
    bench.contacts.press(0)
    assert (bench.closed(), bench.contacts.shorts) == ({0}, 0)
    bench.contacts.press(4)
    bench.closed()
    assert bench.contacts.shorts > 0


@pytest.mark.parametrize("bounce_us", [1600, 6000, 20000])
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_contact_bounces_from_the_first_touch_for_as_long_as_it_is_told(bounce_us, seed):
    bench = Bench(bounce_us, seed)
    bench.rows[0](0)
    for key_move, settled in ((bench.contacts.press, 0), (bench.contacts.release, 1)):
        key_move(0)
        levels = []
        for _ in range(bounce_us // 50):
            levels.append(bench.columns[0]())
            bench.clock.sleep_us(50)
        assert levels[0] == settled
        assert levels[-1] != settled
        for _ in range(100):
            assert bench.columns[0]() == settled
            bench.clock.sleep_us(50)


def test_bounces_differ_from_press_to_press_and_repeat_with_the_seed():
    def pattern(seed):
        bench = Bench(6000, seed)
        bench.rows[0](0)
        levels = []
        for _ in range(4):
            bench.contacts.press(0)
            for _ in range(60):
                levels.append(bench.columns[0]())
                bench.clock.sleep_us(100)
            bench.contacts.release(0)
            bench.clock.sleep_us(10_000)
            bench.columns[0]()
        return levels

    assert pattern(1) == pattern(1)
    assert pattern(1) != pattern(2)
    assert len({tuple(pattern(1)[start : start + 60]) for start in range(0, 240, 60)}) > 1


def test_pressing_a_key_that_is_down_changes_nothing():
    bench = Bench(6000)
    bench.contacts.press(0)
    bench.clock.sleep_us(7000)
    bench.contacts.press(0)
    bench.rows[0](0)
    assert bench.columns[0]() == 0
