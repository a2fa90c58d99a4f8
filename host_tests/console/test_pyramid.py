"""Every event of combined pyramid can be entered, and the board shows the state."""

import pytest

from console import sounds
from console.pyramid import PyramidKeys
from host_tests.console.checks import enters_exactly, names, survives_anything
from host_tests.console.desk import Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules.notation import parse
from rules.pyramid import Pyramid

KEYS_OF = {"c": "B", "f": "A#", "fw": "A0#", "take": "#"}


def pyramid(**options):
    return Desk(game="pyramid", **options)


def keys_of(token):
    """The keys for a token, as the head of console/pyramid.py describes them."""
    if token[0].isdigit():
        return token if len(token) == 1 else "C1" + token[0]
    return KEYS_OF.get(token) or shared_keys(token)


def test_every_event_of_the_contract_has_its_keys():
    match = Pyramid({})
    keymap = PyramidKeys(match)
    for token in every_token(match):
        if token != "take":  # the key # of every game: see MOMENTS
            assert typed(keymap, keys_of(token)) == token


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ({}, "", "1 7 8 c 1c 7c 8c - f fw concede concede:B award:A match:B restart A+3 B+9"),
    ({}, "1", "points=5-3 turn=A turn=B A-1 7 8c"),
    ({}, "c", "take 1 c 2c - f fw A+1 turn=B"),
    ({}, "2c take", "1 c - f fw"),
    ({}, "7 c", "take 1"),
    ({"best_of": 3}, "8", "/ match:A B+2"),
    ({"best_of": 5}, "", "frames=1-0 frames=2-2"),
]


@pytest.mark.parametrize(
    ("options", "before", "token"),
    [(options, before, token) for options, before, now in MOMENTS for token in now.split()],
)
def test_the_keys_enter_exactly_the_event(options, before, token):
    enters_exactly(pyramid(**options), before, keys_of(token), token)


def test_the_moments_have_every_kind_that_can_happen():
    match = Pyramid({})
    entered = {parse(match, token)[0] for _, _, now in MOMENTS for token in now.split()}
    assert len(entered) == len(Pyramid.KINDS) + len(Pyramid.OWN_KINDS) - 1  # never `play`


@pytest.mark.parametrize(
    ("presses", "usual"), [(1, "1 2 8 c take - /"), (2, "f"), (3, "fw 1c 2c 8c")]
)
def test_what_is_usual_takes_few_presses(presses, usual):
    assert {len(keys_of(token)) for token in usual.split()} == {presses}


def test_nine_balls_cannot_even_be_typed():
    for keys in ("9", "C19", "C10"):
        desk = pyramid()
        desk.tap(keys)
        assert desk.sheet == ""
        assert desk.sounds[-1] == sounds.REFUSED


def test_nothing_to_take_is_refused():
    desk = pyramid()
    desk.tap("1 #")
    assert (desk.sheet, desk.line) == ("1", "NO  ")


# -- what is shown --------------------------------------------------------------------------------


def test_the_board_shows_the_match():
    desk = pyramid(best_of=5)
    desk.happen("award:B / 3 f")
    fields = {name: desk.field(name) for name in ("score_a", "frames_a", "frames_b", "score_b")}
    assert fields == {"score_a": "  1", "frames_a": " 0", "frames_b": " 1", "score_b": "  3"}
    assert desk.lamps == {"turn_a"}


@pytest.mark.parametrize(
    ("before", "lamps"),
    [
        ("", {"turn_a"}),
        ("c", {"turn_a", "hand", "free"}),
        ("c take", {"turn_a", "hand"}),
        ("c 1", {"turn_a"}),
        ("c -", {"turn_b"}),
        ("fw", {"turn_b", "hand"}),
        ("7 c take", {"turn_a"}),
        ("7 - fw", {"turn_a"}),
    ],
)
def test_lamps(before, lamps):
    desk = pyramid(best_of=3)
    desk.happen(before)
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("", "PYRA"),
        ("3", "B  3"),
        ("c", "BAL?"),
        ("c A+1", "BAL?"),
        ("c take", "B  1"),
        ("c -", "B  0"),
        ("c turn=A", "B  0"),
        ("8", "ENDA"),
        ("8c", "ENDA"),
    ],
)
def test_the_line_asks_for_the_ball_until_it_is_taken_or_forgone(before, line):
    desk = pyramid(best_of=3)
    desk.happen(before)
    assert desk.line == line


def test_the_star_shows_break_balls_and_target():
    desk = pyramid(target="8-5")
    desk.happen("4")
    lines = [desk.line]
    for _ in range(3):
        desk.tap("*")
        lines.append(desk.line)
    assert lines == ["B  4", "L 11", "T  8", "B  4"]
    desk.tap("** 0")
    assert desk.line == "T  5"


@pytest.mark.parametrize(("keys", "lamps"), [("A", set()), ("A0", {"hand"}), ("A00", set())])
def test_a_foul_shows_whether_the_cue_ball_is_lost(keys, lamps):
    desk = pyramid()
    desk.happen("c")
    desk.tap(keys)
    assert desk.line[0] == "F"
    assert desk.lamps & {"hand"} == lamps


@pytest.mark.parametrize(
    ("token", "named"), [("7", "P 7"), ("c", "C  "), ("2c", "C 2"), ("fw", "F  "), ("B+2", "B 2")]
)
def test_events_are_named(token, named):
    desk = pyramid()
    desk.happen(token)
    desk.tap("C*")
    assert desk.line == "1" + named


def test_every_kind_has_a_name_that_can_be_shown():
    names(PyramidKeys(Pyramid({})))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(seed):
    options = [{}, {"best_of": 99}, {"race_to": 20, "target": "9-6", "start": "2-0"}][seed]
    survives_anything(pyramid(**options), seed, often="1231230BB###AA")
