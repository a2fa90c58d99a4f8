"""Eight-ball: the tree of what may happen; balls, groups, choices and the eight by the book."""

import re

import pytest

from host_tests.rules import perft
from host_tests.rules.random_play import (
    ENDS,
    begun,
    check_steps,
    keeps_the_fold,
    on_many_matches,
    play,
)
from rules.eight_ball import EightBall
from rules.notation import state

ALPHABET = (
    "b b+s b+8 bi bf bf+8 bo - -+s s t s+8 8 safe f f+8 rerack rebreak spot kitchen play concede /"
).split()

# The counts to depth 2 are worked out by hand; deeper ones were counted once.
#
# The break is due: b b+s b+8 bi bf bf+8 bo concede, 8.
#   b b+s bf     an open table: - -+s s t s+8 8 safe f f+8 concede                 10 each
#   b+8 bf+8     spot rebreak concede, spot rerack concede                         3 each
#   bi           as open, and play rerack rebreak                                  13
#   bo           as open, and play kitchen                                         12
#   concede      the next rack: /                                                  1
RACK = ""

# B has potted a solid, six are left: - -+s s s+8 8 safe f f+8 concede, 9.
#   - -+s safe f  A is on stripes: - -+s t 8 safe f f+8 concede                    8 each
#   s             the same for B                                                   9
#   s+8 8 f+8 concede  the next rack: /                                            1 each
GROUPS = "b s"

# A is on the eight, no solid is left: - 8 safe f f+8 concede, 6.
#   - safe f     B is on stripes: - t 8 safe f f+8 concede                         7 each
#   8 f+8 concede  the next rack: /                                                1 each
ON_EIGHT = "b+s6 s"

COUNTED = {
    RACK: {1: 8, 2: 62, 3: 397, 4: 2471},
    GROUPS: {1: 9, 2: 45, 3: 265, 4: 1513},
    ON_EIGHT: {1: 6, 2: 24, 3: 108, 4: 557},
}

OPTIONS = [
    {"best-of": 99},
    {"race-to": 99, "preset": 1, "break-order": 1},  # wpa, the winner breaks
    {"best-of": 99, "preset": 2, "breaks": 1, "break-order": 2},  # coin, the loser breaks
]
OPENINGS = ["", "b", "bi", "b+8", "bf+t+8", "bo+s", "b+s6 s", "b+s7", "b+t6 t -", "b+s3 t"]
BREAKS = ("b", "b+s2", "b+t+s", "b+8", "b+s+8", "bi", "bf", "bf+t", "bf+8", "bo", "bo+s", "bo+t+8")
STROKES = ("-", "-+t", "-+s2", "s", "s", "s2", "t", "t", "s+t", "t2+s", "safe", "safe+t")
FOULS = ("f", "f+s", "f+t2+s")
EIGHT = ("8", "8x", "8+s", "8x+t", "s+8", "t+s+8", "-+8", "safe+8", "f+8", "f+t+8")
CHOICES = ("play", "rerack", "rebreak", "spot", "kitchen")
SET_UP = ("turn=A", "turn=B", "frames=0-1")
TOKENS = BREAKS + STROKES * 4 + FOULS * 3 + EIGHT + CHOICES * 2 + ENDS + SET_UP
FULL = {"solids": 7, "stripes": 7}
KINDS = {"s": "solids", "t": "stripes"}


@pytest.mark.parametrize(
    ("tokens", "depth", "expected"),
    [(tokens, depth, n) for tokens, counted in COUNTED.items() for depth, n in counted.items()],
)
def test_the_number_of_sequences(tokens, depth, expected):
    perft.counts(begun(EightBall, {"best-of": 3}, tokens), ALPHABET, depth, expected)


@on_many_matches(EightBall, OPTIONS, OPENINGS)
def test_the_fold_is_kept(match, draws):
    keeps_the_fold(match, TOKENS, draws)


def balls_of(token):
    """How many solids and stripes fell in a stroke, and whether the eight did."""
    stroke = re.fullmatch(r"(b[fo]?|f|safe|-|8x?)?\+?(([st8]\d*\+?)*)", token)
    fell = {"solids": 0, "stripes": 0}
    for ball in stroke[2].split("+") if stroke else ():
        if ball[:1] in KINDS:
            fell[KINDS[ball[0]]] += int(ball[1:] or 1)
    return fell, bool(stroke) and "8" in token


