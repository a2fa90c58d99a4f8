"""A strip of WS2812 LEDs: lamps of one LED each, then digits of so many LEDs a segment.

A LED keeps its colour until it is sent another, and passes on what comes behind its own 24 bits.
So only the front of the strip up to the last change is sent, 30 us a LED: what changes with every
key belongs there. Nothing is acknowledged, and a pulse that comes late shows a wrong colour until
all is sent again.

The lamps count as the segments a to g and the point of digits, eight a digit. Behind them come
the other digits from left to right, in each the segments a to g, or `segments`, if they are wired
in another order; a point has LEDs only if it is in `segments`.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from machine import Pin

    from drivers.wiring import Wiring

_SEGMENTS = "abcdefg."
_TIMING_NS = const((400, 850, 800, 450))  # high and low of a 0, high and low of a 1
_DARK = const(b"\0\0\0")
_DIMMEST = const(4)  # of 255; below, clones stay dark or change their hue


class Ws2812:
    """`bitstream` is machine.bitstream, which takes no heap; neopixel's items do.

    `colours` are the (red, green, blue) of each digit, `lamps` those of each lamp. `skip` LEDs
    at the front stay dark: one of them makes up for a data line without a level shifter.
    """

    def __init__(
        self,
        pin: "Pin",
        bitstream: "Callable[[Pin, int, tuple[int, ...], Any], None]",
        leds: int,
        segments: str,
        colours: "list[list[int]]",
        lamps: "list[list[int]]",
        brightness: int,
        skip: int = 0,
    ) -> None:
        if not 1 <= brightness <= 255:
            raise ValueError("brightness is 1 to 255, not %d" % brightness)
        self.digits = len(colours) + (len(lamps) + 7) // 8
        self.errors = 0
        self._pin = pin
        self._bitstream = bitstream
        self._shown = bytearray(self.digits)
        self._last = -1
        self._starts: list[int] = []  # the first LED of each segment of each digit, 8 a digit,
        self._ends: list[int] = []  # the one behind its last, the same if there is none,
        self._colours: list[bytes] = []  # and the colour
        end = skip
        for lamp in lamps:
            end = self._lay(1, _dimmed(lamp, brightness), end)
        while len(self._starts) % 8:
            end = self._lay(0, _DARK, end)
        for colour in colours:
            end = self._lay_digit(segments, leds, _dimmed(colour, brightness), end)
        self._strip = bytearray(3 * end)
        self._fronts = self._cut(memoryview(self._strip))

    def start(self, segments: bytearray, first: int) -> None:
        """Bring every LED from any state to segments[first : first + digits]."""
        self._update(segments, first)
        self.refresh()

    def show(self, segments: bytearray, first: int) -> None:
        """Send the strip up to the last of segments[first : first + digits] that changed."""
        last = self._update(segments, first)
        if last >= 0:
            self._send(self._fronts[last])

    def refresh(self) -> None:
        """Send the whole strip again; what is right already does not blink."""
        self._send(self._strip)

    def _lay_digit(self, segments: str, leds: int, colour: bytes, start: int) -> int:
        """Note where a digit's segments are; where the next digit begins."""
        for segment in _SEGMENTS:
            place = segments.find(segment)
            if place >= 0:
                self._lay(leds, colour, start + place * leds)
            else:
                self._lay(0, colour, start)
        return start + len(segments) * leds

    def _lay(self, leds: int, colour: bytes, start: int) -> int:
        self._starts.append(start)
        self._ends.append(start + leds)
        self._colours.append(colour)
        return start + leds

    def _cut(self, strip: memoryview) -> "list[memoryview]":
        """The front of the strip up to the end of each digit, made once: slices take heap."""
        fronts = []
        for digit in range(self.digits):
            fronts.append(strip[: 3 * max(self._ends[8 * digit : 8 * digit + 8])])
        return fronts

    def _update(self, segments: bytearray, first: int) -> int:
        """Put what changed into the strip; the last digit that did, or -1."""
        self._last = -1
        for digit in range(self.digits):
            self._put(segments, first, digit)
        return self._last

    def _put(self, segments: bytearray, first: int, digit: int) -> None:
        if self._shown[digit] != segments[first + digit]:
            self._paint_digit(digit, segments[first + digit])
            self._last = digit

    def _paint_digit(self, digit: int, segments: int) -> None:
        changed = self._shown[digit] ^ segments
        self._shown[digit] = segments
        for bit in range(8):
            if changed >> bit & 1:
                self._paint(8 * digit + bit, segments >> bit & 1)

    def _paint(self, at: int, lit: int) -> None:
        """Put one segment into the strip."""
        colour = self._colours[at] if lit else _DARK
        for led in range(self._starts[at], self._ends[at]):
            self._set(3 * led, colour)

    def _set(self, byte: int, colour: bytes) -> None:
        self._strip[byte] = colour[0]
        self._strip[byte + 1] = colour[1]
        self._strip[byte + 2] = colour[2]

    def _send(self, data: "bytearray | memoryview") -> None:
        try:
            self._bitstream(self._pin, 0, _TIMING_NS, data)
        except OSError:
            self.errors += 1


def _dimmed(colour: "list[int]", brightness: int) -> bytes:
    """The bytes of a colour as they are sent: green, red, blue. What is in it stays in it."""
    red, green, blue = [max(_DIMMEST, part * brightness // 255) if part else 0 for part in colour]
    return bytes((green, red, blue))


def wired(display: dict, wiring: "Wiring") -> Ws2812:
    """Make the driver of a board file's display, a strip on one pin."""
    palette = display["colours"]
    for name in display["digits"]:
        if name not in palette:
            raise ValueError("digits has %s, which is none of the colours" % name)
    return Ws2812(
        wiring.output(display["pin"], 0),
        wiring.bitstream,
        display["leds"],
        display.get("segments", "abcdefg"),
        [palette[name] for name in display["digits"]],
        display.get("lamps", []),
        display["brightness"],
        display.get("skip", 0),
    )
