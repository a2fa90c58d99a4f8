"""The budgets that cost little to measure."""

import json

import pytest

from host_tests.command import run
from tools import bench
from tools.bench import PARTS, measure
from tools.bench.row import Row

CHEAP = ("boot", "size", "frames", "latency", "flash")


@pytest.mark.parametrize("part", CHEAP)
def test_every_budget_is_held(part):
    rows = list(measure([part]))
    assert any(row.budget is not None for row in rows)
    assert [row for row in rows if not row.held] == []


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
