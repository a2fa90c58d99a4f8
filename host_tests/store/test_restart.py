"""The board with a flash chip: restarts, failures, and what people see of them."""

import pytest

import records as fetch
import store.files
import store.journal
import store.recovery
import store.settings
from rules.match import POINTS
from rules.notation import enter_token, sheet
from rules.resume import events
from store.files import Files
from store.recovery import records
from tools.boards import load_board
from tools.littlefs_flash import FlashFiles
from tools.scoresheet import read_sheet
from tools.vboard.device import Device
from tools.vboard.flash import Flash
from tools.vboard.machine import Memory

BOARD_FILE = load_board("wall-max7219")


class Board:
    """A board that can be switched off and on, and reset."""

    def __init__(self, blocks=64, **defaults):
        self.flash = Flash(blocks)
        self.files = FlashFiles(self.flash, format=True)
        self.memory = Memory()
        self.defaults = {"game": "snooker", **defaults}
        self.boot()
        self.device.run_ms(700)

    def boot(self):
        self.files = FlashFiles(self.flash)
        board = {**BOARD_FILE, "clocks": {"shot_s": 0}}
        self.device = Device(board, self.defaults, flash=self.files, memory=self.memory)
        self.flash.sleep_us = self.device.clock.sleep_us

    def reset(self):
        self.boot()

    def cut_power(self):
        self.memory = Memory()
        self.boot()

    def play(self, keys):
        """Press keys one after the other; a point is a second's wait."""
        self.device.play(" ".join(keys.replace(" ", "")))

    @property
    def console(self):
        return self.device.marker.console

    @property
    def sheet(self):
        return " ".join(sheet(self.console.match))

    @property
    def fields(self):
        return self.device.reading()["fields"]

    @property
    def lamps(self):
        return self.device.reading()["lamps"]


@pytest.fixture
def board():
    return Board(**{"best-of": 9})


def test_a_score_that_is_not_safe_has_points(board):
    board.device.press("1")
    board.device.run_ms(20)
    assert (board.fields["score_a"], board.fields["score_b"]) == ("  1.", "  0.")
    board.device.release("1")
    board.device.run_ms(600)  # the lamp's relay has switched
    assert (board.fields["score_a"], board.fields["score_b"]) == ("  1", "  0")
    board.device.press("7")
    board.device.run_ms(60)
    board.device.release("7")
    board.device.run_ms(190)
    assert board.fields["score_a"] == "  8"


def test_a_match_goes_on_after_a_power_cut(board):
    board.play("1 7 1 5 0 A5# 1 .")
    seen, played = board.fields, board.sheet
    board.cut_power()
    board.device.run_ms(100)
    assert board.sheet == played
    assert board.fields["info"] == "rE5U"
    board.device.run_ms(2500)
    assert board.fields | {"info": ""} == seen | {"info": ""}
    assert not board.device.reading()["table_lamp"]
    board.play("D D D D D D D D D .")
    assert board.sheet == ""
    board.play("1 7 .")
    board.cut_power()
    assert board.sheet == "1 7"


@pytest.mark.parametrize("played", [True, False])
def test_a_self_test_does_not_hide_a_match_that_goes_on(board, played):
    board.play("1 7 ." if played else "")
    board.device = Device(
        BOARD_FILE, board.defaults, flash=board.files, memory=Memory(), self_test=True
    )
    board.device.run_ms(1000)
    assert (board.device.marker.self_test is None) is played
    assert (board.fields["score_a"] == "  8") is played


def test_a_reset_loses_nothing_at_all_and_a_power_cut_the_key_with_the_points(board):
    board.play("1 7 .")
    board.device.press("1")
    board.device.run_ms(20)
    assert "." in board.fields["score_a"]
    flash = bytearray(board.flash.bytes)
    board.reset()
    assert board.sheet == "1 7 1"
    board.flash.bytes[:] = flash
    board.cut_power()
    assert board.sheet == "1 7"


def test_what_only_the_rtc_memory_had_is_brought_to_the_flash(board):
    board.play("1 7 .")
    board.device.press("1")
    board.device.run_ms(20)
    board.reset()
    board.device.run_ms(1000)
    board.cut_power()
    assert board.sheet == "1 7 1"


def test_an_untouched_board_has_nothing_to_resume(board):
    board.cut_power()
    board.device.run_ms(100)
    assert board.fields["info"] == "5noo"


def test_a_flash_that_fails_lights_fault_and_scoring_goes_on(board):
    board.play("1 7 .")
    board.flash.broken = True
    board.play("1")
    board.device.run_ms(300)
    assert "fault" in board.lamps
    assert board.fields["info"] == "5AUE"
    board.play("7 1 7 1 7")
    assert board.fields["score_a"].strip() == "32."
    board.reset()  # the RTC memory has it all
    assert board.sheet == "1 7 1 7 1 7 1 7"
    board.flash.broken = False
    board.device.run_ms(3000)
    assert "fault" not in board.lamps
    board.cut_power()
    assert board.sheet == "1 7 1 7 1 7 1 7"


