"""Stand-ins for those modules in which an ESP32 differs from the host's MicroPython."""

import builtins
import io
import os
import sys
from collections import namedtuple

import micropython

from tools.vboard.machine import RTC, Machine, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO

    from tools.vboard.live.clock import Calendar, LiveClock
    from tools.vboard.live.control import Control

_BOARD = "Generic ESP32 module with ESP32"
_MPY = 6 | 3 << 8 | 10 << 10  # version 6.3, native code for xtensawin
_HOSTS_OWN = ("system", "getenv", "putenv", "unsetenv", "VfsPosix")
_MEMORY_BYTES = 2048

_print = builtins.print


class Module:
    """Has what another one has, but for what is left out."""

    def __init__(self, original: "Any", without: "tuple[str, ...]" = ()) -> None:
        for name in dir(original):
            if name[0] != "_" and name not in without:
                setattr(self, name, getattr(original, name))


class Output:
    """sys.stdout of a chip: a line ends with CR and LF. What goes into `buffer` stays as it is."""

    def __init__(self) -> None:
        self.buffer = sys.stdout.buffer

    def write(self, text: "Any") -> int:
        data = text.encode() if isinstance(text, str) else bytes(text)
        self.buffer.write(data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))
        return len(text)

    def print(self, *values: "Any", sep: str = " ", end: str = "\n", file: "Any" = None) -> None:
        """The builtin."""
        if file is not None and file is not self:
            _print(*values, sep=sep, end=end, file=file)
            return
        text = io.StringIO()
        _print(*values, sep=sep, end=end, file=text)
        self.write(text.getvalue())

    def show(self, value: "Any") -> None:
        """What the prompt does with the value of an expression."""
        if value is not None:
            self.print(repr(value))

    def print_exception(self, error: BaseException, file: "Any" = None) -> None:
        """As that of sys; the frames of the prompt itself, which on a chip is C, are left out."""
        text = io.StringIO()
        sys.print_exception(error, text)  # type: ignore[attr-defined]
        lines = text.getvalue().split("\n")
        kept = "\n".join([line for line in lines if "/tools/vboard/live/" not in line])
        self.print(kept, end="", file=file)


def make_sys(output: Output, version: "tuple[int, int, int]") -> Module:
    """The module sys of a chip with this version of MicroPython."""
    module: Any = Module(sys)
    dotted = ".".join([str(number) for number in version])
    fields = ("name", "version", "_machine", "_mpy", "_build")
    make: Any = namedtuple  # whose fields mypy wants to see as a literal
    module.implementation = make("implementation", fields)(
        "micropython", version + ("",), _BOARD, _MPY, "ESP32_GENERIC"
    )
    module.version = "3.4.0; MicroPython v%s" % dotted
    module.platform = "esp32"
    module.maxsize = 2**31 - 1
    module.stdout = module.stderr = output
    module.print_exception = output.print_exception
    return module  # type: ignore[no-any-return]


def make_os(version: "tuple[int, int, int]") -> Module:
    """The module os of a chip."""
    module: Any = Module(os, _HOSTS_OWN)
    dotted = ".".join([str(number) for number in version])
    uname = namedtuple("uname", ("sysname", "nodename", "release", "version", "machine"))
    said = uname("esp32", "esp32", dotted, "v%s on 2026-01-01" % dotted, _BOARD)
    module.uname = lambda: said
    return module  # type: ignore[no-any-return]


def make_micropython(control: "Control") -> Module:
    """The module micropython: Ctrl-C can be switched off, and is heard by the host."""
    module: Any = Module(micropython)
    module.kbd_intr = lambda char: control.interruptible(char != -1)
    return module  # type: ignore[no-any-return]


def banner(version: "tuple[int, int, int]") -> str:
    """What the prompt says of itself."""
    said = "MicroPython v%d.%d.%d on 2026-01-01; " % version
    return said + _BOARD + '\nType "help()" for more information.\n'


class Keeping:
    """RTC memory and date, in a file: a reset finds them, a power cut empties it."""

    def __init__(self, file: "BinaryIO", calendar: "Calendar") -> None:
        self.memory = Memory()
        self._file = file
        self._calendar = calendar
        kept = file.read()
        if kept:
            self.memory.bytes[:] = kept[:_MEMORY_BYTES]
            self.memory.length = int.from_bytes(kept[_MEMORY_BYTES:][:2], "little")
            calendar.offset_s = int(kept[_MEMORY_BYTES + 2 :].decode())
        else:
            calendar.begin()
            self.save()

    def save(self) -> None:
        """In one write, so that a cut finds all of it or nothing new."""
        length = self.memory.length.to_bytes(2, "little")
        offset = ("%+020d" % self._calendar.offset_s).encode()
        self._file.seek(0)
        self._file.write(bytes(self.memory.bytes) + length + offset)


class LiveMachine(Machine):
    """The module machine. What ends the program is told to the host, which makes a new guest."""

    def __init__(
        self,
        clock: "LiveClock",
        chip: str,
        keeping: Keeping,
        calendar: "Calendar",
        halt: "Callable[[dict[str, Any]], None]",
    ) -> None:
        super().__init__(clock, chip, keeping.memory)
        self._halt = halt
        made = {"kept": keeping.memory, "keeping": keeping, "calendar": calendar}
        self.RTC = type("RTC", (_RTC,), made)

    def reset(self) -> None:
        self._halt({"reset": self.HARD_RESET})

    def soft_reset(self) -> None:
        raise SystemExit

    def watch(self) -> None:
        """Let the watchdog bite if it must."""
        if self.watchdogs:
            dog = self.watchdogs[-1]
            if self._clock.ms - dog.fed_ms > dog.timeout_ms:
                self._halt({"reset": self.WDT_RESET})

    def freq(self) -> int:
        return 160_000_000

    def unique_id(self) -> bytes:
        return b"\x24\x0a\xc4\x00\x00\x01"

    def idle(self) -> None:
        self._clock.sleep_ms(1)


class _RTC(RTC):
    keeping: Keeping
    calendar: "Calendar"

    def memory(self, data: "Any" = None) -> "bytes | None":
        kept = super().memory(data)
        if data is not None:
            self.keeping.save()
        return kept

    def datetime(self, date: "Any" = None) -> "tuple[int, ...] | None":
        if date is None:
            return self.calendar.date()
        self.calendar.set(date)
        self.keeping.save()
        return None
