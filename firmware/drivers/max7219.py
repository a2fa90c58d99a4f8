"""A chain of MAX7219 display drivers, eight seven-segment digits each.

Digit 0 is the leftmost as seen. The chip whose DIN is wired to the microcontroller is the
leftmost module and shows digits 0 to 7, the next one 8 to 15, and so on. Within a module
DIG 7 is the leftmost digit and DIG 0 the rightmost, as on the ready-made modules.

For every register there is one frame that writes it in all chips of the chain, made once,
addresses included, and sent in one go between two edges of CS. Writing a digit again that did
not change is not seen.

The chips can't be read back, and interference can put any of them into shutdown or display
test at any time: call `refresh` every second or two. A bus that fails is counted in `errors`.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import SPI, Pin

    from drivers.wiring import Wiring

# Registers. 1 to 8 are the digits DIG 0 to DIG 7.
_DECODE = const(0x09)  # 0: the data bits are the segments
_INTENSITY = const(0x0A)  # 0 to 15
_SCAN_LIMIT = const(0x0B)  # 7: all eight digits
_SHUTDOWN = const(0x0C)  # 0: dark, 1: on
_TEST = const(0x0F)  # 1: every segment lit, whatever the other registers say

# Nothing may flash up on the way: light last.
_REGISTERS = (
    (8, 0),
    (7, 0),
    (6, 0),
    (5, 0),
    (4, 0),
    (3, 0),
    (2, 0),
    (1, 0),
    (_TEST, 0),
    (_DECODE, 0),
    (_SCAN_LIMIT, 7),
    (_INTENSITY, 0),
    (_SHUTDOWN, 1),
    (_SHUTDOWN, 0),
)
# Which of them are sent, a bit each, the first one lowest.
_DARK = const(0b10_0001_0000_0000)  # out of the test, too
_ALL = const(0b01_1111_1111_1111)


def _in_chip_order(segments: int) -> int:
    """Bits 0 to 6 are segments a to g for us, g to a for the chip; bit 7 is the point."""
    turned = segments & 0x80
    for bit in range(7):
        if segments & 1 << bit:
            turned |= 0x40 >> bit
    return turned


_CHIP_ORDER = bytes([_in_chip_order(segments) for segments in range(256)])


def _frame(register: int, value: int, chips: int) -> bytearray:
    return bytearray(bytes((register, value)) * chips)


class Max7219:
    """`spi` in mode 0; `cs` is an output made with value=1, for its rising edge latches."""

    def __init__(self, spi: "SPI", cs: "Pin", chips: int, brightness: int) -> None:
        if chips < 1:
            raise ValueError("a chain has at least 1 chip, not %d" % chips)
        if not 0 <= brightness <= 15:
            raise ValueError("brightness is 0 to 15, not %d" % brightness)
        self._spi = spi
        self._cs = cs
        self._frames = []
        for register, value in _REGISTERS:
            value = brightness if register == _INTENSITY else value
            self._frames.append(_frame(register, value, chips))
        self.digits = 8 * chips
        self.errors = 0
        self._shown = bytearray(self.digits)
        self._changed = 0  # frames, a bit each

    def start(self, segments: bytearray, first: int) -> None:
        """Bring the chips up from any state to segments[first : first + digits]."""
        self._send(_DARK)
        self._update(segments, first)
        self._send(_ALL)  # a chip that powers up in the test may have missed its end

    def show(self, segments: bytearray, first: int) -> None:
        """Send those of segments[first : first + digits] that changed."""
        self._update(segments, first)
        self._send(self._changed)

    def refresh(self) -> None:
        """Write every register and digit again; what is right already does not blink."""
        self._send(_ALL)

    def _update(self, segments: bytearray, first: int) -> None:
        """Put what is new into its frames."""
        self._changed = 0
        digit = 0
        while digit < self.digits:
            lit = segments[first + digit]
            if lit != self._shown[digit]:
                self._shown[digit] = lit
                # The nearest chip keeps what is sent last.
                self._frames[digit & 7][~(digit >> 3 << 1)] = _CHIP_ORDER[lit]
                self._changed |= 1 << (digit & 7)
            digit += 1

    def _send(self, frames: int) -> None:
        try:
            self._send_frames(frames)
        except OSError:  # CS stays low, so a torn frame is never latched
            self.errors += 1

    def _send_frames(self, frames: int) -> None:
        """Send these, a bit each."""
        cs = self._cs
        for frame in self._frames:
            if not frames:
                break
            if frames & 1:
                cs(0)
                self._spi.write(frame)
                cs(1)
            frames >>= 1


def wired(display: dict, wiring: "Wiring") -> Max7219:
    """Make the driver of a board file's display, a chain on an SPI bus."""
    cs = wiring.output(display["cs"], 1)  # before the bus: its rising edge would latch anything
    return Max7219(wiring.spi(display), cs, display["chips"], display["brightness"])
