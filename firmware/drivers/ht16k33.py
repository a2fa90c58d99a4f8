"""An HT16K33 display driver on I2C, up to sixteen seven-segment digits.

The memory of the chip has 16 bytes, a byte a digit where the segments a to g and the point are
wired to eight ROW outputs in that order; `order` is, from left to right as seen, the byte of each
digit. All of it is sent in one transfer from one buffer, which holds the register address too.

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
        self._order = bytes(order)
        self._changed = False
        self._memory = bytearray(1 + _MEMORY)  # behind the register address, 0
        dimming = bytes((_DIMMING | brightness,))
        # Random memory must not be lit: the light comes last.
        self._start = (_OSCILLATOR_ON, _DARK, _ROWS_ONLY, self._memory, dimming, _LIT)
        self._refresh = (_OSCILLATOR_ON, _ROWS_ONLY, self._memory, dimming, _LIT)

    def start(self, segments: bytearray, first: int) -> None:
        """Bring the chip up from any state to segments[first : first + digits]."""
        self._update(segments, first)
        self._send_all(self._start)

    def show(self, segments: bytearray, first: int) -> None:
        """Send segments[first : first + digits] if they changed."""
        if self._update(segments, first):
            self._send(self._memory)

    def refresh(self) -> None:
        """Write everything again; what is right already does not blink."""
        self._send_all(self._refresh)

    def _update(self, segments: bytearray, first: int) -> bool:
        """Put the digits where the chip has them; whether one of them is new."""
        self._changed = False
        for digit in range(self.digits):
            self._put(segments, first, digit)
        return self._changed

    def _put(self, segments: bytearray, first: int, digit: int) -> None:
        place = 1 + self._order[digit]
        if self._memory[place] != segments[first + digit]:
            self._memory[place] = segments[first + digit]
            self._changed = True

    def _send_all(self, transfers: tuple) -> None:
        for transfer in transfers:
            if not self._send(transfer):  # the others would only wait for the same timeout
                break

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
