"""What doctor makes of what a board says, and both commands on a board at the end of a line."""

import json
import re
import subprocess
import sys
import time

import pytest

from tools import doctor, log
from tools.boards import load_board
from tools.link import Link
from tools.venv import ROOT

WELL = {
    "firmware": "1.2.3",
    "micropython": "1.26.0",
    "machine": "Generic ESP32 module with ESP32",
    "board": load_board("wall-max7219"),
    "date": [2000, 1, 1, 0, 0, 0],
    "cause": 1,
    "crashes": 0,
    "heap": [60_000, 90_000, 70_000],
    "flash": [2_097_152, 1_500_000],
    "guarded": True,
    "running": {
        "game": "snooker",
        "keys": [["keypad", [30, 9, 1, 0, 0], {"7": 5, "1": 2}, 0]],
        "silent": "",
        "displays": [["max7219", 0, True]],
        "store": {"failing": False, "failures": 0},
        "since_s": 90,
        "totals": [0, 4, 2, 0, 0, 0, 0, 0],
    },
}


def told(**changes):
    """What a board says that is well but for this; `__` leads into what runs."""
    board = json.loads(json.dumps(WELL))
    for name, value in changes.items():
        at = board
        *path, last = name.split("__")
        for part in path:
            at = at[part]
        at[last] = value
    return board


def amiss(board):
    """The parts that want a look, and what is said of them."""
    return {finding.part: finding for finding in doctor.findings(board) if finding.way_out}


def test_of_a_board_that_is_well_nothing_is_amiss():
    assert amiss(WELL) == {}
    lines = list(doctor.report(WELL, list(doctor.findings(WELL))))
    assert lines[0] == "wall-max7219 (esp32): Marker 1.2.3 on MicroPython 1.26.0"
    assert lines[-1] == "Nothing is amiss."
    text = "\n".join(lines)
    assert "40 presses and releases, 30 clean, 9 bounced up to 4 ms, 1 bounced up to 9 ms" in text
    assert "so far 4 × power-on, 2 × reset by software" in text
    assert "1464 KB of 2048 KB free" in text


@pytest.mark.parametrize(
    "changes, part, words",
    [
        ({"running": None}, "program", "does not run"),
        ({"running__store": None}, "program", "safe mode"),
        ({"running__totals": [0, 4, 0, 2, 0, 0, 0, 0]}, "start", "2 × watchdog"),
        ({"running__totals": [0, 4, 0, 0, 0, 0, 3, 0]}, "crashes", "3 in all"),
        ({"crashes": 2}, "crashes", "2 in a row"),
        ({"board": None}, "board", "no board.json"),
        ({"board__buzzer": {"pin": 6}}, "board", "6"),
        ({"running__keys": [["keypad", [1, 0, 0, 1, 0], {"9": 14}, 0]]}, "keys", "9 14 ms"),
        ({"running__silent": "74"}, "keys", "7 4 down"),
        ({"running__displays": [["tm1637", 9, False]]}, "display", "does not answer"),
        ({"running__displays": [["tm1637", 11, True]]}, "display", "11 transfers failed"),
        ({"running__store": {"failing": True, "failures": 1}}, "saves", "not safe now"),
        ({"running__totals": [0, 4, 0, 0, 0, 0, 0, 7]}, "saves", "7 in all"),
        ({"flash": [2_097_152, 200_000]}, "flash", "195 KB of 2048 KB"),
        ({"flash": None}, "flash", "tells nothing"),
        ({"heap": [1000, 19_999, 140_000]}, "memory", "19 KB after collection"),
    ],
)
def test_what_is_amiss_is_said_with_a_way_out(changes, part, words):
    found = amiss(told(**changes))
    assert list(found) == [part]
    assert words in found[part].text


def test_a_board_that_knows_little_is_judged_by_that():
    board = told(running=None, board=None, flash=None, cause=99)
    assert len(list(doctor.report(board, list(doctor.findings(board))))) > 8


