"""How old the clocks and the lamp's setting may be after a restart.

They go into the RTC memory every second and onto the flash every minute, as soon as the moment is
quiet (store/settings.py); a key that is held puts that off until it counts as stuck.
"""

from __future__ import annotations

from collections import deque
from typing import Any

from tools.simulate.broken import Broken

_BY_RESET_MS = 1000 + 100
_BY_CUT_MS = 60_000 + 4000
_LONGEST_MS = _BY_CUT_MS + 31_000  # with a key that is held


class KeptSettings:
    """Samples of what the clocks counted, as long as they may come back."""

    def __init__(self) -> None:
        self._samples: deque[tuple[int, list[Any]]] = deque()
        self._moved: tuple[int, ...] = ()

    def watch(self, console: Any, at_ms: int, anew: bool) -> None:
        """Take a sample when a clock has moved, an order was given or the match went on `anew`.

        `at_ms` is for how long the loop has run over all restarts.
        """
        moved = console._clocks.beats, console._clocks.orders, console._lamp.orders
        if moved == self._moved and not anew:
            return
        self._moved = moved
        self._samples.append((at_ms, _values(console)))
        while len(self._samples) > 1 and self._samples[1][0] < at_ms - _LONGEST_MS:
            self._samples.popleft()

    def check(self, console: Any, at_ms: int, ms: int, whole: bool) -> None:
        """Compare, `ms` after the start, with what was before; `whole`: the RTC memory was."""
        since_ms = at_ms - (_BY_RESET_MS if whole else _LONGEST_MS)
        window = [values for at_ms, values in self._samples if at_ms >= since_ms]
        window = [values for at_ms, values in self._samples if at_ms < since_ms][-1:] + window
        passed_s = ms // 1000 + 1
        names = [*console._clocks.FIELDS, "wanted"]
        for name, now, *before in zip(names, _values(console), *window, strict=True):
            if not min(before) - passed_s <= now <= max(before) + passed_s:
                was = f"{min(before)} to {max(before)}"
                raise Broken("settings", f"{name} was {was} and came back as {now}")


def _values(console: Any) -> list[Any]:
    clocks = console._clocks
    return [getattr(clocks, name) for name in clocks.FIELDS] + [console._lamp.wanted]
