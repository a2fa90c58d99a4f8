"""The whole tree of what may happen, counted: how many sequences of events the rules allow.

The counts to depth 2 are worked out by hand below; deeper ones were counted once and are kept,
so that a change of the rules shows here even where no case looks.
"""

import pytest

from host_tests.rules import perft
from host_tests.rules.walks import new_match
from rules.notation import enter_token
from rules.refusals import ACCEPTED

ALPHABET = "- 1 1x2 2 6 7 n7 * *1 f fx1 fmm* again back play claim concede / toss:A".split()

# Two reds in a match of three frames. At first a red is on: - 1 1x2 f fx1 fmm* concede, 7.
#   -        the same for the other side                                        7
#   1        a colour, a red left: - 2 6 7 n7 f fx1 fmm* concede                 9
#   1x2      a colour, no red left: the same without fx1                         8
#   f        as at first, and again play                                         9
#   fx1      the same with one red: not 1x2                                      8
#   fmm*     as at first, and * *1 again back play                              12
#   concede  the next frame: /                                                   1
FRAME = ""

# Eight ahead with the pink on: - 6 f fmm* concede, 5.
#   -        the same for the other side                                         5
#   6        the black, 14 ahead: - 7 f claim concede                            5
#   f        as before, and again play                                           7
#   fmm*     the same, and * back                                                9
#   concede  the next frame: /                                                   1
PINK = "points=10-2 on=pink"

# Seven ahead with the black on: - 7 f concede, 4.
#   -        the same for the other side                                         4
#   7        the frame is won: /                                                 1
#   f        level: toss:A                                                       1
#   concede  the next frame: /                                                   1
BLACK = "points=7-0 on=black"

COUNTED = {
    FRAME: {1: 7, 2: 54, 3: 378, 4: 2558, 5: 16699},
    PINK: {1: 5, 2: 27, 3: 124, 4: 634, 5: 3263},
    BLACK: {1: 4, 2: 7, 3: 25, 4: 139, 5: 909, 6: 6066},
}


def begin(tokens):
    match = new_match({"reds": 2, "best-of": 3})
    for token in tokens.split():
        assert enter_token(match, token) == ACCEPTED
    return match


@pytest.mark.parametrize(
    "tokens, depth, expected",
    [
        (tokens, depth, total)
        for tokens, counts in COUNTED.items()
        for depth, total in counts.items()
    ],
)
def test_the_number_of_sequences(tokens, depth, expected):
    perft.counts(begin(tokens), ALPHABET, depth, expected)
