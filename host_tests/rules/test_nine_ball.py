"""Nine-ball: the tree of what may happen; balls, fouls and the turn by the book."""

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
from rules.nine_ball import NineBall
from rules.notation import state

ALPHABET = "b b3 b9 bf bf+1 - 1 3 3+9 9 po po+1 pass play f f+1 warn concede /".split()

# The counts to depth 2 are worked out by hand; deeper ones were counted once.
#
# The break is due: b b3 b9 bf bf+1 concede, 6.
#   b            all balls, a push-out: - 1 3 3+9 9 po po+1 f f+1 concede          10
#   b3           the same without 3 and 3+9                                        8
#   bf           all balls: - 1 3 3+9 9 f f+1 concede                              8
#   bf+1         the same without 1 and f+1                                        6
#   b9 concede   the next rack: /                                                  1 each
RACK = ""

# Pushed out, all balls: - 1 3 3+9 9 pass play f f+1 concede, 10.
#   pass play - f             all balls, nothing to choose                         8 each
#   1 f+1                     without 1 and f+1                                    6 each
#   3                         without 3 and 3+9                                    6
#   3+9 9 concede             the next rack: /                                     1 each
PUSHED = "b po"

# A stands on two fouls, nobody has warned him: - 1 3 3+9 9 f f+1 warn concede, 9.
#   - warn                    the same without warn                                8 each
#   1 3                       a ball less and nobody to warn                       6 each
#   f                         it counts as the second: still to warn               9
#   f+1                       the same without 1 and f+1                           7
#   3+9 9 concede             the next rack: /                                     1 each
TWO_FOULS = "bf - f -"

# The same, warned: - 1 3 3+9 9 f f+1 concede, 8.
#   f f+1                     the rack is lost, too: /                             1 each
WARNED = "bf - f warn -"

COUNTED = {
    RACK: {1: 6, 2: 34, 3: 159, 4: 655},
    PUSHED: {1: 10, 2: 53, 3: 226, 4: 922},
    TWO_FOULS: {1: 9, 2: 47, 3: 199, 4: 841},
    WARNED: {1: 8, 2: 25, 3: 108, 4: 459},
}

OPTIONS = [
    {"best-of": 9},
    {"race-to": 99, "three-fouls": 1, "break-order": 2},  # plain, the loser breaks
    {"best-of": 99, "preset": 1, "breaks": 1, "break-order": 1},  # wpa, the winner breaks
]
OPENINGS = ["", "b", "b po", "bf - f", "bf f f f", "bf - f warn -", "on=8"]
BREAKS = ("b", "b3", "b1+2", "b4+9", "bf", "bf+3", "bf+9")
STROKES = ("-", "1", "2", "3", "1+5", "4+8", "6", "7", "po", "po+2", "po+9", "pass", "play")
FOULS = ("f", "f", "f", "f+1", "f+7", "f+2+9", "warn")
SET_UP = ("turn=A", "turn=B", "frames=0-1", "on=1", "on=4", "on=9")
TOKENS = BREAKS + STROKES * 3 + FOULS * 3 + ("9", "6+9", "match:B") + ENDS + SET_UP
RACK_OF_NINE = list(range(1, 10))


@pytest.mark.parametrize(
    ("tokens", "depth", "expected"),
    [(tokens, depth, n) for tokens, counted in COUNTED.items() for depth, n in counted.items()],
)
def test_the_number_of_sequences(tokens, depth, expected):
    perft.counts(begun(NineBall, {"best-of": 3}, tokens), ALPHABET, depth, expected)


@on_many_matches(NineBall, OPTIONS, OPENINGS)
def test_the_fold_is_kept(match, draws):
    keeps_the_fold(match, TOKENS, draws)


