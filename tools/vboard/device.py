"""A whole virtual board with the firmware running on it."""

import builtins
import io
import json
import sys

from micropython import const

from tools.vboard.buzzer import Buzzer
from tools.vboard.chips.max7219 import Max7219Chain
from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts
from tools.vboard.machine import Machine
from tools.vboard.relay import Relay
from tools.vboard.script import parse
from tools.vboard.wall import Wall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

_PASS_MS = const(2)
_PAUSE_MS = const(120)  # between two taps


class Device:
    """Powered on by its construction.

    `board` is the content of a board file. `match` stands for its defaults, if given. `seed`
    decides what happens by chance: the bounces, and what the display chips wake up with.
    The parts can be looked at: `clock`, `contacts`, `chains`, `relay`, `buzzer`, and what
    the firmware's build() made, `marker`.
    """

    def __init__(
        self,
        board: "dict[str, Any]",
        match: "dict[str, Any] | None" = None,
        seed: int = 1,
        main: str = "main",
    ) -> None:
        if match is not None:
            board = dict(board)
            board["defaults"] = match
        self.clock = Clock()
        machine = Machine(self.clock)
        keypad = board["keypad"]
        self._keys = "".join(keypad["keys"])
        rows = [machine.Pin(pin) for pin in keypad["rows"]]
        columns = [machine.Pin(pin) for pin in keypad["columns"]]
        self.contacts = Contacts(self.clock, rows, columns, seed)
        self.chains = []
        for display in board["displays"]:
            chain = Max7219Chain(self.clock, machine.Pin(display["cs"]), display["chips"], seed)
            machine.Pin(display["mosi"]).wire = chain
            self.chains.append(chain)
        lamp = board["table_lamp"]
        self.relay = Relay(self.clock, machine.Pin(lamp["pin"]), lamp["active"] == "high")
        self.buzzer = Buzzer(self.clock, machine.Pin(board["buzzer"]["pin"]))
        self._wall = Wall(board, self.chains)
        self._next_pass_ms = 0
        files = {"board.json": json.dumps(board)}
        self.marker = load_firmware(files, machine, self.clock, main).build(board)

    def press(self, key: str) -> None:
        self.contacts.press(self._index(key))

    def release(self, key: str) -> None:
        self.contacts.release(self._index(key))

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
        for key, ms in parse(script, self._keys):
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

    def _index(self, key: str) -> int:
        index = self._keys.find(key)
        if index < 0 or len(key) != 1:
            raise ValueError("no key is called %r; there are %s" % (key, " ".join(self._keys)))
        return index


def load_firmware(
    files: "dict[str, str]", machine: Machine, clock: Clock, main: str
) -> "ModuleType":
    """Run boot.py with these files on the flash, then import main.py, both anew.

    The stand-ins for `machine` and `time` are there only meanwhile.
    """

    def open_on_flash(name: str, mode: str = "r") -> "io.StringIO":
        if name not in files:
            raise OSError(2)  # ENOENT
        return io.StringIO(files[name])

    modules: dict[str, Any] = sys.modules
    names = ("machine", "time", "boot", main)
    kept = [modules.pop(name, None) for name in names]
    kept_open = builtins.open
    modules["machine"] = machine
    modules["time"] = clock
    try:
        builtins.open = open_on_flash  # type: ignore[assignment]
        __import__("boot")
        builtins.open = kept_open
        __import__(main)
        return sys.modules[main]
    finally:
        builtins.open = kept_open
        for name, module in zip(names, kept):
            modules.pop(name, None)
            if module is not None:
                modules[name] = module
