"""Keys that enter a stroke of the game that is played, by chance; mostly one that may happen."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from console import parts
from console.entry import Entry
from console.keymap import ACTION
from rules.refusals import ACCEPTED

_TRIES = 12  # to find keys that the rules allow now
NEVER_MIND = 0.2  # what the rules do not allow is keyed all the same


class Strokes:
    """Draws from `chance`; `never_mind` is how often nobody asks whether the rules allow it."""

    def __init__(self, chance: random.Random, never_mind: float = NEVER_MIND) -> None:
        self._chance = chance
        self._never_mind = never_mind

    def keys(self, console: Any) -> list[str]:
        """Keys of the game; mostly what the rules allow at this moment."""
        rows = list(_rows(console._map.keys))
        weights = [{1: 12.0, 2: 0.8}.get(len(keys), 0.25) for keys, _ in rows]
        chosen: list[str] = []
        for _ in range(_TRIES):
            keys, row = self._chance.choices(rows, weights)[0]
            chosen = [*keys, *self._rest(row[1], console.match)]
            if self._chance.random() < self._never_mind or _allowed(console, chosen):
                break
        return chosen

    def _rest(self, part: Any, match: Any) -> list[str]:
        """Keys that a part of a sequence may take (see console/parts.py)."""
        chance = self._chance
        digits = list(str(chance.choice((1, 2, 3, 7, 12, 40, chance.randrange(1000)))))
        match type(part):
            case parts.Nothing:
                return []
            case parts.Confirm:
                return ["#"]
            case parts.Digit:
                return [chance.choice("234567")]
            case parts.Number:
                return [*digits, "#"]
            case parts.Correction:
                return [*chance.choice(("", "", "*")), *digits, "#"]
            case parts.TwoNumbers:
                return [*digits, "*", *str(chance.randrange(12)), "#"]
            case parts.Side:
                return [chance.choice("AB")]
            case parts.SideOrEnter:
                return [chance.choice("AB#")]
            case parts.Seat:
                return [chance.choice("AB"), chance.choice("12#")] if match.pairs else [*"AB"][:1]
        pieces = [chr(key) for key in part._table]
        return [*chance.choices(pieces, k=chance.choice((0, 0, 1, 1, 2))), "#"]


def _allowed(console: Any, keys: list[str]) -> bool:
    """Whether they enter an event that may happen; not to be asked within a sequence."""
    if console._entry.busy or console._menu is not None:
        return True
    entry: Any = Entry()  # type: ignore[no-untyped-call]
    for key in keys:
        answer = entry.key(ord(key), console._map.keys)
    if answer != parts.DONE:
        return False
    refusal = console.match.refusal(entry.kind, entry.arg) if entry.kind < ACTION else 0
    return bool(refusal == ACCEPTED)


def _rows(keys: Any) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Every sequence of a table of keys, as typed, with its row."""
    seen: set[int] = set()
    table = keys
    while table is not None:
        for code, row in table._rows.items():
            if code not in seen:
                seen.add(code)
                yield _typed(code), row
        table = table._below


def _typed(code: int) -> str:
    typed = ""
    while code:
        typed = chr(32 + (code & 63)) + typed
        code >>= 6
    return typed
