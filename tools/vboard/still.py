"""A chip with nothing but a keypad on it: every other part takes what it is sent and is silent.

So what is counted on it is the firmware's own work and heap and not that of a virtual board.
`put_in()` makes the modules `machine` and `time` of it; `press` and `release` move a contact.
"""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Pin:
    """A pad. A closed contact brings the level of its row to its column; what answers is low."""

    IN = 0
    OUT = 1
    OPEN_DRAIN = 2
    PULL_UP = 1
    pads: "dict[int, Pin]" = {}

    def __new__(cls, id: int, mode: int = -1, pull: "Any" = None, value: "Any" = None) -> "Pin":
        if id not in cls.pads:
            cls.pads[id] = object.__new__(cls)
            cls.pads[id].level = 0
            cls.pads[id].row = None
        return cls.pads[id]

    def __init__(self, id: int, mode: int = -1, pull: "Any" = None, value: "Any" = None) -> None:
        self.row: Pin | None = None
        self.init(mode, pull, value)

    def init(self, mode: int = -1, pull: "Any" = None, value: "Any" = None) -> None:
        self.level = 1 if mode == Pin.IN else value or 0
        self.answered = mode == Pin.OPEN_DRAIN

    def __call__(self, level: "int | None" = None) -> "int | None":
        if level is not None:
            self.level = level
            return None
        if self.answered:
            return 0
        return self.level if self.row is None else self.row.level

    value = __call__


class Part:
    """SPI, I2C, PWM: takes everything."""

    def __init__(self, *args: "Any", **kwargs: "Any") -> None:
        pass

    def write(self, data: "Any") -> None:
        pass

    def writeto(self, address: int, data: "Any") -> None:
        pass

    def freq(self, hz: int) -> None:
        pass

    def duty_u16(self, duty: int) -> None:
        pass


class RTC:
    """Its memory, as after power-on."""

    def memory(self, data: "Any" = None) -> "Any":
        return b"" if data is None else None


class machine:
    """The module of that name."""

    Pin = Pin
    SPI = I2C = SoftI2C = PWM = Part
    RTC = RTC
    PWRON_RESET = 1
    WDT_RESET = 3

    @staticmethod
    def reset_cause() -> int:
        return 1

    @staticmethod
    def bitstream(pin: "Any", encoding: int, timing: "Any", data: "Any") -> None:
        pass


class time:
    """The module of that name: time stands still."""

    @staticmethod
    def ticks_ms() -> int:
        return 0

    @staticmethod
    def ticks_diff(end: int, start: int) -> int:
        return end - start

    @staticmethod
    def sleep_us(us: int) -> None:
        pass

    sleep_ms = sleep_us

    @staticmethod
    def localtime() -> "tuple[int, ...]":
        return (2000, 1, 1, 0, 0, 0, 5, 1)


class Nowhere:
    """A file system that takes everything and has nothing."""

    def open(self, path: str, mode: str) -> "Nowhere":
        if mode == "rb":
            raise OSError(2)
        return self

    def mkdir(self, path: str) -> None:
        pass

    def write(self, data: bytes) -> int:
        return len(data)

    def close(self) -> None:
        pass


def put_in() -> None:
    """From now on `machine` and `time` are these."""
    modules: dict[str, Any] = sys.modules
    modules["machine"] = machine
    modules["time"] = time


def press(board: "dict[str, Any]", key: str) -> None:
    """Close the contact of a key of the keypad, without a bounce."""
    row, column = _pads(board, key)
    column.row = row


def release(board: "dict[str, Any]", key: str) -> None:
    """Open it."""
    _pads(board, key)[1].row = None


def _pads(board: "dict[str, Any]", key: str) -> "tuple[Pin, Pin]":
    keypad = board["keypad"]
    width = len(keypad["columns"])
    at = "".join(keypad["keys"]).index(key)
    return Pin.pads[keypad["rows"][at // width]], Pin.pads[keypad["columns"][at % width]]
