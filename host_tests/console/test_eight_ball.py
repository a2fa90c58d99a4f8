"""Every event of eight-ball can be entered, the usual ones quickly; the board shows the state."""

import pytest

from console import sounds
from console.eight_ball import EightBallKeys, Kinds
from console.parts import DONE, MORE
from host_tests.console.checks import enters_exactly, names, survives_anything
from host_tests.console.desk import Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules.eight_ball import EightBall
from rules.forms import parse_form
from rules.notation import parse

KEYS_OF = {
    "b": "0",
    "bi": "B",
    "s": "1",
    "t": "2",
    "8": "8",
    "spot": "C4",
    "kitchen": "C4",
    "rerack": "C5",
    "rebreak": "C6",
}
# What a token begins with, and the keys for that.
BEGINNINGS = (
    ("safe", "B"),
    ("bf", "A"),
    ("bo", "C5"),
    ("b", ""),
    ("f", "A"),
    ("-", "C3"),
    ("8x", "C4"),
    ("8", "C5"),
    ("s", "C1"),
    ("t", "C2"),
)
# The choice that is open while these may be ordered.
CHOICES = {"spot": "b+8", "rerack": "bi", "rebreak": "bi", "kitchen": "bo"}


def eight_ball(infos=None, **options):
    return Desk(infos, game="eight-ball", **options)


def keys_of(token):
    """The keys for a token, as the head of console/eight_ball.py describes them."""
    keys = KEYS_OF.get(token) or shared_keys(token)
    for beginning, own in BEGINNINGS:
        if keys is None and token.startswith(beginning):
            keys = own + keys_of_balls(token[len(beginning) :], own[-1:]) + "#"
    return keys


def keys_of_balls(balls, called):
    """A key for each ball of `+s2+8`; a number at once counts the called kind."""
    count, *others = balls.split("+")
    each = [kind[0] * int(kind[1:] or 1) for kind in others]
    return called * (int(count or 1) - 1) + "".join(each).translate(str.maketrans("st", "12"))


def test_every_event_of_the_contract_has_its_keys():
    tokens = list(every_token(EightBall({})))
    assert {"b+8", "b+t2+s+8", "s7+t7+8", "8x+t", "8+s2+t", "-+t", "safe+8", "f"} <= set(tokens)
    keymaps = {before: EightBallKeys(at(before)) for before in ("", "b", *CHOICES.values())}
    for token in tokens:
        keymap = keymaps["" if token[0] == "b" else CHOICES.get(token, "b")]
        assert typed(keymap, keys_of(token)) == token


def at(before):
    desk = eight_ball()
    desk.happen(before)
    return desk.match


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ({}, "", "b b+s b+t2+s b+s+t2 b+8 b+s+8 bi bf bf+s bf+t2+8 bo bo+t bo+s2+8 turn=B"),
    ({}, "", "concede concede:B award:A match:B restart"),
    ({}, "b", "s t s2 t2+s s+t2+8 - -+s -+t+s2 8 8x 8+s 8x+t2 safe safe+s safe+8 f f+s f+t7+8"),
    ({}, "b s -", "t t2 t+s6 - f turn=A"),
    ({}, "b+s6 s", "8 8x 8+t - -+8 f f+8 safe"),
    ({}, "bi", "play rerack rebreak s - f safe+t restart turn=A"),
    ({}, "bi rerack", "b+s bi bf"),
    ({}, "bf", "s - f+s concede"),
    ({}, "b+8", "spot rebreak concede:A"),
    ({}, "b+8 spot", "s t - 8"),
    ({}, "bf+8", "spot rerack award:A"),
    ({}, "bo", "play kitchen s t2 - f"),
    ({}, "bo kitchen", "s t2 8x -"),
    ({"best_of": 3}, "b 8", "/ match:A"),
    ({"race_to": 5}, "", "frames=1-0 frames=4-4"),
]


@pytest.mark.parametrize(
    ("options", "before", "token"),
    [(options, before, token) for options, before, now in MOMENTS for token in now.split()],
)
def test_the_keys_enter_exactly_the_event(options, before, token):
    enters_exactly(eight_ball(**options), before, keys_of(token), token)


def test_the_moments_have_every_kind():
    match = EightBall({})
    entered = {parse(match, token)[0] for _, _, now in MOMENTS for token in now.split()}
    assert len(entered) == len(match.KINDS) + len(match.OWN_KINDS) - len(match.LACKS)


