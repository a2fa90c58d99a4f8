"""Between a serial line and the chip at its end: who hears which byte, and the lives of the chip.

One thread serves it. Others hand it what shall be done (`do`) or asked of the guest (`ask`).
"""

from __future__ import annotations

import contextlib
import os
import queue
import select
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.pty_board.chip import Chip, Pipe
from tools.pty_board.line import Line

POWER_ON, HARD, CRASHED, SOFT = 1, 2, 3, 5  # as machine.reset_cause() has them

_PATIENCE_S = 30.0
_AGAIN_S = 2.0
_LOOK_S = 0.5  # after the chip, which may have ended
_HURRY_S = 0.02  # where a moment counts
_MOST_CRASHES = 3
_CTRL_C = 0x03


class BoardGone(Exception):
    """The board could not answer; the text says why."""


class Exchange:
    """`settings` is what the guest starts with, but for "cause" and "raw"; `folder` is for it.

    `line` is None while the cable is out, `chip` while there is no power.
    """

    def __init__(self, settings: dict[str, Any], folder: Path) -> None:
        self.settings = settings
        self.line: Line | None = Line()
        self.chip: Chip | None = None
        self.left: int | None = None  # bytes that still come in before the cable is pulled
        self._folder = folder
        self._crashes = 0
        self._to_chip = bytearray()
        self._ears = _pipe()
        self._asked = 0
        self._asks: dict[int, tuple[dict[str, Any], queue.SimpleQueue[dict[str, Any]]]] = {}
        self._acts: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._bell = _pipe()
        os.set_blocking(self._bell.reading, False)
        self._running = True
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def do(self, act: Callable[[], None]) -> None:
        """Have the serving thread do something, and wait until it has."""
        done = threading.Event()

        def do_it() -> None:
            act()
            done.set()

        self._acts.put(do_it)
        os.write(self._bell.writing, b"!")
        if not done.wait(_PATIENCE_S):
            raise BoardGone("the thread of the virtual board has ended")

    def ask(self, request: dict[str, Any]) -> Any:
        """What the guest answers; one that is restarted meanwhile is asked again.

        Raises ValueError where the guest does, BoardGone where it says nothing.
        """
        answers: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        self._asked += 1
        request = {"id": self._asked, **request}
        self.do(lambda: self._begin_to_ask(request, answers))
        answer = self._await(request["id"], answers)
        if "error" in answer:
            raise ValueError(answer["error"])
        if "gone" in answer:
            raise BoardGone(answer["gone"])
        return answer["value"]

    def _await(self, number: int, answers: queue.SimpleQueue[dict[str, Any]]) -> dict[str, Any]:
        """The answer to a request, which is repeated: a Ctrl-C can tear it in the guest."""
        end_s = time.monotonic() + _PATIENCE_S
        while time.monotonic() < end_s:
            with contextlib.suppress(queue.Empty):
                return answers.get(timeout=min(_PATIENCE_S, _AGAIN_S))
            self.do(lambda: self._ask_again(number))
        why = "the program on the board does not wait for anything"
        raise BoardGone(self.errors() or why)

    def errors(self) -> str:
        """What the interpreter itself has complained of."""
        path = self._folder / "errors"
        return path.read_text(errors="replace") if path.exists() else ""

    def close(self) -> None:
        """End all of it."""
        if self._running:
            self.do(self._end)
            self._thread.join()
            for pipe in (self._ears, self._bell):
                pipe.close()

    # -- the serving thread -------------------------------------------------------------------

    def _serve(self) -> None:
        while self._running:
            self._wait()
            with contextlib.suppress(BlockingIOError):
                os.read(self._bell.reading, 100)
            while not self._acts.empty():
                self._acts.get()()
            if self.line is not None:
                self._hear_line(self.line)
            if self.chip is not None:
                self._hear_chip(self.chip)
            if self.line is not None:
                self.line.flush()

    def _wait(self) -> None:
        """Until there is something to do."""
        line, chip = self.line, self.chip
        reading, writing = [self._bell.reading], []
        blocked = line is not None and line.waits
        if line is not None:
            reading.append(line.fileno())
            if blocked:
                writing.append(line.fileno())
        if chip is not None:
            reading += [chip.news] if blocked else [chip.news, chip.out]
            if self._to_chip:
                writing.append(self._ears.writing)
        hurry = blocked or chip is not None and chip.interrupt_due
        select.select(reading, writing, [], _HURRY_S if hurry else _LOOK_S)

    def _begin_to_ask(
        self, request: dict[str, Any], answers: queue.SimpleQueue[dict[str, Any]]
    ) -> None:
        if self.chip is None:
            answers.put({"gone": "the board has no power"})
        else:
            self._asks[request["id"]] = (request, answers)
            self.chip.tell(request)

    def _ask_again(self, number: int) -> None:
        if number in self._asks and self.chip is not None:
            self.chip.tell(self._asks[number][0])

    def _hear_line(self, line: Line) -> None:
        data = line.receive()
        if self.left is not None:
            data = data[: self.left]
            self.left -= len(data)
        if self.chip is not None:
            self._pass_on(data, self.chip)
        if self.left == 0:
            self.left = None
            self.pull_cable()

    def _pass_on(self, data: bytes, chip: Chip) -> None:
        """Each Ctrl-C interrupts the program, unless none runs: then it is a byte like others."""
        for byte in data:
            if byte == _CTRL_C and (chip.interruptible or not chip.at_prompt):
                chip.interrupt()
            else:
                self._to_chip.append(byte)
        with contextlib.suppress(BlockingIOError):
            while self._to_chip:
                del self._to_chip[: os.write(self._ears.writing, self._to_chip[:4096])]

    def _hear_chip(self, chip: Chip) -> None:
        self._pass_on(b"", chip)
        chip.strike()
        ended = chip.ended
        news = chip.heard()  # before what was printed: that came first
        if self.line is None or news or not self.line.waits:
            self._send(chip.printed())
        for what in news:
            self._hear(chip, what)
        if ended and chip is self.chip:
            self._crashed()

    def _hear(self, chip: Chip, what: dict[str, Any]) -> None:
        if "interrupts" in what:
            chip.interruptible = what["interrupts"]
            chip.interrupt_due &= chip.interruptible or not chip.at_prompt
            chip.tell({"acknowledged": what["number"]})
            chip.strike()
        elif "reply" in what:
            _, answers = self._asks.pop(what["reply"], (None, None))
            if answers:
                answers.put(what)
        elif "prompt" in what:
            chip.at_prompt = True
            chip.interrupt_due = False
        elif "soft" in what:
            self._send(chip.printed() + b"MPY: soft reboot\r\n")
            chip.kill()
            self._start(SOFT, what["soft"])
        elif "reset" in what:
            self.restart(what["reset"])

    def _send(self, data: bytes) -> None:
        if self.line is not None:
            self.line.send(data)

    # -- lives of the chip: in the serving thread ---------------------------------------------

    def restart(self, cause: int) -> None:
        """The chip starts anew; what was on its way to it is lost."""
        self._stop()
        self._start(cause, False)

    def plug(self) -> None:
        """Power, and a line if that was cut."""
        if self.line is None:
            self.line = Line()
        if self.chip is None:
            self._start(POWER_ON, False)

    def cut_power(self) -> None:
        """At once, and the RTC memory is gone."""
        self._stop()
        Path(self.settings["rtc"]).write_bytes(b"")
        for _, answers in self._asks.values():
            answers.put({"gone": "the power went"})
        self._asks.clear()

    def pull_cable(self) -> None:
        """Power and line are gone."""
        self.cut_power()
        if self.line is not None:
            self.line.close()
            self.line = None

    def _start(self, cause: int, raw: bool) -> None:
        settings = {**self.settings, "cause": cause, "raw": raw}
        self.chip = Chip(settings, self._ears, self._folder / "errors")
        for request, _ in self._asks.values():
            self.chip.tell(request)

    def _stop(self) -> None:
        if self.chip is not None:
            self.chip.kill()
            self.chip = None
        self._to_chip.clear()
        self._ears.close()
        self._ears = _pipe()

    def _crashed(self) -> None:
        """The interpreter ended, which a chip cannot: it is started as by its watchdog."""
        self._crashes += 1
        if self._crashes < _MOST_CRASHES:
            self.restart(CRASHED)
        else:
            self.cut_power()

    def _end(self) -> None:
        self.pull_cable()
        self._running = False


def _pipe() -> Pipe:
    """One that never makes this process wait for room."""
    pipe = Pipe()
    os.set_blocking(pipe.writing, False)
    return pipe
