"""A duel: one figure of ours beside a peer's, for the same thing done."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Duel:
    """Less is better in every figure. `limit` is what physics or the datasheet leaves at least."""

    part: str  # what `--only` names
    what: str
    unit: str
    ours: float
    peer: str  # its name on PyPI
    theirs: float
    limit: float | None = None

    @property
    def held(self) -> bool:
        """Whether the peer is not ahead."""
        return self.ours <= self.theirs

    @property
    def ratio(self) -> float | None:
        """How many times ours the peer's figure is; None where ours is nothing."""
        return self.theirs / self.ours if self.ours else None
