"""Every event of 14.1 can be entered, the usual ones quickly, and the board shows the state."""

import re

import pytest

from console import sounds
from console.straight import StraightKeys
from host_tests.console.checks import enters_exactly, names, survives_anything
from host_tests.console.desk import Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules.notation import parse
from rules.straight import Straight

KEYS_OF = {
    "safe": "B",
    "bf": "A#",
    "bfw": "A0#",
    "f": "A#",
    "fw": "A0#",
    "f!": "AA#",
    "rebreak": "C3",
}


def straight(**options):
    return Desk(game="14.1", **options)


def keys_of(token, break_due=False):
    """The keys for a token, as the head of console/straight.py describes them."""
    if re.fullmatch("f[w!]?", token) and break_due:
        return "C2" + KEYS_OF[token][1:]
    if token.isdigit():
        return token if len(token) == 1 else "C" + token
    return KEYS_OF.get(token) or shared_keys(token)


@pytest.mark.parametrize("break_due", [False, True])
def test_every_event_of_the_contract_has_its_keys(break_due):
    match = Straight({})
    match.break_due = break_due
    keymap = StraightKeys(match)
    for token in every_token(match):
        if break_due or not token.startswith("bf"):
            assert typed(keymap, keys_of(token, break_due)) == token


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ({}, "", "1 9 10 12 15 - safe bf bfw f fw f! concede concede:B award:A match:B restart A+3"),
    ({}, "", "points=45-30 points=999-0 turn=A turn=B A-14 B-999"),
    ({}, "3", "1 9 10 12 - safe f fw f!"),
    ({}, "bf", "play rebreak 1 15 - safe f fw f! B+1"),
    ({}, "bfw rebreak", "bf bfw f fw f! 7"),
    ({}, "f!", "play rebreak 11 -"),
    ({}, "f - f -", "f fw f! safe"),
    ({}, "f - f - f", "bf f! 14"),
    ({"target": 3}, "3", "A+1 B-2"),
    ({"target": 3, "best_of": 3}, "3", "/ match:A B+2"),
    ({"best_of": 5}, "", "frames=1-0 frames=2-2"),
]


@pytest.mark.parametrize(
    ("options", "before", "token"),
    [(options, before, token) for options, before, now in MOMENTS for token in now.split()],
)
def test_the_keys_enter_exactly_the_event(options, before, token):
    desk = straight(**options)
    desk.happen(before)
    keys = keys_of(token, desk.match.break_due)
    enters_exactly(straight(**options), before, keys, token)


def test_the_moments_have_every_kind():
    match = Straight({})
    entered = {parse(match, token)[0] for _, _, now in MOMENTS for token in now.split()}
    assert len(entered) == len(Straight.KINDS) + len(Straight.OWN_KINDS)


@pytest.mark.parametrize(
    ("presses", "usual"),
    [(1, "1 2 9 - safe / play"), (2, "f bf rebreak"), (3, "fw f! bfw 10 14 15 restart")],
)
def test_what_is_usual_takes_few_presses(presses, usual):
    assert {len(keys_of(token)) for token in usual.split()} == {presses}


def test_sixteen_balls_cannot_even_be_typed():
    desk = straight()
    desk.tap("C16")
    assert desk.sheet == ""
    assert desk.sounds[-1] == sounds.REFUSED


def test_more_than_is_on_the_table_is_refused():
    desk = straight()
    desk.tap("9 7")
    assert (desk.sheet, desk.line) == ("9", "RANG")


# -- what is shown --------------------------------------------------------------------------------


def test_the_board_shows_the_match():
    desk = straight(best_of=5)
    desk.happen("award:B / 7 3 f")
    fields = {name: desk.field(name) for name in ("score_a", "frames_a", "frames_b", "score_b")}
    assert fields == {"score_a": "  0", "frames_a": " 0", "frames_b": " 1", "score_b": "  9"}
    assert desk.lamps == {"turn_a"}


