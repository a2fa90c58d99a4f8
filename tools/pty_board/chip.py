"""The interpreter of a virtual chip as a process, and the pipes to it.

tools/vboard/live/ is what runs in it. A chip that is reset or switched off is killed, at any
place, and a new one is made: flash and RTC memory are files, each write into them is one call.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tools.venv import ROOT

_HEAP = "16M"
_APART_S = 0.05  # two signals, or the second ends the interpreter


class Chip:
    """One life of the interpreter. `out` and `news` are to be read when they are ready.

    `line` is the pipe that it hears the serial line through: a soft reset keeps its bytes.
    """

    def __init__(self, settings: dict[str, Any], line: Pipe, errors: Path) -> None:
        self._line = line
        self.interruptible = False
        self.at_prompt = False  # boot.py and main.py are over
        self.interrupt_due = False
        self.buffer = b""
        self._struck_s = 0.0
        control, out, news = Pipe(), Pipe(), Pipe()
        program = (
            f"import sys\nsys.path.insert(0, {ROOT.as_posix()!r})\n"
            "from tools.vboard.live.start import start\n"
            f"start({control.reading}, {news.writing})\n"
        )
        options = ["-m", "micropython_unix", "-X", f"heapsize={_HEAP}", "-c", program]
        with errors.open("wb") as stderr:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-X", "utf8", *options],
                stdin=line.reading,
                stdout=out.writing,
                stderr=stderr,
                pass_fds=(control.reading, news.writing),
                start_new_session=True,  # a Ctrl-C on the host's terminal is not for it
            )
        for end in (control.take_reading(), out.take_writing(), news.take_writing()):
            os.close(end)
        self.out, self.news, self._control = out.reading, news.reading, control.writing
        self._pipes = (control, out, news)
        self.tell(settings)

    def tell(self, what: dict[str, Any]) -> None:
        """Send a line; one that has ended does not hear it."""
        with contextlib.suppress(BrokenPipeError):
            os.write(self._control, json.dumps(what).encode() + b"\n")

    def interrupt(self) -> None:
        """Ctrl-C: now, or as soon as it can be."""
        self.interrupt_due = True
        self.strike()

    def strike(self) -> None:
        """Give the interrupt that is due."""
        now_s = time.monotonic()
        if self.interrupt_due and self.interruptible and now_s - self._struck_s > _APART_S:
            self.interrupt_due = False
            self._struck_s = now_s
            self._process.send_signal(signal.SIGINT)

    def heard(self) -> list[dict[str, Any]]:
        """The lines that it has told since."""
        *lines, self.buffer = (self.buffer + _read(self.news)).split(b"\n")
        return [json.loads(line) for line in lines]

    def printed(self) -> bytes:
        """What it sent on the serial line since; 64 KB at most."""
        return _read(self.out)

    @property
    def ended(self) -> bool:
        return self._process.poll() is not None

    def kill(self) -> None:
        """End it where it is."""
        self._process.kill()
        self._process.wait()
        for pipe in self._pipes:
            pipe.close()


class Pipe:
    """Two ends, the reading one never blocks this process."""

    def __init__(self) -> None:
        self.reading, self.writing = os.pipe()
        self._open = [self.reading, self.writing]

    def take_reading(self) -> int:
        self._open.remove(self.reading)
        return self.reading

    def take_writing(self) -> int:
        os.set_blocking(self.reading, False)
        self._open.remove(self.writing)
        return self.writing

    def close(self) -> None:
        while self._open:
            os.close(self._open.pop())


def _read(file: int) -> bytes:
    try:
        return os.read(file, 1 << 16)
    except BlockingIOError:
        return b""
