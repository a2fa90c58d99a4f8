"""The board with records that are whole and make no sense, as people see it."""

from host_tests.store.test_restart import Board
from rules.cursor import Cursor
from rules.history import PAGE_BYTES
from rules.nine_ball import NineBall
from rules.notation import position
from store.files import LIVE
from store.record import HEAD_BYTES, Record
from tools.littlefs_flash import FlashFiles


def rewritten(board, change):
    """Let `change` have the live pages of a board that is off; they are sealed again."""
    files = FlashFiles(board.flash)
    for path in LIVE:
        record = Record()
        try:
            data = files.open(path, "rb").read(128)
        except FileNotFoundError:  # it is written in turn with the other
            continue
        if record.read(data):
            change(record)
            record.seal()
            file = files.open(path, "wb")
            file.write(record.whole())
            file.close()


def without_balls(record):
    """Let a page of nine-ball say that no ball is on the table, which once hung the board."""
    match = NineBall({})
    cursor = Cursor(record.bytes[HEAD_BYTES:])
    match.unpack(cursor)
    match.balls = 0
    events = record.bytes[HEAD_BYTES + cursor.at : record.length]
    at = record.at - cursor.at
    cursor = Cursor(bytearray(112))
    match.pack(cursor)
    page = cursor.buffer[: cursor.at] + events
    record.start = cursor.at
    record.at = cursor.at + at
    record.load(page.ljust(PAGE_BYTES, b"\0"), len(page))


def test_a_page_that_once_hung_the_board_is_played_again_from_its_events():
    board = Board(game="nine-ball", **{"race-to": 9})
    board.play("35# 1 2 0 A8# .")
    before = board.sheet, position(board.console.match)
    assert board.sheet
    rewritten(board, without_balls)
    board.cut_power()
    board.device.run_ms(300)
    assert board.fields["info"] == "rE5U"
    assert (board.sheet, position(board.console.match)) == before
    board.play("4 .")
    played = board.sheet
    assert played != before[0]
    board.cut_power()
    assert board.sheet == played


def test_a_match_whose_first_events_are_lost_with_it_begins_anew_and_says_so():
    board = Board(game="nine-ball", **{"race-to": 9})
    board.play("35# 1 2 .")

    def change(record):
        without_balls(record)
        record.page = 3

    rewritten(board, change)
    board.cut_power()
    board.device.run_ms(100)
    assert board.fields["info"].upper() == "LO5T"
    assert board.sheet == ""
    board.play("35# 1 .")
    assert board.sheet == "b3+5 1"
    board.cut_power()
    assert board.sheet == "b3+5 1"
