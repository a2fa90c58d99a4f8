"""A buzzer on one pin: plays short tunes, never waits.

A tune is pairs of bytes: the frequency in units of 20 Hz (0 is a rest), the duration in
units of 10 ms. A new tune cuts off the one that sounds. A passive buzzer sounds the frequency it
is given; an active one has its own, so there the notes of a tune are parted by short gaps.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import PWM, Pin

    from drivers.wiring import Wiring

_HZ = const(20)
_MS = const(10)
_LOUD = const(32768)  # duty cycle of one half
_GAP_MS = const(20)


class _Player:
    """What passive and active buzzers share; `_sound(hz)` makes a tone, 0 silence."""

    def __init__(self) -> None:
        self._notes = b""
        self._next = 0
        self._left_ms = 0

    def play(self, notes: bytes) -> None:
        """Begin a tune; its first note sounds at once."""
        self._notes = notes
        self._next = 0
        self._go_on()

    def step(self, elapsed_ms: int) -> None:
        """Let time pass; a note that has ended gives way to the next."""
        if self._left_ms:
            self._left_ms = max(0, self._left_ms - elapsed_ms)
            if not self._left_ms:
                self._go_on()

    def _go_on(self) -> None:
        """To the next note, or to silence behind the last."""
        at = self._next
        if at >= len(self._notes):
            self._sound(0)
            return
        self._sound(self._notes[at] * _HZ)
        self._left_ms = self._notes[at + 1] * _MS
        self._next = at + 2

    def _sound(self, hz: int) -> None:
        raise NotImplementedError


class Buzzer(_Player):
    """A passive one. `pwm` is made with duty_u16=0, which is silence."""

    def __init__(self, pwm: "PWM") -> None:
        super().__init__()
        self._pwm = pwm

    def _sound(self, hz: int) -> None:
        if hz:
            self._pwm.freq(hz)
        self._pwm.duty_u16(_LOUD if hz else 0)


class ActiveBuzzer(_Player):
    """An active one. `pin` is an output made with the level for silence."""

    def __init__(self, pin: "Pin", active_high: bool) -> None:
        super().__init__()
        self._pin = pin
        self._silent = 0 if active_high else 1

    def step(self, elapsed_ms: int) -> None:
        super().step(elapsed_ms)
        if 0 < self._left_ms <= _GAP_MS and self._next < len(self._notes):
            self._sound(0)

    def _sound(self, hz: int) -> None:
        self._pin(1 - self._silent if hz else self._silent)


def wired(part: dict, wiring: "Wiring") -> "Buzzer | ActiveBuzzer":
    """Make the driver of a board file's `buzzer`, passive unless its kind is active."""
    if part.get("kind") != "active":
        return Buzzer(wiring.pwm(part["pin"]))
    active_high = part.get("active") != "low"
    return ActiveBuzzer(wiring.output(part["pin"], 0 if active_high else 1), active_high)