@pytest.mark.parametrize(
    ("presses", "usual"),
    [
        (1, "b bi - s t 8 / play"),
        (2, "b+s b+t b+8 bf safe f spot kitchen rerack rebreak"),
        (3, "b+s2 b+s+t bf+s safe+t f+8 8x bo"),
    ],
)
def test_what_is_usual_takes_few_presses(presses, usual):
    assert {len(keys_of(token)) for token in usual.split()} == {presses}


@pytest.mark.parametrize(
    ("before", "keys"),
    [("", "3"), ("", "C0D9"), ("b", "3"), ("b", "C13"), ("b", "C48"), ("b", "C6"), ("b", "CA")],
)
def test_what_there_is_not_cannot_even_be_typed(before, keys):
    desk = eight_ball()
    desk.happen(before)
    desk.tap(keys)
    assert desk.sheet == before
    assert desk.sounds[-1] == sounds.REFUSED


@pytest.mark.parametrize(
    ("before", "keys", "line"),
    [
        ("", "C1#", "NO  "),
        ("", "C3#", "NO  "),
        ("bi", "C4", "NO  "),
        ("b+8", "1", "NO  "),
        ("b+8", "C5", "NO  "),
        ("bf+8", "C6", "NO  "),
        ("bf+8", "#", "NO  "),
        ("b s", "2", "BALL"),
        ("b+s7", "1", "RANG"),
        ("b 8", "1", "END "),
    ],
)
def test_a_key_that_is_refused_says_why(before, keys, line):
    desk = eight_ball(best_of=3)
    desk.happen(before)
    desk.tap(keys)
    assert (desk.sheet, desk.line) == (before, line)


def test_while_the_cue_ball_may_be_put_in_the_kitchen_the_others_go_on():
    desk = eight_ball()
    desk.happen("bo")
    desk.tap("C51#")
    assert desk.sheet == "bo 8+s"


# -- balls by kind ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("keys", "balls"),
    [
        ("", ""),
        ("1", "+s"),
        ("2", "+t"),
        ("8", "+8"),
        ("12", "+s+t"),
        ("21", "+t+s"),
        ("2112", "+t2+s2"),
        ("81", "+s+8"),
        ("88", ""),
        ("1" * 7, "+s7"),
        ("1" * 8, ""),
        ("12" + "1" * 7, "+t"),
        ("2" * 8, ""),
        ("2" * 8 + "12", "+s+t"),
    ],
)
def test_kinds_are_packed_as_the_scoresheet_has_them(keys, balls):
    kinds = Kinds()
    assert kinds.begin(0) == MORE
    assert [kinds.key(ord(key)) for key in keys] == [MORE] * len(keys)
    assert kinds.key(ord("#")) == DONE
    assert kinds.arg == parse_form("<+kinds>", balls)


@pytest.mark.parametrize("called", "12")
def test_the_called_ball_stays_whatever_is_counted(called):
    desk = eight_ball()
    desk.happen("b")
    desk.tap("C" + called * 8 + "#")
    assert desk.sheet == "b " + {"1": "s", "2": "t"}[called]


# -- what is shown --------------------------------------------------------------------------------


def fields(desk):
    return [desk.field(name) for name in ("score_a", "frames_a", "frames_b", "score_b")]


def test_the_board_shows_racks_and_what_the_groups_have_left():
    desk = eight_ball(race_to=20)
    desk.happen("frames=12-3 b+s")
    assert fields(desk) == [" 12", "  ", "  ", "  3"]
    desk.happen("t2")
    assert fields(desk) == [" 12", " 5", " 6", "  3"]
    desk.happen("- s")
    assert fields(desk) == [" 12", " 5", " 5", "  3"]
    desk.happen("restart")
    assert fields(desk) == [" 12", "  ", "  ", "  3"]


