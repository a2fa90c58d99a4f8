"""Stand-in for the module `machine` of an ESP32: pins, SPI and PWM.

Names, signatures and constants are those of MicroPython for the ESP32. What a pin is
soldered to is its `wire`, and everything the firmware does to the pin reaches the wire.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tools.vboard.clock import Clock

_NOT_THERE = (20, 24, 28, 29, 30, 31)
_FIRST_INPUT_ONLY = 34
_SPI_DEFAULTS = {1: (14, 13, 12), 2: (18, 23, 19)}  # sck, mosi, miso


class Wire:
    """What a pin is soldered to. This one is a bare pad; parts of the board derive from it."""

    rest = 0  # the level where nobody drives it

    def moved(self, pin: "Pin") -> None:
        """The firmware has configured or set the pin."""

    def read(self, pin: "Pin") -> int:
        level = pin.drives()
        if level < 0:
            level = pin.pulls()
        return self.rest if level < 0 else level

    def shift(self, data: "Sequence[int]") -> None:
        """Bytes from an SPI whose MOSI is here."""

    def tone(self, hz: int) -> None:
        """A square wave, or 0 for silence."""


class Pin:
    """One object a pad, however often it is constructed."""

    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2

    id: int
    wire: Wire
    pads: "dict[int, Pin]"  # of one chip, see Machine

    def __new__(cls, id: int, *args: "Any", **kwargs: "Any") -> "Pin":
        if not 0 <= id < 40 or id in _NOT_THERE:
            raise ValueError("invalid pin")
        if id not in cls.pads:
            pin = super().__new__(cls)
            pin.id = id
            pin.wire = Wire()
            pin._mode = cls.IN
            pin._pull = 0
            pin._out = 0
            cls.pads[id] = pin
        return cls.pads[id]

    def __init__(
        self, id: int, mode: int = -1, pull: "int | None" = -1, *, value: "Any" = None
    ) -> None:
        self.init(mode, pull, value=value)

    def init(self, mode: int = -1, pull: "int | None" = -1, *, value: "Any" = None) -> None:
        if mode in (Pin.OUT, Pin.OPEN_DRAIN) and self.id >= _FIRST_INPUT_ONLY:
            raise ValueError("pin can only be input")
        if value is not None:
            self._out = 1 if value else 0
        if mode != -1:
            self._mode = mode
        if pull != -1:
            self._pull = pull or 0
        self.wire.moved(self)

    def value(self, x: "Any" = None) -> "int | None":
        if x is None:
            return self.wire.read(self)
        self._out = 1 if x else 0
        self.wire.moved(self)
        return None

    __call__ = value

    def on(self) -> None:
        self.value(1)

    def off(self) -> None:
        self.value(0)

    def drives(self) -> int:
        """The level that the pad forces on its wire; -1: none."""
        if self._mode == Pin.OUT or self._mode == Pin.OPEN_DRAIN and not self._out:
            return self._out
        return -1

    def pulls(self) -> int:
        """The level that the pad's resistor draws its wire to; -1: none."""
        if not self._pull or self.id >= _FIRST_INPUT_ONLY:
            return -1
        return 1 if self._pull == Pin.PULL_UP else 0


class SPI:
    """Writes only. A pin that is not given is the default one, as on the chip; None is none."""

    MSB = 0
    LSB = 1

    clock: "Clock"
    pin: "type[Pin]"

    def __init__(
        self,
        id: int,
        baudrate: int = 500_000,
        *,
        polarity: int = 0,
        phase: int = 0,
        bits: int = 8,
        firstbit: int = MSB,
        sck: "Pin | int | None" = -1,
        mosi: "Pin | int | None" = -1,
        miso: "Pin | int | None" = -1,
    ) -> None:
        if id not in _SPI_DEFAULTS:
            raise ValueError("SPI(%d) doesn't exist" % id)
        if (polarity, phase, bits, firstbit) != (0, 0, 8, SPI.MSB):
            raise ValueError("the virtual board has SPI mode 0 with 8 bits only")
        self._baudrate = baudrate
        self._claim(sck, _SPI_DEFAULTS[id][0], Pin.OUT)
        self._mosi = self._claim(mosi, _SPI_DEFAULTS[id][1], Pin.OUT)
        self._claim(miso, _SPI_DEFAULTS[id][2], Pin.IN)

    def write(self, buf: "Sequence[int]") -> None:
        self.clock.sleep_us(8 * len(buf) * 1000 // (self._baudrate // 1000))
        if self._mosi:
            self._mosi.wire.shift(buf)

    def _claim(self, pin: "Pin | int | None", default: int, mode: int) -> "Pin | None":
        if pin is None:
            return None
        if isinstance(pin, int):
            pin = self.pin(default)
        pin.init(mode)
        return pin


class PWM:
    def __init__(self, dest: Pin, *, freq: int = 5000, duty_u16: int = 32768) -> None:
        self._wire = dest.wire
        self._hz = freq
        self._duty = duty_u16
        self._changed()

    def freq(self, value: "int | None" = None) -> "int | None":
        if value is None:
            return self._hz
        if value < 1:
            raise ValueError("frequency must be at least 1 Hz")
        self._hz = value
        self._changed()
        return None

    def duty_u16(self, value: "int | None" = None) -> "int | None":
        if value is None:
            return self._duty
        self._duty = value
        self._changed()
        return None

    def deinit(self) -> None:
        self._wire.tone(0)

    def _changed(self) -> None:
        self._wire.tone(self._hz if 0 < self._duty < 65535 else 0)


class RTC:
    """Its memory: `kept` belongs to the board, survives resets, and is lost with the power."""

    kept: "Memory"

    def memory(self, data: "Any" = None) -> "bytes | None":
        if data is None:
            return bytes(memoryview(self.kept.bytes)[: self.kept.length])
        if len(data) > len(self.kept.bytes):
            raise ValueError("buffer too long")
        for at in range(len(data)):
            self.kept.bytes[at] = data[at]
        self.kept.length = len(data)
        return None


class Memory:
    """What stands behind RTC.memory(): empty after power-on."""

    def __init__(self) -> None:
        self.bytes = bytearray(2048)
        self.length = 0


class ResetNow(BaseException):
    """The chip resets: nothing of the program goes on."""


class WDT:
    """The watchdog of a chip: `fed_ms` is when it was fed last, on the board's clock."""

    clock: "Clock"
    made: "list[WDT]"

    def __init__(self, id: int = 0, timeout: int = 5000) -> None:
        self.timeout_ms = timeout
        self.made.append(self)
        self.feed()

    def feed(self) -> None:
        self.fed_ms = self.clock.ms


class Machine:
    """The module of one chip: its classes know this chip's pads and clock, no other's."""

    PWRON_RESET = 1
    HARD_RESET = 2
    WDT_RESET = 3
    DEEPSLEEP_RESET = 4
    SOFT_RESET = 5

    def __init__(self, clock: "Clock", memory: "Memory | None" = None) -> None:
        self.RTC = type("RTC", (RTC,), {"kept": memory or Memory()})
        self.Pin = type("Pin", (Pin,), {"pads": {}})
        self.SPI = type("SPI", (SPI,), {"clock": clock, "pin": self.Pin})
        self.PWM = PWM

        self.watchdogs: list[WDT] = []
        self.WDT = type("WDT", (WDT,), {"clock": clock, "made": self.watchdogs})
        self.cause = self.PWRON_RESET

    def reset_cause(self) -> int:
        return self.cause

    def reset(self) -> None:
        raise ResetNow
