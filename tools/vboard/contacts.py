"""A keypad matrix without diodes: current takes every path through closed contacts.

So a low row pulls down its columns through one key, or through three keys of a rectangle,
which reads as a ghost of the fourth. Contacts bounce, and a line that is let go needs some
time to be pulled up again, unless it was driven high before.
"""

from array import array

from micropython import const

from tools.vboard.chance import Chance
from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from tools.vboard.clock import Clock
    from tools.vboard.machine import Pin

_RISE_US = const(110)  # 45 kohm, 5 m of cable
_FAST_RISE_US = const(12)  # 4.7 kohm


class Ground:
    """What buttons without a matrix have for a row."""

    def __init__(self) -> None:
        self.wire = Wire()

    def drives(self) -> int:
        return 0

    def pulls(self) -> int:
        return -1


class Contacts(Wire):
    """The wire of all rows and columns; key k is at row k // columns, column k % columns.

    `pulled_up` says that the columns have resistors of their own, of 4.7 kohm. `bounce_us` is for
    how long a contact bounces from now on. `shorts` counts the reads that found a line driven high
    and low at once.
    """

    def __init__(
        self,
        clock: "Clock",
        rows: "Sequence[Pin | Ground]",
        columns: "list[Pin]",
        seed: int,
        pulled_up: bool = False,
    ) -> None:
        self.bounce_us = 1600  # the mean of ordinary switches
        self.shorts = 0
        self._clock = clock
        self._chance = Chance(seed)
        self._rows = len(rows)
        self._columns = len(columns)
        self.rest = 1 if pulled_up else 0
        self._rise_us = _FAST_RISE_US if pulled_up else _RISE_US
        self._lines: list[Pin | Ground] = list(rows)
        self._lines.extend(columns)
        for line in self._lines:
            line.wire = self
        self._joined = array("H", [0] * len(self._lines))  # bitmap of the lines next to a line
        self._let_go_us = array("i", [0] * len(self._lines))
        self._high = 0  # bitmap of the lines that were driven high after they were low
        keys = len(rows) * len(columns)
        self._pressed = 0
        self._bouncing = 0
        self._since_ms = array("i", [0] * keys)
        self._since_us = array("H", [0] * keys)
        self._pattern = array("H", [0] * keys)  # of a bounce, in 16 slices; 1: closed

    def press(self, key: int) -> None:
        self._move(key, 1)

    def release(self, key: int) -> None:
        self._move(key, 0)

    def moved(self, pin: "Pin") -> None:
        self._bounce()
        level = pin.drives()
        if level or self._high:
            net = self._net(self._lines.index(pin))
            if level == 0:
                self._high &= ~net
            elif level == 1:
                self._high |= net
            else:
                self._let_go(net & ~self._high)

    def read(self, pin: "Pin") -> int:
        self._bounce()
        line = self._lines.index(pin)
        if not self._joined[line]:
            return Wire.read(self, pin)
        net = self._net(line)
        if self._driven(net, 0):
            self.shorts += self._driven(net, 1)
            return 0
        if self._driven(net, 1):
            return 1
        return self._pulled_up(net) and self._recovered(line)

    def _let_go(self, net: int) -> None:
        for line in range(len(self._lines)):
            if net >> line & 1:
                self._let_go_us[line] = self._clock.ticks_us()

    def _net(self, line: int) -> int:
        """Bitmap of all the lines that closed contacts join to this one."""
        net = 1 << line
        grown = 0
        while net != grown:
            grown = net
            for line in range(len(self._lines)):
                if grown >> line & 1:
                    net |= self._joined[line]
        return net

    def _driven(self, net: int, level: int) -> int:
        for line in range(len(self._lines)):
            if net >> line & 1 and self._lines[line].drives() == level:
                return 1
        return 0

    def _pulled_up(self, net: int) -> int:
        if self.rest and net >> self._rows:
            return 1
        for line in range(len(self._lines)):
            if net >> line & 1 and self._lines[line].pulls() == 1:
                return 1
        return 0

    def _recovered(self, line: int) -> int:
        passed_us = self._clock.ticks_diff(self._clock.ticks_us(), self._let_go_us[line])
        return 0 if 0 <= passed_us < self._rise_us else 1

    def _move(self, key: int, closed: int) -> None:
        if self._pressed >> key & 1 == closed:
            return
        self._pressed ^= 1 << key
        self._bouncing |= 1 << key
        self._since_ms[key] = self._clock.ms
        self._since_us[key] = self._clock.us
        # From the first slice to the last, so that a bounce is as long as it is said to be.
        pattern = self._chance.bits() & 0x7FFE
        self._pattern[key] = pattern | (1 if closed else 0x8000)
        self._bounce()

    def _bounce(self) -> None:
        """Let time pass at the contacts."""
        key = 0
        while self._bouncing >> key:
            if self._bouncing >> key & 1:
                self._bounce_key(key)
            key += 1

    def _bounce_key(self, key: int) -> None:
        us = min(self._clock.ms - self._since_ms[key], 1000) * 1000
        us += self._clock.us - self._since_us[key]
        if us < self.bounce_us:
            self._join(key, self._pattern[key] >> us * 16 // self.bounce_us & 1)
        else:
            self._join(key, self._pressed >> key & 1)
            self._bouncing &= ~(1 << key)

    def _join(self, key: int, closed: int) -> None:
        row = key // self._columns
        column = self._rows + key % self._columns
        if self._joined[row] >> column & 1 != closed:
            self._joined[row] ^= 1 << column
            self._joined[column] ^= 1 << row
