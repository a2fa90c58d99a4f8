"""The budgets that cost little to measure; those that are not held may not get worse."""

import json

import pytest

from host_tests.command import run
from tools import bench
from tools.bench import PARTS, measure
from tools.bench.row import Row

# What is over its budget today, and the figure that it may not exceed. To be lowered, not raised.
RATCHET = {
    # Every module's code lies on the heap: freezing it into the chip's program would take it off.
    "snooker: heap after boot": 109,
    "nine-ball: heap after boot": 104,
    "eight-ball: heap after boot": 107,
    "14.1: heap after boot": 103,
    "pyramid: heap after boot": 101,
    "manual: heap after boot": 98,
    "ten-ball: heap after boot": 110,
    "free-pyramid: heap after boot": 102,
    "dynamic-pyramid: heap after boot": 102,
    "carom: heap after boot": 100,
    "billiards: heap after boot": 102,
    # Eleven games, five drivers, the diary; the line numbers in them are 9 KB.
    ".mpy files: all": 120,
    # The bits of all LEDs of a display are sent for one digit, at 1.25 us each.
    "wall-ws2812: contact to latched, 1.6 ms of bounce, median": 9.3,
    "wall-c3: contact to latched, 1.6 ms of bounce, median": 8.6,
    # The header of a match is written, in a new file, before its first event.
    "contact to safe on flash, first of a match": 354,
}
CHEAP = ("boot", "size", "frames", "latency", "flash")


@pytest.mark.parametrize("part", CHEAP)
def test_a_budget_that_holds_today_is_held_and_the_others_get_no_worse(part):
    rows = list(measure([part]))
    assert any(row.budget is not None for row in rows)
    for row in rows:
        if row.budget is not None:
            assert row.figure <= RATCHET.get(row.what, row.budget), row


def test_a_budget_is_broken_by_the_first_figure_over_it():
    assert Row("size", "all", 72, "KB", 72).held
    assert not Row("size", "all", 72.001, "KB", 72).held
    assert Row("size", "a room", 10**6, "KB").held


def test_a_refresh_of_max7219_is_every_register_of_both_chips():
    figures = {row.what: row.figure for row in measure(["bus"])}
    # A frame is two bytes for each of two chips; one digit is one frame.
    assert figures["wall-max7219, max7219 at digit 0: one digit changed"] == 2 * 2
    # Eight digits, and five registers: decode, intensity, scan limit, shutdown, test.
    assert figures["wall-max7219, max7219 at digit 0: whole refresh"] >= 2 * 2 * (8 + 5)


def test_the_command_says_which_budget_is_broken(monkeypatch, tmp_path, capsys):
    rows = [Row("size", "small", 1, "KB", 2), Row("size", "large", 3, "KB", 2)]
    monkeypatch.setitem(PARTS, "size", lambda: iter(rows))
    file, picture = tmp_path / "bench.json", tmp_path / "bench.svg"
    line = ["--only", "size", "--json", str(file), "--picture", str(picture)]
    assert run(bench, *line) == 1
    assert "over its budget: large: 3 of 2" in capsys.readouterr().out
    assert [row["figure"] for row in json.loads(file.read_text())] == [1, 3]
    assert picture.read_text().startswith("<svg")
    rows.pop()
    assert run(bench, *line) == 0


def test_rows_that_there_are_not_are_refused(capsys):
    assert run(bench, "--only", "sizes") == 2
    assert "--only: no rows are called 'sizes'" in capsys.readouterr().err
