"""A virtual board at the end of a serial line that the unmodified mpremote takes for a real one.

    with PtyBoard("wall-max7219") as board:
        subprocess.run(["mpremote", "connect", board.port, "fs", "ls"])
        board.press("5")
        board.run_ms(300)
        board.reading()["fields"]

It has a flash with littlefs, RTC memory, MicroPython's prompt, and the parts of its board on the
pins. What was copied to it runs as on the chip: boot.py and main.py after a reset, Ctrl-C stops
them. Its time is that of the host, and leaps ahead in `run_ms`.

A thread looks after the line (exchange.py), and the interpreter is a process (chip.py).
"""

from __future__ import annotations

import atexit
import importlib.util
import json
import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

from tools.refusal import Refusal
from tools.venv import ROOT

BLOCKS = 512  # of 4096 bytes: the 2 MB that an ESP32 with 4 MB has for files
VERSION = (1, 28, 0)

_BLOCK_BYTES = 4096
_HARD_RESET = 2
_DOWN_MS = 80
_UP_MS = 120


def missing() -> str:
    """What this system lacks for a PtyBoard, as a sentence; "" if it has all."""
    if os.name != "posix" or importlib.util.find_spec("pty") is None:
        return "This system has no pseudo-terminals: try it on Linux or macOS, or in WSL."
    if importlib.util.find_spec("micropython_unix") is None:
        return (
            "MicroPython for this system is not to be had as a package: try it on Linux x86-64 "
            "or on a Mac with Apple's chip, with CPython below 3.15."
        )
    return ""


class PtyBoard:
    """Switched on by its construction; `close`, or leaving `with`, ends it.

    `board` is a name in boards/, or the content of a board file: what hangs on the pins. `flash`
    is the file that keeps the flash, made if it is not there; without one it is empty and
    temporary. `version` is the MicroPython that it claims to be, `fat` whether its flash has the
    wrong file system, `held` are keys that are down as it starts, `seed` decides what happens by
    chance.

    After `cut_line_after` has struck, `port` is another one.
    """

    def __init__(
        self,
        board: str | dict[str, Any] = "wall-max7219",
        flash: Path | None = None,
        *,
        blocks: int = BLOCKS,
        version: tuple[int, int, int] = VERSION,
        fat: bool = False,
        held: str = "",
        seed: int = 1,
    ) -> None:
        if missing():
            raise Refusal(missing())
        from tools.pty_board.exchange import Exchange  # not to be had on every system

        self._folder = Path(tempfile.mkdtemp(prefix="marker-board-"))
        self.flash = flash or self._folder / "flash"
        try:
            _make_flash(self.flash, blocks)
        except OSError:
            shutil.rmtree(self._folder)
            raise
        rtc = self._folder / "rtc"
        rtc.touch()
        self._down = list(held)
        settings = {
            "board": _board(board),
            "flash": str(self.flash.resolve()),
            "rtc": str(rtc),
            "blocks": self.flash.stat().st_size // _BLOCK_BYTES,
            "version": version,
            "fat": fat,
            "held": self._down,
            "seed": seed,
        }
        self._exchange = Exchange(settings, self._folder)
        atexit.register(self.close)
        self.plug()

    @property
    def port(self) -> str:
        """What mpremote connects to; while the cable is out, a name that nothing has."""
        line = self._exchange.line
        return str(self._folder / "unplugged") if line is None else line.port

    @property
    def powered(self) -> bool:
        """Whether it has power."""
        return self._exchange.chip is not None

    # -- hands --------------------------------------------------------------------------------

    def press(self, key: str, part: int = 0) -> None:
        """Close the contact of a key; `part` 0 is the keypad, then come a second and buttons.

        One of the keypad stays down over a restart.
        """
        self._exchange.ask({"do": "press", "key": key, "part": part})
        if part == 0:
            self._down.append(key)

    def release(self, key: str, part: int = 0) -> None:
        """Open the contact of a key."""
        if part == 0 and key in self._down:
            self._down.remove(key)
        self._exchange.ask({"do": "release", "key": key, "part": part})

    def tap(self, keys: str, part: int = 0) -> None:
        """Press these keys one after the other, as a person does."""
        for key in keys:
            self.press(key, part)
            self.run_ms(_DOWN_MS)
            self.release(key, part)
            self.run_ms(_UP_MS)

    def run_ms(self, ms: int) -> None:
        """Let so much of the board's time pass, as fast as its program can.

        If the board restarts meanwhile, that is so much of its new life. Raises BoardGone if the
        program does not wait for anything.
        """
        self._exchange.ask({"do": "run", "ms": ms})

    def reading(self) -> dict[str, Any]:
        """What is seen and heard, as Device.reading has it."""
        reading: dict[str, Any] = self._exchange.ask({"do": "reading"})
        return reading

    def reset(self) -> None:
        """The chip's own button EN: RTC memory and flash stay."""
        self._exchange.do(lambda: self._exchange.restart(_HARD_RESET))

    def cut_power(self) -> None:
        """The plug is pulled, at once, and the RTC memory is gone; the line stays."""
        self._exchange.do(self._exchange.cut_power)

    def plug(self) -> None:
        """The power comes back, and with it the line, if that was cut."""
        self._exchange.do(self._exchange.plug)

    def cut_line_after(self, size: int) -> None:
        """The cable is pulled, power and line, as soon as so many more bytes have come in."""
        self._exchange.do(lambda: setattr(self._exchange, "left", size))

    def close(self) -> None:
        """End it. A flash file of one's own stays."""
        atexit.unregister(self.close)
        self._exchange.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def __enter__(self) -> PtyBoard:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def _board(board: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(board, str):
        content = (ROOT / "boards" / f"{board}.json").read_text(encoding="utf-8")
        read: dict[str, Any] = json.loads(content)
        return read
    return board


def _make_flash(path: Path, blocks: int) -> None:
    """A new chip: all its bits are 1."""
    if not path.exists():
        path.write_bytes(b"\xff" * (_BLOCK_BYTES * blocks))
