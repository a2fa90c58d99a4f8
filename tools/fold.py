"""Fold a scoresheet's tokens into states: the part of `replay` that runs on every Python."""

import json

from rules import games
from rules.notation import enter_token, state
from rules.refusals import CODES


def fold(game: str, options: dict[str, int], tokens: list[str], keep_going: bool):  # type: ignore
    """Yield [error code or None, state] at the start and after each token.

    Without `keep_going` the first refused token is the last one.
    """
    match = games.load(game)(options)
    yield [None, state(match)]
    for token in tokens:
        code = CODES[enter_token(match, token)]
        yield [code, state(match)]
        if code and not keep_going:
            return


def print_fold(game: str, options: dict[str, int], tokens: list[str], keep_going: bool) -> None:
    """Print what `fold` yields, one line of JSON each; for a VM whose output is read."""
    for step in fold(game, options, tokens, keep_going):
        print(json.dumps(step))
