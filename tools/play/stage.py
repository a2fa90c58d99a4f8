"""What `play` runs inside the VM: the virtual board, and what of it has changed.

session.py sends this file's text to the VM; nothing on the host imports it.
"""

import json

from rules.notation import sheet
from tools.vboard.device import Device

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Stage:
    """A virtual board that tells its news: once everything, then only what has changed."""

    def __init__(self, board: "dict[str, Any]", match: "dict[str, Any]") -> None:
        self.device = Device(board, match)
        self._told: dict[str, Any] = {}

    def advance(self, edges: "list[str]", ms: int) -> None:
        """Close ("+1") and open ("-1") contacts, let the time pass, print the news as JSON."""
        for edge in edges:
            contact = self.device.press if edge[0] == "+" else self.device.release
            contact(edge[1:])
        self.device.run_ms(ms)
        reading = self.device.reading()
        if reading["sounds"] or not self._told:  # whatever changes the match is heard
            match = self.device.marker.console.match
            reading["match"] = [match.GAME, match.options]
            reading["sheet"] = sheet(match)
        news = {}
        for name in reading:
            if self._told.get(name) != reading[name]:
                news[name] = reading[name]
        self._told.update(news)
        print(json.dumps(news))
