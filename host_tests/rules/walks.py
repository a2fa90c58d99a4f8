"""Long matches to try things on: random walks over the tokens that the rules allow.

The same seed gives the same walk in every Python, so what a test saw can be seen again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rules import games
from rules.notation import enter_token
from rules.refusals import ACCEPTED

# One token or more of every kind, those of a plain match more often than the rest.
STROKES = ("-", "1", "1x2", "n2", "n7", "2", "3", "4", "5", "6", "7", "*", "*1", "*1x2")
PAIRED = ("*2", "*3", "*4", "*5", "*6")
FOULS = ("f", "f5", "f!", "fx1", "f7x2w", "fm", "fmm", "fw*", "f*", "fmm*", "fx1wm", "fj", "fjm*")
CHOICES = ("play", "again", "back", "hand")
ENDS = ("/", "claim", "toss:A", "toss:B", "concede", "concede:A", "concede:B", "award:A")
MARKER = ("A+3", "B+7", "A-3", "points=45-30", "points=0-7", "points=7-0")
SET_UP = ("turn=A", "turn=B", "reds=2", "reds=0", "on=red", "on=colour", "on=green", "on=black")
SELDOM = ("award:B", "restart", "frames=0-0", "A-999", "B+999", "match:A", "match:B")
SEATS = ("turn=A2", "turn=B1", "toss:A1", "toss:B2")
UNDO = ("u", "U")
STAMPS = ("@0", "@7")

# What is refused at every moment, or nearly.
NEVER = ("1x99", "fx99", "reds=16", "A+0", "B+1000", "points=1000-0", "frames=99-0", "*1x99", "f8")

EVENTS = STROKES + PAIRED + FOULS + CHOICES + ENDS + MARKER + SET_UP + SELDOM
TOKENS = EVENTS + UNDO + STAMPS

OFTEN = STROKES * 3 + PAIRED * 2 + FOULS + CHOICES * 2 + ENDS[:4] * 4
_TIE = "points=0-7 on=black 7 toss:B toss:B2 - 7 /".split()
_OPENING = [*_TIE, "turn=A", "points=90-0", "on=black", "claim", "/", "fj", "hand"]
_RARELY = (EVENTS + MARKER + SET_UP + ("on=black",)) * 4 + SELDOM

PAIRS = {"pairs": 1, "best-of": 99, "reds": 3}
AGGREGATE = {"aggregate": 1, "frames": 99, "preset": 2, "reds": 2, "start": 5 | 3 << 10}  # ru
MATCH_KINDS = (PAIRS, AGGREGATE, {"race-to": 50, "reds": 1, "preset": 3}, {"best-of": 99})


def new_match(options: dict[str, int]) -> Any:
    return games.load("snooker")(options)


def walk(options: dict[str, int], seed: int, length: int, undo: bool = True) -> list[str]:
    """Return `length` tokens that follow on each other; about one in six is of a rare kind.

    It begins with what chance would seldom bring, as far as these options allow it. The match
    does not end: a token that would decide it is left out.
    """
    chance = random.Random(seed)
    rarely = _RARELY + SEATS * 9 * options.get("pairs", 0) + UNDO * 8 * undo
    match = new_match(options)
    taken: list[str] = []
    tokens = _by_chance(chance, rarely)
    while len(taken) < length:
        token = next(tokens)
        if enter_token(match, token) != ACCEPTED:
            continue
        if match.match_over:
            assert enter_token(match, "u") == ACCEPTED
        else:
            taken.append(token)
    return taken


def _by_chance(chance: random.Random, rarely: tuple[str, ...]) -> Iterator[str]:
    yield from _OPENING
    while True:
        yield chance.choice(chance.choice((rarely, *[OFTEN] * 5)))