def stroke(token):
    """What sort of stroke a token is, and the balls that fell: fair, foul or push-out."""
    found = re.fullmatch(r"(b?f|po|b|-)?\+?([1-9+]*)", token)
    if not found or token == "":
        return None, []
    sort = {"f": "foul", "bf": "foul", "po": "push-out"}.get(found[1], "fair")
    return sort, [int(ball) for ball in found[2].split("+") if ball]


@on_many_matches(NineBall, OPTIONS, OPENINGS)
def test_balls_go_and_come_back_by_the_book(match, draws):
    check_steps(match, TOKENS, draws, check_balls)


def check_balls(token, before, after):
    sort, fallen = stroke(token)
    expected = before["balls"]
    if token in ("/", "restart"):
        expected = list(range(1, 10))
    elif token.startswith("on="):
        expected = list(range(int(token[3:]), 10))
    elif sort:
        expected = [ball for ball in expected if ball not in fallen or spotted(ball, sort)]
    assert after["balls"] == expected
    assert after["on"] == (None if after["frame_over"] else min(expected))


def spotted(ball, sort):
    return ball == 9 and sort != "fair"


@on_many_matches(NineBall, OPTIONS, OPENINGS)
def test_fouls_are_counted_by_the_book(match, draws):
    plain = match.option("three-fouls") == 1
    check_steps(match, TOKENS, draws, lambda *step: check_fouls(*step, plain))


def check_fouls(token, before, after, plain):
    side = "AB".index(before["striker"])
    fouls, warned = list(before["fouls"]), list(before["warned"])
    sort, _ = stroke(token)
    if token in ("/", "restart"):
        fouls = [0, 0]
    elif sort == "foul" and fouls[side] == 2 and (plain or warned[side]):
        assert after["winner"] == "BA"[side]
    elif sort == "foul":
        fouls[side] = min(fouls[side] + 1, 2)
        assert not after["frame_over"]
    elif sort == "fair":
        fouls[side] = 0
    elif token == "warn":
        warned = [count == 2 for count in fouls]
    if after["winner"] and not before["winner"]:
        fouls["BA".index(after["winner"])] = 0
    assert after["fouls"] == fouls
    assert after["warned"] == [was and count == 2 for was, count in zip(warned, fouls)]


@on_many_matches(NineBall, OPTIONS, OPENINGS)
def test_the_turn_passes_by_the_book(match, draws):
    check_steps(match, TOKENS, draws, check_turn)


def check_turn(token, before, after):
    striker = before["striker"]
    sort, fallen = stroke(token)
    passes = sort in ("foul", "push-out") or sort == "fair" and not fallen or token == "pass"
    if after["frame_over"]:
        assert after["striker"] == striker
        assert not fallen or sort == "foul" or after["winner"] == striker and 9 in fallen
    elif token in ("/", "restart"):
        assert after["striker"] == after["opener"]
    elif token.startswith("turn="):
        assert after["striker"] == token[5]
    else:
        assert (after["striker"] != striker) == passes
    assert bool(after["choice"]) == (sort == "push-out")
    assert after["push"] == (token[0] == "b" and sort == "fair" and not after["frame_over"])


@on_many_matches(NineBall, OPTIONS, OPENINGS)
def test_what_is_true_of_every_state(match, draws):
    for _ in play(match, TOKENS, draws):
        check(state(match))
    check(state(match))


def check(now):
    assert now["choice"] in ([], ["play", "pass"])
    assert now["in_hand"] in (None, "anywhere")
    assert max(now["fouls"]) <= 2
    assert now["frame_over"] == (now["winner"] is not None) == (now["on"] is None)
    assert now["frame_over"] or not now["match_over"]
    assert 9 in now["balls"] or now["frame_over"]
    if now["push"] or now["choice"] or now["break_due"] or now["frame_over"]:
        assert now["in_hand"] is None
    assert now["push"] + bool(now["choice"]) + now["break_due"] + now["frame_over"] <= 1
    if now["break_due"]:
        assert (now["balls"], now["fouls"]) == (list(range(1, 10)), [0, 0])
