"""Every event of snooker can be entered, the usual ones quickly, and the board shows the state."""

import random
import re

import pytest

from console import sounds
from console.face import Face
from console.glyphs import glyph
from console.snooker import SnookerKeys
from host_tests.console.desk import KEYS, Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules.match import OWN
from rules.notation import enter_token, parse, sheet, state
from rules.snooker import TOSS, Snooker

# The keys of snooker's own tokens that are always the same.
KEYS_OF = {
    "1": "1",
    "*": "B",
    "again": "C3",
    "back": "C4",
    "hand": "C5",
    "claim": "C6",
    "on=red": "CC51",
    "on=colour": "CC58",
}
RU = Snooker.PRESETS.index("ru")  # it has all there is
COLOURS = ("yellow", "green", "brown", "blue", "pink", "black")
KEYS_OF.update({f"on={name}": f"CC5{value}" for value, name in enumerate(COLOURS, 2)})

FOUL = r"f([1-7]?)(!?)(?:x(\d+))?([wj]?)(m{0,2})(\*?)"


def keys_of(token, pairs=0):
    """The keys for a token, as the head of console/snooker.py and the README describe them."""
    keys = KEYS_OF.get(token) or shared_keys(token, pairs)
    if keys:
        return keys
    for form, keys in (
        (r"([2-7])", r"\1"),
        (r"1x(\d+)", r"C1\1#"),
        (r"n([2-7])", r"C2\1"),
        (r"\*1(?:x(\d+))?", r"CC8\1#"),
        (r"\*([2-7])", r"CC9\1"),
        (r"reds=(\d+)", r"CC4\1#"),
        (r"toss:([AB][12])", r"\1"),
        (r"toss:([AB])", r"\1#" if pairs else r"\1"),
    ):
        if re.fullmatch(form, token):
            keys = re.sub(form, keys, token)
            return keys.replace("CC8#", "CC81#")
    return keys_of_foul(token)


def keys_of_foul(token):
    value, seven, gone, white, miss, free = re.fullmatch(FOUL, token).groups()
    keys = "A" + value + ("A" if seven else "") + "8" * int(gone or 0)
    keys += {"": "", "w": "0", "j": "00"}[white]
    return keys + "C" * len(miss) + ("B" if free else "") + "#"


@pytest.mark.parametrize("pairs", [0, 1])
def test_every_event_of_the_contract_has_its_keys(pairs):
    match = Snooker({"preset": RU, "pairs": pairs})
    keymap = SnookerKeys(match)
    for token in every_token(match):
        match.respot = TOSS if token.startswith("toss") else 0
        assert typed(keymap, keys_of(token, pairs)) == token


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ({}, "", "1 1x2 1x15 - f f! f7 fx3w fmm* concede concede:A award:B match:A restart A+3"),
    ({}, "", "points=45-30 turn=A turn=B reds=7 reds=0 on=red on=blue on=black"),
    ({}, "1", "2 7 n5 - f f5 on=colour"),
    ({}, "1 n5", "5 f"),
    ({}, "reds=0", "2 - f f3w fm"),
    ({}, "f", "play again 1 -"),
    ({}, "fm", "play again back"),
    ({}, "f*", "* *1 *1x2 1 play again"),
    ({}, "reds=0 f*", "* *2 2"),
    ({}, "points=20-0 on=black", "claim 7 f -"),
    ({}, "points=20-0 on=black 7", "A-3 B+7"),
    ({"best_of": 3}, "award:B", "/ match:A A+3"),
    ({"best_of": 3}, "", "frames=1-0 frames=1-1"),
    ({}, "points=7-0 on=black f", "toss:A toss:B A+3 B-2"),
    ({}, "points=7-0 on=black f toss:A", "7 f - turn=B points=3-2"),
    ({"preset": "ru"}, "", "fj f5x1jm* concede:B"),
    ({"preset": "ru"}, "fj", "play again hand"),
    ({"pairs": 1}, "", "turn=A turn=B turn=A1 turn=A2 turn=B1 turn=B2"),
    ({"pairs": 1}, "points=7-0 on=black f", "toss:A toss:A2 toss:B1 B+3"),
    ({"frames": 2, "aggregate": "yes"}, "", "concede frames=1-0"),
]


@pytest.mark.parametrize(
    ("options", "before", "token"),
    [(options, before, token) for options, before, now in MOMENTS for token in now.split()],
)
def test_the_keys_enter_exactly_the_event(options, before, token):
    desk = Desk(**options)
    desk.happen(before)
    was_over = desk.match.frame_over
    desk.tap(keys_of(token, options.get("pairs", 0)))
    assert desk.sheet == f"{before} {token}".strip()
    ended = desk.match.frame_over and not was_over
    assert desk.sounds[-1] == (sounds.FRAME if ended else sounds.ACCEPTED)