def test_a_match_that_is_over_is_written_until_the_flash_takes_it(board):
    board.play("1 7 .")
    board.console.match.enter(5, 0)
    board.device.run_ms(600)
    board.flash.refuses = 2  # its last page, tried twice with folders made in between
    board.play("CC0# .")
    assert board.flash.refuses == 0
    board.device.run_ms(3000)
    kept = list(records(Files(board.files.open, board.files.mkdir)))
    assert [len(list(events(saved.pages))) for saved in kept] == [3]


def test_matches_left_while_the_flash_takes_nothing_are_written_later():
    board = Board(game="manual")
    board.flash.broken = True
    for points in range(1, 4):
        enter_token(board.console.match, f"A+{points}")
        board.device.run_ms(600)
        board.console.begin("manual", {})
        board.device.run_ms(600)
    board.flash.broken = False
    board.device.run_ms(9000)
    kept = list(records(Files(board.files.open, board.files.mkdir)))
    assert len(kept) == 3


def test_the_lamp_of_a_rented_table_is_off_after_a_power_cut(board):
    board.console._clocks.rent(5)
    board.device.run_ms(5000)
    assert board.device.reading()["table_lamp"]
    board.cut_power()
    board.device.run_ms(3000)
    assert not board.device.reading()["table_lamp"]


def test_settings_that_a_reset_brought_back_reach_the_flash_too(board, monkeypatch):
    monkeypatch.setattr(store.settings, "_EVERY_MS", 8000)  # a minute for short
    board.play("1")
    board.device.run_ms(4000)
    board.console.match.enter(5, 0)  # the clock of the match stops
    board.device.run_ms(2000)
    played_s = board.console.match_s
    assert played_s >= 4
    board.reset()
    board.device.run_ms(9000)
    board.cut_power()
    assert board.console.match_s == played_s


def test_an_order_that_was_not_saved_and_is_taken_back_leaves_no_fault(board, monkeypatch):
    monkeypatch.setattr(store.settings, "_EVERY_MS", 8000)
    board.device.run_ms(2000)
    board.flash.broken = True
    for _ in range(2):
        board.console._lamp.toggle()
        board.device.run_ms(2000)
    assert "fault" in board.lamps
    board.flash.broken = False
    board.device.run_ms(9000)
    assert "fault" not in board.lamps


def test_manual_and_the_match_it_stands_in_for_come_back(board):
    board.play("1 7 CC# . 1 .")
    kept = board.console.game, board.sheet, sheet(board.console.left[1])
    assert kept[0] == "manual"
    board.cut_power()
    assert (board.console.game, board.sheet, sheet(board.console.left[1])) == kept
    board.play("CC# .")
    board.cut_power()
    assert board.console.game == "snooker"
    assert board.sheet.startswith("1 7 ")


def test_clocks_go_on_after_a_restart(board):
    board.play("1")
    board.device.run_ms(200_000)
    match_s = board.device.marker.store.settings._parts[0].match_s
    board.reset()
    assert board.console.match_s == match_s
    board.cut_power()
    assert match_s - 61 <= board.console.match_s <= match_s


def test_the_lamp_stays_on_over_a_reset_but_not_over_a_power_cut(board):
    board.play("1")
    board.device.run_ms(5000)
    assert board.device.reading()["table_lamp"]
    board.reset()
    board.device.run_ms(1000)
    assert board.device.reading()["table_lamp"]
    board.cut_power()
    board.device.run_ms(5000)
    assert not board.device.reading()["table_lamp"]
    board.play("7 .")
    assert board.device.reading()["table_lamp"]


def test_matches_that_are_over_stay_as_records():
    board = Board(game="manual")
    for end in ("A", "B"):
        board.play("1 2 3 .")
        board.console.match.enter(POINTS, 7)
        board.console.match.enter(5, "AB".index(end))
        board.device.run_ms(500)
        board.play("CC0# .")
    kept = list(records(Files(board.files.open, board.files.mkdir)))
    assert [saved.game for saved in kept] == ["manual", "manual"]
    assert all(saved.pages[-1].at for saved in kept)


def test_the_oldest_match_makes_room_and_the_board_says_so(monkeypatch):
    for module in (store.files, store.journal, store.recovery):
        monkeypatch.setattr(module, "PLACES", 4)
    board = Board(game="manual")
    said = []
    monkeypatch.setattr(board.console, "tell", said.append)
    for _ in range(3):
        board.console.match.enter(POINTS, 7)
        board.console.match.enter(5, 0)
        board.device.run_ms(600)
        board.console.begin("manual", {})
        board.device.run_ms(600)
    assert said == [b"FULL"]


def test_the_ring_keeps_the_last_matches_as_they_were_played(monkeypatch, capsys):
    """Each has a header and a page, so a ring of nine places has room for four of them."""
    for module in (store.files, store.journal, store.recovery):
        monkeypatch.setattr(module, "PLACES", 9)
    board = Board(game="manual")
    played = []
    for number in range(1, 11):
        board.console.begin("manual", {})
        for token in (f"A+{number}", "B+2", "match:A"):
            enter_token(board.console.match, token)
        board.device.run_ms(600)
        played.append(sheet(board.console.match))
        if number % 3 == 0:
            board.cut_power()
    capsys.readouterr()
    fetch.show(board.files.open, board.files.mkdir)
    texts = capsys.readouterr().out.split("\n\ngame")
    shown = [tools_sheet(text)[1][:-1] for text in texts]
    assert len(shown) >= 3
    assert sorted(shown) == sorted(played[-len(shown) :])


