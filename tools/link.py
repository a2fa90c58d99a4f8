"""The line to a board: finds its port, talks to MicroPython's prompt, and says what is wrong.

What goes over the line is mpremote's business; here are the ways in which it can fail, each as a
Refusal with the way out. Opening a port may reset the board, since DTR and RTS lead to EN and
GPIO0 on most of them; entering the prompt stops the program, and leaving starts it again.

A file is written beside its place and renamed when it is whole, so whatever cuts the line leaves
the old one or the new one.
"""

from __future__ import annotations

import base64
import contextlib
import errno
import io
import json
import struct
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport
from serial.tools import list_ports

from tools.refusal import Refusal

SCRATCH = "flash.tmp"  # what a write that was cut leaves on the board

_BAUD = 115_200
_BOOT_S = 5.0  # a board that was reset by the opening of its port has booted by then
_BUSY_S = 0.5  # the program that had the port may just be leaving
_ATTEMPT_S = 0.7  # to come to the prompt
_QUIET_S = 0.05
_PROMPT = b"raw REPL; CTRL-B to exit\r\n"
_SILENCE_S = 2.0  # longer than the flash ever stops the chip
_CHUNK = 1536  # bytes of a file at a time: its text fits the heap of a chip that has run
_BROKEN = (TransportError, OSError, struct.error, ValueError, SyntaxError)  # mpremote's, on a cut
_FLASHING = (
    "if there is no MicroPython on it yet, get the file for its chip from "
    "micropython.org/download and run `esptool --port {port} erase-flash`, then "
    "`esptool --port {port} write-flash 0x1000 FILE` (0 instead of 0x1000 for an ESP32-S3 or "
    "-C3), or `mpflash flash`, which fetches it too"
)


