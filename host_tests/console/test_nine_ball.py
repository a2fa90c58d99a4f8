"""Every event of nine-ball can be entered, the usual ones quickly; the board shows the state."""

import re

import pytest

from console import sounds
from console.nine_ball import NineBallKeys
from host_tests.console.checks import enters_exactly, names, survives_anything
from host_tests.console.desk import Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules.nine_ball import NineBall
from rules.notation import parse

KEYS_OF = {"b": "0", "pass": "C3", "warn": "C4"}
FORMS = (
    (r"(\d)", r"\1"),
    (r"(\d\+.*)", r"C1\1#"),
    (r"b(\d.*)", r"\1#"),
    (r"b?f(.*)", r"A\1#"),
    (r"po(.*)", r"B\1#"),
    (r"on=(\d)", r"CC5\1"),
)


def nine_ball(infos=None, **options):
    return Desk(infos, game="nine-ball", **options)


def keys_of(token):
    """The keys for a token, as the head of console/nine_ball.py describes them."""
    keys = KEYS_OF.get(token) or shared_keys(token)
    for form, own in FORMS:
        if keys is None and re.fullmatch(form, token):
            keys = re.sub(form, own, token).replace("+", "")
    return keys


def test_every_event_of_the_contract_has_its_keys():
    match = NineBall({})
    keymap = NineBallKeys(match)
    tokens = list(every_token(match))
    assert {"b", "b9", "b1+2+3+4+5+6+7+8+9", "bf+3", "1+9", "po", "f+9"} <= set(tokens)
    for token in tokens:
        match.break_due = token[0] == "b"
        assert typed(keymap, keys_of(token)) == token


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ({}, "", "b b3 b9 b2+7 b1+2+3+4 bf bf+3 bf+1+9 concede concede:B award:A match:B restart"),
    ({}, "", "turn=A turn=B on=1 on=9"),
    ({}, "b", "1 8 9 3+5 1+2+3+9 - po po+3 po+1+9 f f+4 f+4+6+9 on=4 turn=A"),
    ({}, "b3 1", "2 9 2+4+5 - f f+2+9 restart"),
    ({}, "b po", "play pass 1 9 - f concede award:B"),
    ({}, "b po pass", "1 - f"),
    ({}, "bf", "1 - f on=7"),
    ({}, "bf - f", "warn 1 - f"),
    ({}, "bf - f warn -", "f f+1"),
    ({"best_of": 3}, "b9", "/ match:A match:B"),
    ({"race_to": 5}, "", "frames=1-0 frames=4-4"),
]


@pytest.mark.parametrize(
    ("options", "before", "token"),
    [(options, before, token) for options, before, now in MOMENTS for token in now.split()],
)
def test_the_keys_enter_exactly_the_event(options, before, token):
    enters_exactly(nine_ball(**options), before, keys_of(token), token)


def test_the_moments_have_every_kind():
    match = NineBall({})
    entered = {parse(match, token)[0] for _, _, now in MOMENTS for token in now.split()}
    assert len(entered) == len(match.KINDS) + len(match.OWN_KINDS) - len(match.LACKS)


@pytest.mark.parametrize(
    ("presses", "usual"),
    [
        (1, "b - 1 2 3 4 5 6 7 8 9 / play"),
        (2, "b1 b9 bf f po pass warn"),
        (3, "b1+2 b3+9 bf+3 f+4 po+1"),
    ],
)
def test_what_is_usual_takes_few_presses(presses, usual):
    assert {len(keys_of(token)) for token in usual.split()} == {presses}


@pytest.mark.parametrize("keys", ["C1#", "C10", "C1A", "CC50", "CA", "CB", "CC1", "C5"])
def test_what_there_is_not_cannot_even_be_typed(keys):
    desk = nine_ball()
    desk.happen("b")
    desk.tap(keys)
    assert desk.sheet == "b"
    assert desk.sounds[-1] == sounds.REFUSED


@pytest.mark.parametrize(
    ("before", "keys", "line"),
    [
        ("", "B#", "NO  "),
        ("", "C13#", "NO  "),
        ("b 1", "B#", "NO  "),
        ("b", "C3", "NO  "),
        ("b", "C4", "NO  "),
        ("b3", "3", "RANG"),
        ("b3", "A3#", "RANG"),
        ("b9", "1", "END "),
    ],
)
def test_a_key_that_is_refused_says_why(before, keys, line):
    desk = nine_ball(best_of=3)
    desk.happen(before)
    desk.tap(keys)
    assert (desk.sheet, desk.line) == (before, line)


# -- what is shown --------------------------------------------------------------------------------