def test_a_damaged_store_is_refused_and_the_board_begins_anew(board):
    board.play("1 7 .")
    for path in ("s/a", "s/b", "s/0/00"):
        with_bytes(board.files, path, b"\x55" * 128)
    board.cut_power()
    assert board.sheet == ""
    board.play("1 .")
    board.cut_power()
    assert board.sheet == "1"


def with_bytes(files, path, data):
    file = files.open(path, "wb")
    file.write(data)
    file.close()


def test_records_are_fetched_as_scoresheets(board, capsys):
    board.play("1 7 1 5 0 A5# 1 .")
    board.console.match.enter(5, 1)
    board.device.run_ms(61_000)
    board.play("CC0# 1 2 .")
    capsys.readouterr()
    fetch.show(board.files.open, board.files.mkdir)
    over, playing = [tools_sheet(text) for text in capsys.readouterr().out.split("\n\ngame")]
    assert over[0] == playing[0] == {"best-of": 9, "preset": 0}
    assert over[1][:-1] == "1 7 1 5 - f5 1 match:B".split()
    assert playing[1][:-1] == ["1", "2"]
    fetch.fetched(board.files.open, board.files.mkdir)
    board.cut_power()
    assert board.device.marker.store.journal._fetched > 0


def tools_sheet(text):
    """Options and tokens of a scoresheet."""
    sheet = read_sheet(text if text.startswith("game") else "game" + text)
    return {"preset": 0, **sheet.options}, [token.text for token in sheet.tokens]


def test_events_are_safe_in_time_and_with_few_erases(board):
    """From the contact to the file, with the clocks kept beside, over three frames."""
    device = board.device
    journal = device.marker.store.journal
    board.play("1 .")  # the relay switches: for 300 ms nothing may be written
    erased, changes, worst_ms = board.flash.erases, board.console.match.history.changes, 0
    for key in ("7" + "17" * 14 + "234567#1") * 4:
        pressed_ms = device.clock.ms
        device.press(key)
        device.run_ms(70)
        device.release(key)
        while not journal.holds(board.console.match):
            device.run_ms(2)
            worst_ms = max(worst_ms, device.clock.ms - pressed_ms)
        device.run_ms(2000)
    events = board.console.match.history.changes - changes
    assert events > 120
    assert worst_ms <= 250
    assert (board.flash.erases - erased) / events <= 0.06


def test_the_event_that_the_lamp_switches_with_is_safe_before_it_does(board):
    """Nothing is written for 300 ms after the edge of a relay, so what there is goes first."""
    device = board.device
    journal = device.marker.store.journal
    edges, pressed_ms = device.relay.edges, device.clock.ms
    device.press("1")
    device.run_ms(70)
    device.release("1")
    while not journal.holds(board.console.match):
        assert device.relay.edges == edges
        device.run_ms(2)
    assert device.clock.ms - pressed_ms <= 250
    device.run_ms(4)
    assert device.relay.edges == edges + 1


def test_an_event_right_behind_the_edge_of_the_relay_waits_until_the_supply_is_calm(board):
    device = board.device
    journal = device.marker.store.journal
    edges = device.relay.edges
    board.play("1")
    while device.relay.edges == edges:
        device.run_ms(2)
    programs, edge_ms = board.flash.progs, device.clock.ms
    device.press("7")
    device.run_ms(70)
    device.release("7")
    device.run_ms(220)
    assert board.flash.progs == programs
    while not journal.holds(board.console.match):
        device.run_ms(2)
    assert device.clock.ms - edge_ms <= 550


@pytest.mark.parametrize("apart_ms", range(0, 60, 2))
def test_a_press_that_has_begun_is_not_lost_in_a_write(board, apart_ms):
    """Even where each write outlasts it: none begins once a contact has been seen to move."""
    device = board.device
    device.contacts.bounce_us = 0  # the first pass sees it
    board.play("1 .")
    device.press("7")
    device.run_ms(80)
    device.release("7")
    device.run_ms(20 + apart_ms)  # the event is written 40 ms after the release has counted
    board.flash.sleep_us = lambda us: device.clock.sleep_us(100 * us)
    device.press("1")
    device.run_ms(80)
    device.release("1")
    device.run_ms(400)
    assert board.sheet == "1 7 1"


def test_a_key_that_is_held_does_not_hold_up_the_others(board):
    board.play("1 .")
    board.device.press("7")
    board.device.run_ms(250)
    assert board.device.marker.store.journal.holds(board.console.match)


def test_a_jammed_key_does_not_count_again_at_every_restart():
    board = Board(game="manual")
    board.play("7 .")
    for _ in range(3):
        board.device = Device(
            BOARD_FILE, board.defaults, flash=board.files, memory=board.memory, held=("7",)
        )
        board.device.run_ms(500)
    assert board.fields["score_a"] == "  7"
