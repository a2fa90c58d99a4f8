"""A passive buzzer on one PWM output: plays short tunes, never waits.

A tune is pairs of bytes: the frequency in units of 20 Hz (0 is a rest), the duration in
units of 10 ms. A new tune cuts off the one that sounds.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import PWM

_HZ = const(20)
_MS = const(10)
_LOUD = const(32768)  # duty cycle of one half


class Buzzer:
    """`pwm` is made with duty_u16=0, which is silence."""

    def __init__(self, pwm: "PWM") -> None:
        self._pwm = pwm
        self._notes = b""
        self._next = 0
        self._left_ms = 0

    def play(self, notes: bytes) -> None:
        """Begin a tune; its first note sounds at once."""
        self._notes = notes
        self._next = 0
        self._sound()

    def step(self, elapsed_ms: int) -> None:
        if self._left_ms:
            self._left_ms = max(0, self._left_ms - elapsed_ms)
            if not self._left_ms:
                self._sound()

    def _sound(self) -> None:
        """Go on to the next note, or to silence behind the last."""
        at = self._next
        if at >= len(self._notes):
            self._pwm.duty_u16(0)
            return
        pitch = self._notes[at]
        if pitch:
            self._pwm.freq(pitch * _HZ)
        self._pwm.duty_u16(_LOUD if pitch else 0)
        self._left_ms = self._notes[at + 1] * _MS
        self._next = at + 2
