"""When the lamp over the table is on.

It goes on with the first event of a match and cannot be switched off within a frame. Between
frames and outside a match a key switches it; ten minutes after a match it goes off by itself.
Lamps and relays suffer from fast switching (field reports of welded contacts), so it stays on
and off for at least three seconds each, and off for the first half second after power-up, until
the supply has settled.
"""

from micropython import const

_LEAST_MS = const(3000)
_SETTLE_MS = const(500)
_LINGER_MS = const(600_000)


class Lamp:
    """`relay` needs `set(on)` and `on`."""

    def __init__(self, relay):
        self._relay = relay
        self._wanted = False
        self._in_match = False
        self._in_frame = False
        self._linger_ms = 0
        self._hold_ms = _SETTLE_MS  # no switching for so long

    def attend(self, in_match: bool, in_frame: bool) -> None:
        """Say whether a match and whether a frame of it is being played; the lamp follows."""
        if in_frame and not self._in_frame:
            self._wanted = True
        if in_match:
            self._linger_ms = 0
        elif self._in_match:
            self._linger_ms = _LINGER_MS
        self._in_match = in_match
        self._in_frame = in_frame

    def toggle(self) -> bool:
        """Switch by hand; False within a frame, where it stays on."""
        if self._in_frame:
            return False
        self._wanted = not self._wanted
        self._linger_ms = 0
        return True

    def step(self, elapsed_ms: int) -> None:
        if self._linger_ms:
            self._linger_ms = max(0, self._linger_ms - elapsed_ms)
            if self._linger_ms == 0:
                self._wanted = False
        self._hold_ms = max(0, self._hold_ms - elapsed_ms)
        if self._hold_ms == 0 and self._wanted != self._relay.on:
            self._relay.set(self._wanted)
            self._hold_ms = _LEAST_MS
