"""A whole virtual board with the firmware running on it."""

import builtins
import io
import json
import sys

from micropython import const

from store.rtc import Rtc
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine, Memory
from tools.vboard.parts import Parts
from tools.vboard.script import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

_PASS_MS = const(2)
_PAUSE_MS = const(120)  # between two taps


class Device(Parts):
    """Powered on by its construction.

    `board` is the content of a board file. `match` stands for its defaults, if given. `seed`
    decides what happens by chance: the bounces, and what the display chips wake up with. The
    self-test that a board file may ask for is left out, unless `self_test`: it is in the way of
    whoever looks at the board in its first seconds. `cause` is why the chip was reset. `flash`
    has `open` and `mkdir` of a file system, and `memory` is the RTC's: both outlive the device if
    they are handed to the next one; without a flash nothing is kept. `held` are the keys of the
    keypad that are down as it starts.

    The parts can be looked at: `clock`, `displays`, `contacts` (of the keypad), `keys` (those of
    all keypads and buttons), `relay`, `buzzer`, and what the firmware's build() made, `marker`.
    """

    def __init__(
        self,
        board: "dict[str, Any]",
        match: "dict[str, Any] | None" = None,
        seed: int = 1,
        program: str = "marker",
        self_test: bool = False,
        cause: int = Machine.PWRON_RESET,
        flash: "Any" = None,
        memory: "Memory | None" = None,
        held: "tuple[str, ...]" = (),
    ) -> None:
        board = dict(board)
        if match is not None:
            board["defaults"] = match
        if not self_test:
            board.pop("self_test", None)
        clock = Clock()
        machine = Machine(clock, board["chip"], memory)
        machine.cause = cause
        super().__init__(board, clock, machine, seed, held)
        self._next_pass_ms = 0
        files = {"board.json": json.dumps(board)}
        firmware = load_firmware(files, machine, clock, program)
        if flash is None:
            self.marker = firmware.build(board)
        else:
            self.marker = firmware.build(board, flash, Rtc(machine.RTC()))

    def stall_ms(self, ms: int) -> None:
        """Time passes and the firmware's loop does not run: an erase of the flash, for example."""
        self.clock.advance_to(self.clock.ms + ms)
        self._next_pass_ms = max(self._next_pass_ms, self.clock.ms)

    def run_ms(self, ms: int) -> None:
        """Let virtual time pass; the firmware's loop runs every 2 ms.

        A pass that has begun is finished, and may take a millisecond more.
        """
        end_ms = self.clock.ms + ms
        while self._next_pass_ms < end_ms:
            self.clock.advance_to(self._next_pass_ms)
            self.marker.step(self.clock.ticks_ms())
            self._next_pass_ms = max(self._next_pass_ms + _PASS_MS, self.clock.ms)
        self.clock.advance_to(end_ms)

    def skip_ms(self, ms: int) -> None:
        """Let time pass in which the loop would find nothing to do (see idle.py)."""
        self.clock.advance_to(self.clock.ms + ms)
        self._next_pass_ms += ms

    def play(self, script: str) -> None:
        """Press what a key script says (see tools/vboard/script.py)."""
        for key, ms in parse(script, self._keys[0]):
            if key:
                self.press(key)
            self.run_ms(ms)
            if key:
                self.release(key)
                self.run_ms(_PAUSE_MS)


def load_firmware(
    files: "dict[str, str]", machine: Machine, clock: Clock, program: str
) -> "ModuleType":
    """Run boot.py with these files on the flash, then import the program, both anew.

    The stand-ins for `machine` and `time` are there only meanwhile.
    """

    def open_on_flash(name: str, mode: str = "r") -> "io.StringIO":
        if name not in files:
            raise OSError(2)  # ENOENT
        return io.StringIO(files[name])

    modules: dict[str, Any] = sys.modules
    names = ("machine", "time", "boot", program)
    kept = [modules.pop(name, None) for name in names]
    kept_open = builtins.open
    modules["machine"] = machine
    modules["time"] = clock
    try:
        builtins.open = open_on_flash  # type: ignore[assignment]
        __import__("boot")
        builtins.open = kept_open
        __import__(program)
        return sys.modules[program]
    finally:
        builtins.open = kept_open
        for name, module in zip(names, kept):
            modules.pop(name, None)
            if module is not None:
                modules[name] = module
