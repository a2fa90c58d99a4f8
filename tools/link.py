"""The line to a board: finds its port, talks to MicroPython's prompt, and says what is wrong.

What goes over the line is mpremote's business; here are the ways in which it can fail, each as a
Refusal with the way out. Opening a port may reset the board, since DTR and RTS lead to EN and
GPIO0 on most of them; entering the prompt stops the program. `restart` starts it again.
"""

from __future__ import annotations

import errno
import json
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport
from serial.tools import list_ports

from tools.refusal import Refusal

_BAUD = 115_200
_BOOT_S = 5.0  # a board that was reset by the opening of its port has booted by then
_FLASHING = (
    "MicroPython for it is at micropython.org/download; "
    "`esptool --port {port} erase-flash`, then `esptool --port {port} write-flash 0x1000 FILE` "
    "(0 instead of 0x1000 for an ESP32-S3 or -C3)"
)


class BoardTrouble(Refusal):
    """The board itself raised; the text is the last line of its traceback."""


def find_port(port: str | None) -> str:
    """The port that was asked for, or the only one there is."""
    if port:
        return port
    ports = sorted(info.device for info in list_ports.comports() if info.vid is not None)
    if len(ports) == 1:
        return str(ports[0])
    if ports:
        raise Refusal(f"several boards are connected; say which by --port: {', '.join(ports)}.")
    raise Refusal(
        "no board is connected; plug it in with a cable that carries data, or say --port PORT."
    )


class Link:
    """A board at its prompt. Used as `with Link(port) as link:`; leaving starts the program."""

    def __init__(self, port: str) -> None:
        """Open the port and stop the program. Raises Refusal where that is not to be had."""
        self.port = port
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
        self.close()

    def close(self) -> None:
        """Let go of the port; the board stays as it is."""
        try:
            self._transport.close()
        except OSError:
            pass  # it was pulled out

    def run(self, source: str, consume: Callable[[bytes], None] | None = None) -> str:
        """Execute statements on the board; what they print.

        `consume` gets it byte by byte instead. Raises BoardTrouble where they raise.
        """
        printed: bytes = self._watched(lambda: self._transport.exec(source, consume))
        return printed.decode()

    def ask(self, source: str) -> Any:
        """Execute statements that print JSON; what it says."""
        return json.loads(self.run(source))

    def write(
        self, path: str, data: bytes, progress: Callable[[int, int], None] | None = None
    ) -> None:
        """Replace a file on the board."""
        self._watched(lambda: self._transport.fs_writefile(path, data, 512, progress))

    def read(self, path: str) -> bytes:
        """A file on the board."""
        return bytes(self._watched(lambda: self._transport.fs_readfile(path)))

    def restart(self) -> None:
        """Start the board anew, as its own reset button does."""
        try:
            self._transport.exec_raw_no_follow("import machine\nmachine.reset()")
        except (TransportError, OSError) as error:
            raise _lost(self.port, error) from None

    def listen(self, until: str, seconds: float) -> str:
        """What the board prints, up to a line that holds `until`; "" if none comes in time."""
        heard: bytes = b""
        end_s = time.monotonic() + seconds
        while time.monotonic() < end_s:
            try:
                heard += self._transport.read_until(1, b"\n", timeout=0.2, timeout_overall=0.5)
            except OSError as error:
                raise _lost(self.port, error) from None
            for line in heard.decode(errors="replace").split("\n")[:-1]:
                if until in line:
                    return line.strip()
        return ""

    def _stop(self) -> None:
        """Come to the raw prompt; the program is stopped where it is, and its objects stay."""
        end_s = time.monotonic() + _BOOT_S
        while True:
            try:
                self._transport.enter_raw_repl(soft_reset=False, timeout_overall=1.5)
                return
            except TransportError:
                if time.monotonic() > end_s:
                    raise Refusal(
                        f"{self.port} does not answer as MicroPython does; is it the board? "
                        + _FLASHING.format(port=self.port)
                    ) from None
            except OSError as error:
                raise _lost(self.port, error) from None

    def _watched(self, act: Callable[[], Any]) -> Any:
        try:
            return act()
        except TransportExecError as error:
            raise BoardTrouble(_last_line(error.error_output)) from None
        except (TransportError, OSError) as error:
            if isinstance(error, OSError) and error.filename is None and error.errno:
                raise BoardTrouble(f"the board says {errno.errorcode.get(error.errno)}") from None
            raise _lost(self.port, error) from None


def _open(port: str) -> SerialTransport:
    try:
        return SerialTransport(port, baudrate=_BAUD)
    except TransportError:
        raise _cannot_open(port) from None


def _cannot_open(port: str) -> Refusal:
    """Why a port cannot be opened: mpremote does not say."""
    try:
        serial.serial_for_url(port, exclusive=True).close()
    except (OSError, ValueError) as error:
        number = getattr(error, "errno", None)
        text = str(error)
        if (
            number == errno.ENOENT
            or "No such file" in text
            or "could not open" in text.lower()
            and "FileNotFound" in text
        ):
            return Refusal(
                f"there is no port {port}; see which are there by unplugging the board."
            )
        if number == errno.EACCES or "Permission" in text or "Access is denied" in text:
            return Refusal(
                f"{port} may not be opened; on Linux: sudo usermod -aG dialout $USER, then log in "
                "anew. On Windows another program has it open."
            )
        if number in (errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK) or "exclusively lock" in text:
            return Refusal(f"{port} is in use; close the other program (a terminal, an editor).")
        return Refusal(f"{port} cannot be opened: {text}; unplug the board and plug it in again.")
    return Refusal(f"{port} could not be opened at first; try again.")


def _lost(port: str, error: Exception) -> Refusal:
    return Refusal(
        f"the line to {port} broke ({error}); plug the board in and run the same command again."
    )


def _last_line(text: str) -> str:
    return text.strip().rpartition("\n")[2].strip()
