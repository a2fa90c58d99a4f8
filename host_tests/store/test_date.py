"""When a match began: kept in its header, if the chip's clock was set, and printed with it."""

import contextlib
import io

import pytest

import records as fetch
from host_tests.store.test_forever import Empty, Shelf
from host_tests.store.test_restart import Board
from store.files import Files
from store.header import date_text, put_date
from store.record import Record
from store.recovery import Recovery
from store.rtc import Rtc

EVENING = (2026, 11, 30, 22, 34, 59, 0, 334)
MIDNIGHT = (2127, 12, 31, 0, 0, 0, 4, 365)


@pytest.fixture
def board():
    return Board(**{"best-of": 9})


def printed(board):
    with contextlib.redirect_stdout(io.StringIO()) as out:
        fetch.show(board.files.open, board.files.mkdir)
    return out.getvalue()


def test_a_match_has_the_date_of_its_first_event_for_good(board):
    board.device.clock.date = EVENING
    board.play("1 7 .")
    board.device.clock.date = (2026, 12, 1, 0, 5, 0, 1, 335)
    board.play("1 .")
    board.cut_power()
    board.play("5 .")
    lines = printed(board).split("\n")
    assert lines[1] == "# match 1, begun 2026-11-30 22:34"
    assert lines[-3].startswith("1 7 1 5 @")
    assert board.sheet == "1 7 1 5"


def test_a_clock_that_was_never_set_gives_no_date(board):
    board.play("1 7 .")
    assert printed(board).split("\n")[1] == "# match 1"


def test_each_match_has_its_own(board):
    board.device.clock.date = EVENING
    board.play("1 C9A .")
    board.device.clock.date = (2026, 12, 1, 9, 5, 0, 1, 335)
    board.play("CC0# 1 .")
    said = [line for line in printed(board).split("\n") if line.startswith("# match")]
    assert [line.partition("begun ")[2] for line in said] == [
        "2026-11-30 22:34",
        "2026-12-01 09:05",
    ]


@pytest.mark.parametrize(
    "date, text",
    [
        (EVENING, "2026-11-30 22:34"),
        (MIDNIGHT, "2127-12-31 00:00"),
        ((2024, 1, 1, 0, 0, 0, 0, 1), "2024-01-01 00:00"),
        ((2023, 12, 31, 23, 59, 0, 6, 365), ""),
        ((2000, 1, 1, 0, 0, 0, 5, 1), ""),
    ],
)
def test_a_date_goes_through_the_bytes(date, text):
    record, again = Record(), Record()
    put_date(record, date)
    record.seal()
    assert again.read(record.whole())
    assert date_text(again) == text


def test_a_match_of_the_first_firmware_has_none():
    saved = Recovery(Files(Shelf().open, None), Rtc(Empty())).saved
    assert date_text(saved.header) == ""
    assert fetch.scoresheet(saved).split("\n")[1] == "# match %d" % saved.seq


def test_pages_that_are_lost_are_told(board):
    board.play("1 7 " * 15 + ".")
    board.play("C0# " * 30 + ".")
    saved = Recovery(Files(board.files.open, board.files.mkdir), Rtc(Empty())).saved
    assert len(saved.pages) > 1
    assert "lost" not in fetch.scoresheet(saved)
    saved.pages = saved.pages[1:]
    assert "\n# the pages before 1 are lost\n" in fetch.scoresheet(saved)
