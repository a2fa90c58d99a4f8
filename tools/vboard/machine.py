"""Stand-in for the module `machine` of an ESP32, ESP32-S3 or ESP32-C3: pins, buses and PWM.

Names, signatures and constants are those of MicroPython for the ESP32. What a pin is
soldered to is its `wire`, and everything the firmware does to the pin reaches the wire.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tools.vboard.clock import Clock

_ENODEV = 19
_ETIMEDOUT = 116
_DAYS_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)  # a month, without a leap

# By chip: the pads that MicroPython knows, those that are inputs only, and for each SPI the pins
# it takes where none are given (sck, mosi, miso); the numbers of the I2C buses.
CHIPS = {
    "esp32": (
        tuple([pad for pad in range(40) if pad not in (20, 24, 28, 29, 30, 31)]),
        tuple(range(34, 40)),
        {1: (14, 13, 12), 2: (18, 23, 19)},
        (0, 1),
    ),
    "esp32-s3": (
        tuple([pad for pad in range(49) if pad not in (22, 23, 24, 25)]),
        (),
        {1: (12, 11, 13), 2: (36, 35, 37)},
        (0, 1),
    ),
    "esp32-c3": (tuple(range(22)), (), {1: (6, 7, 2)}, (0,)),
}


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

    def pulses(self, timing_ns: "Sequence[int]", data: "Sequence[int]") -> None:
        """Bytes as pulses of two lengths."""

    def is_held(self) -> bool:
        """Whether somebody holds SDA low; `transfer` on a pad is acknowledged by nobody."""
        return False

    def transfer(self, address: int, data: "Sequence[int]") -> bool:
        """Bytes on I2C; whether they were acknowledged."""
        return False


class Branches(Wire):
    """Several parts on one pin; none of them drives it."""

    def __init__(self) -> None:
        self.parts: list[Wire] = []

    def moved(self, pin: "Pin") -> None:
        for part in self.parts:
            part.moved(pin)


def solder(pin: "Pin", part: Wire) -> None:
    """Put a part on a pin, beside those that only listen to it already."""
    if type(pin.wire) is Wire:
        pin.wire = part
        return
    if not isinstance(pin.wire, Branches):
        branches = Branches()
        branches.rest = pin.wire.rest
        branches.parts.append(pin.wire)
        pin.wire = branches
    pin.wire.parts.append(part)


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
    numbers = CHIPS["esp32"][0]
    input_only = CHIPS["esp32"][1]

    def __new__(cls, id: int, *args: "Any", **kwargs: "Any") -> "Pin":
        if id not in cls.numbers:
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
        if mode in (Pin.OUT, Pin.OPEN_DRAIN) and self.id in self.input_only:
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
        if not self._pull or self.id in self.input_only:
            return -1
        return 1 if self._pull == Pin.PULL_UP else 0


class SPI:
    """Writes only. A pin that is not given is the default one, as on the chip; None is none."""

    MSB = 0
    LSB = 1

    clock: "Clock"
    pin: "type[Pin]"
    defaults = CHIPS["esp32"][2]

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
        if id not in self.defaults:
            raise ValueError("SPI(%d) doesn't exist" % id)
        if (polarity, phase, bits, firstbit) != (0, 0, 8, SPI.MSB):
            raise ValueError("the virtual board has SPI mode 0 with 8 bits only")
        self._baudrate = baudrate
        self._claim(sck, self.defaults[id][0], Pin.OUT)
        self._mosi = self._claim(mosi, self.defaults[id][1], Pin.OUT)
        self._claim(miso, self.defaults[id][2], Pin.IN)

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


class SoftI2C:
    """Writes only. The wire of SDA is a bus of tools/vboard/i2c.py, if there is one."""

    clock: "Clock"

    def __init__(self, scl: Pin, sda: Pin, *, freq: int = 400_000, timeout: int = 50_000) -> None:
        self._sda = sda
        self._freq = freq
        self._timeout_us = timeout
        for pin in (scl, sda):
            pin.init(Pin.OPEN_DRAIN, value=1)

    def writeto(self, addr: int, buf: "Sequence[int]") -> int:
        """Raises OSError where nobody acknowledges, or somebody holds the bus."""
        bus = self._sda.wire
        if bus.is_held():
            self.clock.sleep_us(self._timeout_us)
            raise OSError(_ETIMEDOUT)
        if not bus.transfer(addr, buf):
            self.clock.sleep_us(10_000_000 // self._freq)
            raise OSError(_ENODEV)
        self.clock.sleep_us((10 + 9 * len(buf)) * 1000 // (self._freq // 1000))
        return len(buf)


class I2C(SoftI2C):
    """One of the chip's own buses."""

    numbers = CHIPS["esp32"][3]

    def __init__(
        self, id: int, *, scl: Pin, sda: Pin, freq: int = 400_000, timeout: int = 50_000
    ) -> None:
        if id not in self.numbers:
            raise ValueError("I2C(%d) doesn't exist" % id)
        super().__init__(scl, sda, freq=freq, timeout=timeout)


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
    clock: "Clock"

    def datetime(self, date: "Any" = None) -> "tuple[int, ...] | None":
        """Year, month, day, weekday, hour, minute, second, and a part of a second."""
        if date is None:
            year, month, day, hour, minute, second, weekday, _ = self.clock.date
            return (year, month, day, weekday, hour, minute, second, 0)
        year, month, day, weekday, hour, minute, second, _ = date
        day_of_year = _DAYS_BEFORE[month - 1] + day + (month > 2 and year % 4 == 0)
        self.clock.date = (year, month, day, hour, minute, second, weekday, day_of_year)
        return None

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

    def __init__(
        self, clock: "Clock", chip: str = "esp32", memory: "Memory | None" = None
    ) -> None:
        self.RTC = type("RTC", (RTC,), {"kept": memory or Memory(), "clock": clock})
        pads, input_only, spi_defaults, i2c_numbers = CHIPS[chip]
        pin = {"pads": {}, "numbers": pads, "input_only": input_only}
        self.Pin = type("Pin", (Pin,), pin)
        spi = {"clock": clock, "pin": self.Pin, "defaults": spi_defaults}
        self.SPI = type("SPI", (SPI,), spi)
        self.I2C = type("I2C", (I2C,), {"clock": clock, "numbers": i2c_numbers})
        self.SoftI2C = type("SoftI2C", (SoftI2C,), {"clock": clock})
        self.PWM = PWM
        self._clock = clock
        self.watchdogs: list[WDT] = []
        self.WDT = type("WDT", (WDT,), {"clock": clock, "made": self.watchdogs})
        self.cause = self.PWRON_RESET

    def reset_cause(self) -> int:
        return self.cause

    def bitstream(
        self, pin: Pin, encoding: int, timing: "Sequence[int]", data: "Sequence[int]"
    ) -> None:
        """Only encoding 0 is there: high and low of a 0, high and low of a 1, in nanoseconds."""
        if encoding != 0:
            raise ValueError("encoding")
        self._clock.sleep_us(len(data) * 8 * (timing[2] + timing[3]) // 1000)
        pin.wire.pulses(timing, data)

    def reset(self) -> None:
        raise ResetNow
