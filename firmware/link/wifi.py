"""Keeps the board on the Wi-Fi, by what is known of the chip's radio (field notes, rows 94, 95).

`connect` again without `disconnect` and a second's rest raises "Wifi Internal Error"; after some
failures only switching the radio off and on helps. And `isconnected` stays true while the access
point is gone, so nobody is believed but the broker: when tries in a row were not answered, the
board signs in anew.
"""

from micropython import const

from link.backoff import Backoff

_OFF = const(0)
_LEFT = const(1)  # disconnected, rests
_JOINING = const(2)
_JOINED = const(3)
_WAITING = const(4)

_REST_MS = const(1000)
_JOIN_MS = const(20_000)
_RADIO_ANEW = const(5)  # failures
_UNANSWERED = const(3)  # tries at the broker


class Wifi:
    """`network` is the chip's module; the secrets are name and password of the Wi-Fi."""

    def __init__(self, network, name: str, password: str):
        self._wlan = network.WLAN(network.WLAN.IF_STA)
        self._name = name
        self._password = password
        self._backoff = Backoff(name.encode())
        self._state = _OFF
        self._left_ms = 0
        self._failures = 0
        self._blamed = 0  # unanswered tries, up to which the Wi-Fi was renewed already
        self.up = False  # the chip says so; whether it is true, the broker knows

    def step(self, elapsed_ms: int, unanswered: int) -> None:
        """`unanswered` is the Client's. Never waits, never raises."""
        try:
            self._step(elapsed_ms, unanswered)
        except (OSError, ValueError):  # also "Wifi Internal Error"
            self._fail()

    def _step(self, elapsed_ms, unanswered):
        self._left_ms = max(0, self._left_ms - elapsed_ms)
        if self._state == _JOINED:
            self._watch(elapsed_ms, unanswered)
        elif self._state == _JOINING and self._wlan.isconnected():
            self.up = True
            self._blamed = unanswered
            self._enter(_JOINED, 0)
        elif not self._left_ms:
            self._go_on()

    def _go_on(self):
        """What follows when the time of a state is over."""
        if self._state == _OFF:
            self._wlan.active(True)
            self._wlan.config(reconnects=0)  # or the chip signs in by itself, beside us
            self._leave()
        elif self._state == _LEFT:
            self._wlan.connect(self._name, self._password)
            self._enter(_JOINING, _JOIN_MS)
        elif self._state == _JOINING:
            self._fail()
        elif self._failures % _RADIO_ANEW == 0:
            self._wlan.active(False)
            self._enter(_OFF, _REST_MS)
        else:
            self._leave()

    def _watch(self, elapsed_ms, unanswered):
        self._blamed = min(self._blamed, unanswered)
        if not self._wlan.isconnected() or unanswered - self._blamed >= _UNANSWERED:
            self._fail()
        elif not unanswered:
            self._failures = 0
            self._backoff.well(elapsed_ms)

    def _leave(self):
        self._wlan.disconnect()
        self._enter(_LEFT, _REST_MS)

    def _fail(self):
        self.up = False
        self._failures += 1
        self._enter(_WAITING, self._backoff.next_ms())

    def _enter(self, state, left_ms):
        self._state = state
        self._left_ms = left_ms
