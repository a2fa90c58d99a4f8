"""A matrix keypad without diodes: contacts in, debounced presses and releases out.

A press counts once the contact was closed for 4 ms, a release once it was open for 20 ms.
Where the closed keys form a rectangle its fourth corner may be a ghost, so no new press is
believed on a corner of a rectangle until it dissolves. A key held for 30 s is taken for
stuck: its release is reported, and it stays silent until its contact opens; the others go on.
"""

from array import array

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from machine import Pin

RELEASED = const(32)

_CONFIRM_MS = const(4)  # rejects the 2.5 ms pulses that long cables pick up
_RELEASE_MS = const(20)  # outlasts the bounce of worn and dome contacts
_STUCK_MS = const(30_000)
_SETTLE_US = const(120)  # 45 kohm pull-up and 5 m of cable (500 pF): 5 RC = 110 us


class Keypad:
    """`rows` are open-drain pins, `columns` inputs with pull-ups; at most 28 keys.

    Key k is the one at row k // len(columns), column k % len(columns). `stuck` is the
    bitmap of the keys taken for stuck. `sleep_us` waits for the lines to settle.
    """

    def __init__(
        self, rows: "list[Pin]", columns: "list[Pin]", sleep_us: "Callable[[int], object]"
    ) -> None:
        keys = len(rows) * len(columns)
        if not 0 < keys <= 28:
            raise ValueError("a keypad has 1 to 28 keys, not %d" % keys)
        self._rows = rows
        self._columns = columns
        self._width = len(columns)
        self._row_mask = (1 << len(columns)) - 1
        self._sleep_us = sleep_us
        self._down = 0  # debounced contacts, one bit a key
        self._told = 0  # the keys whose press was taken last
        self._changing = False  # some contact differs from its debounced state
        self._differs_ms = bytearray(keys)  # for how long, plus 1; 0: it does not
        self._held_ms = array("H", bytes(2 * keys))
        self.stuck = 0
        for row in rows:
            row(1)  # floats: no two rows may ever drive each other through two keys

    def scan(self, elapsed_ms: int) -> None:
        """Read all contacts; to be called every 2 to 5 ms."""
        closed = self._closed() if self._any_closed() else 0
        if closed & (closed - 1):
            closed &= self._down | ~self._ambiguous(closed)
        if closed | self._down or self._changing:
            self._changing = False
            for key in range(len(self._differs_ms)):
                self._settle(key, closed >> key & 1, elapsed_ms)

    def take(self) -> int:
        """The next event: k (key k pressed), k | RELEASED, or -1 when there is none."""
        down = self._down & ~self.stuck
        news = down ^ self._told
        if not news:
            return -1
        key = 0
        while not news >> key & 1:
            key += 1
        self._told ^= 1 << key
        return key if down >> key & 1 else key | RELEASED

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

    def _settle(self, key: int, closed: int, elapsed_ms: int) -> None:
        """Move the debounced state of one key towards its contact."""
        if closed == self._down >> key & 1:
            self._differs_ms[key] = 0
            if closed:
                self._hold(key, elapsed_ms)
            return
        differs_ms = self._differs_ms[key]
        if not differs_ms:
            self._differs_ms[key] = 1
            self._changing = True
        elif differs_ms - 1 + elapsed_ms >= (_CONFIRM_MS if closed else _RELEASE_MS):
            self._turn(key)
        else:
            self._differs_ms[key] = differs_ms + elapsed_ms
            self._changing = True

    def _turn(self, key: int) -> None:
        self._down ^= 1 << key
        self.stuck &= ~(1 << key)
        self._differs_ms[key] = 0
        self._held_ms[key] = 0

    def _hold(self, key: int, elapsed_ms: int) -> None:
        held_ms = self._held_ms[key] + elapsed_ms
        if held_ms < _STUCK_MS:
            self._held_ms[key] = held_ms
        else:
            self.stuck |= 1 << key
