"""`replay` from outside: what it prints, where it complains, and how it ends."""

import io
import json
import subprocess
import sys

import pytest

from host_tests import command
from host_tests.rules.walks import walk
from rules.refusals import CODES
from tools import replay
from tools.scoresheet import SENTENCES, read_sheet
from tools.venv import ROOT
from tools.vm import available

EXAMPLE = """\
game: snooker
reds: 2
sides: Anna | Bo

1 7 1 -          # Anna 9, missed the free colour after the last red: yellow is on
2 f5             # Bo 2, then a foul on blue with green on: 5 to Anna
again            # Anna makes Bo play
3 4 5 6 7        # Bo clears to the black
"""
STATE = (
    '{"game": "snooker", "score": [14, 27], "frames": [0, 1], "striker": "B", "player": "B", '
    '"opener": "A", "break": 25, "high_break": [9, 25], "on": null, "reds": 0, "remaining": 0, '
    '"free_ball": false, "choice": [], "misses": 0, "in_hand": null, "respot": null, '
    '"frame_over": true, "winner": "B", "match_over": true, "match_winner": "B"}\n'
)


@pytest.fixture
def run(monkeypatch, capsys):
    """Run `replay` on a text: its status, what it printed, and what it complained of."""

    def run(text, *options):
        data = text if isinstance(text, bytes) else text.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        return call("-", *options)

    def call(*arguments):
        return command.run(replay, *arguments), *capsys.readouterr()

    run.call = call
    return run


def test_the_example_of_the_page(run):
    assert run(EXAMPLE, "--json") == (0, STATE, "")
    assert run(EXAMPLE) == (0, "Anna – Bo, 14–27, frames 0–1, match: Bo\n", "")


@pytest.mark.parametrize(
    "tokens, line",
    [
        ("", "A – B, 0–0, frames 0–0, at the table: A"),
        ("1 -", "A – B, 1–0, frames 0–0, at the table: B"),
        ("concede", "A – B, 0–0, frames 0–1, the frame is over"),
        ("match:A", "A – B, 147–0, frames 1–0, match: A"),
    ],
)
def test_without_options_it_says_in_a_line_how_the_match_stands(run, tokens, line):
    assert run(f"game: snooker\nbest-of: 3\n\n{tokens}") == (0, line + "\n", "")


def test_a_match_may_end_level(run):
    tokens = "points=51-58 on=black 7 toss:A B+7 7"
    _, printed, _ = run(f"game: snooker\naggregate: yes\nframes: 1\n\n{tokens}")
    assert printed == "A – B, 65–65, frames 0–0, match: level\n"


def test_trace_prints_an_object_a_token(run):
    status, printed, _ = run("game: snooker\n\n1 @5 2 7", "--trace", "--keep-going")
    traced = [json.loads(line) for line in printed.splitlines()]
    assert [list(step) for step in traced] == [["token", "ok", "error", "state"]] * 4
    assert [(step["token"], step["ok"], step["error"]) for step in traced] == [
        ("1", True, None),
        ("@5", True, None),
        ("2", True, None),
        ("7", False, "not-on"),
    ]
    assert [step["state"]["score"] for step in traced] == [[1, 0], [1, 0], [3, 0], [3, 0]]
    assert status == 2


def test_a_sheet_without_tokens(run):
    assert run("game: snooker", "--trace") == (0, "", "")
    status, printed, complained = run("game: snooker", "--json")
    assert (status, complained) == (0, "")
    assert json.loads(printed)["remaining"] == 147


def test_the_first_refused_token_is_the_last(run):
    sheet = "game: snooker\n\n1 7\n  8 1\n9"
    status, printed, complained = run(sheet, "--trace")
    assert status == 2
    assert [json.loads(line)["token"] for line in printed.splitlines()] == ["1", "7", "8"]
    assert complained == f"-:4:3: 8: bad-token: {SENTENCES['bad-token']}\n"
    assert json.loads(run(sheet, "--json")[1])["score"] == [8, 0]


def test_a_refused_token_is_reported_and_skipped_when_it_keeps_going(run):
    status, printed, complained = run("game: snooker\n\n1 7\n  8 1\n9 1", "--json", "--keep-going")
    assert status == 2
    assert json.loads(printed)["score"] == [9, 0]
    assert complained == (
        f"-:4:3: 8: bad-token: {SENTENCES['bad-token']}\n"
        f"-:5:1: 9: bad-token: {SENTENCES['bad-token']}\n"
        f"-:5:3: 1: not-on: {SENTENCES['not-on']}\n"
    )


