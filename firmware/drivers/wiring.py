"""Pins and buses as a board file names them, for drivers that make themselves from its entries.

Every driver's module has `wired(part, wiring)`: `part` is the board file's entry, `wiring` gives
it the pins and buses ready-made. A bus is made once, however many parts are on it.
"""

from micropython import const

from drivers.i2c import free_bus

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from machine import I2C, PWM, SPI, Pin

_TIMEOUT_US = const(50_000)  # a part that holds the bus costs no more than this


class Wiring:
    """`machine` and `time` are the modules of the chip."""

    def __init__(self, machine: "Any", time: "Any") -> None:
        self.sleep_us = time.sleep_us
        self.bitstream = machine.bitstream
        self._machine = machine
        self._buses: dict[str, I2C] = {}

    def output(self, pin: int, level: int) -> "Pin":
        """An output that has its level before it drives."""
        return self._machine.Pin(pin, self._machine.Pin.OUT, value=level)

    def open_drain(self, pin: int) -> "Pin":
        """An output that pulls low or floats; it floats now."""
        return self._machine.Pin(pin, self._machine.Pin.OPEN_DRAIN, value=1)

    def input(self, pin: int, pull_up: bool) -> "Pin":
        """An input, with the chip's own pull-up of some 45 kOhm or without."""
        machine = self._machine
        return machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP if pull_up else None)

    def pwm(self, pin: int) -> "PWM":
        """A silent one."""
        return self._machine.PWM(self._machine.Pin(pin), freq=1000, duty_u16=0)

    def spi(self, part: dict) -> "SPI":
        """Mode 0, writing only. Without miso=None the chip would take a default pin for it."""
        pin = self._machine.Pin
        sck, mosi = pin(part["sck"]), pin(part["mosi"])
        return self._machine.SPI(
            part["spi"], baudrate=part["baudrate"], sck=sck, mosi=mosi, miso=None
        )

    def i2c(self, part: dict) -> "I2C":
        """The bus of `part`, freed before it is made: once made, its pins are its own.

        On the ESP32 making a bus again can abort the chip.
        """
        name = str(part["i2c"])
        if name not in self._buses:
            scl, sda = self.open_drain(part["scl"]), self.open_drain(part["sda"])
            free_bus(scl, sda, self.sleep_us)
            self._buses[name] = self._make_i2c(part["i2c"], scl, sda, part["frequency"])
        return self._buses[name]

    def _make_i2c(self, number, scl, sda, frequency):
        machine = self._machine
        if number == "soft":
            return machine.SoftI2C(scl=scl, sda=sda, freq=frequency, timeout=_TIMEOUT_US)
        return machine.I2C(number, scl=scl, sda=sda, freq=frequency, timeout=_TIMEOUT_US)
