"""The matches that have been left, and what the board's records say of them."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import records
from rules.notation import sheet
from tools.scoresheet import read_sheet
from tools.simulate.broken import Broken

Left = tuple[int, str, list[str]]  # number, game and events of a match


class Records:
    """Follows the matches of a board; those that stand in for another are none of their own."""

    def __init__(self) -> None:
        self.number = 0  # of the match that is played now
        self._ended: list[Left] = []
        self._match: Any = None
        self._tokens: list[str] = []

    def attend(self) -> None:
        """Begin to look at the board that runs now."""
        self._match = None

    def note(self, console: Any) -> None:
        """Note what is played now."""
        match = console.left[1] if console.left else console.match
        if self._match is not None and match is not self._match:
            if self._tokens:
                self._ended.append((self.number, self._match.GAME, self._tokens))
            self.number += 1
        self._match = match
        self._tokens = sheet(match)

    def come_back(self, console: Any, number: int) -> None:
        """After a restart the match with this number is played, the ones behind it never were."""
        self._ended = [left for left in self._ended if left[0] < number]
        self.number = number
        self.note(console)

    def check(self, files: Any) -> None:
        """Compare with what `records.show` prints of the board's files."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            records.show(files.open, files.mkdir)
        kept = [_read(text) for text in printed.getvalue().split("\n\ngame: ") if text]
        wanted = [(game, tokens) for _, game, tokens in self._ended]
        if self._tokens:
            wanted.append((self._match.GAME, self._tokens))
        kept = [(game, tokens) for game, tokens in kept if tokens]
        if kept != wanted:
            raise Broken("records", f"the records are {_names(kept)}, not {_names(wanted)}")


def _read(text: str) -> tuple[str, list[str]]:
    """Game and events of a printed sheet, whose first word may be cut off."""
    read = read_sheet("game: " + text.removeprefix("game: "))
    tokens = [token.text for token in read.tokens if not token.text.startswith("@")]
    return read.game.GAME, tokens


def _names(sheets: list[tuple[str, list[str]]]) -> str:
    return "; ".join(f"{game}: {' '.join(tokens)}" for game, tokens in sheets) or "none"
