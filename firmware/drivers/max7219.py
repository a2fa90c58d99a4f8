"""A chain of MAX7219 display drivers, eight seven-segment digits each.

Digit 0 is the leftmost as seen. The chip whose DIN is wired to the microcontroller is the
leftmost module and shows digits 0 to 7, the next one 8 to 15, and so on. Within a module
DIG 7 is the leftmost digit and DIG 0 the rightmost, as on the ready-made modules.

For every register there is one frame that writes it in all chips of the chain, made once,
addresses included, and sent in one go between two edges of CS. So the frames are also what
is known about the chips; writing a digit again that did not change is not seen.

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

# Nothing may flash up on the way: out of the test first, light last.
_REGISTERS = (
    (_TEST, 0),
    (_DECODE, 0),
    (_SCAN_LIMIT, 7),
    (_INTENSITY, 0),
    (8, 0),
    (7, 0),
    (6, 0),
    (5, 0),
    (4, 0),
    (3, 0),
    (2, 0),
    (1, 0),
    (_SHUTDOWN, 1),
)
_LEFTMOST = const(4)  # where the digits begin among them


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
        self._dark = _frame(_SHUTDOWN, 0, chips)
        self.digits = 8 * chips
        self.errors = 0

    def start(self, segments: bytearray, first: int) -> None:
        """Bring the chips up from any state to segments[first : first + digits]."""
        self._send(self._frames[0])  # a chip that powers up in the test may miss the first
        self._send(self._dark)
        for digit in range(8):
            self._update(self._frames[_LEFTMOST + digit], segments, first + digit)
        self.refresh()

    def show(self, segments: bytearray, first: int) -> None:
        """Send those of segments[first : first + digits] that changed."""
        for digit in range(8):
            if self._update(self._frames[_LEFTMOST + digit], segments, first + digit):
                self._send(self._frames[_LEFTMOST + digit])

    def refresh(self) -> None:
        """Write every register and digit again; what is right already does not blink."""
        for frame in self._frames:
            self._send(frame)

    def _update(self, frame: bytearray, segments: bytearray, index: int) -> bool:
        """Put one digit of every chip into its frame; true if one of them is new."""
        changed = False
        for at in range(len(frame) - 1, 0, -2):  # the nearest chip keeps what is sent last
            if frame[at] != _CHIP_ORDER[segments[index]]:
                frame[at] = _CHIP_ORDER[segments[index]]
                changed = True
            index += 8
        return changed

    def _send(self, frame: bytearray) -> None:
        try:
            self._cs(0)
            self._spi.write(frame)
            self._cs(1)
        except OSError:  # CS stays low, so a torn frame is never latched
            self.errors += 1


def wired(display: dict, wiring: "Wiring") -> Max7219:
    """Make the driver of a board file's display, a chain on an SPI bus."""
    cs = wiring.output(display["cs"], 1)  # before the bus: its rising edge would latch anything
    return Max7219(wiring.spi(display), cs, display["chips"], display["brightness"])
