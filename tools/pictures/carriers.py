"""The boards that carry the chip, with their pins as they stand on the two edges, antenna up.

A number is a GPIO. Sources: Espressif's user guides of the three boards.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Carrier:
    """A development board: its name, its pins from the top down, and what Wokwi calls it."""

    title: str
    left: tuple[str, ...]
    right: tuple[str, ...]
    wokwi: str
    wokwi_rails: dict[str, str]


def _row(text: str) -> tuple[str, ...]:
    return tuple(text.split())


CARRIERS = {
    "esp32": Carrier(
        "ESP32-DevKitC V4",
        _row("3V3 EN 36 39 34 35 32 33 25 26 27 14 12 GND 13 9 10 11 5V"),
        _row("GND 23 22 1 3 21 GND 19 18 5 17 16 4 0 2 15 8 7 6"),
        "board-esp32-devkit-c-v4",
        {"3.3 V": "3V3", "5 V": "5V", "GND": "GND.1"},
    ),
    "esp32-s3": Carrier(
        "ESP32-S3-DevKitC-1",
        _row("3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V GND"),
        _row("GND 43 44 1 2 42 41 40 39 38 37 36 35 0 45 48 47 21 20 19 GND GND"),
        "board-esp32-s3-devkitc-1",
        {"3.3 V": "3V3.1", "5 V": "5V", "GND": "GND.1"},
    ),
    "esp32-c3": Carrier(
        "ESP32-C3-DevKitM-1",
        _row("GND 3V3 3V3 2 3 GND RST GND 0 1 10 GND 5V 5V GND"),
        _row("GND 21 20 GND 9 8 GND 7 6 5 4 GND 18 19 GND"),
        "board-esp32-c3-devkitm-1",
        {"3.3 V": "3V3.1", "5 V": "5V.1", "GND": "GND.1"},
    ),
}