def test_the_board_shows_racks_and_fouls_in_a_row():
    desk = nine_ball(race_to=20)
    desk.happen("frames=12-3 bf f f")
    fields = {name: desk.field(name) for name in ("score_a", "frames_a", "frames_b", "score_b")}
    assert fields == {"score_a": " 12", "frames_a": " 2", "frames_b": " 1", "score_b": "  3"}


@pytest.mark.parametrize(
    ("before", "lamps"),
    [
        ("", {"turn_a"}),
        ("b", {"turn_b", "free"}),
        ("b3", {"turn_a", "free"}),
        ("b -", {"turn_a"}),
        ("b po", {"turn_a"}),
        ("bf", {"turn_b", "hand"}),
        ("bf -", {"turn_a"}),
        ("bf - f", {"turn_b", "hand", "warn"}),
        ("bf - f -", {"turn_a", "warn"}),
        ("bf - f - -", {"turn_b"}),
        ("bf f - f", {"turn_a", "hand", "warn"}),
        ("bf - f award:A", {"turn_a"}),
        ("bf - f warn - f", {"turn_b"}),
        ("bf award:A /", {"turn_b"}),
    ],
)
def test_lamps(before, lamps):
    desk = nine_ball(best_of=5)
    desk.happen(before)
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("turn=A", "BREA"),
        ("b", "ON 1"),
        ("b1+2", "ON 3"),
        ("b po", "PO ?"),
        ("b po play", "ON 1"),
        ("b po pass", "ON 1"),
        ("bf - f", "UARN"),
        ("bf - f warn", "ON 1"),
        ("bf - f - -", "ON 1"),
        ("bf f f f warn - - f", "ON 1"),
        ("b9", "ENDA"),
        ("b9 /", "BREA"),
        ("bf - f award:B", "ENDB"),
        ("b9 / award:A", "FINA"),
    ],
)
def test_the_line_says_what_is_to_be_done(before, line):
    desk = nine_ball(best_of=3)
    desk.happen(before)
    assert desk.line == line


def test_without_need_of_a_warning_the_line_does_not_ask_for_it():
    desk = nine_ball(three_fouls="plain")
    desk.happen("bf - f")
    assert desk.line == "ON 1"
    assert "warn" in desk.lamps
    desk.tap("C4")
    assert desk.sheet == "bf - f warn"


def test_the_star_shows_the_ball_on_and_how_many_are_left():
    desk = nine_ball()
    desk.happen("b3+1")
    lines = [desk.line]
    for _ in range(2):
        desk.tap("*")
        lines.append(desk.line)
    assert lines == ["ON 2", "L  7", "ON 2"]


def test_what_the_board_does_not_allow_is_left_out():
    desk = nine_ball(infos=["balls"])
    desk.happen("b3")
    assert desk.line == "L  8"
    desk.tap("*")
    assert desk.line == "L  8"


@pytest.mark.parametrize(
    ("before", "keys", "line"),
    [
        ("", "3", "B  3"),
        ("", "35", "B 35"),
        ("", "53", "B 35"),
        ("", "355", "B  3"),
        ("", "33", "B  3"),
        ("", "A", "F  -"),
        ("", "A9", "F  9"),
        ("b", "C1", " C1-"),
        ("b", "C12", "P  2"),
        ("b", "C1289", "P289"),
        ("b", "C12894", "P 4="),
        ("b", "A", "F  -"),
        ("b", "A46", "F 46"),
        ("b", "A466", "F  4"),
        ("b", "A123456789", "F 9="),
        ("b", "B", "P  -"),
        ("b", "B3", "P  3"),
    ],
)
def test_balls_are_shown_as_they_are_typed(before, keys, line):
    desk = nine_ball()
    desk.happen(before)
    desk.tap(keys)
    assert desk.line == line


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("b", "B  "),
        ("b3", "B 3"),
        ("b3+5", "B35"),
        ("b3+5+7", "B3="),
        ("bf", "BF "),
        ("bf+3", "BF3"),
        ("bf+3+5", "BF="),
        ("b 4", "P 4"),
        ("b 4+9", "P49"),
        ("b po", "PO "),
        ("b po+4", "PO4"),
        ("b po pass", "PA5"),
        ("b f", "F  "),
        ("b f+9", "F 9"),
        ("bf - f warn", "UAR"),
        ("on=7", "ON7"),
        ("b -", "0  "),
    ],
)
def test_events_are_named(before, named):
    desk = nine_ball()
    desk.happen(before)
    desk.tap("C*")
    assert desk.line == "1" + named


def test_every_kind_has_a_name_that_can_be_shown():
    names(NineBallKeys(NineBall({})))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(seed):
    options = [{}, {"best_of": 99}, {"race_to": 20, "three_fouls": "plain"}][seed]
    survives_anything(nine_ball(**options), seed, often="12345678900AAB####C")
