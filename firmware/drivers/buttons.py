"""Buttons with a pin each, from the pin to ground; debounced as in keys.py."""

from drivers.keys import Keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

    from drivers.wiring import Wiring


class Buttons(Keys):
    """`pins` are inputs with pull-ups; key k is the button at pins[k]."""

    def __init__(self, pins: "list[Pin]") -> None:
        super().__init__(len(pins))
        self._pins = pins

    def _read(self) -> int:
        closed = 0
        bit = 1
        for pin in self._pins:
            if not pin():
                closed |= bit
            bit <<= 1
        return closed


def wired(part: dict, wiring: "Wiring") -> Buttons:
    """Make the driver of a board file's `buttons`: one pin a button, closed to GND."""
    pull_up = part.get("pull_ups") != "external"
    return Buttons([wiring.input(pin, pull_up) for pin in part["pins"]])