def test_the_moments_have_every_kind():
    match = Snooker({"pairs": 1})
    entered = {parse(match, token)[0] for _, _, now in MOMENTS for token in now.split()}
    assert len(entered) == len(Snooker.KINDS) + len(Snooker.OWN_KINDS)


@pytest.mark.parametrize(
    ("presses", "usual"),
    [
        (1, "- 1 2 3 4 5 6 7 * / play toss:A toss:B"),
        (2, "f again back hand claim"),
        (3, "f2 f5 f7 f! fw fm f* fx1 n2 n7 concede concede:A award:B match:B restart"),
    ],
)
def test_what_is_usual_takes_few_presses(presses, usual):
    assert {len(keys_of(token)) for token in usual.split()} == {presses}


def test_a_count_of_no_balls_is_refused():
    desk = Desk()
    desk.tap("C1 0 #")
    assert desk.sheet == ""
    assert desk.sounds[-1] == sounds.REFUSED
    desk.tap("D")
    desk.happen("f*")
    desk.tap("CC8 0 #")
    assert desk.sheet == "f*"


# -- what is shown --------------------------------------------------------------------------------


def test_the_board_shows_the_match():
    desk = Desk(best_of=5)
    desk.happen("award:B / 1 7 1")
    fields = {name: desk.field(name) for name in ("score_a", "frames_a", "frames_b", "score_b")}
    assert fields == {"score_a": "  0", "frames_a": " 0", "frames_b": " 1", "score_b": "  9"}
    assert desk.lamps == {"turn_b", "yellow", "green", "brown", "blue", "pink", "black"}


@pytest.mark.parametrize(
    ("before", "lamps"),
    [
        ("", {"turn_a", "hand", "red"}),
        ("1", {"turn_a", "yellow", "green", "brown", "blue", "pink", "black"}),
        ("-", {"turn_b", "red"}),
        ("f*", {"turn_b", "free", "red"}),
        ("fw", {"turn_b", "hand", "red"}),
        ("fmm back", {"turn_a", "hand", "red"}),
        ("fmm back fmm", {"turn_b", "warn", "red"}),
        ("on=pink", {"turn_a", "pink"}),
        ("award:B", {"turn_b"}),
        ("points=7-0 on=black f toss:B", {"turn_b", "hand", "black"}),
    ],
)
def test_lamps(before, lamps):
    desk = Desk(best_of=3)
    desk.happen(before)
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("options", "before", "line"),
    [
        ({}, "", "5NOO"),
        ({}, "1 7 1", "B  9"),
        ({"best_of": 3}, "award:B", "ENDB"),
        ({}, "award:A", "FINA"),
        ({"frames": 2, "aggregate": "yes"}, "points=7-0 on=black f", "END-"),
        ({}, "points=7-0 on=black f", "TO55"),
    ],
)
def test_the_line_says_how_it_stands(options, before, line):
    desk = Desk(**options)
    desk.happen(before)
    assert desk.line == line


def test_the_star_shows_break_remaining_difference_and_ball_on():
    desk = Desk()
    desk.happen("points=60-12 reds=3 1 5")
    lines = [desk.line]
    for _ in range(4):
        desk.tap("*")
        lines.append(desk.line)
    assert lines == ["B  6", "R 43", "D 54", "ON 1", "B  6"]
    desk.tap("*** 1")
    assert desk.line == "ON C"


def test_the_difference_is_the_same_for_both():
    desk = Desk(infos=["difference"])
    desk.happen("points=12-60")
    assert desk.line == "D 48"


def test_what_the_board_does_not_allow_is_left_out():
    desk = Desk(infos=["remaining", "break"])
    desk.tap("*")
    lines = [desk.line]
    for _ in range(3):
        desk.tap("*")
        lines.append(desk.line)
    assert lines == ["B  0", "R147", "B  0", "R147"]
    assert desk.lamps == {"turn_a", "hand"}  # nor do the lamps tell the ball on
    desk.tap("1")
    assert desk.lamps == {"turn_a"}


def test_the_first_that_is_allowed_is_shown_first():
    desk = Desk(infos=["difference"])
    desk.tap("*")
    assert desk.line == "D  0"


def test_nothing_allowed_is_a_dark_line_and_no_silent_key():
    desk = Desk(infos=[])
    for _ in range(2):
        desk.tap("*")
        assert desk.line == "    "
    assert desk.sounds == [sounds.MORE, sounds.MORE]


