"""MicroPython's prompt on a serial line: the friendly one, the raw one, and raw paste.

As shared/runtime/pyexec.c does it, and ports/esp32/main.c around it: boot.py, main.py, then the
prompt, until a soft reset. `mpremote` speaks the raw one.
"""

import gc
import select
import sys

from tools.vboard.live.control import end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tools.vboard.live.clock import LiveClock
    from tools.vboard.live.control import Control
    from tools.vboard.live.modules import Output

_A, _B, _C, _D, _E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"
_BACKSPACES = (b"\x08", b"\x7f")
_WINDOW = 128
# The guest does not survive it when memory runs out in the middle of a write to the flash.
_ROOM_BYTES = 4_000_000
_LOOK_MS = 100  # while nobody types: for the watchdog


class Prompt:
    """One life of the interpreter, from boot.py to the next soft reset."""

    def __init__(
        self, control: "Control", clock: "LiveClock", output: "Output", banner: str
    ) -> None:
        self._control = control
        self._clock = clock
        self._output = output
        self._banner = banner
        self._line = sys.stdin.buffer
        self._heard = select.poll()
        self._heard.register(self._line, select.POLLIN)
        self._scope = {"__name__": "__main__"}
        self._ends = False

    def run(self, raw: bool) -> bool:
        """Live. Whether the raw prompt was on at the end, so that it is there again."""
        booted = self._run_file("boot.py")
        if booted and not raw and not self._ends:
            self._run_file("main.py")
        self._control.tell({"prompt": True})
        while not self._ends:
            if raw:
                self._raw()
            else:
                self._friendly()
            if not self._ends:
                raw = not raw
        return raw

    # -- running what was sent ----------------------------------------------------------------

    def _run_file(self, name: str) -> bool:
        """Execute a file, if there is one; whether all went well."""
        try:
            with open(name) as file:
                source = file.read()
        except OSError:
            return True
        trouble = self._guarded(lambda: exec(compile(source, name, "exec"), self._scope))
        self._tell(trouble)
        return trouble is None

    def _execute(self, source: bytes, kind: str) -> "BaseException | None":
        if gc.mem_free() < _ROOM_BYTES:  # type: ignore[attr-defined]
            gc.collect()
        return self._guarded(lambda: exec(compile(source, "<stdin>", kind), self._scope))

    def _guarded(self, program: "Callable[[], Any]") -> "BaseException | None":
        """Let a program run that Ctrl-C may end; what it raised.

        Ctrl-C may also strike just before and just behind it, but not twice in a row.
        """
        trouble: BaseException | None = None
        try:
            self._control.interruptible(True)
            program()
            self._settle()
        except BaseException as error:
            trouble = error
            self._settle()
        if isinstance(trouble, SystemExit):
            self._ends = True
            return None
        return trouble

    def _settle(self) -> None:
        """From here on Ctrl-C is a byte; one that is on its way is lost, as the program has."""
        settled = False
        while not settled:
            try:
                self._control.interruptible(False)
                for _ in range(3):  # jumps: where what is pending is raised
                    settled = True
            except KeyboardInterrupt:
                pass

    def _tell(self, trouble: "BaseException | None") -> None:
        if trouble is not None:
            self._output.print_exception(trouble)

    # -- the line -----------------------------------------------------------------------------

    def _write(self, data: bytes) -> None:
        self._output.buffer.write(data)

    def _byte(self) -> bytes:
        """The next byte; the rest of the board is served meanwhile."""
        while not self._heard.poll(_LOOK_MS):
            self._control.serve()
            self._clock.idle()
        return self._next()

    def _next(self) -> bytes:
        return self._line.read(1) or end()

    # -- the raw prompt -----------------------------------------------------------------------

    def _raw(self) -> None:
        """Until Ctrl-B, or a soft reset."""
        while True:
            self._write(b"raw REPL; CTRL-B to exit\r\n>")
            source = self._raw_source()
            while source:
                self._write(b"OK")
                self._finish(self._execute(source, "exec"))
                if self._ends:
                    return
                self._write(b">")
                source = self._raw_source()
            if source is None:
                self._write(b"\r\n")
                return
            if self._ends:
                self._write(b"\r\n")
                return

    def _raw_source(self) -> "bytes | None":
        """What shall be executed; b"" for a fresh start of the prompt, None to leave it."""
        source = bytearray()
        while True:
            byte = self._byte()
            if byte == _A and source[:1] == _E and len(source) == 2:
                self._paste(bytes(source[1:]))
                if self._ends:
                    return b""
                self._write(b">")
                source = bytearray()
            elif byte == _A:
                return b""
            elif byte == _B:
                return None
            elif byte == _C:
                source = bytearray()
            elif byte == _D:
                self._ends = not source
                return bytes(source)
            else:
                source.extend(byte)

    def _paste(self, kind: bytes) -> None:
        """Raw paste: the sender waits for a sign after each window, so that no byte is lost."""
        if kind != b"A":
            self._write(b"R\x00")
            return
        self._write(b"R\x01" + bytes((_WINDOW & 255, _WINDOW >> 8)))
        source = bytearray()
        byte = self._next()
        while byte not in (_C, _D):
            source.extend(byte)
            if len(source) % _WINDOW == 0:
                self._write(b"\x01")
            byte = self._next()
        self._write(b"\x04")
        if byte == _C:
            self._finish(KeyboardInterrupt())
        else:
            self._finish(self._execute(bytes(source), "exec"))

    def _finish(self, trouble: "BaseException | None") -> None:
        self._write(b"\x04")
        self._tell(trouble)
        self._write(b"\x04")

    # -- the friendly prompt ------------------------------------------------------------------

    def _friendly(self) -> None:
        """Until Ctrl-A, or a soft reset."""
        self._output.print(self._banner, end="")
        while True:
            source, end = self._friendly_source()
            if end == _A:
                self._write(b"\r\n")
                return
            if end == _D:
                self._write(b"\r\n")
                self._ends = True
                return
            if end == _B:
                self._write(b"\r\n")
                self._output.print(self._banner, end="")
            elif source.strip():
                self._tell(self._execute(source, "single"))
                if self._ends:
                    return

    def _friendly_source(self) -> "tuple[bytes, bytes]":
        """A whole statement, which may be of several lines, and with which key it ended."""
        source = b""
        line, end = self._typed(b">>> ", True)
        while end == b"\r":
            source += line + b"\n"
            if not _goes_on(source, line):
                return source, end
            line, end = self._typed(b"... ", False)
        if end == _E:
            return self._pasted(), b"\r"
        return b"", end

    def _typed(self, prompt: bytes, first: bool) -> "tuple[bytes, bytes]":
        """A line as it is typed, and the key that ended it."""
        self._write(prompt)
        line = b""
        while True:
            byte = self._byte()
            if byte == b"\r" or byte == _C:
                self._write(b"\r\n")
                return line, byte
            if first and not line and byte in (_A, _B, _D, _E):
                return line, byte
            if byte in _BACKSPACES:
                if line:
                    line = line[:-1]
                    self._write(b"\b \b")
            elif byte >= b" " or byte == b"\t":
                line += byte
                self._write(byte)

    def _pasted(self) -> bytes:
        """Ctrl-E: everything up to Ctrl-D, as it comes."""
        self._write(b"\r\npaste mode; Ctrl-C to cancel, Ctrl-D to finish\r\n=== ")
        source = b""
        while True:
            byte = self._byte()
            if byte == _C or byte == _D:
                self._write(b"\r\n")
                return source if byte == _D else b""
            self._write(b"\r\n=== " if byte == b"\r" else byte)
            source += b"\n" if byte == b"\r" else byte


def _goes_on(source: bytes, line: bytes) -> bool:
    """Whether a statement is not finished with this line of it."""
    if source.startswith((b"@",)) or source.split(b"\n")[0].rstrip().endswith(b":"):
        return bool(line.strip())  # a block ends with an empty line
    for opening, closing in (b"()", b"[]", b"{}"):
        opened = source.count(bytes((opening,))) - source.count(bytes((closing,)))
        if opened > 0:
            return True
    return source.count(b'"""') % 2 == 1 or source.rstrip(b"\n").endswith(b"\\")