@pytest.mark.parametrize(
    "tokens, place, word, code",
    [
        ("u", "3:1", "u", "empty-undo"),
        ("- 7", "3:3", "7", "not-on"),
        ("\t-\t 1x16", "3:5", "1x16", "range"),
        ("back", "3:1", "back", "not-now"),
        ("concede /", "3:9", "/", "over"),
        ("# ü\n1 é", "4:3", "é", "bad-token"),
    ],
)
def test_a_complaint_names_place_word_code_and_reason(run, tokens, place, word, code):
    status, _, complained = run(f"game: snooker\n\n{tokens}\n")
    assert (status, complained) == (2, f"-:{place}: {word}: {code}: {SENTENCES[code]}\n")


def test_every_code_has_its_sentence():
    assert set(SENTENCES) == {"bad-header", *filter(None, CODES)}


@pytest.mark.parametrize("options", [(), ("--json",), ("--trace",), ("--keep-going", "--json")])
def test_a_malformed_sheet_prints_nothing(run, options):
    status, printed, complained = run("game: snooker\nreds: 16\n\n1", *options)
    assert (status, printed) == (2, "")
    assert complained == "-:2:7: 16: bad-header: 'reds' takes 1 to 15, not '16'\n"


def test_a_missing_key_is_reported_at_the_top(run):
    assert run("reds: 3\n\n1")[2] == "-:1:1: game: bad-header: the key 'game' is missing\n"


@pytest.mark.parametrize(
    "data, place, word",
    [
        (b"game: snooker\n\n1 \xff", "3:3", "0xff"),
        (b"\xef\xbb\xbfgame\xe9: snooker", "1:5", "0xe9"),
        ("game: snooker\nsides: Żó".encode()[:-1], "2:9", "0xc3"),
    ],
)
def test_bytes_that_are_no_text_are_reported_where_they_stand(run, data, place, word):
    status, _, complained = run(data)
    assert (status, complained) == (2, f"-:{place}: {word}: bad-header: the file is not UTF-8\n")


def test_a_file_is_called_by_its_name(run, tmp_path):
    path = tmp_path / "match.txt"
    path.write_bytes(b"\xef\xbb\xbfgame: snooker\r\n\r\n1 2 x\r\n")
    status, printed, complained = run.call(str(path))
    assert (status, printed) == (2, "A – B, 3–0, frames 0–0, at the table: A\n")
    assert complained == f"{path}:3:5: x: bad-token: {SENTENCES['bad-token']}\n"


def test_a_file_that_cannot_be_read_is_a_sentence(run, tmp_path):
    path = str(tmp_path / "none")
    assert run.call(path) == (2, "", f"{path}: No such file or directory\n")


def test_a_vm_that_is_not_there_is_a_sentence(run, monkeypatch):
    monkeypatch.setattr(replay, "available", lambda name: name != "unix")
    status, printed, complained = run(EXAMPLE, "--vm", "unix")
    assert (status, printed) == (2, "")
    assert complained == "the VM 'unix' is not installed here, use 'wasm'\n"


@pytest.mark.parametrize("vm_name", ["wasm", "unix"])
@pytest.mark.parametrize("keep_going", [True, False])
def test_a_vm_gives_the_same_steps_in_the_same_order(vm_name, keep_going):
    if not available(vm_name):
        pytest.skip(f"the VM {vm_name} is not installed: replay was not tried on it")
    options = {"best-of": 99, "reds": 3}
    tokens = " ".join([*walk(options, seed=4, length=1500), "1x99", "é\x04", "'\"\\", "u"])
    sheet = read_sheet(f"game: snooker\nbest-of: 99\nreds: 3\n\n{tokens}")
    steps = replay.replay(sheet, keep_going, vm_name)
    assert json.dumps(steps) == json.dumps(replay.replay(sheet, keep_going))
    assert len(steps) == 1 + (1504 if keep_going else 1501)


def test_the_command_line_knows_it():
    command = [sys.executable, "-m", "tools", "replay", "-", "--json", "--vm", "cpython"]
    done = subprocess.run(command, input=EXAMPLE.encode(), capture_output=True, cwd=ROOT)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, STATE, b"")