@pytest.mark.parametrize(
    ("before", "keys", "line", "lamps"),
    [
        ("", "A", "F  4", set()),  # the white was in hand; this foul has left it on the table
        ("", "A5", "F  5", set()),
        ("", "A55", "F  4", set()),
        ("", "AA", "F  7", set()),
        ("", "A88", "F2 4", set()),
        ("", "AC", "F -4", set()),
        ("", "ACC", "F =4", set()),
        ("-", "A", "F  4", set()),
        ("-", "A0", "F  4", {"hand"}),
        ("-", "A00", "F  4", set()),  # a white behind a jaw is only of ru
        ("-", "AB", "F  4", {"free"}),
        ("-", "A38C0B", "F1-4", {"hand", "free"}),
        ("on=pink -", "A2", "F  6", set()),
        ("1 n5 -", "A6", "F  6", set()),
    ],
)
def test_a_foul_shows_its_pieces_and_its_penalty(before, keys, line, lamps):
    desk = Desk()
    desk.happen(before)
    desk.tap(keys)
    assert desk.line == line
    assert desk.lamps & {"free", "hand"} == lamps


def test_a_white_behind_a_jaw_is_typed_and_shown_where_the_rules_know_it():
    desk = Desk(preset="ru")
    desk.tap("0 A00")
    assert desk.line == "J  4"
    desk.tap("#")
    assert desk.sheet == "- fj"


def test_only_the_nominated_colour_stays_lit():
    desk = Desk()
    desk.tap("1")
    assert {"yellow", "blue", "black"} <= desk.lamps
    desk.tap("C25")
    assert desk.lamps & {"red", "yellow", "green", "brown", "blue", "pink", "black"} == {"blue"}


def test_a_correction_shows_whose_it_is():
    desk = Desk()
    desk.tap("CB")
    assert desk.lamps & {"turn_a", "turn_b"} == {"turn_b"}
    desk.tap("3D")
    assert desk.lamps & {"turn_a", "turn_b"} == {"turn_a"}


def test_a_foul_that_lapses_leaves_the_lamps_as_they_were():
    desk = Desk()
    desk.happen("-")
    lamps = desk.lamps
    desk.tap("A B 0 D")
    assert desk.lamps == lamps


@pytest.mark.parametrize(
    ("token", "named"),
    [
        ("1", "R 1"),
        ("1x2", "R 2"),
        ("-", "0  "),
        ("f", "F  "),
        ("f7x1", "F 7"),
        ("award:B", "AUA"),
        ("A+3", "A 3"),
        ("points=1-0", "PT5"),
        ("on=pink", "ON "),
    ],
)
def test_events_are_named(token, named):
    desk = Desk()
    desk.happen(token)
    desk.tap("C*")
    assert desk.line == "1" + named


def test_every_kind_has_a_name_that_can_be_shown():
    match = Snooker({})
    face = Face(bytearray(4), {"info": [0, 1, 2, 3]}, {})
    keymap = SnookerKeys(match)
    names = set()
    for kind in range(OWN + len(Snooker.OWN_KINDS)):
        if match.kind_row(kind):
            face.clear_line()
            keymap.write_event(face, kind, 2, 1)
            names.add(face.line.decode())
    assert len(names) == len(Snooker.KINDS) + len(Snooker.OWN_KINDS)


# -- anything may be pressed ----------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(seed):
    """And no key is silent, nothing is shown that has no form, and the line is never dark."""
    chance = random.Random(seed)
    options = [{}, {"best_of": 9}, {"preset": "ru", "pairs": 1}, {"reds": 2, "best_of": 99}][seed]
    desk = Desk(**options)
    for _ in range(1500):
        heard = len(desk.sounds)
        key = chance.choice(KEYS + "1234567#0A")
        if key == "#" and desk.leaves_the_match_by_enter:
            continue
        desk.tap(key, chance.choice([100, 300, 900]))
        assert len(desk.sounds) > heard
        assert desk.line.strip()
        assert "*" not in desk.line, desk.line  # how the wall says: no glyph
        if chance.random() < 0.02:
            desk.wait(9000)
        if desk.match.match_over:
            desk.tap("CC0#")
    again = Snooker(desk.match.options)
    for token in sheet(desk.match):
        assert enter_token(again, token) == 0
    assert state(again) == desk.state


def test_a_character_without_a_form_is_never_written():
    """In the line of whatever is typed only blanks are dark."""
    chance = random.Random(7)
    desk = Desk(best_of=9, pairs=1)
    for _ in range(3000):
        key = chance.choice(KEYS)
        if key == "#" and desk.leaves_the_match_by_enter:
            continue
        desk.console.press(ord(key))
        for char in desk.face.line:
            assert char == 32 or glyph(char), desk.face.line
        desk.console.release(ord("D"))
