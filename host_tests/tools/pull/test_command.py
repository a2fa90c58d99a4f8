"""`pull` from a file: what it writes, what it leaves, what it says."""

import pytest

from host_tests.command import run
from host_tests.tools.pull.matches import SNOOKER, WHOLE, printed
from tools import pull, replay


@pytest.fixture
def pulled(tmp_path, capsys):
    """Pull what a board printed; (status, what was said, complaints)."""

    def pull_from(text, *options):
        source = tmp_path / "printed.txt"
        source.write_text(text, encoding="utf-8")
        out = str(tmp_path / "out")
        status = run(pull, "--from", str(source), "--out", out, *options)
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err

    return pull_from


def names(folder):
    return sorted(path.name for path in (folder / "out").iterdir())


def test_a_line_a_match_and_names_by_date_and_number(pulled, tmp_path, capsys):
    text = printed(WHOLE[0], 15, "") + printed(SNOOKER, 12)
    status, said, complaints = pulled(text, "--format", "text", "csv", "html", "json")
    assert (status, complaints) == (0, "")
    assert said[0].startswith("match 12 2026-11-30 22:34 snooker 1–2: 2026-11-30-match-12.txt, ")
    assert said[1].startswith("match 15 ten-ball 1–2: match-15.txt, match-15-en.csv, ")
    assert len(said) == 2
    assert len(names(tmp_path)) == 8
    assert run(replay, str(tmp_path / "out" / "2026-11-30-match-12.txt")) == 0
    assert "frames 1–2, match: B" in capsys.readouterr().out


def test_to_pull_again_changes_nothing(pulled, tmp_path):
    text = printed(SNOOKER)
    pulled(text, "--format", "text", "pdf")
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()}
    pulled(text, "--format", "text", "pdf")
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "out").iterdir()} == before


def test_what_is_there_is_not_overwritten_with_something_else(pulled, tmp_path):
    text = printed(SNOOKER)
    pulled(text, "--format", "text")
    longer = text.replace("f again 1 6 match:B", "f again 1 7 match:B")
    _, said, _ = pulled(longer, "--format", "text")
    assert said[0].endswith(": 2026-11-30-match-12-2.txt")
    _, said, _ = pulled(text, "--format", "text", "json")
    assert said[0].endswith(": 2026-11-30-match-12.txt, 2026-11-30-match-12.json")
    files = tmp_path / "out"
    assert "1 6" in (files / "2026-11-30-match-12.txt").read_text()
    assert "1 7 match" in (files / "2026-11-30-match-12-2.txt").read_text()


def test_a_broken_record_is_said_and_the_others_are_written(pulled, tmp_path):
    broken = "game: snooker\n# match 13\n\n1 7 @4\n# page 1 makes no sense\n1 @9\n\n"
    refused = "game: snooker\n# match 14\n\n1 9 @4\n\n"
    none = "# a record makes no sense: there is no game called gnu\n\n"
    status, said, complaints = pulled(
        broken + none + refused + printed(SNOOKER), "--format", "text"
    )
    assert (status, len(said)) == (1, 1)
    assert (
        "match-13: page 1 makes no sense; what there is of it is in match-13-broken.txt"
        in complaints
    )
    assert "match-14: line 4: 9: there is no such event in this game" in complaints
    assert "a record makes no sense: there is no game called gnu; skipped" in complaints
    assert names(tmp_path) == [
        "2026-11-30-match-12.txt",
        "match-13-broken.txt",
        "match-14-broken.txt",
    ]


def test_a_match_that_is_played_says_so(pulled):
    _, said, _ = pulled("game: snooker\n# match 2\n\n1 7 @4\n", "--format", "text")
    assert said == ["match 2 snooker 0–0, not over yet: match-2.txt"]


def test_a_scoresheet_of_people_keeps_its_name(pulled, tmp_path):
    pulled("game: snooker\nsides: Anna | Bo\n\n1 7\n", "--format", "json")
    assert names(tmp_path) == ["printed.json"]
    pulled("game: snooker\n\n1\n\ngame: manual\n\nA+3\n", "--format", "text")
    assert names(tmp_path) == ["printed-1.txt", "printed-2.txt", "printed.json"]


@pytest.mark.parametrize(
    "content, told",
    [
        (b"1 7 1", "no scoresheet begins here"),
        (b"game: snooker\n\n\xff", "this is no UTF-8 text"),
    ],
)
def test_what_is_no_scoresheet_is_refused(content, told, tmp_path, capsys):
    source = tmp_path / "x.txt"
    source.write_bytes(content)
    assert run(pull, "--from", str(source)) == 2
    assert f"{source}: {told}" in capsys.readouterr().err
    assert run(pull, "--from", str(tmp_path / "none")) == 2
    assert "none: No such file" in capsys.readouterr().err


def test_a_folder_that_cannot_be_is_refused(tmp_path, capsys):
    source = tmp_path / "x.txt"
    source.write_text(printed(SNOOKER), encoding="utf-8")
    assert run(pull, "--from", str(source), "--out", str(source)) == 2
    assert "choose another --out" in capsys.readouterr().err