class _Transport(SerialTransport):  # type: ignore[misc]
    """mpremote's, which would wait ten seconds for each sign of a board that is gone."""

    def read_until(
        self,
        min_num_bytes: int,
        ending: bytes,
        timeout: float | None = None,
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        data: bytes = super().read_until(
            min_num_bytes, ending, timeout or _SILENCE_S, data_consumer, timeout_overall
        )
        return data


class BoardTrouble(Refusal):
    """The board itself raised; the text is the last line of its traceback."""


def find_port(port: str | None) -> str:
    """The port that was asked for, or the only one there is."""
    if port:
        return port
    found = sorted(
        (info.device, info.description or "")
        for info in list_ports.comports()
        if info.vid is not None
    )
    if len(found) == 1:
        return str(found[0][0])
    if found:
        choices = ", ".join(f"{device} ({text})" if text else device for device, text in found)
        raise Refusal(f"several boards are connected; say which by --port: {choices}.")
    raise Refusal(
        "no board is connected; plug it in with a cable that carries data, or say --port PORT."
    )


class Link:
    """A board at its prompt. Used as `with Link(port) as link:`; leaving starts the program."""

    def __init__(self, port: str) -> None:
        """Open the port and stop the program. Raises Refusal where that is not to be had."""
        self.port = port
        self.heard = ""  # what `listen` has heard at last
        self._left_alone = False  # it runs again, or is gone
        self._transport = _open(port)
        try:
            self._stop()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Link:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if not self._left_alone:
            with contextlib.suppress(Refusal):
                if kind is KeyboardInterrupt:  # a statement may be half on its way
                    self._stop()
                self.restart()
        self.close()

    def close(self) -> None:
        """Let go of the port; the board stays as it is."""
        with contextlib.suppress(OSError):  # it was pulled out
            self._transport.close()

    def clear(self) -> None:
        """Empty the memory of the board, with the files that its program had open.

        The prompt comes back without the program having run.
        """
        with contextlib.redirect_stdout(io.StringIO()):  # mpremote prints what it did not expect
            self._watched(lambda: self._transport.enter_raw_repl(soft_reset=True))

    def run(self, source: str, consume: Callable[[bytes], None] | None = None) -> str:
        """Execute statements on the board; what they print.

        `consume` gets it byte by byte instead. Raises BoardTrouble where they raise.
        """
        printed: bytes = self._watched(lambda: self._transport.exec(source, consume))
        return printed.decode(errors="replace")

    def ask(self, source: str) -> Any:
        """Execute statements that print JSON in a line, the last one; what it says."""
        line = _last_line(self.run(source))
        try:
            return json.loads(line)
        except ValueError as error:
            raise self._lost(error) from None

    def write(self, path: str, data: bytes, progress: Callable[[int], None] | None = None) -> None:
        """Put a file on the board, or replace it. `progress` hears how many bytes went over."""
        starts = range(0, len(data) or 1, _CHUNK)
        for start in starts:
            chunk = data[start : start + _CHUNK]
            lines = ["import os", "from binascii import a2b_base64 as _d"]
            if start == starts[0]:
                lines += ["try:", " _f.close()", "except Exception:", " pass"]
                lines += [f"_f = open({SCRATCH!r}, 'wb')"]
            lines += [f"_f.write(_d({base64.b64encode(chunk)!r}))"]
            if start == starts[-1]:
                lines += ["_f.close()", f"os.rename({SCRATCH!r}, {path!r})"]
            self.run("\n".join(lines))
            if progress:
                progress(len(chunk))

    def read(self, path: str) -> bytes:
        """A file on the board. Raises FileNotFoundError where it is not there."""
        try:
            return bytes(self._watched(lambda: self._transport.fs_readfile(path)))
        except BoardTrouble as trouble:
            if "ENOENT" in str(trouble):
                raise FileNotFoundError(path) from None
            raise

    def restart(self) -> None:
        """Start the board anew, as its own reset button does."""
        self._left_alone = True
        try:
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        except _BROKEN as error:
            raise self._lost(error) from None

    def listen(self, until: str, seconds: float) -> str:
        """What the board prints, up to a line that holds `until`; "" if none comes in time.

        `heard` has all that it has printed.
        """
        heard: bytes = b""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            try:
                heard += self._transport.read_until(1, b"\n", timeout=0.2, timeout_overall=0.5)
            except OSError as error:
                raise self._lost(error) from None
            self.heard = heard.decode(errors="replace")
            for line in self.heard.split("\n")[:-1]:
                if until in line:
                    return line.strip()
        return ""

    def _stop(self) -> None:
        """Come to the raw prompt; the program is stopped where it is, and its objects stay."""
        end_s = time.monotonic() + _BOOT_S
        self._transport.serial.timeout = _QUIET_S
        while True:
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_ATTEMPT_S)
                self._synchronise()
                self._transport.serial.timeout = _SILENCE_S
                return
            except TransportError:
                if time.monotonic() > end_s:
                    raise Refusal(
                        f"{self.port} does not answer as MicroPython does; "
                        + _FLASHING.format(port=self.port)
                        + "."
                    ) from None
            except OSError as error:
                raise self._lost(error) from None

    def _synchronise(self) -> None:
        """A board that was starting may answer every attempt: wait for silence and ask once."""
        while self._transport.read_until(1, b">", timeout=_QUIET_S):
            pass
        self._transport.serial.write(b"\x01")
        answer = self._transport.read_until(1, _PROMPT, timeout_overall=_ATTEMPT_S)
        if not answer.endswith(_PROMPT):
            raise TransportError("no prompt")

    def _watched(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except TransportExecError as error:
            raise BoardTrouble(_last_line(error.error_output)) from None
        except FileNotFoundError as error:
            raise BoardTrouble(f"ENOENT: {error.strerror}") from None
        except _BROKEN as error:
            raise self._lost(error) from None

    def _lost(self, error: Exception) -> Refusal:
        self._left_alone = True
        reason = _last_line(str(error)) or type(error).__name__
        return Refusal(
            f"the line to {self.port} broke ({reason}); plug the board in and run the same "
            "command again: it completes what was begun."
        )


def _open(port: str) -> _Transport:
    end_s = time.monotonic() + _BUSY_S
    while True:
        try:
            transport = _Transport(port, baudrate=_BAUD, timeout=_SILENCE_S)
            transport.serial.write_timeout = _SILENCE_S * 5
            return transport
        except (TransportError, OSError):
            if time.monotonic() > end_s:
                raise _cannot_open(port) from None
            time.sleep(_QUIET_S)


def _cannot_open(port: str) -> Refusal:
    """Why a port cannot be opened: mpremote does not say."""
    try:
        serial.serial_for_url(port, exclusive=True).close()
    except (OSError, ValueError) as error:
        return _why_closed(port, getattr(error, "errno", None), str(error))
    return Refusal(f"{port} could not be opened at first; run the same command again.")


def _why_closed(port: str, number: int | None, text: str) -> Refusal:
    if number == errno.ENOENT or "No such file" in text or "FileNotFound" in text:
        return Refusal(
            f"there is no port {port}; leave --port out to see which there are, or plug the "
            "board in with a cable that carries data."
        )
    if number == errno.EACCES and "Access is denied" not in text or "Permission denied" in text:
        return Refusal(
            f"{port} may not be opened by you; run `sudo usermod -aG dialout $USER` (on Arch "
            'the group is uucp) and log in anew, or add a udev rule with MODE="0666".'
        )
    busy = (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK)
    if number in busy or "exclusively lock" in text or "Access is denied" in text:
        return Refusal(f"{port} is in use; close the other program (a terminal, an editor).")
    return Refusal(f"{port} cannot be opened ({text}); unplug the board and plug it in again.")


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()
