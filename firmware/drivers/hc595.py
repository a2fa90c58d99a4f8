"""A chain of shift registers, 74HC595 or TPIC6B595, one digit each: for large digits.

The whole chain is sent in one write and latched at once. At power-up the registers hold anything;
/OE is pulled up by a resistor and stays high until they have been latched for the first time.

`order` is, from left to right as seen, the chip that drives each digit, 0 being the one at MOSI.
`outputs` are the segments at the outputs QA to QH of a chip, for example "abcdefg.".
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

    from drivers.wiring import Wiring

_SEGMENTS = "abcdefg."


class Hc595:
    """`spi` in mode 0; `latch` is an output made with value=0, `oe` one made with value=1.

    `active_high` says whether a segment is lit by a 1, as it always is with the TPIC6B595.
    """

    def __init__(
        self,
        spi: "SPI",
        latch: "Pin",
        oe: "Pin",
        order: "list[int]",
        outputs: str,
        active_high: bool,
    ) -> None:
        if not order or sorted(order) != list(range(len(order))):
            raise ValueError("order has every chip of the chain once, not %r" % order)
        if sorted(outputs) != sorted(_SEGMENTS):
            raise ValueError("outputs has each of %s once, not %s" % (_SEGMENTS, outputs))
        self.digits = len(order)
        self.errors = 0
        self._spi = spi
        self._latch = latch
        self._oe = oe
        # What is sent first goes through to the last chip.
        self._places = bytes([len(order) - 1 - chip for chip in order])
        self._changed = False
        self._levels = _levels(outputs, active_high)
        self._data = bytearray([self._levels[0]] * len(order))

    def start(self, segments: bytearray, first: int) -> None:
        """Bring the chain up from any state to segments[first : first + digits].

        Dark until it is latched for the first time; started anew after an error it stays lit.
        """
        self._update(segments, first)
        self.refresh()

    def show(self, segments: bytearray, first: int) -> None:
        """Send segments[first : first + digits] if they changed."""
        if self._update(segments, first):
            self.refresh()

    def refresh(self) -> None:
        """Write everything again; what is right already does not blink."""
        try:
            self._spi.write(self._data)
            self._latch(1)
            self._latch(0)
            self._oe(0)
        except OSError:  # not latched: what is shown stays
            self.errors += 1

    def _update(self, segments: bytearray, first: int) -> bool:
        """Put the digits where they are sent; whether one of them is new."""
        self._changed = False
        for digit in range(self.digits):
            self._put(segments, first, digit)
        return self._changed

    def _put(self, segments: bytearray, first: int, digit: int) -> None:
        place = self._places[digit]
        levels = self._levels[segments[first + digit]]
        if self._data[place] != levels:
            self._data[place] = levels
            self._changed = True


def _levels(outputs: str, active_high: bool) -> bytes:
    """The byte for a chip by the segments to be lit; QA is bit 0, the last one sent."""
    levels = bytearray(256)
    for segments in range(256):
        for bit in range(8):
            if segments >> _SEGMENTS.index(outputs[bit]) & 1:
                levels[segments] |= 1 << bit
        if not active_high:
            levels[segments] ^= 0xFF
    return bytes(levels)


def wired(display: dict, wiring: "Wiring") -> Hc595:
    """Make the driver of a board file's display, a chain on an SPI bus; it is dark."""
    oe = wiring.output(display["oe"], 1)  # dark before anything else
    latch = wiring.output(display["latch"], 0)
    active_high = display["active"] == "high"
    bus = wiring.spi(display)
    return Hc595(bus, latch, oe, display["order"], display["outputs"], active_high)
