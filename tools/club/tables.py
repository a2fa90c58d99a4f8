"""Virtual tables that play, each with its board and the firmware's own client of MQTT."""

from __future__ import annotations

import gc
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from rules.notation import sheet
from tools.club.broker import HOST, Broker
from tools.club.chip_line import ChipLine
from tools.club.collector import Address
from tools.club.line import Payloads
from tools.club.player import HEADERS, Player
from version import __version__

_SLICE_MS = 40  # of virtual time, of one table in its turn
_SEED_APART = 7919
_SHOT_S = 35


def unix_s() -> int:
    """The time of day."""
    return int(time.time())


class BoardTeller:
    """Tells of a player's board what the firmware's link tells; `now_s` is its time of day."""

    def __init__(
        self, player: Player, header: dict[str, Any], now_s: Callable[[], int] = unix_s
    ) -> None:
        self._player = player
        self._header = header
        self._now_s = now_s
        self._match_began = self._frame_began = 0
        self._played: tuple[Any, int] = (None, 0)  # match, frames of it
        self._seen: tuple[Any, int, bool] = (None, -1, False)  # match, changes, over
        self._retained: Payloads = {}
        self._news: list[tuple[str, str]] = []
        self._records: dict[int, str] = {}

    def retained(self) -> Payloads:
        """State, about and that the table is there."""
        self._look()
        return self._retained

    def news(self) -> list[tuple[str, str]]:
        """The newest event, if there was one."""
        self._look()
        news, self._news = self._news, []
        return news

    def record(self, kept: int) -> tuple[int, str] | None:
        """The oldest record behind `kept`."""
        self._look()
        for number, text in self._records.items():
            if number > kept:
                return number, json.dumps({"match": number, "sheet": text})
        return None

    def _look(self) -> None:
        """Read anew what has changed since the last look, which may be long ago."""
        player = self._player
        match = player.match
        changes = match.history.changes
        now = (match, changes, player.over)
        if now == self._seen:
            return
        if now[:2] != self._seen[:2]:
            tokens = sheet(match)
            if match is self._seen[0] and tokens:
                self._news.append(("event", json.dumps({"n": changes, "token": tokens[-1]})))
            self._retained = self._now()
        if player.over:
            self._records = player.records()
        self._seen = now

    def _now(self) -> Payloads:
        """Everything that the broker shall retain."""
        return {
            "online": "online",
            "about": json.dumps(self._about()),
            "state": json.dumps(self._player.state()),
            "clocks": json.dumps(self._clocks()),
            "lamp": "ON" if self._player.device.relay.on else "OFF",
        }

    def _about(self) -> dict[str, Any]:
        options = dict(self._header)
        return {
            "game": options.pop("game"),
            "preset": options.pop("preset", None),
            "names": ["A", "B"],
            "firmware": __version__,
            "match": len(self._records) + 1,
            "options": options,
        }

    def _clocks(self) -> dict[str, Any]:
        """As of a board whose shot clock is in use: it begins anew with every stroke."""
        match, now_s = self._player.match, self._now_s()
        if match is not self._played[0]:
            self._match_began = self._frame_began = now_s
        elif match.played != self._played[1]:
            self._frame_began = now_s
        self._played = (match, match.played)
        return {
            "synced": True,
            "shot_ends": None if match.frame_over else now_s + _SHOT_S,
            "interval_ends": None,
            "table_ends": None,
            "frame_began": self._frame_began,
            "match_began": self._match_began,
            "table_began": None,
            "paused": False,
        }


class Table:
    """A table of the hall: `name`, `player` and `line`."""

    def __init__(self, number: int, seed: int, matches: int, broker: Broker) -> None:
        self.name = f"table-{number}"
        header = HEADERS[(number - 1) % len(HEADERS)]
        self.player = Player(seed * _SEED_APART + number, header, matches)
        address = Address(HOST, broker.port, self.name, broker.passwords[self.name])
        self.line = ChipLine(self.name, address, self.player, unix_s)

    def run_ms(self, ms: int) -> None:
        """Play and talk."""
        self.player.run_ms(ms)


class Hall:
    """Tables 1 to `count` of a broker, which play so many matches together."""

    def __init__(self, broker: Broker, count: int, matches: int, seed: int = 1) -> None:
        share = [matches // count + (number < matches % count) for number in range(count)]
        gc.collect()
        self.tables = [
            Table(number, seed, share[number - 1], broker) for number in range(1, count + 1)
        ]
        gc.freeze()  # the firmware collects after every key: what is here for good is no garbage

    def play(self, pace: float) -> Iterator[None]:
        """Play for ever, at most `pace` times as fast as time goes; yields after every round."""
        begun_s = time.monotonic()
        round_ms = 0
        while True:
            early_s = round_ms / 1000 / pace - (time.monotonic() - begun_s)
            if early_s > 0:
                time.sleep(early_s)
            for table in self.tables:
                table.run_ms(_SLICE_MS)
            round_ms += _SLICE_MS
            yield

    def close(self) -> None:
        """All tables leave."""
        for table in self.tables:
            table.line.close()
        gc.unfreeze()


def names(count: int) -> list[str]:
    """The names that so many tables sign in by."""
    return [f"table-{number}" for number in range(1, count + 1)]
