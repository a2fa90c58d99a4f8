"""A keypad of 4 x 4 keys on virtual wires, read every 2 ms by whichever driver is put to it.

All drivers meet the same contacts: without diodes, bouncing by the same seed, moved at the same
phases of the loop. Time stands still but for what a driver sleeps, so none pays for its work here.
"""

import sys

from micropython import const

from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts
from tools.vboard.keypad_drivers import COLUMNS, ROWS
from tools.vboard.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from tools.vboard.keypad_drivers import Driver

_PASS_US = const(2000)
_SEED = const(1)
_RISE_MS = const(10)  # by then all lines are up, whatever a driver has made of them


class Board:
    """A chip, the same for all races: a driver's modules keep the `machine` they saw first."""

    def __init__(self) -> None:
        self.clock = Clock()
        self.machine = Machine(self.clock)
        self.machine.Timer = None  # type: ignore[attr-defined]  # a peer asks for it, in vain

    def put_in(self) -> None:
        """From now on `machine` and `time` are this board's."""
        modules: dict[str, Any] = sys.modules
        modules["machine"] = self.machine
        modules["time"] = self.clock

    def begin(self, bounce_us: int) -> Contacts:
        """New pads and contacts, at the beginning of a second."""
        self.clock.advance_to(1000 * (self.clock.ms // 1000 + 1))
        pin: Any = self.machine.Pin
        pin.pads.clear()
        contacts = Contacts(
            self.clock, [pin(pad) for pad in ROWS], [pin(pad) for pad in COLUMNS], _SEED
        )
        contacts.bounce_us = bounce_us
        return contacts


class Race:
    """One driver and one way to move the contacts. `reported` gets (us since the start, key)."""

    def __init__(self, board: Board, make: "Callable[[Any, Any], Driver]", bounce_us: int) -> None:
        self.reported: list[tuple[int, int]] = []
        self._clock = board.clock
        self._contacts = board.begin(bounce_us)
        self._driver = make(board.machine, board.clock)
        self._clock.sleep_ms(_RISE_MS)
        self._began_ms = self._clock.ms
        self._before = self._clock.ticks_ms()
        self._next_us = 0  # when the next pass is due
        self._end_us = 0  # when the next move is; a pass that takes longer delays it

    def play(self, moves: "Sequence[Sequence[int]]") -> None:
        """Of each (key, 1 or 0 for closed or open, us until the next)."""
        for key, closed, us in moves:
            if closed:
                self._contacts.press(key)
            else:
                self._contacts.release(key)
            self._end_us += us
            self._run()

    def _run(self) -> None:
        while self._next_us <= self._end_us:
            self._wait_until(self._next_us)
            self._pass()
            self._next_us += _PASS_US
        self._wait_until(self._end_us)

    def _pass(self) -> None:
        now = self._clock.ticks_ms()
        self._driver.scan(self._clock.ticks_diff(now, self._before))
        self._before = now
        key = self._driver.take()
        while key >= 0:
            self.reported.append((self._now_us(), key))
            key = self._driver.take()

    def _now_us(self) -> int:
        return 1000 * (self._clock.ms - self._began_ms) + self._clock.us

    def _wait_until(self, us: int) -> None:
        self._clock.sleep_us(us - self._now_us())
