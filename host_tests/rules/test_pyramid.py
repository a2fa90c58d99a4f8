"""Combined pyramid: the tree of what may happen, and the fifteen balls in every state."""

import re

import pytest

from host_tests.rules import perft
from host_tests.rules.random_play import ENDS, MARKER, begun, keeps_the_fold, on_many_matches, play
from rules.notation import state
from rules.pyramid import Pyramid

ALPHABET = "- 1 8 c 2c take f fw play concede /".split()

# Fifteen balls: - 1 8 c 2c f fw concede, 8.
#   - 1 f fw     the same, with a ball less or not                                 8 each
#   8 concede    the next frame: /                                                 1 each
#   c 2c         and take                                                          9 each
FRAME = ""

# A has 7, B 6 and the table, two are left: - 1 c 2c f fw concede, 7.
#   -            the same for the other side                                       7
#   1            one is left: not 2c                                               6
#   c            and take                                                          8
#   2c           B has eight: /                                                    1
#   f fw         A has eight                                                       1 each
#   concede                                                                        1
TWO_LEFT = "7 - 6"

# A has 7 and may take a ball, eight are left: - 1 8 c 2c take f fw concede, 9.
#   -            forgone: without take                                             8
#   1 8 2c take  A has eight: /                                                    1 each
#   c            as before                                                         9
#   f fw         seven are left: neither 8 nor take                                7 each
#   concede                                                                        1
TAKE = "7 c"

COUNTED = {
    FRAME: {1: 8, 2: 52, 3: 344, 4: 2270, 5: 14960},
    TWO_LEFT: {1: 7, 2: 25, 3: 110, 4: 512, 5: 2764},
    TAKE: {1: 9, 2: 36, 3: 178, 4: 954, 5: 5327},
}

OPTIONS = [
    {"best-of": 9},
    {"race-to": 9, "target": 9 | 1 << 10 | 6 << 11, "start": 2 | 1 << 10},
    {"best-of": 99, "break-order": 1, "breaks": 1, "target": 15 | 1 << 10 | 1 << 11},
]
OPENINGS = ["", "c", "2c", "7 -", "fw", "6 - 4"]
STROKES = ("-", "1", "2", "3", "8", "c", "1c", "2c", "7c", "take", "take", "take", "f", "fw")
BALLS_ONLY = STROKES * 2 + ENDS + ("turn=A", "turn=B", "points=3-2", "points=4-1")
TOKENS = BALLS_ONLY + MARKER


@pytest.mark.parametrize(
    ("tokens", "depth", "expected"),
    [(tokens, depth, n) for tokens, counted in COUNTED.items() for depth, n in counted.items()],
)
def test_the_number_of_sequences(tokens, depth, expected):
    perft.counts(begun(Pyramid, {"best-of": 3}, tokens), ALPHABET, depth, expected)


@on_many_matches(Pyramid, OPTIONS, OPENINGS)
def test_the_fold_is_kept(match, draws):
    keeps_the_fold(match, TOKENS, draws)


@on_many_matches(Pyramid, OPTIONS, OPENINGS)
def test_each_of_the_fifteen_balls_is_on_the_table_or_somebodys(match, draws):
    for _ in play(match, BALLS_ONLY, draws):
        assert balls(match) == 15
    assert balls(match) == 15


def balls(match):
    """Those on the table and those that were scored; a handicap is none."""
    return sum(match.score) - sum(match.start) + match.on_table


@on_many_matches(Pyramid, OPTIONS, OPENINGS)
def test_the_frame_ends_before_the_balls_do(match, draws):
    """Unless the set-up gave a side its target, which ends a frame only when that side scores."""
    for _ in play(match, BALLS_ONLY, draws):
        reached = any(score >= target for score, target in zip(match.score, match.target))
        assert match.on_table > 0 or match.frame_over or reached
        assert match.on_table >= 0


@on_many_matches(Pyramid, OPTIONS, OPENINGS)
def test_points_come_from_nowhere_but_the_book(match, draws):
    expected = None
    for token in play(match, TOKENS, draws):
        now = state(match)
        assert expected in (None, now["score"]), now
        expected = by_the_book(match, token, now)
    if expected:
        assert expected == match.score


def by_the_book(match, token, now):
    """The points after a token, from the state before it."""
    score = list(now["score"])
    side = "AB".index(now["striker"])
    balls = re.fullmatch(r"(\d*)c?", token)
    if balls:
        score[side] += int(balls[1] or 0)
    elif token == "take":
        score[side] += 1
    elif token in ("f", "fw"):
        score[1 - side] += 1
    elif token in ("/", "restart"):
        score = list(match.start)
    elif token.startswith("points="):
        score = [int(points) for points in token[7:].split("-")]
    elif re.match("[AB][+-]", token):
        score["AB".index(token[0])] += int(token[1:])
    return score


@on_many_matches(Pyramid, OPTIONS, OPENINGS)
def test_what_is_true_of_every_state(match, draws):
    for _ in play(match, TOKENS, draws):
        check(state(match))
    check(state(match))


def check(now):
    assert 0 <= now["on_table"] <= 15
    assert min(now["score"]) >= 0
    assert now["break"] >= 0
    assert now["in_hand"] in (None, "house")
    if now["break_due"]:
        assert (now["take"], now["in_hand"], now["break"]) == (False, None, 0)
    if now["take"]:
        assert now["in_hand"] == "house"
    if now["frame_over"]:
        assert (now["take"], now["in_hand"], now["break_due"]) == (False, None, False)
    assert now["frame_over"] == (now["winner"] is not None)
