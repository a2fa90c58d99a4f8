"""Every event of the five further games can be entered, and the board shows the state."""

import re

import pytest

from console.games import load as load_keys
from host_tests.console.checks import enters_exactly, names, survives_anything
from host_tests.console.desk import Desk
from host_tests.console.every_token import every_token, shared_keys, typed
from rules import games
from rules.notation import parse
from rules.states import state_rows
from rules.ten_ball import RERACK

GAMES = ("ten-ball", "free-pyramid", "dynamic-pyramid", "carom", "billiards")
MADE_KEYS = {"c": "1", "w": "2", "r": "3", "iw": "5", "ir": "6"}


def ten_ball_keys(token):
    """The keys for a token of ten-ball, as the head of console/ten_ball.py describes them."""
    words = {"b": "0", "b10": "C2#", "10": "C2", "pass": "C3", "warn": "C4"}
    words.update({"bi": "B", "rerack": "C5", "rebreak": "C6"})
    if token in words:
        return words[token]
    if token.startswith("on="):
        return "CC5" + token[-1]
    word, balls = re.fullmatch(r"([a-z]*)\+?(.*)", token).groups()
    balls = "".join(ball[-1] for ball in balls.split("+")) if balls else ""
    if not word and len(balls) == 1:
        return balls
    return {"": "C1", "b": "", "bf": "A", "f": "A", "po": "B", "x": "C5"}[word] + balls + "#"


def pyramid_keys(token):
    """Of both pyramids: those of free pyramid are among those of dynamic pyramid."""
    words = {"c": "B", "take": "#", "f": "A#", "fw": "A0#"}
    return words.get(token) or ("C1" + token[0] if token[-1] == "c" else token)


def carom_keys(token):
    if token == "f":
        return "A#"
    return token if len(token) == 1 else f"C1{token}#"


def billiards_keys(token):
    words = {"spot": "C4", "time": "C5#"}
    if token in words:
        return words[token]
    if token[0] == "f":
        return "A" + "0" * ("i" in token) + "2" * ("w" in token) + "#"
    made = [MADE_KEYS[word] for word in re.findall("iw|ir|.", token)]
    return made[0] if len(made) == 1 else "B" + "".join(made) + "#"


OWN_KEYS = {
    "ten-ball": ten_ball_keys,
    "free-pyramid": pyramid_keys,
    "dynamic-pyramid": pyramid_keys,
    "carom": carom_keys,
    "billiards": billiards_keys,
}


def keys_of(game, token):
    return shared_keys(token) or OWN_KEYS[game](token)


@pytest.mark.parametrize("game", GAMES)
def test_every_event_has_its_keys(game):
    match = games.load(game)({})
    keymap = load_keys(game)(match)
    for token in every_token(match):
        if token and token != "take":  # the key # of every game: see MOMENTS
            match.break_due = token[0] == "b"
            match.choice = RERACK if token.startswith("re") else 0
            assert typed(keymap, keys_of(game, token)) == token


