"""The still chip for keypad drivers of others, which configure pins anew and look at the time."""

import sys

from tools.vboard import still

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Pin(still.Pin):
    """A pad of its own chip."""

    pads: "dict[int, still.Pin]" = {}
    __call__ = value = still.Pin.value  # found as fast as there

    def init(self, mode: int = -1, pull: "Any" = None, value: "Any" = None) -> None:
        self.answered = False  # by a chip: there is none
        if mode == Pin.IN:
            self.level = 1
        elif value is not None:
            self.level = value


class machine(still.machine):
    """The module of that name."""

    Pin = Pin
    Timer = None  # a driver asks for it, in vain


class time(still.time):
    """The module of that name: time stands still at `now_ms`."""

    now_ms = 0

    @staticmethod
    def ticks_ms() -> int:
        return time.now_ms

    @staticmethod
    def sleep(seconds: float) -> None:
        pass


def put_in() -> None:
    """From now on `machine` and `time` are these."""
    modules: dict[str, Any] = sys.modules
    modules["machine"] = machine
    modules["time"] = time
