"""The buzzer: writes down what it sounds, and when."""

from array import array

from micropython import const

from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.vboard.clock import Clock
    from tools.vboard.machine import Pin

_KEPT = const(64)
_OWN_HZ = const(2300)


class Buzzer(Wire):
    """`hz` is the tone that sounds now, 0 for none.

    An active one sounds its own tone while its pin is at `active`, "high" or "low"; a passive
    one, without that, what it is given.
    """

    def __init__(self, clock: "Clock", pin: "Pin", active: str = "") -> None:
        self.hz = 0
        self.rest = 1 if active == "low" else 0
        self._is_active = active != ""
        self._clock = clock
        self._ms = array("i", [0] * _KEPT)
        self._hz = array("H", [0] * _KEPT)
        self._heard = 0
        self._told = 0
        pin.wire = self

    def moved(self, pin: "Pin") -> None:
        if self._is_active:
            self._note(_OWN_HZ if self.read(pin) != self.rest else 0)

    def tone(self, hz: int) -> None:
        if not self._is_active:
            self._note(hz)

    def _note(self, hz: int) -> None:
        if hz != self.hz:
            self.hz = hz
            self._ms[self._heard % _KEPT] = self._clock.ms
            self._hz[self._heard % _KEPT] = hz
            self._heard += 1

    def news(self) -> "list[list[int]]":
        """[ms, hz] for every change since the last call, 64 at most; 0 Hz is silence."""
        first = max(self._told, self._heard - _KEPT)
        self._told = self._heard
        return [[self._ms[at % _KEPT], self._hz[at % _KEPT]] for at in range(first, self._heard)]