# A match that leads to a moment, and what may then be entered.
MOMENTS = [
    ("ten-ball", {}, "", "b b3 b10 b3+10 b1+2+3+4+5+6+7+8+9+10 bf bf+10 bf+3+10 concede award:B"),
    ("ten-ball", {}, "", "on=1 on=10 restart turn=B match:A"),
    ("ten-ball", {}, "b", "- 1 9 10 1+2 3+10 po po+10 po+1+10 f f+4 f+4+10 x1 x10 x3+4 concede:A"),
    ("ten-ball", {}, "b x3", "play pass 1 -"),
    ("ten-ball", {}, "b po", "play pass f"),
    ("ten-ball", {}, "b f - f -", "warn 2"),
    ("ten-ball", {"preset": "upa"}, "", "bi b10"),
    ("ten-ball", {"preset": "upa"}, "bi", "rerack rebreak restart"),
    ("ten-ball", {"best_of": 3}, "on=10 10", "/ match:B"),
    ("ten-ball", {"best_of": 3}, "", "frames=1-0"),
    ("free-pyramid", {}, "", "1 7 8 - f concede concede:B award:A match:B restart A+3 B+9"),
    ("free-pyramid", {}, "1", "points=5-3 turn=B A-1 2"),
    ("free-pyramid", {"best_of": 3}, "8", "/ match:A"),
    ("free-pyramid", {"best_of": 3}, "", "frames=1-1"),
    ("dynamic-pyramid", {}, "", "1 8 - f fw c 1c 8c concede:A award:A match:B restart A+3"),
    ("dynamic-pyramid", {}, "c", "take c 1 - f fw points=5-3 turn=B"),
    ("dynamic-pyramid", {"best_of": 3}, "8", "/ match:A"),
    ("dynamic-pyramid", {"best_of": 3}, "", "frames=1-1"),
    ("carom", {}, "", "1 9 10 40 - f concede award:A match:B restart A+3 points=12-9 turn=B"),
    ("carom", {}, "3", "A-2 1 - f 37"),
    ("carom", {"best_of": 3}, "40 -", "/ match:A"),
    ("carom", {"best_of": 3}, "40", "40 - f frames=1-1"),
    (
        "billiards",
        {},
        "",
        "r ir rir - f fi concede:B award:A match:B restart A+3 points=9-0 turn=B",
    ),
    ("billiards", {}, "-", "c w iw ir cw cr ciw cir wr wiw wir cwrir crir f fi fw fiw"),
    ("billiards", {}, "- f", "play spot c f"),
    ("billiards", {"to": "time"}, "r", "time"),
    ("billiards", {"best_of": 3, "target": 3}, "r", "/ match:A B+2"),
    ("billiards", {"best_of": 3}, "", "frames=1-0"),
]


@pytest.mark.parametrize(
    ("game", "options", "before", "token"),
    [
        (game, options, before, token)
        for game, options, before, now in MOMENTS
        for token in now.split()
    ],
)
def test_the_keys_enter_exactly_the_event(game, options, before, token):
    enters_exactly(Desk(game=game, **options), before, keys_of(game, token), token)


@pytest.mark.parametrize("game", GAMES)
def test_the_moments_have_every_kind_that_can_happen(game):
    match = games.load(game)({})
    entered = {
        parse(match, token)[0] for of, _, _, now in MOMENTS for token in now.split() if of == game
    }
    kinds = len(match.KINDS) + len(match.OWN_KINDS) - len(match.LACKS)
    assert len(entered) == kinds - (
        "choice" not in [row[0] for row in state_rows(match.GAME)]
    )  # no `play`


@pytest.mark.parametrize(
    ("game", "presses", "usual"),
    [
        ("ten-ball", 1, "b 1 9 - / play"),
        ("ten-ball", 2, "10 b3 f po bf pass warn"),
        ("ten-ball", 3, "f+3 po+4 b1+2"),
        ("ten-ball", 4, "x3"),
        ("ten-ball", 5, "3+4"),
        ("free-pyramid", 1, "1 8 - /"),
        ("free-pyramid", 2, "f"),
        ("dynamic-pyramid", 1, "1 8 c take -"),
        ("dynamic-pyramid", 3, "fw 2c"),
        ("carom", 1, "1 2 9 - /"),
        ("carom", 2, "f"),
        ("billiards", 1, "c w r iw ir - play"),
        ("billiards", 2, "f spot"),
        ("billiards", 3, "fi fw time"),
        ("billiards", 4, "cr rir ciw"),
    ],
)
def test_what_is_usual_takes_few_presses(game, presses, usual):
    assert {len(keys_of(game, token)) for token in usual.split()} == {presses}


