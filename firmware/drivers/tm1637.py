"""A TM1637 display driver, up to six seven-segment digits, on two wires of its own.

CLK is driven, DIO is open-drain with a pull-up of 4.7 to 10 kohm: the chip pulls DIO low to
acknowledge each byte, and must never meet a level that is driven against it. DIO changes only
just after CLK has fallen, apart from START and STOP, which are changes while CLK is high. Several
chips may share CLK.

The boards of these displays route the digits in any order: `order` is, from left to right as
seen, the address of each digit. What is sent and not acknowledged is counted in `errors`.
"""

from micropython import const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from machine import Pin

    from drivers.wiring import Wiring

_WRITE = const(0x40)  # data, the address counting up
_ADDRESS = const(0xC0)  # of the first digit
_DARK = const(0x80)
_LIT = const(0x88)  # plus the brightness, 0 to 7

_RISE_US = const(5)  # of DIO: through 10 kohm, with the capacitance of a line
_HIGH_US = const(1)  # of CLK, which is driven: half a clock at the chip's limit of 500 kHz
_MOST = const(6)


class Tm1637:
    """`clk` is an output made with value=1, `dio` an open-drain output that floats."""

    def __init__(
        self,
        clk: "Pin",
        dio: "Pin",
        order: "list[int]",
        brightness: int,
        sleep_us: "Callable[[int], object]",
    ) -> None:
        if not 0 < len(order) <= _MOST or sorted(order) != list(range(len(order))):
            raise ValueError(
                "order has each of the addresses 0 to 5 or fewer once, not %r" % order
            )
        if not 0 <= brightness <= 7:
            raise ValueError("brightness is 0 to 7, not %d" % brightness)
        self.digits = len(order)
        self.errors = 0
        self._clk = clk
        self._dio = dio
        self._order = bytes(order)
        self._sleep_us = sleep_us
        self._data = bytearray(len(order))  # by address
        self._brightness = _LIT | brightness
        self._lowest = 0  # of the addresses that changed last, and the highest of them
        self._highest = -1
        self._acknowledged = True

    def start(self, segments: bytearray, first: int) -> None:
        """Bring the chip up from any state to segments[first : first + digits]."""
        self._update(segments, first)
        self._acknowledged = True
        self._command(_DARK)
        self._refresh()

    def show(self, segments: bytearray, first: int) -> None:
        """Send those of segments[first : first + digits] that changed, and any between them."""
        if self._update(segments, first):
            self._acknowledged = True
            self._send_data(self._lowest, self._highest)
            self._count()

    def refresh(self) -> None:
        """Write everything again; what is right already does not blink."""
        self._acknowledged = True
        self._refresh()

    def _refresh(self) -> None:
        self._command(_WRITE)
        self._send_data(0, self.digits - 1)
        self._command(self._brightness)
        self._count()

    def _count(self) -> None:
        if not self._acknowledged:
            self.errors += 1

    def _update(self, segments: bytearray, first: int) -> bool:
        """Put the digits where the chip has them; whether one of them is new."""
        self._lowest = self.digits
        self._highest = -1
        for digit in range(self.digits):
            self._put(segments, first, digit)
        return self._highest >= 0

    def _put(self, segments: bytearray, first: int, digit: int) -> None:
        address = self._order[digit]
        if self._data[address] != segments[first + digit]:
            self._data[address] = segments[first + digit]
            self._lowest = min(self._lowest, address)
            self._highest = max(self._highest, address)

    def _send_data(self, lowest: int, highest: int) -> None:
        self._begin()
        self._send(_ADDRESS | lowest)
        for address in range(lowest, highest + 1):
            self._send(self._data[address])
        self._end()

    def _command(self, command: int) -> None:
        self._begin()
        self._send(command)
        self._end()

    def _begin(self) -> None:
        """START: DIO falls while CLK is high."""
        self._dio(0)
        self._sleep_us(_RISE_US)
        self._clk(0)

    def _end(self) -> None:
        """STOP: DIO rises while CLK is high."""
        self._dio(0)
        self._sleep_us(_RISE_US)
        self._clk(1)
        self._sleep_us(_RISE_US)
        self._dio(1)
        self._sleep_us(_RISE_US)

    def _send(self, byte: int) -> None:
        """Eight bits, the lowest first, and the acknowledgement. CLK is low before and after."""
        for bit in range(8):
            self._dio(byte >> bit & 1)
            self._sleep_us(_RISE_US)
            self._clk(1)
            self._sleep_us(_HIGH_US)
            self._clk(0)
        self._dio(1)  # the chip has the line now
        self._sleep_us(_RISE_US)
        self._clk(1)
        self._sleep_us(_HIGH_US)
        if self._dio():
            self._acknowledged = False
        self._clk(0)


def wired(display: dict, wiring: "Wiring") -> Tm1637:
    """Make the driver of a board file's display, a chip on two pins of its own."""
    clk = wiring.output(display["clk"], 1)
    dio = wiring.open_drain(display["dio"])
    return Tm1637(clk, dio, display["order"], display["brightness"], wiring.sleep_us)