@pytest.mark.parametrize(
    "entry, line",
    [
        ((0, 1, "1.0"), "started after power-on; Marker 1.0"),
        ((0, 3, "1.0"), "started after watchdog; Marker 1.0"),
        ((0, 17, "1.0"), "started after power-on with its memory alive"),
        ((0, 15, "1.0"), "started after unknown cause"),
        ((1, 1, "x.py:1 f: E"), "crashed at x.py:1 f: E"),
        ((1, 3, "x.py:1 f: E"), "(3 in a row)"),
        ((2, 0, ""), "the flash did not take a save"),
        ((3, 0, ""), "was overwritten"),
        ((4, 1, ""), "display 2 did not answer"),
        ((5, 55, ""), "key 7 was stuck"),
        ((9, 55, ""), "something of a newer firmware (9, 55)"),
    ],
)
def test_an_entry_in_words(entry, line):
    what, detail, text = entry
    assert line in log.what({"what": what, "detail": detail, "text": text, "times": 1})


def test_what_happened_several_times_says_so():
    entry = {"what": 4, "detail": 0, "text": "", "times": 12}
    assert log.what(entry) == "display 1 did not answer, 12 times"


@pytest.mark.parametrize(
    "seconds, words",
    [(0, "0 s"), (119, "119 s"), (120, "2 min"), (7200, "2 h"), (172_800, "2 days")],
)
def test_durations(seconds, words):
    assert log.duration(seconds) == words
    assert log.when({"date": None, "since_s": seconds}) == words + " after start"


def test_a_date():
    assert log.when({"date": [2026, 1, 9, 7, 5, 0], "since_s": 3}) == "2026-01-09 07:05:00"


# -- on a board -----------------------------------------------------------------------------------


def tool(board, *arguments):
    """Status and output of a command for this board."""
    command = [sys.executable, "-m", "tools", *arguments, "--port", board.port]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def board(pty_board):
    made = pty_board("wall-max7219")
    status, said = tool(made, "flash", "--board", "wall-max7219")
    assert status == 0, said
    made.run_ms(2500)
    return made


def test_a_board_that_plays_is_well_and_the_match_goes_on(board):
    board.tap("17")
    board.run_ms(1500)
    status, said = tool(board, "doctor")
    assert status == 0, said
    assert "plays snooker" in said
    assert "keypad: 4 presses and releases" in said
    assert said.endswith("Nothing is amiss.\n")
    board.run_ms(4000)
    assert board.reading()["fields"]["score_a"] == "  8"
    status, said = tool(board, "doctor", "--json")
    assert json.loads(said)["running"]["totals"][2] >= 2  # reset by software: flash, doctor


def test_a_stuck_key_is_named(board):
    board.press("7")
    board.run_ms(35_000)
    status, said = tool(board, "doctor")
    assert status == 1
    assert "7 down for 30 s, or since before the start" in said
    status, said = tool(board, "log")
    assert status == 0
    assert any(line.endswith("after start  key 7 was stuck") for line in said.splitlines())


CRASHES = b"""
import drivers.panel
import marker
def fail(panel, elapsed_ms):
    raise ValueError("provoked")
drivers.panel.Panel._attend = fail
marker.run()
"""


def test_crashes_are_in_the_diary_with_their_place(board):
    with Link(board.port) as link:
        link.write("main.py", CRASHES)
    rows = [0]
    deadline_s = time.monotonic() + 30
    while max(rows) < 2 and time.monotonic() < deadline_s:
        time.sleep(1)  # it crashes and starts anew; each look at it starts it anew too
        status, said = tool(board, "log")
        assert status == 0
        rows += [int(row) for row in re.findall(r"provoked \((\d+) in a row\)", said)]
    assert max(rows) >= 2
    crash = next(line for line in said.splitlines() if "crashed" in line)
    assert crash.endswith("crashed at main.py:5 fail: ValueError: provoked")
    status, said = tool(board, "doctor")
    assert status == 1
    assert "in a row" in said


def test_a_board_without_the_firmware_is_told_the_way_out(pty_board):
    made = pty_board("wall-max7219")
    for command in ("doctor", "log"):
        status, said = tool(made, command)
        assert status == 2
        assert "python3 -m tools flash" in said
        assert len(said.splitlines()) == 1