@pytest.mark.parametrize(
    ("game", "before", "keys", "line"),
    [
        ("billiards", "", "1", "RANG"),  # the other white is off the table
        ("billiards", "-" + " r" * 15, "3", "BALL"),  # the sixteenth hazard
        ("billiards", "", "B#", "RANG"),  # nothing made
        ("billiards", "", "C5#", "NO  "),
        ("carom", "39", "2", "RANG"),
        ("carom", "", "B", "BAD "),
        ("free-pyramid", "", "B", "BAD "),
        ("ten-ball", "b3", "3", "RANG"),
    ],
)
def test_what_is_refused_says_why(game, before, keys, line):
    desk = Desk(game=game)
    desk.happen(before)
    entered = desk.sheet
    desk.tap(keys)
    assert (desk.sheet, desk.line) == (entered, line)


# -- what is shown --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "options", "before", "fields"),
    [
        ("ten-ball", {"best_of": 5}, "on=10 10 / b f f", "1 1 1 0"),
        ("free-pyramid", {"best_of": 5}, "8 / 3 f", "1 1 0 3"),
        ("dynamic-pyramid", {}, "3 c take fw", "4 0 0 1"),
        ("carom", {}, "3 - 4 - -", "3 2 1 4"),
        ("carom", {"best_of": 3, "target": 2}, "- 2 / 1", "0 0 1 1"),
        ("billiards", {}, "- cr", "0 0 0 5"),
        ("billiards", {"best_of": 3, "target": 3}, "r / -", "0 1 0 0"),
    ],
)
def test_the_fields(game, options, before, fields):
    """Score and frames of A, frames and score of B; or what the game shows in their place."""
    desk = Desk(game=game, **options)
    desk.happen(before)
    shown = [desk.field(name).strip() for name in ("score_a", "frames_a", "frames_b", "score_b")]
    assert " ".join(shown) == fields


@pytest.mark.parametrize(
    ("game", "options", "before", "lamps"),
    [
        ("ten-ball", {}, "b", "turn_b free"),
        ("ten-ball", {}, "b f", "turn_a hand"),
        ("ten-ball", {}, "b - f - f", "turn_b hand warn"),
        ("ten-ball", {}, "b x3", "turn_a"),
        ("free-pyramid", {}, "3 f", "turn_b"),
        ("dynamic-pyramid", {}, "c", "turn_a free hand"),
        ("dynamic-pyramid", {}, "c take", "turn_a hand"),
        ("dynamic-pyramid", {"lost_white": "anywhere"}, "fw", "turn_b hand"),
        ("carom", {"target": 3}, "3", "turn_b free"),
        ("carom", {"target": 3}, "3 -", "turn_a"),
        ("billiards", {}, "", "turn_a hand free"),
        ("billiards", {}, "-", "turn_b hand"),
        ("billiards", {}, "- c", "turn_b"),
        ("billiards", {}, "- w", "turn_b free"),
        ("billiards", {"hazards": 7}, "- r", "turn_b"),
        ("billiards", {"hazards": 7}, "- r r", "turn_b warn"),
        ("billiards", {"cannons": 6}, "- c", "turn_b warn"),
        ("billiards", {"cannons": 0, "hazards": 0}, "- c c c", "turn_b"),
        ("billiards", {"target": 2}, "- c", "turn_b"),
    ],
)
def test_lamps(game, options, before, lamps):
    desk = Desk(game=game, **options)
    desk.happen(before)
    assert desk.lamps == set(lamps.split())


@pytest.mark.parametrize(
    ("game", "before", "lines"),
    [
        ("ten-ball", "b3", ["ON 1", "L  9"]),
        ("ten-ball", "on=9 9", ["ON10", "L  1"]),
        ("ten-ball", "b3 x1", ["PA5?"]),
        ("ten-ball", "b3 x1 play", ["ON 2", "L  8"]),
        ("free-pyramid", "3", ["B  3", "L 13", "T  8"]),
        ("dynamic-pyramid", "c", ["BAL?"]),
        ("dynamic-pyramid", "c take", ["B  1", "L 14", "T  8"]),
        ("carom", "3 1 - 2", ["B  2", "I  1", "2.000", "R 38"]),
        ("carom", "3 - 1 - - - 1", ["B  1", "I  3", "1.333", "R 36"]),
        ("carom", "12", ["B 12", "I  1", "12.00", "R 28"]),
        ("carom", "40", ["B  0", "I  0", "0.000", "R 40"]),
        ("billiards", "r r", ["B  6", "R 94", "D  6", "H  2"]),
        ("billiards", "- c c", ["B  4", "R 96", "D  4", "C  2"]),
    ],
)
def test_the_star_shows_all_infos(game, before, lines):
    desk = Desk(game=game)
    desk.happen(before)
    shown = [desk.line]
    for _ in lines[1:]:
        desk.tap("*")
        shown.append(desk.line)
    assert shown == lines
    desk.tap("*")
    assert desk.line == lines[0]


