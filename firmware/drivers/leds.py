"""LEDs on pins of their own: the ball on, the turn, a fault.

They count as the segments a to g and the point of digits, eight a digit.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin

    from drivers.wiring import Wiring


class Leds:
    """`pins` are outputs made with the level for dark."""

    def __init__(self, pins: "list[Pin]", active_high: bool) -> None:
        self.digits = (len(pins) + 7) // 8
        self.errors = 0
        self._pins = pins
        self._dark = 0 if active_high else 1
        self._shown = bytearray(self.digits)

    def start(self, segments: bytearray, first: int) -> None:
        """Set every LED to segments[first : first + digits]."""
        self.show(segments, first)
        self.refresh()

    def show(self, segments: bytearray, first: int) -> None:
        """Set the LEDs of segments[first : first + digits] that changed."""
        for digit in range(self.digits):
            if self._shown[digit] != segments[first + digit]:
                self._shown[digit] = segments[first + digit]
                self._set(digit)

    def refresh(self) -> None:
        """Set every LED once more, as shown."""
        for digit in range(self.digits):
            self._set(digit)

    def _set(self, digit: int) -> None:
        lit = self._shown[digit]
        for at in range(8 * digit, min(8 * digit + 8, len(self._pins))):
            self._pins[at](lit & 1 ^ self._dark)
            lit >>= 1


def wired(display: dict, wiring: "Wiring") -> Leds:
    """Make the driver of a board file's display of LEDs; all are dark."""
    active_high = display["active"] == "high"
    pins = [wiring.output(pin, 0 if active_high else 1) for pin in display["pins"]]
    return Leds(pins, active_high)
