"""A virtual board at the end of a serial line that the unmodified mpremote takes for a real one.

    with PtyBoard("wall-max7219") as board:
        subprocess.run(["mpremote", "connect", board.port, "fs", "ls"])
        board.press("5")
        board.run_ms(300)
        board.reading()["fields"]

It has a flash with littlefs, RTC memory, MicroPython's prompt, and the parts of its board on the
pins. What was copied to it runs as on the chip: boot.py and main.py after a reset, Ctrl-C stops
them. Its time is that of the host, and leaps ahead in `run_ms`.

The line, its flow control, and which Ctrl-C is an interrupt are the matter of a thread here;
the interpreter is a process (chip.py).
"""

from __future__ import annotations

import contextlib
import importlib.util
import json
import os
import queue
import select
import shutil
import tempfile
import threading
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any

from tools.pty_board.chip import Chip, Pipe
from tools.venv import ROOT

BLOCKS = 512  # of 4096 bytes: the 2 MB that an ESP32 with 4 MB has for files
VERSION = (1, 28, 0)

_BLOCK_BYTES = 4096
_PATIENCE_S = 30.0
_POWER_ON, _RESET = 1, 2  # machine.PWRON_RESET and HARD_RESET
_CRASHED = 3  # an interpreter that ended by itself is started as by the watchdog
_SOFT = 5
_CTRL_C = b"\x03"


