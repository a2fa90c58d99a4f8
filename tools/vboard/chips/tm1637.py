"""A TM1637 LED driver on a module, after Titan Micro's datasheet (V2.4).

A transfer begins where DIO falls and ends where it rises while CLK is high. Bits are taken in at
the rising edge of CLK, the lowest first. At the eighth falling edge the chip pulls DIO low, and
lets go at the ninth. The first byte is a command: 01xxxFxx data (F: the address stays), 11xxAAAA
the address of the data that follow, 1000DBBB the display and its brightness.

The module has a pull-up of 10 kohm, so DIO rises slowly, and a bit that is not there yet when CLK
rises is taken in as it was. What a chip wakes up with is left to chance.
"""

from micropython import const

from tools.vboard.chance import Chance
from tools.vboard.machine import Wire, solder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.vboard.clock import Clock
    from tools.vboard.machine import Machine, Pin

_MEMORY = const(6)
_RISE_US = const(3)  # 10 kohm and 100 pF
_SET_UP_US = const(1)


class Tm1637Chip(Wire):
    """The wire of DIO, and on that of CLK. `order` is the address of each digit, left to right.

    `conflicts` counts the edges at which a high level was driven against the acknowledgement.
    `latched`, when it is a list, receives (ms, data) for every transfer that has ended.
    """

    rest = 1

    def __init__(
        self, clock: "Clock", clk: "Pin", dio: "Pin", order: "list[int]", seed: int
    ) -> None:
        self.present = True
        self.conflicts = 0
        self.latched: list[tuple[int, bytes]] | None = None
        self._clock = clock
        self._clk = clk
        self._dio = dio
        self._order = order
        self._chance = Chance(seed)
        self._clk_level = 1
        self._dio_level = 1
        self._moved_us = 0  # when DIO did
        self._acknowledging = False
        self._bit = -1  # the next one to be taken in, -1 outside a transfer
        self._byte = 0
        self._bytes = bytearray(16)
        self._count = 0
        self._fixed = 0
        self._address = 0
        self.plug()
        dio.wire = self
        solder(clk, self)

    def plug(self) -> None:
        """Supply it with power: it wakes up."""
        self.present = True
        self.memory = self._chance.bytes(_MEMORY)
        self.control = 0x80 | self._chance.bits() & 15
        self._bit = -1
        self._acknowledging = False

    def digits(self) -> "list[int]":
        """What is seen, from left to right."""
        if not self.present or not self.control & 8:
            return [0] * len(self._order)
        return [self.memory[address] for address in self._order]

    def read(self, pin: "Pin") -> int:
        if pin is self._dio and self.present and self._acknowledging:
            return 0
        return Wire.read(self, pin)

    def moved(self, pin: "Pin") -> None:
        if pin is self._clk:
            level = Wire.read(self, pin)
            if level != self._clk_level:
                self._clk_level = level
                self._clk_moved(level)
        else:
            self._note_conflict()
            self._dio_moved(self.read(pin))

    def _clk_moved(self, level: int) -> None:
        if level:
            self._take_bit()
        elif self._bit == 8:
            self._acknowledging = True
            self._note_conflict()
            self._take_byte(self._byte)
            self._dio_moved(0)
        elif self._bit == 9:
            self._acknowledging = False
            self._bit = self._byte = 0
            self._dio_moved(self.read(self._dio))

    def _dio_moved(self, level: int) -> None:
        if level == self._dio_level:
            return
        self._dio_level = level
        self._moved_us = self._clock.ticks_us()
        if self._clk_level and not level:
            self._bit = self._byte = self._count = 0
        elif self._clk_level:
            self._end()

    def _note_conflict(self) -> None:
        if self._acknowledging and self._dio.drives() == 1:
            self.conflicts += 1

    def _take_bit(self) -> None:
        if self._bit < 0:
            return
        if self._bit < 8:
            passed_us = self._clock.ticks_diff(self._clock.ticks_us(), self._moved_us)
            level = self._dio_level
            if 0 <= passed_us < (_RISE_US if level else _SET_UP_US):
                level ^= 1
            self._byte |= level << self._bit
        self._bit += 1

    def _take_byte(self, byte: int) -> None:
        if not self.present:
            return
        if self._count < len(self._bytes):
            self._bytes[self._count] = byte
        if self._count and self._bytes[0] >> 6 == 0b11:
            self._take_data(byte)
        elif not self._count and byte >> 6 == 0b11:
            self._address = byte & 15
        elif not self._count and byte >> 6 == 0b10:
            self.control = byte
        elif not self._count and byte >> 6 == 0b01:
            self._fixed = byte & 4
        self._count += 1

    def _take_data(self, byte: int) -> None:
        if self._address < _MEMORY:
            self.memory[self._address] = byte
        if not self._fixed:
            self._address += 1

    def _end(self) -> None:
        self._bit = -1
        if self.present and self._count and self.latched is not None:
            data = bytes(self._bytes[: min(self._count, len(self._bytes))])
            self.latched.append((self._clock.ms, data))
        self._count = 0


def soldered(
    display: "dict[str, Any]", machine: "Machine", clock: "Clock", seed: int
) -> Tm1637Chip:
    """The chip of a board file's display, on its pins."""
    clk, dio = machine.Pin(display["clk"]), machine.Pin(display["dio"])
    return Tm1637Chip(clock, clk, dio, display["order"], seed)
