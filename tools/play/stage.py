"""What `play` runs inside the VM: the virtual board on its bench, and what of it has changed.

session.py sends this file's text to the VM; nothing on the host imports it.
"""

import json

from rules.notation import sheet
from tools.vboard.bench import Bench

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stage:
    """A virtual board that tells its news: once everything, then only what has changed."""

    def __init__(self, board: "dict[str, Any]", match: "dict[str, Any]") -> None:
        self.bench = Bench(board, match)
        self._told: dict[str, Any] = {}
        self._match: Any = None  # that was told last, and up to which change
        self._changes = 0

    def advance(self, acts: "list[str]", ms: int) -> None:
        """Do what hands do (see bench.py), let the time pass, print the news as JSON."""
        bench = self.bench
        for act in acts:
            bench.act(act)
        bench.run_ms(ms)
        reading = bench.reading()
        reading["hands"] = {
            "power": bench.powered,
            "display": bench.plugged,
            "noise": bench.noisy,
            "jammed": list(bench.jammed),
        }
        if bench.device:
            self._read(bench.device.marker.console.match, reading)
        news = {}
        for name in reading:
            if self._told.get(name) != reading[name]:
                news[name] = reading[name]
        self._told.update(news)
        print(json.dumps(news))

    def _read(self, match: "Any", reading: "dict[str, Any]") -> None:
        """The match and its sheet, where they are not as they were read last."""
        if match is not self._match or match.history.changes != self._changes:
            self._match = match
            self._changes = match.history.changes
            reading["match"] = [match.GAME, match.options]
            reading["sheet"] = sheet(match)
