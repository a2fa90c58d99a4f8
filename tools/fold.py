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


def print_steps(steps, count: int) -> None:  # type: ignore
    """Print the next `count` of what `fold` yields, a line of JSON each; nothing at its end."""
    for _ in range(count):
        step = next(steps, None)
        if step is None:
            return
        print(json.dumps(step))
