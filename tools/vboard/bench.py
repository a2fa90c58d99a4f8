"""A virtual board on a bench, with hands that do to it what happens to boards on walls.

What they do are acts, a line of text each:

    +7, -7              a finger closes the contact of key 7, or lets it go
    jam 7, free 7       the key 7 stays down, whatever the fingers do, until it is freed
    power off, on       the plug is pulled; plugged in again the board starts anew
    reset               as the chip's own button: the flash and the RTC memory are kept
    display off, on     the cable of all displays, which wake up with anything in them
    noise on, off       what the relay of the lamp switches turns bits in the displays

The files outlive everything (see files.py), the RTC memory a reset. Runs on MicroPython too.
"""

from tools.vboard.chance import Chance
from tools.vboard.files import Files
from tools.vboard.machine import Machine
from tools.vboard.stage import memory_of
from tools.vboard.supply import Supply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Whole acts, and the beginnings of those that name a key.
ACTS = ("power off", "power on", "reset", "display off", "display on", "noise off", "noise on")
OF_A_KEY = ("+", "-", "jam ", "free ")

_FLIPS = 6  # by one kick
_STARTER_MS = 400  # after the switching, as the starters of fluorescent lamps do


class Bench:
    """`device` is the board, which is powered by construction; None while it has no power.

    `powered`, `plugged` (the displays) and `noisy` say what was done to it, `jammed` which keys.
    """

    def __init__(self, board: "dict[str, Any]", match: "dict[str, Any]", seed: int = 1) -> None:
        self.powered = self.plugged = True
        self.noisy = False
        self.jammed: list[str] = []
        self.device: Any = None
        self._board = board
        self._match = match
        self._chance = Chance(seed)
        files = Files()
        self._supply = Supply(lambda flash, format: files, blocks=0)  # no chip below them
        self._held: list[str] = []
        self._start()

    def act(self, act: str) -> None:
        """Do one thing, at once. Doing what is done already changes nothing."""
        what, _, state = act.partition(" ")
        if act == "reset":
            self._reset()
        elif act in ACTS:
            switches = {"power": self._power, "display": self._display, "noise": self._noise}
            switches[what](state == "on")
        else:
            self._finger(act[:-1].rstrip(), act[-1])

    def run_ms(self, ms: int) -> None:
        """Let the time of the board pass, if it has power."""
        if self.device:
            self.device.run_ms(ms)

    def reading(self) -> "dict[str, Any]":
        """As Device.reading; without power everything is dark and its time stands at 0."""
        if self.device:
            reading: dict[str, Any] = self.device.reading()
            return reading
        fields = self._board["fields"]
        return {
            "ms": 0,
            "fields": {name: " " * len(fields[name]) for name in fields},
            "digits": [0] * self._digits,
            "lamps": [],
            "table_lamp": False,
            "sounds": [],
        }

    def _start(self) -> None:
        """The firmware begins."""
        held = tuple(set(self._held + self.jammed))
        self.device = self._supply.switch_on(self._board, self._match, self._chance.bits(), held)
        self._digits = len(self.device.reading()["digits"])
        self._edges = self.device.relay.edges
        self._kick_ms = 0  # when the lamp's starters will turn bits, 0 never
        marker = self.device.marker
        self._step = marker.step
        marker.step = self._pass
        for display in self._with_cable():
            display.present = self.plugged

    # -- hands --------------------------------------------------------------------------------

    def _reset(self) -> None:
        if self.powered:
            self._supply.reset(Machine.HARD_RESET)
            self._start()

    def _power(self, on: bool) -> None:
        if on and not self.powered:
            self._start()
        elif not on:
            self.device = None
            self._supply.cut()
        self.powered = on

    def _display(self, on: bool) -> None:
        if on != self.plugged:
            self.plugged = on
            for display in self._with_cable():
                display.present = False
                if on:
                    display.plug()

    def _with_cable(self) -> "list[Any]":
        """The displays, but for LEDs that the chip's own pins switch."""
        displays = self.device.displays if self.device else ()
        return [display for display in displays if hasattr(display, "plug")]

    def _noise(self, on: bool) -> None:
        """What made it noisy is felt at once."""
        if on and not self.noisy and self.device:
            self._kick()
        self.noisy = on

    def _finger(self, move: str, key: str) -> None:
        was_down = key in self._held or key in self.jammed
        keys = self._held if move in "+-" else self.jammed
        if move in ("+", "jam") and key not in keys:
            keys.append(key)
        elif move in ("-", "free") and key in keys:
            keys.remove(key)
        is_down = key in self._held or key in self.jammed
        if self.device and is_down != was_down:
            (self.device.press if is_down else self.device.release)(key)

    # -- noise --------------------------------------------------------------------------------

    def _pass(self, now_ms: int) -> None:
        """A pass of the firmware's loop."""
        self._step(now_ms)
        if self.device.relay.edges != self._edges:
            self._edges = self.device.relay.edges
            if self.noisy:
                self._kick()
                self._kick_ms = self.device.clock.ms + _STARTER_MS
        if self._kick_ms and self.device.clock.ms >= self._kick_ms:
            self._kick_ms = 0
            self._kick()

    def _kick(self) -> None:
        """Turn bits somewhere in the displays."""
        chance = self._chance
        displays = self._with_cable()
        for _ in range(_FLIPS):
            display = displays[chance.bits() % len(displays)]
            memory = memory_of(display, chance.bits())
            memory[chance.bits() % len(memory)] = chance.bits() & 255
