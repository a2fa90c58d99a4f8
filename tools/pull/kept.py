"""What records.show() prints on a board, or a file of scoresheets, match by match.

A match begins with its line `game:`. Its first comment is `# match 12, begun 2026-11-30 22:34`;
a scoresheet that people wrote has none. What records.py says of a page or a record that it cannot
read is a comment too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_GAME = re.compile(r"(?m)^(?=[ \t]*game[ \t]*:)")
_MATCH = re.compile(r"# match (\d+)(?:, begun (\d{4}-\d\d-\d\d)(?: (\d\d:\d\d)))?")
_DAMAGE = re.compile(r"(?m)^# (.* (?:makes no sense|are lost).*)$")


@dataclass(frozen=True)
class Kept:
    """A match as it was kept: its scoresheet, and what the board said of it."""

    text: str
    number: int | None
    date: str  # 2026-11-30, or "" if the board did not know
    time: str  # 22:34
    damage: str  # what of it could not be read, or ""

    @property
    def name(self) -> str:
        """What its files are called."""
        number = "" if self.number is None else f"match-{self.number}"
        return "-".join(part for part in (self.date, number) if part)


def matches(text: str) -> list[Kept]:
    """All matches of a text, in the order in which they were begun."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", " ")
    head, *parts = _GAME.split(text)
    if parts:
        parts[0] = _own_comments(head) + parts[0]
    return sorted(map(_kept, parts), key=lambda kept: kept.number or 0)


def broken(text: str) -> list[str]:
    """What the board says of records that are no match at all."""
    return re.findall(r"(?m)^# (a record makes no sense.*)$", text)


def _own_comments(head: str) -> str:
    """What stands before the first `game:`: further keys, and comments of the writer."""
    lines = [line for line in head.splitlines() if line.strip()]
    return "".join(f"{line}\n" for line in lines if not line.startswith("# a record"))


def _kept(part: str) -> Kept:
    text = "".join(f"{line}\n" for line in _lines(part))
    found = _MATCH.search(text)
    number, date, time = found.groups() if found else (None, None, None)
    damage = _DAMAGE.search(text)
    return Kept(
        text,
        None if number is None else int(number),
        date or "",
        time or "",
        damage.group(1) if damage else "",
    )


def _lines(part: str) -> Iterator[str]:
    lines = [line.rstrip() for line in part.splitlines()]
    while lines and (not lines[-1] or lines[-1].startswith("# a record makes")):
        lines.pop()
    return iter(lines)
