"""Whatever a user hands to the tools: a result, or exit status 2 with a sentence.

The command line is run within this Python, so that an exception of any kind is a failed test.
"""

import contextlib
import copy
import io
import json
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from host_tests.cases import GAMES
from host_tests.cases import load as cases
from tools import cli, venv
from tools.boards import BoardError, load_board

NAMES = sorted(path.stem for path in (venv.ROOT / "boards").glob("*.json"))
BOARDS = [load_board(name) for name in NAMES if name != "schema"]


@pytest.fixture(scope="module", autouse=True)
def _no_new_environment():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(venv, "enter", lambda part: None)
        yield


def command(*argv, stdin=b""):
    """Run a command line; return its exit status and what it printed and complained about."""
    out, err = io.StringIO(), io.StringIO()
    before = sys.stdin, list(sys.path)
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                status = cli.main(argv)
            except SystemExit as stopped:  # argparse
                status = stopped.code
    finally:
        sys.stdin, sys.path[:] = before
    return status, out.getvalue(), err.getvalue()


def result_or_sentence(*argv, stdin=b""):
    status, out, err = command(*argv, stdin=stdin)
    assert status in (0, 2), (argv, err)
    assert bool(err.strip()) == (status == 2), (argv, err)
    assert "Traceback" not in err
    return status, out, err


# -- board files ----------------------------------------------------------------------------------

numbers = st.one_of(
    st.integers(-2, 64),
    st.sampled_from([-(1 << 70), 1 << 31, 10**400, 1e308, -0.0, 4.0, float("nan"), float("inf")]),
)
plain = st.none() | st.booleans() | numbers | st.text(max_size=8) | st.just("\ud800")
anything = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=12,
)


def places(value, path=()):
    """The path of each part of a board file."""
    yield path
    items = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else items
    for key, inner in items:
        yield from places(inner, (*path, key))


def put(board, path, how, value):
    """Replace, remove, double or add at a place; whatever cannot be done there is left."""
    inner = board
    try:
        for step in path[:-1]:
            inner = inner[step]
        if how == "remove":
            del inner[path[-1]]
        elif how == "double" and isinstance(inner, list):
            inner.append(copy.deepcopy(inner[path[-1]]))
        elif how == "add" and isinstance(inner[path[-1]], dict):
            inner[path[-1]][str(value)] = value
        else:
            inner[path[-1]] = value
    except (IndexError, KeyError, TypeError):
        pass


def judged(tmp, content):
    """What load_board says of a file: None, or the sentences."""
    path = tmp / "board.json"
    path.write_bytes(content)
    try:
        load_board(str(path))
    except BoardError as error:
        assert error.problems
        assert all(problem.startswith(str(path)) for problem in error.problems)
        return error.problems
    return None


def encoded(value):
    return json.dumps(value).encode("utf-8", "surrogatepass")


@pytest.fixture(scope="module")
def tmp(tmp_path_factory):
    return tmp_path_factory.mktemp("fuzz")


edits = st.lists(
    st.tuples(
        st.integers(0, 10_000),
        st.sampled_from(["replace", "replace", "remove", "double", "add"]),
        anything,
    ),
    min_size=1,
    max_size=3,
)


@settings(max_examples=250)
@given(st.sampled_from(range(len(BOARDS))), edits)
def test_a_board_file_with_anything_anywhere_is_right_or_refused(tmp, which, edits):
    board = copy.deepcopy(BOARDS[which])
    for where, how, value in edits:
        path = list(places(board))
        put(board, path[where % len(path)] or ("displays",), how, value)
    judged(tmp, encoded(board))


@settings(max_examples=150)
@given(st.binary(max_size=60) | anything.map(encoded) | st.text(max_size=60).map(str.encode))
def test_any_bytes_and_any_json_are_refused(tmp, content):
    assert judged(tmp, content)


@settings(max_examples=150)
@given(
    st.sampled_from(range(len(BOARDS))),
    st.lists(st.tuples(st.integers(0, 5000), st.binary(max_size=3)), min_size=1, max_size=3),
)
def test_a_board_file_with_some_bytes_replaced_is_right_or_refused(tmp, which, changes):
    content = bytearray(encoded(BOARDS[which]))
    for at, data in changes:
        content[at % len(content) : at % len(content) + len(data)] = data
    judged(tmp, bytes(content))


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b'{"a":' * 100_000,
        b"1" * 10_000,
        b"NaN",
        b"null",
        b'"' + b"x" * 100_000,
        b"\xef\xbb\xbf{}",
    ],
    ids=["empty", "not UTF-8", "deep lists", "deep objects", "long", "NaN", "null", "text", "BOM"],
)
def test_what_no_board_file_is_gets_one_sentence(tmp, content):
    path = tmp / "board.json"
    path.write_bytes(content)
    status, out, err = result_or_sentence("check-board", str(path))
    assert (status, out) == (2, "")
    assert all(line.startswith(str(path)) for line in err.rstrip("\n").split("\n"))
    assert len(err) < 2000


