"""14.1: the tree of what may happen, the points by the book, and what is true of every state."""

import re

import pytest

from host_tests.rules import perft
from host_tests.rules.random_play import ENDS, MARKER, begun, keeps_the_fold, on_many_matches, play
from rules.notation import state
from rules.straight import Straight

ALPHABET = "- 1 2 14 15 safe bf bfw f fw f! rebreak play concede /".split()

# Fifteen balls, the break is due: - 1 2 14 15 safe bf bfw f fw f! concede, 12.
#   - safe f fw   the table without its break                                     10 each
#   1             fourteen are left: not 15                                        9
#   2             thirteen: not 14                                                 8
#   14 15         racked again: as after a miss                                   10 each
#   bf bfw f!     and play rebreak                                                12 each
#   concede       the next frame: /                                                1
FRAME = ""

# A is back with two fouls on record, fourteen are left: - 1 2 14 safe f fw f! concede, 9.
#   - safe        the same for the other side                                      9 each
#   1 2           not 14                                                           8 each
#   14            none is left, so fifteen are racked                             10
#   f fw f!       the third: he breaks a full rack                                12 each
#   concede                                                                        1
TWO_FOULS = "1 f - f -"

# B wants one point: - 1 2 14 15 safe f fw f! concede, 10.
#   1 2 14 15 concede   the frame is over: /                                       1 each
#   - safe f fw                                                                   10 each
#   f!                  and play rebreak                                          12
LAST_POINT = "- points=0-149"

COUNTED = {
    FRAME: {1: 12, 2: 114, 3: 1021, 4: 8955},
    TWO_FOULS: {1: 9, 2: 81, 3: 710, 4: 6086},
    LAST_POINT: {1: 10, 2: 57, 3: 532, 4: 4178},
}

OPTIONS = [
    {"best-of": 9, "target": 20},
    {"race-to": 9, "preset": 1, "target": 30 | 1 << 10 | 12 << 11, "start": 5},
    {"best-of": 99, "break-order": 2, "breaks": 1},
]
OPENINGS = ["", "f - f -", "- f - f", "bf", "f!", "13", "fw", "points=11-11"]
STROKES = ("-", "1", "2", "7", "14", "15", "safe", "bf", "bfw", "f", "fw", "f!", "rebreak", "play")
TOKENS = STROKES * 3 + ENDS + MARKER
POINTS = {"bf": 2, "bfw": 2, "f": 1, "fw": 1, "f!": 16}
THIRD = {0: 15, 1: 16}  # by preset: 003/14.1 §12, W-141 §12


@pytest.mark.parametrize(
    ("tokens", "depth", "expected"),
    [(tokens, depth, n) for tokens, counted in COUNTED.items() for depth, n in counted.items()],
)
def test_the_number_of_sequences(tokens, depth, expected):
    perft.counts(begun(Straight, {"best-of": 3}, tokens), ALPHABET, depth, expected)


@on_many_matches(Straight, OPTIONS, OPENINGS)
def test_the_fold_is_kept(match, draws):
    keeps_the_fold(match, TOKENS, draws)


@on_many_matches(Straight, OPTIONS, OPENINGS)
def test_points_and_balls_come_from_nowhere_but_the_book(match, draws):
    expected = None
    for token in play(match, TOKENS, draws):
        now = state(match)
        assert expected in (None, (now["score"], now["on_table"])), now
        expected = by_the_book(match, token, now)
    if expected:
        assert expected == (match.score, match.on_table)


def by_the_book(match, token, now):
    """The points and the balls on the table after a token, from the state before it."""
    score, left = list(now["score"]), now["on_table"]
    side = "AB".index(now["striker"])
    third = token[0] == "f" and now["fouls"][side] == 2 and "=" not in token
    if token.isdigit():
        score[side] += int(token)
        left -= int(token)
    elif token in POINTS:
        plain = third and token != "f!"
        score[side] -= THIRD[match.preset] if plain else POINTS[token]
    elif token == "/":
        score = list(match.start)
    elif token.startswith("points="):
        score = [int(points) for points in token[7:].split("-")]
    elif re.match("[AB][+-]", token):
        score["AB".index(token[0])] += int(token[1:])
    return score, 15 if left <= 1 or third or token in ("/", "restart", "rebreak") else left


@on_many_matches(Straight, OPTIONS, OPENINGS)
def test_what_is_true_of_every_state(match, draws):
    for _ in play(match, TOKENS, draws):
        check(state(match))
    check(state(match))


def check(now):
    assert 2 <= now["on_table"] <= 15
    assert now["racks"] >= 1
    assert all(0 <= fouls <= 2 for fouls in now["fouls"])
    assert 0 <= now["break"] <= max(now["high_break"])
    assert now["choice"] in ([], ["play", "rebreak"])
    assert now["in_hand"] in (None, "kitchen")
    if now["break_due"]:
        assert (now["on_table"], now["choice"], now["in_hand"]) == (15, [], None)
        assert now["break"] == 0
    if now["frame_over"]:
        assert (now["choice"], now["in_hand"], now["break_due"]) == ([], None, False)
    assert now["frame_over"] == (now["winner"] is not None)
    assert now["match_over"] == (now["match_winner"] is not None)
