"""The shortest script that still breaks the same rule, as far as leaving words out leads."""

from __future__ import annotations

from collections.abc import Callable

_MOST_TRIES = 600


def shrink(script: list[str], breaks: Callable[[list[str]], bool]) -> list[str]:
    """Leave out whatever is not needed for `breaks` to stay true: halves first, words at last."""
    left = _MOST_TRIES
    size = max(1, len(script) // 2)
    while left > 0:
        at = len(script)
        shorter = False
        while at > 0 and left > 0:  # from the end: what came first explains the rest
            at = max(0, at - size)
            without = script[:at] + script[at + size :]
            left -= 1
            if breaks(without):
                script = without
                shorter = True
        if size == 1 and not shorter:
            break
        size = max(1, size // 2)
    return script
