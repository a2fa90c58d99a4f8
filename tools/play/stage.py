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
        self._device: Any = None  # that the match was told of

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
        if bench.device and (reading["sounds"] or bench.device is not self._device):
            # Whatever changes the match is heard.
            self._device = bench.device
            match = bench.device.marker.console.match
            reading["match"] = [match.GAME, match.options]
            reading["sheet"] = sheet(match)
        news = {}
        for name in reading:
            if self._told.get(name) != reading[name]:
                news[name] = reading[name]
        self._told.update(news)
        print(json.dumps(news))