def test_after_an_illegal_break_the_line_asks_for_the_choice():
    desk = Desk(game="ten-ball", preset="upa")
    desk.tap("B")
    assert (desk.sheet, desk.line) == ("bi", "RAC?")
    desk.tap("1")
    assert desk.line == "NO  "


def test_a_large_average_has_fewer_decimals():
    desk = Desk(game="carom", target=400)
    desk.happen("99 99")
    desk.tap("**")
    assert desk.line == "198.0"


def test_a_level_game_of_carom_is_nobodys():
    desk = Desk(game="carom", target=3)
    desk.happen("3 3")
    assert desk.line == "END-"
    desk.tap("#")
    assert desk.sheet == "3 3 /"


@pytest.mark.parametrize(
    ("game", "before", "keys", "line"),
    [
        ("billiards", "-", "B1", "5  2"),
        ("billiards", "-", "B136", "5  8"),
        ("billiards", "-", "B135", "5  7"),
        ("billiards", "-", "B11", "5  0"),
        ("billiards", "-", "A", "F   "),
        ("billiards", "-", "A0", "F 0 "),
        ("billiards", "-", "A02", "F 02"),
        ("carom", "", "C112", "P 12"),
        ("ten-ball", "b", "C53", "NC 3"),
        ("ten-ball", "b", "C1120", "P120"),
    ],
)
def test_a_sequence_shows_what_was_typed(game, before, keys, line):
    desk = Desk(game=game)
    desk.happen(before)
    desk.tap(keys)
    assert desk.line == line


@pytest.mark.parametrize(
    ("game", "tokens", "named"),
    [
        ("ten-ball", "b3", "B  3"),
        ("ten-ball", "b x4", "NC 4"),
        ("ten-ball", "b 10", "P  0"),
        ("free-pyramid", "7", "P  7"),
        ("dynamic-pyramid", "2c", "C  2"),
        ("carom", "12", "P 12"),
        ("billiards", "- cwrir", "5 10"),
        ("billiards", "- f spot", "5PO "),
    ],
)
def test_events_are_named(game, tokens, named):
    desk = Desk(game=game)
    desk.happen(tokens)
    desk.tap("C*")
    assert desk.line[0] == "1"
    assert desk.line[1:].replace(" ", "") == named.replace(" ", "")


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_has_a_name_that_can_be_shown(game):
    names(load_keys(game)(games.load(game)({})))


@pytest.mark.parametrize(
    ("game", "options", "often"),
    [
        ("ten-ball", {"best_of": 99}, "123456C52C1##000AA"),
        ("free-pyramid", {"best_of": 99}, "1231230A###"),
        ("dynamic-pyramid", {"best_of": 99, "white_again": "no"}, "1231230BB###A"),
        ("carom", {"best_of": 99, "target": "9-6"}, "1231230A###"),
        ("billiards", {"race_to": 40, "target": 15}, "1231235600BBA###"),
        ("billiards", {"to": "time", "hazards": 3, "cannons": 2}, "1231235600BBA###"),
    ],
)
def test_whatever_is_pressed_the_match_is_the_fold_of_its_sheet(game, options, often):
    survives_anything(Desk(game=game, **options), seed=1, presses=1000, often=often)
