"""A chain of shift registers 74HC595 or TPIC6B595, after TI's datasheets (SCLS041, SLIS032).

Each has an 8-bit shift register; what leaves it at QH' enters the next chip. The rising edge of
RCLK brings all shift registers to the output latches. While /OE is high the outputs are off. What
the latches hold at power-up is left to chance; a resistor holds /OE high until it is driven.
"""

from tools.vboard.chance import Chance
from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tools.vboard.clock import Clock
    from tools.vboard.machine import Machine, Pin

_SEGMENTS = "abcdefg."


class Hc595Chain(Wire):
    """The wire of MOSI, RCLK and /OE. Chip 0 is the one whose SER is at MOSI.

    `order` is the chip of each digit from left to right, `outputs` the segments at QA to QH.
    `latched`, when it is a list, receives (ms, data) for every latched frame.
    """

    rest = 1

    def __init__(
        self,
        clock: "Clock",
        latch: "Pin",
        oe: "Pin",
        order: "list[int]",
        outputs: str,
        active_high: bool,
        seed: int,
    ) -> None:
        self.present = True
        self._chance = chance = Chance(seed)
        self.outputs = chance.bytes(len(order))  # of each chip, QA is bit 0
        self.latched: list[tuple[int, bytes]] | None = None
        self._bits = chance.bytes(len(order))  # the shift registers, as a ring
        self._at = 0  # its oldest byte, and the next to be overwritten
        self._clock = clock
        self._latch_pin = latch
        self._latch_level = 1
        self._oe = oe
        self._order = order
        self._places = [_SEGMENTS.index(segment) for segment in outputs]
        self._idle = 0 if active_high else 0xFF
        latch.wire = oe.wire = self

    def plug(self) -> None:
        """Supply it with power again, after `present` was false: it wakes up."""
        self.present = True
        self.outputs[:] = self._chance.bytes(len(self.outputs))

    def shift(self, data: "Sequence[int]") -> None:
        for byte in data:
            self._bits[self._at] = byte
            self._at = (self._at + 1) % len(self._bits)

    def moved(self, pin: "Pin") -> None:
        if pin is self._latch_pin:
            level = self.read(pin)
            if level > self._latch_level:
                self._latch()
            self._latch_level = level

    def digits(self) -> "list[int]":
        """What is seen, from left to right."""
        if not self.present or self.read(self._oe):
            return [0] * len(self._order)
        return [self._segments(self.outputs[chip] ^ self._idle) for chip in self._order]

    def _segments(self, lit: int) -> int:
        segments = 0
        for output in range(8):
            segments |= (lit >> output & 1) << self._places[output]
        return segments

    def _latch(self) -> None:
        at = self._at
        for chip in range(len(self.outputs) - 1, -1, -1):  # the oldest bits have come furthest
            self.outputs[chip] = self._bits[at]
            at = (at + 1) % len(self._bits)
        if self.latched is not None:
            self.latched.append((self._clock.ms, bytes(self.outputs)))


def soldered(
    display: "dict[str, Any]", machine: "Machine", clock: "Clock", seed: int
) -> Hc595Chain:
    """The chain of a board file's display, on its pins."""
    latch, oe = machine.Pin(display["latch"]), machine.Pin(display["oe"])
    active_high = display["active"] == "high"
    chain = Hc595Chain(clock, latch, oe, display["order"], display["outputs"], active_high, seed)
    machine.Pin(display["mosi"]).wire = chain
    return chain
