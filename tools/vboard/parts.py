"""What is soldered to the chip of a board, and what can be done to it and seen of it."""

from micropython import const

from tools.vboard.buzzer import Buzzer
from tools.vboard.contacts import Contacts, Ground
from tools.vboard.machine import Machine
from tools.vboard.relay import Relay
from tools.vboard.wall import Wall

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.vboard.clock import Clock

_BOUNCE_MS = const(20)


class Parts:
    """The parts that a board file describes, on the pins of `machine`; nothing drives them yet.

    `seed` decides what happens by chance: the bounces, and what the display chips wake up with.
    `held` are the keys of the keypad that are down already.
    """

    def __init__(
        self,
        board: "dict[str, Any]",
        clock: "Clock",
        machine: Machine,
        seed: int,
        held: "tuple[str, ...]" = (),
    ) -> None:
        self.clock = clock
        self.displays = []
        for index, display in enumerate(board["displays"]):
            soldered = _chip(display["driver"]).soldered
            self.displays.append(soldered(display, machine, clock, seed + index))
        self.keys = []
        self._keys = []
        for name in ("keypad", "second_keypad", "buttons"):
            if name in board:
                self.keys.append(_contacts(clock, machine, board[name], seed))
                self._keys.append("".join(board[name]["keys"]))
        self.contacts = self.keys[0]
        self.relay = _relay(clock, machine, board.get("table_lamp"))
        self.buzzer = _buzzer(clock, machine, board["buzzer"])
        self._wall = Wall(board, self.displays)
        for key in held:
            self.press(key)
        clock.sleep_ms(_BOUNCE_MS if held else 0)  # they were pressed before

    def press(self, key: str, part: int = 0) -> None:
        """Close the contact of a key; `part` 0 is the keypad, then come a second and buttons."""
        self.keys[part].press(self._index(key, part))

    def release(self, key: str, part: int = 0) -> None:
        """Open the contact of a key."""
        self.keys[part].release(self._index(key, part))

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


def _contacts(clock: "Clock", machine: Machine, part: "dict[str, Any]", seed: int) -> Contacts:
    rows = [machine.Pin(pin) for pin in part["rows"]] if "rows" in part else [Ground()]
    columns = [machine.Pin(pin) for pin in part["columns" if "rows" in part else "pins"]]
    return Contacts(clock, rows, columns, seed, part.get("pull_ups") == "external")


def _relay(clock: "Clock", machine: Machine, lamp: "dict[str, Any] | None") -> Relay:
    """A board without a relay has one that nobody switches."""
    pin = machine.Pin(lamp["pin"]) if lamp else None
    return Relay(clock, pin, lamp is None or lamp["active"] == "high")


def _buzzer(clock: "Clock", machine: Machine, part: "dict[str, Any]") -> Buzzer:
    active = part.get("active", "high") if part.get("kind") == "active" else ""
    return Buzzer(clock, machine.Pin(part["pin"]), active)
