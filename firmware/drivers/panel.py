"""All displays of a board as one row of digits.

Whoever shows something writes into `segments`, one byte a digit: bits 0 to 6 are the
segments a to g, bit 7 is the decimal point.

         --a--
        f     b
         --g--
        e     c
         --d--   .

A display is whatever has `digits`, `errors` (a count), `start(segments, first)`,
`show(segments, first)` and `refresh()`. `step` sends what changed. Displays lose registers to
interference and to dips of their own supply, so all is written again 0.1, 0.5 and 2 s after the
start, then every 1.5 s, and 70 ms after an edge of the relay; one display a pass, so that no pass
becomes long. A display that
met an error is left alone, and started anew after 0, 0.5, 1, 2 … 30 s.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Display(Protocol):
        digits: int
        errors: int

        def start(self, segments: bytearray, first: int) -> None: ...
        def show(self, segments: bytearray, first: int) -> None: ...
        def refresh(self) -> None: ...


_REFRESH_AFTER_MS = const((100, 400, 1500))  # the last one for ever
_DISTURBED_MS = const(70)  # the contacts have stopped arcing by then
_PATIENCE_MS = const(100)  # how long a refresh waits for a key that is on its way
# The first one is for a bit that noise has turned, the others for a display that is not there:
# a transfer to it may last as long as the bus's timeout.
_RETRY_AFTER_MS = const((0, 500, 1000, 2000, 4000, 8000, 16000, 30000))


class Panel:
    """`displays` from left to right as seen."""

    def __init__(self, displays: "list[Display]") -> None:
        size = 0
        self._places = []
        for display in displays:
            self._places.append(_Place(display, size))
            size += display.digits
        self.segments = bytearray(size)
        self._wanted = self.segments
        self._sent = bytearray(size)
        self._refresh = 0  # which of _REFRESH_AFTER_MS it is waiting for
        self._wait_ms = 0
        self._refreshed = len(displays)  # the next one in this round

    @property
    def errors(self) -> int:
        """How many transfers have failed since the start."""
        errors = 0
        for place in self._places:
            errors += place.display.errors
        return errors

    @property
    def failing(self) -> bool:
        """Whether a display does not answer, even when asked again."""
        return self.silent >= 0

    @property
    def silent(self) -> int:
        """Which display does not answer, even when asked again: the first one, -1 for none."""
        for index in range(len(self._places)):
            if self._places[index].failures > 1:
                return index
        return -1

    @property
    def health(self) -> "list[tuple[int, bool]]":
        """Of each display: how many transfers failed, and whether it answers. Takes heap."""
        return [(place.display.errors, place.failures < 2) for place in self._places]

    def start(self) -> None:
        """Set up every display, and show what is to be shown."""
        for place in self._places:
            place.start(self._wanted)
        self._sent[:] = self._wanted
        self._refresh = 0
        self._wait_ms = _REFRESH_AFTER_MS[0]

    def step(self, elapsed_ms: int, calm: bool = True) -> None:
        """Send what is new. Unless it is `calm`, what can wait does, for a tenth of a second."""
        self._attend(elapsed_ms)
        if self._wanted != self._sent:
            self._show()
        self._wait_ms -= elapsed_ms
        if self._refreshed < len(self._places):
            self._refresh_next()
        elif self._wait_ms <= (0 if calm else -_PATIENCE_MS):
            self._begin_refresh()

    def disturbed(self) -> None:
        """A relay has just switched."""
        self._wait_ms = _DISTURBED_MS

    def cover(self, segments: bytearray) -> None:
        """Show these instead, until `uncover`."""
        self._wanted = segments

    def uncover(self) -> None:
        """Show `segments` again."""
        self._wanted = self.segments

    def _attend(self, elapsed_ms: int) -> None:
        """Try again what did not answer, when it is time."""
        for place in self._places:
            place.wait(elapsed_ms, self._wanted)

    def _show(self) -> None:
        for place in self._places:
            place.show(self._wanted)
        self._sent[:] = self._wanted

    def _begin_refresh(self) -> None:
        self._refresh = min(self._refresh + 1, len(_REFRESH_AFTER_MS) - 1)
        self._wait_ms = _REFRESH_AFTER_MS[self._refresh]
        self._refreshed = 0
        self._refresh_next()

    def _refresh_next(self) -> None:
        self._places[self._refreshed].refresh()
        self._refreshed += 1


class _Place:
    """A display where it hangs. `failures` counts the attempts in a row that met an error."""

    def __init__(self, display: "Display", first: int) -> None:
        self.display = display
        self.failures = 0
        self._first = first
        self._wait_ms = 0

    def start(self, segments: bytearray) -> None:
        errors = self.display.errors
        self.display.start(segments, self._first)
        self._judge(errors)

    def show(self, segments: bytearray) -> None:
        if not self.failures:
            errors = self.display.errors
            self.display.show(segments, self._first)
            self._judge(errors)

    def refresh(self) -> None:
        if not self.failures:
            errors = self.display.errors
            self.display.refresh()
            self._judge(errors)

    def wait(self, elapsed_ms: int, segments: bytearray) -> None:
        """Let time pass for a display that is left alone."""
        if self.failures:
            self._wait_ms -= elapsed_ms
            if self._wait_ms <= 0:
                self.start(segments)

    def _judge(self, errors: int) -> None:
        if self.display.errors == errors:
            self.failures = 0
        else:
            self._wait_ms = _RETRY_AFTER_MS[min(self.failures, len(_RETRY_AFTER_MS) - 1)]
            self.failures += 1