@on_many_matches(EightBall, OPTIONS, OPENINGS)
def test_balls_are_left_by_the_book(match, draws):
    check_steps(match, TOKENS, draws, check_left)


def check_left(token, before, after):
    fell, _ = balls_of(token)
    expected = {kind: before["left"][kind] - fell[kind] for kind in FULL}
    if token in ("/", "restart", "rerack", "rebreak"):
        expected = FULL
    assert after["left"] == expected
    assert min(expected.values()) >= 0


@on_many_matches(EightBall, OPTIONS, OPENINGS)
def test_groups_are_fixed_by_the_first_called_ball(match, draws):
    check_steps(match, TOKENS, draws, check_groups)


def check_groups(token, before, after):
    expected = before["groups"]
    if token in ("/", "restart", "rerack", "rebreak"):
        expected = None
    elif re.fullmatch(r"[st]\d?(\+[st]\d?)?", token):
        called = KINDS[token[0]]
        other = "solids" if called == "stripes" else "stripes"
        own = {before["striker"]: called, "BA"["AB".index(before["striker"])]: other}
        assert expected in (None, own)
        expected = own
    assert after["groups"] == expected


@on_many_matches(EightBall, OPTIONS, OPENINGS)
def test_the_eight_wins_or_loses_by_the_book(match, draws):
    edition = match.PRESETS[match.preset]
    check_steps(match, TOKENS, draws, lambda *step: check_eight(*step, edition))


def check_eight(token, before, after, edition):
    _, eight = balls_of(token)
    if not eight:
        return
    if token[0] == "b" and edition != "coin":
        assert after["choice"] == (["spot", "rebreak"] if token[1] == "+" else ["spot", "rerack"])
        assert after["in_hand"] == (None if token[1] == "+" else "kitchen")
    else:
        won = wins(token, before, edition)
        assert (after["winner"] == before["striker"]) == won
        assert after["frame_over"]
        assert after["striker"] == before["striker"]


def wins(token, before, edition):
    if token[0] == "b":
        return token[1] == "+"
    claims = edition == "wpa" and not before["groups"] and 0 in before["left"].values()
    return re.match("8(?!x)", token) is not None and (before["on"] == "eight" or claims)


@on_many_matches(EightBall, OPTIONS, OPENINGS)
def test_the_turn_passes_by_the_book(match, draws):
    check_steps(match, TOKENS, draws, check_turn)


def check_turn(token, before, after):
    striker, other = before["striker"], "BA"["AB".index(before["striker"])]
    if after["frame_over"]:
        assert after["striker"] == striker
    elif token in ("/", "restart"):
        assert after["striker"] == after["opener"]
    elif token.startswith("turn="):
        assert after["striker"] == token[5]
    elif token == "rebreak":  # only where the breaker passed the turn was it another's choice
        assert after["striker"] == (other if "play" in before["choice"] else striker)
    elif token in ("play", "rerack", "spot", "kitchen", "frames=0-1"):
        assert after["striker"] == striker
    else:
        stays = re.match(r"b\+|[st]", token) and not token.startswith("safe")
        assert after["striker"] == (striker if stays else other)
    assert after["opener"] == before["opener"] or token == "/"


@on_many_matches(EightBall, OPTIONS, OPENINGS)
def test_what_is_true_of_every_state(match, draws):
    for _ in play(match, TOKENS, draws):
        check(state(match))
    check(state(match))


def check(now):
    assert now["frame_over"] == (now["winner"] is not None) == (now["on"] is None)
    assert now["frame_over"] or not now["match_over"]
    assert now["choice"] in (
        [],
        ["play", "rerack", "rebreak"],
        ["spot", "rebreak"],
        ["spot", "rerack"],
        ["play", "kitchen"],
    )
    assert now["in_hand"] in (None, "anywhere", "kitchen")
    if now["in_hand"] == "anywhere":
        assert now["choice"] == []
    if now["break_due"] or now["frame_over"]:
        assert (now["choice"], now["in_hand"]) == ([], None)
    if now["break_due"]:
        assert (now["left"], now["groups"]) == (FULL, None)
        assert not now["frame_over"]
    if not now["frame_over"]:
        assert now["on"] == on_by_the_book(now)


def on_by_the_book(now):
    if now["groups"] is None:
        return "any"
    own = now["groups"][now["striker"]]
    return own if now["left"][own] else "eight"
