"""One display chip on the pins of a microcontroller, and a watch on what it latches.

Time is virtual: what a bus needs for its bits, what a driver sleeps, and a microsecond more for
each sleep, which on an ESP32 no call of Python comes below. Runs on MicroPython too.
"""

import sys

from micropython import const

from tools.vboard.clock import Clock
from tools.vboard.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CALL_US = const(1)


class Time:
    """The module `time` of the microcontroller, as far as drivers need it."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def sleep_us(self, us: int) -> None:
        self._clock.sleep_us(us + _CALL_US)

    def sleep_ms(self, ms: int) -> None:
        self._clock.sleep_us(1000 * ms + _CALL_US)


class Watched:
    """The display of a board file on its pins. From now on `machine` and `time` are of its board.

    `bytes` and `wrong` count from `watch` on: what the chip took, and the frames or transfers
    behind which it showed neither what was to be seen before nor what is to be seen after.
    """

    def __init__(self, display: "dict[str, Any]") -> None:
        self.clock = Clock()
        self.machine = Machine(self.clock)
        self.time = Time(self.clock)
        name = "tools.vboard.chips." + display["driver"]
        soldered = __import__(name, None, None, ("soldered",)).soldered
        self.chip = soldered(display, self.machine, self.clock, 1)
        modules: dict[str, Any] = sys.modules
        modules["machine"] = self.machine
        modules["time"] = self.time
        self.watch([], [])

    def watch(self, before: "list[int]", after: "list[int]") -> None:
        """Count from now on."""
        self._right = (before, after)
        self._since_us = self._us()
        self.bytes = 0
        self.wrong = 0
        self.chip.latched = self

    @property
    def us(self) -> int:
        """Virtual microseconds since `watch`."""
        return self._us() - self._since_us

    def append(self, frame: "tuple[int, bytes]") -> None:
        """The chip has latched a frame or taken a transfer."""
        self.bytes += len(frame[1])
        if self.chip.digits() not in self._right:
            self.wrong += 1

    def _us(self) -> int:
        return 1000 * self.clock.ms + self.clock.us
