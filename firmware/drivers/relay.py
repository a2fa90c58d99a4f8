"""A relay on one pin, or none. When it may switch is not decided here."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from machine import Pin

    from drivers.wiring import Wiring


class Relay:
    """`pin` is an output made with the level for off, or any function of a level.

    `edges` counts the switchings.
    """

    def __init__(self, pin: "Pin | Callable[[int], object]", active_high: bool) -> None:
        self._pin = pin
        self._active_high = active_high
        self.on = False
        self.edges = 0

    def set(self, on: bool) -> None:
        """Switch it, unless it is so already."""
        if on != self.on:
            self.on = on
            self.edges += 1
            self._pin(on == self._active_high)


def wired(part: "dict | None", wiring: "Wiring") -> Relay:
    """A board without a relay has one that switches nothing."""
    if part is None:
        return Relay(_nowhere, True)
    active_high = part["active"] == "high"
    return Relay(wiring.output(part["pin"], not active_high), active_high)


def _nowhere(level: int) -> None:
    pass
