"""How long to wait before the next try: 1, 2, 4 … 60 s, and up to a quarter more by name.

Forty tables whose broker comes back must not all call in the same second.
"""

from micropython import const

_FIRST_MS = const(1000)
_LONGEST_MS = const(60_000)
_WELL_MS = const(60_000)


class Backoff:
    """`name` is bytes; the same name waits the same time."""

    def __init__(self, name):
        self._share = 0  # of a quarter, in 256ths
        for byte in name:
            self._share = (self._share * 31 + byte) & 255
        self._next_ms = _FIRST_MS
        self._well_ms = 0

    def next_ms(self) -> int:
        """A try has failed: how long to wait now."""
        wait_ms = self._next_ms
        self._next_ms = min(2 * wait_ms, _LONGEST_MS)
        self._well_ms = 0
        return wait_ms + wait_ms // 4 * self._share // 256

    def well(self, elapsed_ms: int) -> None:
        """It works: after a minute of that the waits begin anew."""
        self._well_ms = min(self._well_ms + elapsed_ms, _WELL_MS)
        if self._well_ms == _WELL_MS:
            self._next_ms = _FIRST_MS
