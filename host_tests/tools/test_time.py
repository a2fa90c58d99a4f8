"""The clock of a board is set from this computer's."""

import datetime

import pytest

from tools.time import fields, set_clock

NOW = datetime.datetime(2026, 11, 30, 22, 33, 44, 500_000)  # a Monday


class Board:
    """A board whose clock says this; what is executed on it is noted."""

    def __init__(self, *clock):
        self.clock = list(clock)
        self.ran = []

    def ask(self, source):
        return self.clock

    def run(self, source):
        self.ran.append(source)


def test_the_fields_are_those_of_the_chip():
    assert fields(NOW) == (2026, 11, 30, 0, 22, 33, 44, 500_000)


@pytest.mark.parametrize(
    "clock, told",
    [
        ((2026, 11, 30, 0, 22, 33, 44, 0), "was right"),
        ((2026, 11, 30, 0, 22, 33, 40, 0), "was 0:00:04 slow"),
        ((2026, 12, 1, 1, 0, 33, 44, 500), "was 2:00:00 fast"),
        ((2000, 1, 1, 5, 0, 0, 9, 0), "had not been set since it was switched on"),
        ((2026, 0, 0, 0, 0, 0, 0, 0), "made no sense"),
    ],
)
def test_it_is_set_and_says_what_it_was_off_by(clock, told):
    board = Board(*clock)
    said = set_clock(board, lambda: NOW)
    assert said == f"the clock of the board {told}; it now says 2026-11-30 22:33:44."
    assert board.ran == [
        "import machine\nmachine.RTC().datetime((2026, 11, 30, 0, 22, 33, 44, 500000))"
    ]
