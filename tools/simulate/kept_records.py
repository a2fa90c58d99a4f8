"""The matches that have been left, and what the board's records say of them."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import records
from rules.notation import sheet
from tools.scoresheet import read_sheet
from tools.simulate.broken import Broken

Sheet = tuple[str, list[str]]  # game and events of a match


class Records:
    """Follows the matches of a board; those that stand in for another are none of their own.

    A match is sure to stay once the journal holds what came behind it. One that has been left
    while the flash refuses everything is lost by a restart: the RTC memory has one match only.
    """

    def __init__(self) -> None:
        self.number = 0  # of the match that is played now
        self._ended: dict[int, Sheet] = {}
        self._unsure: set[int] = set()
        self._held = 0  # the matches before this one are safe
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
                self._ended[self.number] = (self._match.GAME, self._tokens)
            self.number += 1
        self._match = match
        self._tokens = sheet(match)

    def hold(self) -> None:
        """All that was left is safe."""
        self._held = self.number

    def come_back(self, console: Any, number: int, excused: bool) -> None:
        """After a restart the match with this number is played, the ones behind it never were.

        `excused`: the flash has refused something.
        """
        self._ended = {at: left for at, left in self._ended.items() if at < number}
        if excused:
            self._unsure.update(at for at in self._ended if at >= self._held)
        self.number = number
        self.note(console)

    def check(self, files: Any) -> None:
        """Compare with what `records.show` prints of the board's files."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            records.show(files.open, files.mkdir)
        kept = [_read(text) for text in printed.getvalue().split("\n\ngame: ") if text]
        kept = [read for read in kept if read[1]]
        wanted = [left for at, left in self._ended.items() if at not in self._unsure]
        if self._tokens:
            wanted.append((self._match.GAME, self._tokens))
        others = list(kept)
        for played in wanted:
            if played not in others:
                raise Broken("records", f"{_names([played])} is not among {_names(kept)}")
            others.remove(played)
        if len(others) > len(self._unsure):
            raise Broken("records", f"nobody has played {_names(others)}")


def _read(text: str) -> Sheet:
    """Game and events of a printed sheet, whose first word may be cut off."""
    read = read_sheet("game: " + text.removeprefix("game: "))
    tokens = [token.text for token in read.tokens if not token.text.startswith("@")]
    return read.game.GAME, tokens


def _names(sheets: list[Sheet]) -> str:
    return "; ".join(f"{game}: {' '.join(tokens)}" for game, tokens in sheets) or "none"
