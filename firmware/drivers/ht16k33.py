"""An HT16K33 display driver on I2C, up to sixteen seven-segment digits.

The memory of the chip has 16 bytes, a byte a digit where the segments a to g and the point are
wired to eight ROW outputs in that order; `order` is, from left to right as seen, the byte of each
digit. A digit that changed alone is sent alone, otherwise all of the memory in one transfer; both
from buffers that hold the register address too.

A chip that is absent, was pulled off or lost its supply does not acknowledge. That is counted in
`errors`; `start` brings it up when it is there again.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import I2C

    from drivers.wiring import Wiring

_OSCILLATOR_ON = const(b"\x21")
_ROWS_ONLY = const(b"\xa0")  # no interrupt output on ROW15
_DARK = const(b"\x80")
_LIT = const(b"\x81")  # and not blinking
_DIMMING = const(0xE0)  # plus the brightness, 0 to 15
_MEMORY = const(16)


class Ht16k33:
    """`i2c` needs `writeto(address, buffer)`."""

    def __init__(self, i2c: "I2C", address: int, order: "list[int]", brightness: int) -> None:
        if len(set(order)) != len(order) or not set(order) <= set(range(_MEMORY)):
            raise ValueError("order has different bytes of 0 to 15, not %r" % order)
        if not 0 <= brightness <= 15:
            raise ValueError("brightness is 0 to 15, not %d" % brightness)
        self.digits = len(order)
        self.errors = 0
        self._i2c = i2c
        self._address = address
        self._memory = bytearray(1 + _MEMORY)  # behind the register address, 0
        # Of each digit the register address and the segments.
        self._digits = [bytearray((place, 0)) for place in order]
        self._last = bytearray(2)  # the one that changed last
        self._changed = 0
        dimming = bytes((_DIMMING | brightness,))
        # Random memory must not be lit: the light comes last.
        self._start = (_OSCILLATOR_ON, _DARK)
        self._refresh = (_OSCILLATOR_ON, _ROWS_ONLY, self._memory, dimming, _LIT)

    def start(self, segments: bytearray, first: int) -> None:
        """Bring the chip up from any state to segments[first : first + digits]."""
        if self._send_all(self._start):
            self.show(segments, first)
            self.refresh()

    def show(self, segments: bytearray, first: int) -> None:
        """Send those of segments[first : first + digits] that changed, and any beside them."""
        self._changed = 0
        for digit in self._digits:
            if digit[1] != segments[first]:
                digit[1] = segments[first]
                self._last = digit
                self._changed += 1
            first += 1
        if self._changed == 1:
            self._send(self._last)
        elif self._changed:
            self._fill()
            self._send(self._memory)

    def refresh(self) -> None:
        """Write everything again; what is right already does not blink."""
        self._fill()
        self._send_all(self._refresh)

    def _fill(self) -> None:
        for digit in self._digits:
            self._memory[1 + digit[0]] = digit[1]

    def _send_all(self, transfers: tuple) -> bool:
        for transfer in transfers:
            if not self._send(transfer):  # the others would only wait for the same timeout
                return False
        return True

    def _send(self, transfer: "bytes | bytearray") -> bool:
        try:
            self._i2c.writeto(self._address, transfer)
            return True
        except OSError:
            self.errors += 1
            return False


def wired(display: dict, wiring: "Wiring") -> Ht16k33:
    """Make the driver of a board file's display; its chips share the bus that `i2c` numbers."""
    bus = wiring.i2c(display)
    return Ht16k33(bus, display["address"], display["order"], display["brightness"])
