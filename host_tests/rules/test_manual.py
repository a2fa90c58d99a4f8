"""Manual: nothing but what all games share."""

import pytest

from host_tests.rules import perft
from host_tests.rules.random_play import ENDS, MARKER, begun, keeps_the_fold, on_many_matches, play
from rules.manual import Manual
from rules.notation import enter_token, parse
from rules.refusals import ACCEPTED

ALPHABET = "- play A+3 B-7 points=5-5 turn=B award:A concede /".split()

# Nothing is scored: - A+3 points=5-5 turn=B award:A concede, 6.
#   - A+3 turn=B points=5-5   the same                                             6 each
#   award:A concede           / and A+3                                            2 each
FRAME = ""

# B has what can be taken away: the same and B-7, 7.
#   - A+3 turn=B              the same                                             7 each
#   B-7 points=5-5            not again B-7                                        6 each
#   award:A concede           / A+3 B-7                                            3 each
SCORED = "B+9"

COUNTED = {FRAME: {1: 6, 2: 28, 3: 128, 4: 582}, SCORED: {1: 7, 2: 39, 3: 195, 4: 933}}

OPTIONS = [{"best-of": 9}, {"race-to": 9, "start": 10 | 3 << 10}, {"best-of": 99, "breaks": 1}]
TOKENS = ("-", "-", "A+1", "A+9", "B+1", "B+9", "B-1", "play", "match:B") + ENDS + MARKER


@pytest.mark.parametrize(
    ("tokens", "depth", "expected"),
    [(tokens, depth, n) for tokens, counted in COUNTED.items() for depth, n in counted.items()],
)
def test_the_number_of_sequences(tokens, depth, expected):
    perft.counts(begun(Manual, {"best-of": 3}, tokens), ALPHABET, depth, expected)


@on_many_matches(Manual, OPTIONS)
def test_the_fold_is_kept(match, draws):
    keeps_the_fold(match, TOKENS, draws)


@on_many_matches(Manual, OPTIONS)
def test_a_frame_ends_when_it_is_given_and_not_by_points(match, draws):
    for token in play(match, TOKENS, draws):
        assert min(match.score) >= 0
        if match.refusal(*parse(match, "-")):
            continue
        given = token.startswith(("award", "concede", "match"))
        assert enter_token(match, token) == ACCEPTED
        assert match.frame_over == given
        match.undo()
