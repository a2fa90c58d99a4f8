"""A row of the table: what was counted, and what it may come to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """`budget` None: nothing was promised, the figure is there to be compared."""

    part: str  # what `--only` names
    what: str
    figure: float
    unit: str
    budget: float | None = None

    @property
    def held(self) -> bool:
        return self.budget is None or self.figure <= self.budget
