"""A strip of WS2812B LEDs, after WorldSemi's datasheet.

A LED takes the first 24 bits that reach it (green, red, blue, the highest bit first) and passes
on the rest; all show theirs at the pause behind the last bit. A LED that no bits reach keeps its
colour. A 0 is a short pulse, a 1 a long one; what they show at power-up is left to chance.
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
_BETWEEN_NS = 550  # T0H is 220 to 380 (400 in older ones) ns, T1H 580 (650) to 1000


class Ws2812Strip(Wire):
    """The wire of the first LED's DIN. `colours` are 3 bytes a LED: green, red, blue.

    `segments` are, for each digit, the places of the LEDs of its 8 segments.
    `latched`, when it is a list, receives (ms, data) for every frame.
    """

    def __init__(
        self, clock: "Clock", pin: "Pin", leds: int, segments: "list[list[range]]", seed: int
    ) -> None:
        self.present = True
        self._chance = Chance(seed)
        self.colours = self._chance.bytes(3 * leds)
        self.latched: list[tuple[int, bytes]] | None = None
        self._segments = segments
        self._clock = clock
        pin.wire = self

    def plug(self) -> None:
        """Supply it with power again, after `present` was false: it wakes up."""
        self.present = True
        self.colours[:] = self._chance.bytes(len(self.colours))

    def pulses(self, timing_ns: "Sequence[int]", data: "Sequence[int]") -> None:
        if not timing_ns[0] < _BETWEEN_NS < timing_ns[2]:
            return
        for at in range(min(len(data), len(self.colours))):
            self.colours[at] = data[at]
        if self.latched is not None:
            self.latched.append((self._clock.ms, bytes(data)))

    def digits(self) -> "list[int]":
        """What is seen, from left to right: a segment is lit when all of its LEDs are."""
        if not self.present:
            return [0] * len(self._segments)
        digits = []
        for segments in self._segments:
            lit = 0
            for bit in range(8):
                lit |= self._are_lit(segments[bit]) << bit
            digits.append(lit)
        return digits

    def _are_lit(self, leds: range) -> int:
        for led in leds:
            if not self.is_lit(led):
                return 0
        return 1 if leds else 0

    def is_lit(self, led: int) -> bool:
        return any(self.colours[3 * led : 3 * led + 3])


def soldered(
    display: "dict[str, Any]", machine: "Machine", clock: "Clock", seed: int
) -> Ws2812Strip:
    """The strip of a board file's display, on its pin."""
    order = display.get("segments", "abcdefg")
    leds = display["leds"]
    end = display.get("skip", 0)
    digits = []
    lamps = len(display.get("lamps", ()))
    for first in range(0, lamps, 8):
        digits.append([_leds(0 if first + bit < lamps else -1, 1, end + bit) for bit in range(8)])
        end += min(8, lamps - first)
    for _ in display["digits"]:
        digits.append([_leds(order.find(segment), leds, end) for segment in _SEGMENTS])
        end += len(order) * leds
    return Ws2812Strip(clock, machine.Pin(display["pin"]), end, digits, seed)


def _leds(place: int, leds: int, start: int) -> range:
    """Those of the segment at a place of its digit; none where it has no place."""
    return range(start + place * leds, start + place * leds + leds) if place >= 0 else range(0)