@pytest.mark.parametrize(
    ("before", "shown"),
    [
        ("f", " -1"),
        ("f - f - f", "-17"),
        ("A-99", "-99"),
        ("A-100", "---"),
        ("A-100 A+1", "-99"),
        ("A+999", "999"),
        ("A+999 A+1", "---"),
    ],
)
def test_minus_points_stand_on_three_digits(before, shown):
    """Below -99 there are dashes rather than a number that is not the score."""
    desk = straight()
    desk.happen(before)
    assert desk.field("score_a") == shown


@pytest.mark.parametrize(
    ("before", "lamps"),
    [
        ("", {"turn_a"}),
        ("fw", {"turn_b", "hand"}),
        ("bfw play", {"turn_b", "hand"}),
        ("bfw rebreak", {"turn_a"}),
        ("f - f", {"turn_b"}),
        ("f - f -", {"turn_a", "warn"}),
        ("f - f - safe", {"turn_b"}),
        ("f - f - f", {"turn_a"}),
        ("f - f - award:B", {"turn_b"}),
    ],
)
def test_lamps(before, lamps):
    desk = straight(best_of=3)
    desk.happen(before)
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("", "14-1"),
        ("7 4", "B 11"),
        ("13", "B 13"),
        ("14", "RAC "),
        ("13 2", "RAC "),
        ("14 A+1", "RAC "),
        ("14 3", "B 17"),
        ("14 -", "B  0"),
        ("14 f", "B  0"),
        ("13 2 turn=A", "B  0"),
        ("points=149-0 1", "ENDA"),
        ("points=140-0 14", "ENDA"),
    ],
)
def test_the_line_says_how_it_stands_and_when_to_rack(before, line):
    desk = straight(best_of=3)
    desk.happen(before)
    assert desk.line == line


def test_the_star_shows_run_balls_fouls_and_target():
    desk = straight(target="150-75")
    desk.happen("f f - f 4")
    lines = [desk.line]
    for _ in range(4):
        desk.tap("*")
        lines.append(desk.line)
    assert lines == ["B  4", "L 11", "F0-2", "T150", "B  4"]
    desk.tap("*** 0")
    assert desk.line == "T 75"


@pytest.mark.parametrize(
    ("before", "keys", "line", "lamps"),
    [
        ("", "A", "BF-2", set()),
        ("", "A0", "BF-2", {"hand"}),
        ("", "A00", "BF-2", set()),
        ("", "C2", "F -1", set()),
        ("3", "A", "F -1", set()),
        ("3", "A0", "F -1", {"hand"}),
        ("3", "AA", "F-16", {"hand"}),
        ("3", "A0A", "F-16", {"hand"}),
        ("3", "AAA", "F -1", set()),
        ("f - f -", "A", "F-15", set()),
        ("f - f -", "A0", "F-15", set()),  # he breaks: in nobody's hand
        ("f - f -", "AA", "F-16", set()),
    ],
)
def test_a_foul_shows_what_it_costs(before, keys, line, lamps):
    desk = straight()
    desk.happen(before)
    desk.tap(keys)
    assert desk.line == line
    assert desk.lamps & {"hand"} == lamps


def test_a_third_foul_costs_one_more_in_the_world_rules():
    desk = straight(preset="wpa")
    desk.happen("f - f -")
    desk.tap("A")
    assert desk.line == "F-16"


def test_a_foul_that_is_dropped_leaves_the_lamps_as_they_were():
    desk = straight()
    desk.happen("3 fw")
    lamps = desk.lamps
    desk.tap("A")
    assert desk.lamps == lamps - {"hand"}
    desk.tap("D")
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("token", "named"),
    [
        ("7", "P 7"),
        ("15", "P15"),
        ("safe", "5AF"),
        ("bfw", "BF "),
        ("fw", "F  "),
        ("f!", "F16"),
        ("A-3", "A-3"),
    ],
)
def test_events_are_named(token, named):
    desk = straight()
    desk.happen(token)
    desk.tap("C*")
    assert desk.line == "1" + named


def test_every_kind_has_a_name_that_can_be_shown():
    names(StraightKeys(Straight({})))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(seed):
    options = [{}, {"best_of": 9, "target": 20}, {"preset": "wpa", "target": "30-20"}][seed]
    survives_anything(straight(**options), seed, often="1234567890AB#AA")
