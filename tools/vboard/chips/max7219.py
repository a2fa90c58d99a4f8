"""MAX7219 display drivers in a chain, after Maxim's datasheet (19-4452, rev. 4).

Every chip has a 16-bit shift register; what leaves it at DOUT enters the next chip at DIN.
Bits are shifted in with each clock whatever CS does, and the rising edge of CS latches the
last 16 of them: bits 11 to 8 address a register, bits 7 to 0 are its new contents. At
power-up the contents of the registers are left to chance, as they are on a bad day.
"""

from micropython import const

from tools.vboard.chance import Chance
from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tools.vboard.clock import Clock
    from tools.vboard.machine import Machine, Pin

_DECODE = const(0x09)
_SCAN_LIMIT = const(0x0B)
_SHUTDOWN = const(0x0C)
_TEST = const(0x0F)

# Code B, table 5 of the datasheet: 0 to 9, -, E, H, L, P, blank; bits 6 to 0 are a to g.
_CODE_B = b"\x7e\x30\x6d\x79\x33\x5b\x5f\x70\x7f\x7b\x01\x4f\x37\x0e\x67\x00"


class Max7219Chain(Wire):
    """The wire of MOSI and of CS. Chip 0 is the one whose DIN is at MOSI.

    `latched`, when it is a list, receives (ms, data) for every latched frame.
    """

    rest = 1  # a resistor holds CS high until the firmware drives it

    def __init__(self, clock: "Clock", cs: "Pin", chips: int, seed: int) -> None:
        self.present = True
        self._chance = chance = Chance(seed)
        self.registers = [chance.bytes(16) for _ in range(chips)]
        self.latched: list[tuple[int, bytes]] | None = None
        self._far_first = list(reversed(self.registers))
        self._bits = chance.bytes(2 * chips)  # the shift registers, as a ring
        self._at = 0  # its oldest byte, and the next to be overwritten
        self._clock = clock
        self._cs = cs
        self._cs_level = 1
        cs.wire = self

    def plug(self) -> None:
        """Supply it with power again, after `present` was false: it wakes up."""
        self.present = True
        for registers in self.registers:
            registers[:] = self._chance.bytes(16)

    def shift(self, data: "Sequence[int]") -> None:
        for byte in data:
            self._bits[self._at] = byte
            self._at = (self._at + 1) % len(self._bits)

    def moved(self, pin: "Pin") -> None:
        if pin is self._cs:
            level = self.read(pin)
            if level > self._cs_level:
                self._latch()
                if self.latched is not None:
                    self._note(self.latched)
            self._cs_level = level

    def segments(self, chip: int, digit: int) -> int:
        """What DIG `digit` of a chip shows: bits 0 to 6 are segments a to g, bit 7 the point."""
        registers = self.registers[chip]
        if registers[_TEST] & 1:
            return 0xFF
        if not registers[_SHUTDOWN] & 1 or digit > registers[_SCAN_LIMIT] & 7:
            return 0
        data = registers[1 + digit]
        if registers[_DECODE] >> digit & 1:
            data = data & 0x80 | _CODE_B[data & 15]
        return data & 0x80 | sum([(data >> 6 - bit & 1) << bit for bit in range(7)])

    def digits(self) -> "list[int]":
        """What is seen, from left to right; DIG 7 is the leftmost of a module."""
        if not self.present:
            return [0] * 8 * len(self.registers)
        chips = range(len(self.registers))
        return [self.segments(chip, dig) for chip in chips for dig in range(7, -1, -1)]

    def _latch(self) -> None:
        at = self._at
        for registers in self._far_first:  # the oldest bits have come furthest
            address = self._bits[at] & 15
            at = (at + 1) % len(self._bits)
            if address:  # 0 is no operation
                registers[address] = self._bits[at]
            at = (at + 1) % len(self._bits)

    def _note(self, latched: "list[tuple[int, bytes]]") -> None:
        data = self._bits[self._at :] + self._bits[: self._at]
        latched.append((self._clock.ms, bytes(data)))


def soldered(
    display: "dict[str, Any]", machine: "Machine", clock: "Clock", seed: int
) -> Max7219Chain:
    """The chain of a board file's display, on its pins."""
    chain = Max7219Chain(clock, machine.Pin(display["cs"]), display["chips"], seed)
    machine.Pin(display["mosi"]).wire = chain
    return chain