@pytest.mark.parametrize(
    "command_line", [["check-board"], ["wiring"], ["play", "--keys", "1", "--board"], ["replay"]]
)
@pytest.mark.parametrize("name", ["", ".", "/", "no/such", "x" * 5000, "none.json"])
def test_what_no_file_is_gets_one_sentence(command_line, name):
    status, _, err = result_or_sentence(*command_line, name)
    assert status == 2
    assert len(err.rstrip("\n").split("\n")) == 1 or "usage" in err


# -- scoresheets ----------------------------------------------------------------------------------

SHEETS = [case.sheet for game in GAMES for case in cases(game)[::7]]
pieces = st.sampled_from(
    [
        "\n",
        "\n\n",
        ":",
        "#",
        "\ufeff",
        "\r",
        "\t",
        "u ",
        "U ",
        "@9 ",
        "|",
        "\u2028",
        "\u0663",
        "9" * 20,
    ]
    + ["game: snooker\n", "preset: ru\n", "sides: A|B\n", "target: 1-1\n", "best-of: 2\n"]
)


def edited(sheet, changes):
    for at, cut, new in changes:
        at %= len(sheet) + 1
        sheet = sheet[:at] + new + sheet[at + cut :]
    return sheet


sheets = st.one_of(
    st.builds(
        edited,
        st.sampled_from(SHEETS),
        st.lists(
            st.tuples(st.integers(0, 400), st.integers(0, 6), pieces | st.text(max_size=5)),
            max_size=4,
        ),
    ).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.binary(max_size=80),
)


@settings(max_examples=200)
@given(sheets, st.lists(st.sampled_from(["--json", "--trace", "--keep-going"]), unique=True))
def test_any_scoresheet_is_judged_or_refused_at_a_place(content, options):
    status, out, err = result_or_sentence("replay", *options, "-", stdin=content)
    assert all(line.startswith("-:") for line in err.split("\n")[:-1])


# -- the command line -----------------------------------------------------------------------------

WORDS = ["1", "7", "D~", ".", "#", "*", "~", "1~~", "z", "C", "plug", "", "\u0663", "cut:x", "-1"]
scripts = st.lists(st.sampled_from(WORDS) | st.text(max_size=4), max_size=5).map(" ".join)


@settings(max_examples=12)
@given(scripts)
def test_any_script_of_keys_is_played_or_refused_with_the_word(script):
    status, out, err = result_or_sentence("play", "--vm", "cpython", f"--keys={script}")
    if status == 0:
        assert json.loads(out)["sheet"] is not None
    else:
        assert len(err.rstrip("\n").split("\n")) == 1 and err.startswith("play: ")


@settings(max_examples=60)
@given(
    st.sampled_from(["game", "preset", "best-of", "race-to", "breaks", "sides", "reds", "target"]),
    st.sampled_from(["", "0", "-1", "A|B", "a,b|c,d", "x", "9" * 30, "\n", "a\nb: c", "#", "ru"])
    | st.text(max_size=8),
)
def test_any_value_of_an_option_of_play_is_taken_or_refused(key, value):
    status, out, err = result_or_sentence("play", "--vm", "nosuch", "--keys=1", f"--{key}={value}")
    assert status == 2
    assert len(err.rstrip("\n").split("\n")) == 1, err


@settings(max_examples=40)
@given(
    st.lists(
        st.sampled_from(["1", "D~", "zz", "cut", "", "flip:9", "key:", "*", "\u0663", "-1:-1"])
        | st.text(max_size=4),
        max_size=3,
    ).map(" ".join)
)
def test_any_script_of_a_season_is_played_or_refused(script):
    status, out, err = command("simulate", "--match", "0", f"--script={script}")
    assert status in (0, 1, 2)
    assert "Traceback" not in err


ODD = st.sampled_from(
    ["--seed=x", "--matches=-1", "--matches=0", "--vm=nosuch", "--match=-5", "--port=99999999999"]
    + ["--port=-1", "--board=nosuch", "--json", "--nosuch", "-", "", "\x00", "--keys=q", "--game="]
)


@settings(max_examples=80)
@given(
    st.sampled_from(["play", "replay", "check-board", "wiring", "overlay", "wokwi", "nosuch", ""]),
    st.lists(ODD, max_size=3),
)
def test_any_options_are_taken_or_refused(tmp, name, options):
    if name == "play":
        options = [*options, "--vm=nosuch", "--keys=1"]
    if name in ("overlay", "wokwi", "wiring"):
        options = [*options, "--nosuch"]
    status, out, err = command(name, *options)
    assert status == 2 or (status == 0 and not err), (name, options, err)
