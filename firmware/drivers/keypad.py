"""A matrix keypad without diodes: contacts in, debounced presses and releases out.

Where the closed keys form a rectangle its fourth corner may be a ghost, so no new press is
believed on a corner of a rectangle until it dissolves. The rest is as in keys.py.
"""

from micropython import const

from drivers.keys import RELEASED, Keys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from machine import Pin

    from drivers.wiring import Wiring

__all__ = ["RELEASED", "Keypad"]

_MOST_GHOSTS = const(0xFFFF)
_SETTLE_US = const(120)  # 45 kohm pull-up and 5 m of cable (500 pF): 5 RC = 110 us


class Keypad(Keys):
    """`rows` are open-drain pins, `columns` inputs with pull-ups; at most 28 keys.

    Key k is the one at row k // len(columns), column k % len(columns). `sleep_us` waits for the
    lines to settle. `ghosts` counts how often a press was withheld for a rectangle.
    """

    def __init__(
        self, rows: "list[Pin]", columns: "list[Pin]", sleep_us: "Callable[[int], object]"
    ) -> None:
        super().__init__(len(rows) * len(columns))
        self._rows = rows
        self._columns = columns
        self._width = len(columns)
        self._row_mask = (1 << len(columns)) - 1
        self._sleep_us = sleep_us
        self.ghosts = 0
        self._withheld = 0
        for row in rows:
            row(1)  # floats: no two rows may ever drive each other through two keys

    def _read(self) -> int:
        looked_for = self._down | self.moving or self._any_closed()
        closed = self._closed() if looked_for else 0
        if not closed & (closed - 1):
            self._withheld = 0
            return closed
        believed = closed & (self._down | ~self._ambiguous(closed))
        if believed != closed and not self._withheld:
            self.ghosts = min(self.ghosts + 1, _MOST_GHOSTS)
        self._withheld = believed ^ closed
        return believed

    def _any_closed(self) -> int:
        """All rows at once: an idle pass costs one wait."""
        for row in self._rows:
            row(0)
        self._sleep_us(_SETTLE_US)
        low = self._low_columns()
        for row in self._rows:
            row(1)
        return low

    def _closed(self) -> int:
        """Bitmap of the contacts that read closed, ghosts included."""
        closed = shift = 0
        for row in self._rows:
            row(0)
            self._sleep_us(_SETTLE_US)  # for the columns that the row before pulled low, too
            closed |= self._low_columns() << shift
            row(1)
            shift += self._width
        return closed

    def _low_columns(self) -> int:
        low = 0
        bit = 1
        for column in self._columns:
            if not column():
                low |= bit
            bit <<= 1
        return low

    def _ambiguous(self, closed: int) -> int:
        """Bitmap of the corners of all rectangles."""
        corners = shift = 0
        while closed >> shift:
            corners |= self._corners(closed, shift)
            shift += self._width
        return corners

    def _corners(self, closed: int, shift: int) -> int:
        """Those in one row: the keys of two columns or more that it shares with another."""
        own = closed >> shift & self._row_mask
        closed ^= own << shift
        corners = 0
        while closed:
            shared = closed & own
            if shared & (shared - 1):
                corners |= shared
            closed >>= self._width
        return corners << shift


def wired(part: dict, wiring: "Wiring") -> Keypad:
    """Make the driver of a board file's `keypad` or `second_keypad`; all rows float."""
    rows = [wiring.open_drain(pin) for pin in part["rows"]]
    pull_up = part.get("pull_ups") != "external"
    columns = [wiring.input(pin, pull_up) for pin in part["columns"]]
    return Keypad(rows, columns, wiring.sleep_us)
