"""A whole virtual board with the firmware running on it."""

import builtins
import io
import json
import sys

from micropython import const

from store.rtc import Rtc
from tools.vboard.buzzer import Buzzer
from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts, Ground
from tools.vboard.machine import Machine, Memory
from tools.vboard.relay import Relay
from tools.vboard.script import parse
from tools.vboard.wall import Wall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

_PASS_MS = const(2)
_BOUNCE_MS = const(20)
_PAUSE_MS = const(120)  # between two taps


class Device:
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
        self.clock = Clock()
        machine = Machine(self.clock, board["chip"], memory)
        machine.cause = cause
        self.displays = []
        for index, display in enumerate(board["displays"]):
            soldered = _chip(display["driver"]).soldered
            self.displays.append(soldered(display, machine, self.clock, seed + index))
        self.keys = []
        self._keys = []
        for name in ("keypad", "second_keypad", "buttons"):
            if name in board:
                self.keys.append(_contacts(self.clock, machine, board[name], seed))
                self._keys.append("".join(board[name]["keys"]))
        self.contacts = self.keys[0]
        self.relay = _relay(self.clock, machine, board.get("table_lamp"))
        self.buzzer = _buzzer(self.clock, machine, board["buzzer"])
        self._wall = Wall(board, self.displays)
        self._next_pass_ms = 0
        for key in held:
            self.press(key)
        self.clock.sleep_ms(_BOUNCE_MS if held else 0)  # they were pressed before
        files = {"board.json": json.dumps(board)}
        firmware = load_firmware(files, machine, self.clock, program)
        if flash is None:
            self.marker = firmware.build(board)
        else:
            self.marker = firmware.build(board, flash, Rtc(machine.RTC()))

    def press(self, key: str, part: int = 0) -> None:
        """Close the contact of a key; `part` 0 is the keypad, then come a second and buttons."""
        self.keys[part].press(self._index(key, part))

    def release(self, key: str, part: int = 0) -> None:
        """Open the contact of a key."""
        self.keys[part].release(self._index(key, part))

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

    def reading(self) -> "dict[str, Any]":
        """What can be seen and heard now; `sounds` are those since the last reading."""
        digits = self._wall.digits()
        return {
            "ms": self.clock.ms,
            "fields": self._wall.fields(digits),
            "digits": digits,
            "lamps": self._wall.lamps(digits),
            "table_lamp": self.relay.on,
            "sounds": self.buzzer.news(),
        }

    def _index(self, key: str, part: int) -> int:
        keys = self._keys[part]
        index = keys.find(key)
        if index < 0 or len(key) != 1:
            raise ValueError("no key is called %r; there are %s" % (key, " ".join(keys)))
        return index


def _chip(driver: str) -> "Any":
    """The module with the chip that a driver is for."""
    return __import__("tools.vboard.chips." + driver, None, None, ("soldered",))


def _contacts(clock: Clock, machine: Machine, part: "dict[str, Any]", seed: int) -> Contacts:
    rows = [machine.Pin(pin) for pin in part["rows"]] if "rows" in part else [Ground()]
    columns = [machine.Pin(pin) for pin in part["columns" if "rows" in part else "pins"]]
    return Contacts(clock, rows, columns, seed, part.get("pull_ups") == "external")


def _relay(clock: Clock, machine: Machine, lamp: "dict[str, Any] | None") -> Relay:
    """A board without a relay has one that nobody switches."""
    pin = machine.Pin(lamp["pin"]) if lamp else None
    return Relay(clock, pin, lamp is None or lamp["active"] == "high")


def _buzzer(clock: Clock, machine: Machine, part: "dict[str, Any]") -> Buzzer:
    active = part.get("active", "high") if part.get("kind") == "active" else ""
    return Buzzer(clock, machine.Pin(part["pin"]), active)


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
