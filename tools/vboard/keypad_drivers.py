"""Keypad drivers, ours and the peers' of tools/bench/peers, behind one small interface.

Each is used as its README says, with its defaults, and made of `machine` and `time`, on the pads
ROWS and COLUMNS. A loop calls `scan(elapsed_ms)` once a pass, then `take()` until it
returns -1: the next key that was pressed, by row, then column.
`drives_columns` says which side of the matrix it drives; the other side it reads.
"""

from drivers.keypad import RELEASED, Keypad

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Driver(Protocol):
        drives_columns: bool

        def scan(self, elapsed_ms: int) -> None: ...

        def take(self) -> int: ...


ROWS = (33, 25, 26, 27)
COLUMNS = (14, 13, 21, 22)


class Ours:
    """drivers/keypad.py."""

    drives_columns = False

    def __init__(self, machine: "Any", time: "Any") -> None:
        pin = machine.Pin
        rows = [pin(pad, pin.OPEN_DRAIN, value=1) for pad in ROWS]
        columns = [pin(pad, pin.IN, pin.PULL_UP) for pad in COLUMNS]
        self._keypad = Keypad(rows, columns, time.sleep_us)

    def scan(self, elapsed_ms: int) -> None:
        self._keypad.scan(elapsed_ms)

    def take(self) -> int:
        event = self._keypad.take()
        while event >= RELEASED:
            event = self._keypad.take()
        return event


class Simple:
    """micropython-simple-keypad tells which key is down: a press is where that changes.

    It is asked in each pass; its README's loop, which sleeps for 100 ms, would miss short taps.
    """

    drives_columns = True

    def __init__(self, machine: "Any", time: "Any") -> None:
        from keypad import Keypad  # type: ignore[import-not-found]

        keys = [[4 * row + column for column in range(4)] for row in range(4)]
        rows = [machine.Pin(pad) for pad in ROWS]
        self._keypad = Keypad(rows, [machine.Pin(pad) for pad in COLUMNS], keys)
        self._down: int | None = None
        self._pressed = -1

    def scan(self, elapsed_ms: int) -> None:
        key = self._keypad.read_keypad()
        if key is not None and key != self._down:
            self._pressed = key
        self._down = key

    def take(self) -> int:
        key = self._pressed
        self._pressed = -1
        return key


class Diyables:
    """DIYables-MicroPython-Keypad tells a press itself, and again each 400 ms of a held key."""

    drives_columns = True

    def __init__(self, machine: "Any", time: "Any") -> None:
        from DIYables_MicroPython_Keypad import Keypad  # type: ignore[import-not-found]

        self._keypad = Keypad(list(range(16)), list(ROWS), list(COLUMNS), 4, 4)
        self._pressed = -1

    def scan(self, elapsed_ms: int) -> None:
        key = self._keypad.get_key()
        self._pressed = -1 if key is None else key

    def take(self) -> int:
        key = self._pressed
        self._pressed = -1
        return key


class Chumicro:
    """chumicro-buttons calls back, once it was handed the time."""

    drives_columns = False

    def __init__(self, machine: "Any", time: "Any") -> None:
        from chumicro_buttons.matrix import KeyMatrix  # type: ignore[import-not-found]
        from chumicro_timing import ticks  # type: ignore[import-not-found]

        rows = [machine.Pin(pad) for pad in ROWS]
        columns = [machine.Pin(pad) for pad in COLUMNS]
        self._matrix = KeyMatrix(rows, columns, ticks=ticks)
        self._matrix.on_press = self._press
        self._ticks_ms = ticks.ticks_ms
        self._pressed = 0  # bitmap

    def _press(self, key: int) -> None:
        self._pressed |= 1 << key

    def scan(self, elapsed_ms: int) -> None:
        now_ms = self._ticks_ms()
        if self._matrix.check(now_ms):
            self._matrix.handle(now_ms)

    def take(self) -> int:
        if not self._pressed:
            return -1
        key = 0
        while not self._pressed >> key & 1:
            key += 1
        self._pressed &= ~(1 << key)
        return key


DRIVERS = {
    "ours": Ours,
    "micropython-simple-keypad": Simple,
    "DIYables-MicroPython-Keypad": Diyables,
    "chumicro-buttons": Chumicro,
}