@pytest.mark.parametrize(
    ("before", "lamps"),
    [
        ("", {"turn_a"}),
        ("b", {"turn_b"}),
        ("b f", {"turn_a", "hand"}),
        ("b f -", {"turn_b"}),
        ("bf", {"turn_b", "hand"}),
        ("bf+8", {"turn_b", "hand"}),
        ("bf+8 rerack", {"turn_b"}),
        ("bo", {"turn_b"}),
        ("bo kitchen", {"turn_b", "hand"}),
        ("b+s6 s", {"turn_a", "black"}),
        ("b+s6 s -", {"turn_b"}),
        ("b+s6 s - - f", {"turn_b", "hand"}),
        ("b+s6 s 8", {"turn_a"}),
    ],
)
def test_lamps(before, lamps):
    desk = eight_ball(best_of=3)
    desk.happen(before)
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("turn=A", "BREA"),
        ("b", "ANY "),
        ("b s", "5OL "),
        ("b s -", "5TR "),
        ("b+s6 s", "ON 8"),
        ("bi", "RAC?"),
        ("bi play", "ANY "),
        ("bi rebreak", "BREA"),
        ("b+8", "5PO?"),
        ("b+8 spot", "ANY "),
        ("bf+8", "5PO?"),
        ("bf+8 spot", "HEAD"),
        ("bf", "HEAD"),
        ("bf -", "ANY "),
        ("bo", "HEA?"),
        ("bo kitchen", "HEAD"),
        ("bo play", "ANY "),
        ("b f", "ANY "),
        ("b 8", "ENDA"),
        ("b 8 / award:A", "FINA"),
    ],
)
def test_the_line_says_what_is_to_be_done(before, line):
    desk = eight_ball(best_of=3)
    desk.happen(before)
    assert desk.line == line


def test_the_star_shows_what_is_on_and_what_is_left():
    desk = eight_ball()
    desk.happen("b+s2 t2")
    lines = [desk.line]
    for _ in range(2):
        desk.tap("*")
        lines.append(desk.line)
    assert lines == ["5TR ", "L5-5", "5TR "]
    desk.happen("f+s5")
    desk.tap("*")
    assert desk.line == "L0-5"


def test_what_the_board_does_not_allow_is_left_out():
    desk = eight_ball(infos=["left"])
    desk.happen("b+s6 s")
    assert desk.line == "L0-7"
    assert desk.lamps == {"turn_a"}  # nor does the lamp tell that the eight is on


@pytest.mark.parametrize(
    ("before", "keys", "line"),
    [
        ("", "1", "B1- "),
        ("", "122", "B12 "),
        ("", "8", "B--8"),
        ("", "82", "B-18"),
        ("", "A", "F-- "),
        ("", "A1128", "F218"),
        ("", "C5", "O-- "),
        ("b", "A", "F-- "),
        ("b", "A2", "F-1 "),
        ("b", "B", "5-- "),
        ("b", "C1", "P1- "),
        ("b", "C12", "P11 "),
        ("b", "C2", "P-1 "),
        ("b", "C228", "P-28"),
        ("b", "C3", "0-- "),
        ("b", "C31", "01- "),
        ("b", "C4", "N-- "),
        ("b", "C42", "N-1 "),
        ("b", "C5", "8-- "),
        ("b", "C511", "82- "),
    ],
)
def test_balls_are_shown_as_they_are_typed(before, keys, line):
    desk = eight_ball()
    desk.happen(before)
    desk.tap(keys)
    assert desk.line == line


@pytest.mark.parametrize(
    ("before", "named"),
    [
        ("b", "B  "),
        ("b+s2+t", "B21"),
        ("b+8", "B-8"),
        ("bi", "BI "),
        ("bf+s", "BF "),
        ("bo", "BO "),
        ("b s", "P1-"),
        ("b t2+s", "P12"),
        ("b -", "0  "),
        ("b -+t", "0-1"),
        ("b 8", "8  "),
        ("b 8x", "8NO"),
        ("b 8+s", "8  "),
        ("b safe+s", "5AF"),
        ("b f", "F  "),
        ("b f+s+8", "F18"),
        ("bi rerack", "RAC"),
        ("bi rebreak", "BRE"),
        ("b+8 spot", "5PO"),
        ("bo kitchen", "HEA"),
    ],
)
def test_events_are_named(before, named):
    desk = eight_ball()
    desk.happen(before)
    desk.tap("C*")
    assert desk.line == "1" + named


def test_every_kind_has_a_name_that_can_be_shown():
    names(EightBallKeys(EightBall({})))


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(seed):
    options = [{}, {"best_of": 99, "preset": "coin"}, {"race_to": 20, "preset": "wpa"}][seed]
    survives_anything(eight_ball(**options), seed, often="1111222280AAB####CC")
