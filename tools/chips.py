"""What the pins of each chip can do, and which of them a board must leave alone.

From Espressif's data sheets, technical reference manuals and ESP-IDF's table of GPIOs, from
MicroPython's quick reference, and from reports of relays that switched at power-up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_BOOT_MODE = "is a strapping pin (it selects the boot mode at power-up)"
_FLASH = "belongs to the flash memory"
_OCTAL = "belongs to the memory on modules with eight data lines"
_USB = 'is the native USB (free where the board file says "repl": "uart")'


@dataclass(frozen=True)
class Chip:
    """A kind of ESP32. `taken`, `noisy` and `pulses` say why a pin is refused.

    `noisy` pins read what is not there; `pulses` are those that the relay is not put on; `usb`
    are free once the REPL is on the serial line alone.
    """

    name: str
    pins: frozenset[int]
    taken: dict[int, str]
    usb: tuple[int, ...]
    input_only: frozenset[int]
    noisy: dict[int, str]
    pulses: dict[int, str]
    spi: tuple[int, ...]
    i2c: tuple[int, ...]

    def why_not(self, pin: int, role: str, repl: str = "usb") -> str:
        """Why a pin can't be a "relay", "output", "input" or "pulled-up input"; else ""."""
        if pin not in self.pins:
            return f"is no pin of the {self.name}"
        if pin in self.usb:
            return _USB if repl == "usb" else self._why_no_relay(pin, role)
        if pin in self.taken:
            return self.taken[pin]
        if pin in self.input_only and role == "pulled-up input":
            return 'has no pull-up (with resistors of its own, say "pull_ups": "external")'
        if pin in self.input_only and role != "input":
            return "can only be an input"
        if pin in self.noisy:
            return self.noisy[pin]
        return self._why_no_relay(pin, role)

    def _why_no_relay(self, pin: int, role: str) -> str:
        return self.pulses.get(pin, "") if role == "relay" else ""


def _all(pins: Iterable[int], reason: str) -> Iterator[tuple[int, str]]:
    return ((pin, reason) for pin in pins)


def _pulses(pins: Iterable[int]) -> dict[int, str]:
    return dict.fromkeys(pins, "pulses at power-up, which would switch the relay")


CHIPS = {
    "esp32": Chip(
        name="ESP32",
        pins=frozenset(range(40)) - {20, 24, 28, 29, 30, 31},
        taken={
            0: _BOOT_MODE,
            1: "is the serial line of the REPL (TX)",
            2: _BOOT_MODE,
            3: "is the serial line of the REPL (RX)",
            5: "is a strapping pin (it selects the timing of SDIO at power-up)",
            12: "is a strapping pin (it selects the flash voltage at power-up)",
            15: "is a strapping pin (it silences the boot messages at power-up)",
            16: "belongs to the memory on some modules",
            17: "belongs to the memory on some modules",
            **dict(_all(range(6, 12), _FLASH)),
        },
        usb=(),
        input_only=frozenset(range(34, 40)),
        # Errata 3.11: low for 80 ns when the converter is powered up. GPIO36 lies beside EN.
        noisy=dict(_all((36, 39), "reads short pulses that are not there, and is next to EN")),
        # esp32.com 4287 and electronics.stackexchange.com 576926, 636980: half a second, even
        # against a resistor of 1 to 10 kohm.
        pulses=_pulses((14, 21, 22, 26, 27)),
        spi=(1, 2),
        i2c=(0, 1),
    ),
    "esp32-s3": Chip(
        name="ESP32-S3",
        pins=frozenset(range(49)) - {22, 23, 24, 25},
        taken={
            0: _BOOT_MODE,
            3: "is a strapping pin (it selects the source of JTAG at power-up)",
            43: "is the serial line of the REPL (TX)",
            44: "is the serial line of the REPL (RX)",
            45: "is a strapping pin (it selects the flash voltage at power-up)",
            46: "is a strapping pin (it selects the boot mode and silences its messages)",
            **dict(_all(range(26, 33), _FLASH)),
            **dict(_all(range(33, 38), _OCTAL)),
        },
        usb=(19, 20),
        input_only=frozenset(),
        noisy={},
        # Data sheet, power-up glitches: 18, 19, 20 go high. 20 was seen high for 175 ms
        # (forum.arduino.cc 1156286), 21 for 30 ms.
        pulses=_pulses((18, 19, 20, 21)),
        spi=(1, 2),
        i2c=(0, 1),
    ),
    "esp32-c3": Chip(
        name="ESP32-C3",
        pins=frozenset(range(22)),
        taken={
            2: _BOOT_MODE,
            8: _BOOT_MODE,
            9: _BOOT_MODE,
            20: "is the serial line of the REPL (RX)",
            21: "is the serial line of the REPL (TX)",
            # 11 is the supply of the flash; 12 to 17 are its data lines.
            **dict(_all(range(11, 18), _FLASH)),
        },
        usb=(18, 19),
        input_only=frozenset(),
        noisy={},
        # Data sheet, power-up glitches: 18 is pulled up; 19 is USB's other line.
        pulses=_pulses((18, 19)),
        spi=(1,),
        i2c=(0,),
    ),
}
