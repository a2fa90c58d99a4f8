"""All displays of a board as one row of digits.

Whoever shows something writes into `segments`, one byte a digit: bits 0 to 6 are the
segments a to g, bit 7 is the decimal point.

         --a--
        f     b
         --g--
        e     c
         --d--   .

`step` sends what changed. Displays lose registers to interference and to dips of their own
supply, so all is written again 0.1, 0.5 and 2 s after the start, then every 1.5 s, and 70 ms
after an edge of the relay.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.max7219 import Max7219

_REFRESH_AFTER_MS = (100, 400, 1500)  # the last one for ever
_DISTURBED_MS = const(70)  # the contacts have stopped arcing by then


class Panel:
    """`displays` from left to right as seen."""

    def __init__(self, displays: "list[Max7219]") -> None:
        size = 0
        for display in displays:
            size += display.digits
        self.segments = bytearray(size)
        self._sent = bytearray(size)
        self._displays = displays
        self.failing = False  # whether the last refresh met an error
        self._wait = 0
        self._wait_ms = 0

    @property
    def errors(self) -> int:
        """How many transfers have failed since the start."""
        errors = 0
        for display in self._displays:
            errors += display.errors
        return errors

    def start(self) -> None:
        for display in self._displays:
            display.start()
        self._wait = 0
        self._wait_ms = _REFRESH_AFTER_MS[0]

    def step(self, elapsed_ms: int) -> None:
        if self.segments != self._sent:
            self._show()
        self._wait_ms -= elapsed_ms
        if self._wait_ms <= 0:
            self._refresh()

    def disturbed(self) -> None:
        """A relay has just switched."""
        self._wait_ms = _DISTURBED_MS

    def _show(self) -> None:
        first = 0
        for display in self._displays:
            display.show(self.segments, first)
            first += display.digits
        self._sent[:] = self.segments

    def _refresh(self) -> None:
        errors = self.errors
        for display in self._displays:
            display.refresh()
        self.failing = self.errors != errors
        self._wait = min(self._wait + 1, len(_REFRESH_AFTER_MS) - 1)
        self._wait_ms = _REFRESH_AFTER_MS[self._wait]
