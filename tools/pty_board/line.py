"""The host's end of a virtual serial line: a pseudo-terminal whose other end programs open.

Bytes to the program wait here while it does not read. One that has not read for a second is not
there, and what is sent meanwhile is lost, as on a line with nobody at its end.
"""

from __future__ import annotations

import os
import pty
import time
import tty

FULL = 1 << 16  # more than that does not wait here
_GONE_S = 1.0


class Line:
    """`port` is the name by which the other end is opened."""

    def __init__(self) -> None:
        self._master, self._slave = pty.openpty()  # its slave held open, so that it stays
        tty.setraw(self._slave)
        os.set_blocking(self._master, False)
        self.port = os.ttyname(self._slave)
        self._waiting = bytearray()
        self._taken_s = 0.0

    def fileno(self) -> int:
        return self._master

    @property
    def waits(self) -> int:
        """How many bytes the other end has not taken."""
        return len(self._waiting)

    def receive(self) -> bytes:
        """What was sent from the other end."""
        try:
            return os.read(self._master, 4096)
        except BlockingIOError:
            return b""

    def send(self, data: bytes) -> None:
        """Let the other end have this as soon as it reads."""
        if not self._waiting:
            self._taken_s = time.monotonic()
        self._waiting += data
        self.flush()

    def flush(self) -> None:
        """Send what waits, as much as is taken."""
        try:
            while self._waiting:
                del self._waiting[: os.write(self._master, self._waiting[:4096])]
                self._taken_s = time.monotonic()
        except BlockingIOError:
            if time.monotonic() - self._taken_s > _GONE_S:
                self._waiting.clear()

    def close(self) -> None:
        """Hang up: whoever has the other end open finds the line dead."""
        os.close(self._master)
        os.close(self._slave)
