"""Manual: plus and minus at once, and nothing that the rules would judge."""

import pytest

from console import sounds
from console.manual import ManualKeys
from host_tests.console.checks import enters_exactly, names, survives_anything
from host_tests.console.desk import Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules.manual import Manual
from rules.notation import parse


def manual(**options):
    return Desk(game="manual", **options)


def test_every_event_of_the_contract_has_its_keys():
    match = Manual({})
    keymap = ManualKeys(match)
    for token in every_token(match):
        assert typed(keymap, shared_keys(token)) == token


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ({}, "", "- concede concede:B award:A match:B restart points=45-30 turn=B A+3 B+999"),
    ({"best_of": 3}, "award:A", "/ match:A A+3"),
    ({"best_of": 5}, "", "frames=1-0 frames=2-2"),
]


@pytest.mark.parametrize(
    ("options", "before", "token"),
    [(options, before, token) for options, before, now in MOMENTS for token in now.split()],
)
def test_the_keys_enter_exactly_the_event(options, before, token):
    enters_exactly(manual(**options), before, shared_keys(token), token)


def test_the_moments_have_every_kind_that_can_happen():
    entered = {parse(Manual({}), token)[0] for _, _, now in MOMENTS for token in now.split()}
    assert len(entered) == len(Manual.KINDS) - 1  # never `play`


@pytest.mark.parametrize(
    ("before", "keys", "token"),
    [
        ("", "1", "A+1"),
        ("", "9", "A+9"),
        ("-", "1", "B+1"),
        ("turn=B", "7", "B+7"),
        ("", "B 1 5 #", "B+15"),
        ("-", "A 2 #", "A+2"),
        ("A+9", "A * 4 #", "A-4"),
        ("B+9", "B 4 * #", "B-4"),
        ("A+9", "A 0 * 4 #", "A-4"),
    ],
)
def test_points_take_a_digit_or_a_side_and_a_number(before, keys, token):
    enters_exactly(manual(), before, keys, token)


def test_a_side_shows_whose_points_are_typed():
    desk = manual()
    desk.tap("B 1 5")
    assert desk.line == "  15"
    assert desk.lamps == {"turn_b"}
    desk.tap("*")
    assert desk.line == "- 15"
    desk.tap("D")
    assert desk.lamps == {"turn_a"}


def test_no_score_falls_below_nothing():
    desk = manual()
    desk.happen("A+3")
    desk.tap("A * 4 #")
    assert (desk.sheet, desk.line) == ("A+3", "RANG")


def test_a_digit_after_the_end_is_refused_and_a_correction_is_not():
    desk = manual(best_of=3)
    desk.tap("9 C8A 5")
    assert (desk.sheet, desk.line) == ("A+9 award:A", "END ")
    assert desk.sounds[-1] == sounds.REFUSED
    desk.tap("A 1 #")
    assert desk.sheet == "A+9 award:A A+1"


def test_the_board_shows_the_match():
    desk = manual(best_of=5)
    desk.tap("1 C8B # 7 0 B 5 #")
    fields = {name: desk.field(name) for name in ("score_a", "frames_a", "frames_b", "score_b")}
    assert fields == {"score_a": "  0", "frames_a": " 0", "frames_b": " 1", "score_b": " 12"}
    assert desk.lamps == {"turn_a"}


def test_the_line_shows_the_difference():
    desk = manual()
    desk.tap("3 0 9 *")
    assert desk.line == "D  6"


def test_every_kind_has_a_name_that_can_be_shown():
    names(ManualKeys(Manual({})))


@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(seed):
    options = [{"best_of": 9}, {"race_to": 20, "start": "7-0"}][seed]
    survives_anything(manual(**options), seed, often="1230")
