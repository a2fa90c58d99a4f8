"""Counting the whole tree of what may happen.

A count that is off is reported by first event: play that one and count again with a depth less,
down to the event that differs.
"""

from rules.notation import parse, state
from rules.refusals import ACCEPTED


def count(match, events, depth):
    """How many sequences of so many events the rules allow from here."""
    if depth == 0:
        return 1
    total = 0
    for event in events:
        if match.enter(*event) == ACCEPTED:
            total += count(match, events, depth - 1)
            match.undo()
    return total


def count_by_first(match, alphabet, depth):
    """The same as a count for each token of the alphabet that may come first."""
    start = state(match)
    events = [parse(match, token) for token in alphabet]
    by_first = {}
    for token, event in zip(alphabet, events):
        if match.enter(*event) == ACCEPTED:
            by_first[token] = count(match, events, depth - 1)
            match.undo()
    assert state(match) == start
    return by_first


def counts(match, alphabet, depth, expected):
    """Assert the number of sequences."""
    by_first = count_by_first(match, alphabet, depth)
    table = "\n".join(f"{token:8} {number}" for token, number in by_first.items())
    assert sum(by_first.values()) == expected, f"depth {depth} by first event:\n{table}"
