"""A virtual board with two players and a marker at its keys: matches by chance, one by one.

The board is the firmware's own, on the virtual board of tools/vboard; its time is virtual and
moves when `run_ms` is called.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from records import scoresheet
from rules.notation import state
from store.files import Files as Store
from store.recovery import Recovery, records
from store.rtc import Rtc
from tools.boards import load_board
from tools.simulate.strokes import Strokes
from tools.vboard.files import Files
from tools.vboard.idle import idle_ms
from tools.vboard.supply import Supply

# What is played in a club, in turn; short, so that records come often.
HEADERS: tuple[dict[str, Any], ...] = (
    {"game": "snooker", "reds": 1},
    {"game": "nine-ball", "race-to": 2},
    {"game": "eight-ball", "race-to": 1},
    {"game": "14.1", "target": 8},
    {"game": "pyramid"},
    {"game": "ten-ball", "race-to": 2},
    {"game": "free-pyramid"},
    {"game": "carom", "target": 6},
)

_BOARD = "wall-max7219"
_NEVER_MIND = 0.05
_NOT_IN_PLAY = ("C7", "C8", "C9", "CC")  # a frame or match given away, what is set up
_EVENTS = 40  # after so many the referee ends the match
_DOWN_MS = 60
_BETWEEN_MS = (90, 160, 400)
_READY_MS = 1500
_NEXT_MS = (1500, 4000)  # from one match to the next
_IDLE_MS = 500
_STRIDE_MS = 1000


class Player:
    """Plays `matches` matches, then rests. `device` is the board.

    While it is idle its time passes in strides of `stride_ms` at most.
    """

    def __init__(self, seed: int, header: dict[str, Any], matches: int) -> None:
        self._chance = random.Random(seed)
        self._strokes = Strokes(self._chance, _NEVER_MIND)
        self._left = matches
        self._files = Files()
        self._supply = Supply(lambda flash, anew: self._files, blocks=0)
        self.device = self._supply.switch_on(load_board(_BOARD), header, seed & 0xFFFF)
        self.stride_ms = _STRIDE_MS
        self._hand = self._moves()
        self._wait_ms = 0
        self._last = matches == 1  # it is the last match that is on the board

    @property
    def match(self) -> Any:
        """The match on the board."""
        return self.device.marker.console.match

    @property
    def over(self) -> bool:
        """Whether the match on the board is over, and the flash has all of it."""
        holds = self.device.marker.store.journal.holds(self.match)
        return bool(self.match.match_over and holds)

    @property
    def done(self) -> bool:
        """Whether all matches have been played."""
        return self._last and self.over

    def run_ms(self, ms: int) -> None:
        """Let so much time pass at the table."""
        while ms > 0:
            if not self._wait_ms:
                self._wait_ms = next(self._hand)
            step_ms = min(ms, self._wait_ms)
            self._pass_ms(step_ms)
            self._wait_ms -= step_ms
            ms -= step_ms

    def _pass_ms(self, ms: int) -> None:
        """Let the board's time pass, the idle part of it in strides, as the simulation does."""
        device = self.device
        end_ms = device.clock.ms + ms
        while device.clock.ms < end_ms:
            idle = min(idle_ms(device.marker, device.keys), self.stride_ms)
            device.skip_ms(max(0, min(idle, end_ms - device.clock.ms - 2)) & ~1)
            device.run_ms(2)

    def state(self) -> dict[str, Any]:
        """The state that the board shows, as `replay --json` prints it."""
        return state(self.match)

    def records(self) -> dict[int, str]:
        """The scoresheets of the matches that are over, as the flash has them, by number."""
        store, now = self._recover()
        kept = {saved.seq: saved for saved in records(store)}  # type: ignore[no-untyped-call]
        if now is not None:
            kept.pop(now.seq, None)
            if self.over:
                kept[now.seq] = now
        return {seq: scoresheet(kept[seq]) for seq in sorted(kept)}

    def _recover(self) -> tuple[Any, Any]:
        """The store of the board, and the match that it would go on with after a restart."""
        store = Store(self._files.open, self._files.mkdir)  # type: ignore[no-untyped-call]
        rtc = Rtc(self._supply.rtc())
        return store, Recovery(store, rtc).saved  # type: ignore[no-untyped-call]

    # -- the hand -----------------------------------------------------------------------------

    def _moves(self) -> Iterator[int]:
        """Moves the keys; yields how long the time passes before the next move."""
        self._left -= 1
        yield _READY_MS
        while True:
            if not self.match.match_over:
                for key in self._phrase():
                    yield from self._tap(key)
            elif self._left:
                yield self._chance.randint(*_NEXT_MS)
                self._left -= 1
                for key in "CC0#":
                    yield from self._tap(key)
                self._last = not self._left
            else:
                yield _IDLE_MS

    def _tap(self, key: str) -> Iterator[int]:
        self.device.press(key)
        yield _DOWN_MS
        self.device.release(key)
        yield self._chance.choice(_BETWEEN_MS)

    def _phrase(self) -> list[str]:
        match = self.match
        if match.history.changes > _EVENTS:
            return list("C9" + self._chance.choice("AB"))
        if match.frame_over:
            return ["#"]
        while True:
            keys = self._strokes.keys(self.device.marker.console)
            if "".join(keys[:2]) not in _NOT_IN_PLAY:
                return keys
