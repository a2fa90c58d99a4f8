"""Matches for the tests of `pull`: a whole one of every game, as a board prints them."""

from host_tests import test_matches_more, test_matches_points, test_matches_pool
from host_tests.whole_match import WholeMatch
from tools.pull.account import Account, tell
from tools.pull.kept import matches

SNOOKER = WholeMatch(
    "snooker",
    {"best-of": 3, "start": "7-0"},
    "",
    "1 7 1 f5 1 7 - A+3 - concede / 1 7 1 5 - concede / f again 1 6 match:B",
    {"match_winner": "B", "frames": [1, 2]},
)
WHOLE = [
    *test_matches_more.MATCHES,
    *test_matches_points.MATCHES,
    *test_matches_pool.MATCHES,
]


def printed(whole: WholeMatch, number: int = 12, date: str = "2026-11-30 22:34") -> str:
    """A match as records.show() prints it."""
    begun = f", begun {date}" if date else ""
    header = "".join(f"{key}: {value}\n" for key, value in whole.header.items())
    return f"game: {whole.game}\n# match {number}{begun}\n{header}\n{whole.tokens} @4000\n\n"


def account(whole: WholeMatch) -> Account:
    """A match as it is told."""
    (kept,) = matches(printed(whole))
    return tell(kept)


def told(tokens: str, game: str = "snooker", **header: str) -> Account:
    """A match of these tokens."""
    lines = "".join(f"{key}: {value}\n" for key, value in header.items())
    (kept,) = matches(f"game: {game}\n{lines}\n{tokens}\n")
    return tell(kept)
