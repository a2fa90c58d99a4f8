"""LEDs on pins, each with a transistor whose resistor keeps it dark while the pin floats."""

from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.vboard.clock import Clock
    from tools.vboard.machine import Machine, Pin


class LedRow(Wire):
    """The wire of all their pins. `latched`, when it is a list, receives (ms, levels)."""

    def __init__(self, clock: "Clock", pins: "list[Pin]", active_high: bool) -> None:
        self.rest = 0 if active_high else 1
        self.latched: list[tuple[int, bytes]] | None = None
        self._clock = clock
        self._pins = pins
        for pin in pins:
            pin.wire = self

    def moved(self, pin: "Pin") -> None:
        if self.latched is not None:
            self._note(self.latched)

    def _note(self, latched: "list[tuple[int, bytes]]") -> None:
        # Not in `moved`: a function whose names a comprehension uses takes heap at every call.
        latched.append((self._clock.ms, bytes([self.read(pin) for pin in self._pins])))

    def digits(self) -> "list[int]":
        """What is seen: eight LEDs a digit, its segments a to g and the point."""
        digits = [0] * ((len(self._pins) + 7) // 8)
        for at in range(len(self._pins)):
            if self.read(self._pins[at]) != self.rest:
                digits[at // 8] |= 1 << at % 8
        return digits


def soldered(display: "dict[str, Any]", machine: "Machine", clock: "Clock", seed: int) -> LedRow:
    """The LEDs of a board file's display, on their pins."""
    pins = [machine.Pin(pin) for pin in display["pins"]]
    return LedRow(clock, pins, display["active"] == "high")