class BoardGone(Exception):
    """The board could not answer; the text says why."""


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

    `port` is what mpremote connects to. It is another one after `cut_line_after` has struck.
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
            raise BoardGone(missing())
        from tools.pty_board.line import Line

        self._make_line = Line
        self._folder = Path(tempfile.mkdtemp(prefix="marker-board-"))
        self.flash = flash or self._folder / "flash"
        _make_flash(self.flash, blocks)
        self._rtc = self._folder / "rtc"
        self._rtc.touch()
        self._settings = {
            "board": _board(board),
            "flash": str(self.flash.resolve()),
            "rtc": str(self._rtc),
            "blocks": self.flash.stat().st_size // _BLOCK_BYTES,
            "version": version,
            "fat": fat,
            "held": held,
            "seed": seed,
        }
        self._line = Line()
        self.port: str = self._line.port
        self._to_chip = bytearray()
        self._left: int | None = None  # bytes until the line is cut
        self._rx = _line_pipe()
        self._chip: Chip | None = None
        self._asked = 0
        self._answers: dict[int, queue.SimpleQueue[dict[str, Any]]] = {}
        self._acts: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._bell = Pipe()
        os.set_blocking(self._bell.reading, False)
        self._running = True
        self._crashes = 0
        self._start(_POWER_ON, False)
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    # -- hands --------------------------------------------------------------------------------

    def press(self, key: str, part: int = 0) -> None:
        """Close the contact of a key; `part` 0 is the keypad, then come a second and buttons."""
        self._ask({"do": "press", "key": key, "part": part})

    def release(self, key: str, part: int = 0) -> None:
        """Open the contact of a key."""
        self._ask({"do": "release", "key": key, "part": part})

    def tap(self, keys: str, part: int = 0) -> None:
        """Press these keys one after the other, as a person does."""
        for key in keys:
            self.press(key, part)
            self.run_ms(80)
            self.release(key, part)
            self.run_ms(120)

    def run_ms(self, ms: int) -> None:
        """Let so much of the board's time pass, as fast as its program can.

        Raises BoardGone if the program does not wait for anything.
        """
        self._ask({"do": "run", "ms": ms})

    def reading(self) -> dict[str, Any]:
        """What is seen and heard, as Device.reading has it."""
        reading: dict[str, Any] = self._ask({"do": "reading"})
        return reading

    def reset(self) -> None:
        """The chip's own button EN: RTC memory and flash stay."""
        self._do(lambda: self._restart(_RESET))

    def cut_power(self) -> None:
        """The plug is pulled, at once; the line stays, with nobody at its end."""
        self._do(self._cut_power)

    def plug(self) -> None:
        """The power comes back, and with it the line, if that was cut."""
        self._do(self._plug)

    def cut_line_after(self, size: int) -> None:
        """The cable is pulled, power and line, as soon as so many more bytes have come in.

        The other end finds a dead line; `port` is dead until `plug`, and then another one.
        """
        self._do(lambda: setattr(self, "_left", size))

    @property
    def powered(self) -> bool:
        return self._chip is not None

    def close(self) -> None:
        """End it. A flash file of one's own stays."""
        if self._running:
            self._running = False
            self._ring()
            self._thread.join()
            self._cut_power()
            self._line.close()
            self._rx.close()
            self._bell.close()
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

    # -- from other threads to the one that serves --------------------------------------------

    def _do(self, act: Callable[[], None]) -> None:
        """Have the serving thread do something, and wait until it has."""
        done = threading.Event()

        def do_it() -> None:
            act()
            done.set()

        self._acts.put(do_it)
        self._ring()
        if not done.wait(_PATIENCE_S):
            raise BoardGone(self._why())

    def _ask(self, request: dict[str, Any]) -> Any:
        """What the guest answers. Raises ValueError where it does."""
        answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._asked += 1
        number = self._asked

        def ask() -> None:
            if self._chip is None:
                answers.put({"gone": "the board has no power"})
            else:
                self._answers[number] = answers
                self._chip.tell({"id": number, **request})

        self._do(ask)
        try:
            answer = answers.get(timeout=_PATIENCE_S)
        except queue.Empty:
            raise BoardGone(
                f"the program on it does not wait for anything; {self._why()}"
            ) from None
        if "error" in answer:
            raise ValueError(answer["error"])
        if "gone" in answer:
            raise BoardGone(answer["gone"])
        return answer["value"]

    def _ring(self) -> None:
        os.write(self._bell.writing, b"!")

    def _why(self) -> str:
        errors = self._folder / "errors"
        return errors.read_text(errors="replace") if errors.exists() else "it is closed"

    # -- the serving thread -------------------------------------------------------------------

    def _serve(self) -> None:
        while self._running:
            self._wait()
            with contextlib.suppress(BlockingIOError):
                os.read(self._bell.reading, 100)
            while not self._acts.empty():
                self._acts.get()()
            self._from_line()
            self._to_guest()
            self._from_chip()
            self._line.flush()

    def _wait(self) -> None:
        reading = [self._bell.reading, self._line.fileno()]
        writing = []
        chip = self._chip
        if chip is not None:
            reading.append(chip.news)
            if not self._line.waits:
                reading.append(chip.out)
            if self._to_chip:
                writing.append(self._rx.writing)
        if self._line.waits:
            writing.append(self._line.fileno())
        hurry = self._line.waits or chip is not None and chip.interrupt_due
        select.select(reading, writing, [], 0.02 if hurry else 0.5)

    def _from_line(self) -> None:
        data = self._line.receive()
        if self._left is not None and data:
            data = data[: self._left]
            self._left -= len(data)
        chip = self._chip
        if chip is None:
            return
        for byte in (data[at : at + 1] for at in range(len(data))):
            if byte == _CTRL_C and (chip.interruptible or not chip.up):
                chip.interrupt()
            else:
                self._to_chip += byte
        if self._left == 0:
            self._left = None
            self._cut_line()

    def _to_guest(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while self._to_chip:
                del self._to_chip[: os.write(self._rx.writing, self._to_chip[:4096])]

    def _from_chip(self) -> None:
        chip = self._chip
        if chip is None:
            return
        chip.strike()
        ended = chip.ended
        news = chip.heard()  # before what was printed: that came first
        if not self._line.waits or news:
            self._line.send(chip.printed())
        for what in news:
            self._hear(chip, what)
        if ended and chip is self._chip:
            self._crashes += 1
            if self._crashes > 3:
                self._cut_power()
            else:
                self._restart(_CRASHED)

    def _hear(self, chip: Chip, what: dict[str, Any]) -> None:
        if "interrupts" in what:
            chip.interruptible = what["interrupts"]
            chip.up = True
            if not chip.interruptible:
                chip.interrupt_due = False
            chip.tell({"acknowledged": what["number"]})
            chip.strike()
        elif "reply" in what:
            answers = self._answers.pop(what["reply"], None)
            if answers:
                answers.put(what)
        elif "soft" in what:
            self._line.send(chip.printed() + b"MPY: soft reboot\r\n")
            chip.kill()
            self._start(_SOFT, what["soft"])
        elif "reset" in what:
            self._restart(what["reset"])

    # -- lives of the chip --------------------------------------------------------------------

    def _start(self, cause: int, raw: bool) -> None:
        settings = {**self._settings, "cause": cause, "raw": raw}
        self._chip = Chip(settings, self._rx, self._folder / "errors")

    def _restart(self, cause: int) -> None:
        """Start anew; what was on its way on the line is lost."""
        self._stop()
        self._start(cause, False)

    def _stop(self) -> None:
        if self._chip is not None:
            self._chip.kill()
            self._chip = None
        for answers in self._answers.values():
            answers.put({"gone": "the board was restarted meanwhile"})
        self._answers.clear()
        self._to_chip.clear()
        self._rx.close()
        self._rx = _line_pipe()

    def _cut_power(self) -> None:
        self._stop()
        self._rtc.write_bytes(b"")

    def _cut_line(self) -> None:
        self._cut_power()
        self._line.close()
        self._line = self._make_line()
        self.port = self._line.port

    def _plug(self) -> None:
        if self._chip is None:
            self._start(_POWER_ON, False)


def _line_pipe() -> Pipe:
    """The guest must be able to wait for bytes, this process never for room."""
    pipe = Pipe()
    os.set_blocking(pipe.writing, False)
    return pipe


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
