"""What a board must be for the firmware to go onto it; each reason is a sentence."""

import dataclasses

import pytest

from tools.flash.survey import Survey, fault
from tools.image import Image

FIRMWARE = Image("1.0", {"marker.mpy": b"M\x06\x00\x1f"})
BOARD = {"name": "wall-max7219", "chip": "esp32"}
GOOD = Survey(
    name="micropython",
    version=(1, 25, 0),
    machine="Generic ESP32 module with ESP32",
    mpy=11014,  # of an ESP32: format 6, sub-version and architecture above
    platform="esp32",
    file_system="<class 'VfsLfs2'>",
    block=4096,
    free=2_000_000,
)


def test_a_board_as_it_should_be():
    assert fault(GOOD, BOARD, FIRMWARE) == ""
    assert fault(dataclasses.replace(GOOD, file_system=""), BOARD, FIRMWARE) == ""


@pytest.mark.parametrize(
    "change, start, way_out",
    [
        ({"name": "circuitpython"}, "runs circuitpython and not MicroPython", "steps 2 and 3"),
        (
            {"machine": "Raspberry Pi Pico with RP2040", "platform": "rp2"},
            "is Raspberry Pi Pico with RP2040",
            "needs an ESP32",
        ),
        (
            {"version": (1, 24, 1)},
            "has MicroPython 1.24.1, and 1.25 is the oldest",
            "flash a newer",
        ),
        (
            {"machine": "Generic ESP32S3 module with ESP32S3"},
            "has an ESP32-S3, and wall-max7219 is for an ESP32",
            "choose another board file",
        ),
        (
            {"mpy": 0x2B07},
            "has MicroPython 1.25.0, which takes .mpy files of version 7",
            "another",
        ),
        ({"file_system": "<class 'VfsFat'>"}, "has the file system FAT", "`esptool erase-flash`"),
    ],
)
def test_a_board_that_is_refused(change, start, way_out):
    sentence = fault(dataclasses.replace(GOOD, **change), BOARD, FIRMWARE)
    assert sentence.startswith(start)
    assert way_out in sentence
    assert sentence.endswith(".")


@pytest.mark.parametrize(
    "machine, chip",
    [
        ("Generic ESP32 module with ESP32", "esp32"),
        ("Generic ESP32 module with SPIRAM with ESP32", "esp32"),
        ("TinyPICO with ESP32-PICO-D4", "esp32"),
        ("Generic ESP32S3 module with Octal-SPIRAM with ESP32S3", "esp32-s3"),
        ("FeatherS3 with ESP32-S3", "esp32-s3"),
        ("ESP32C3 module with ESP32C3", "esp32-c3"),
        ("LOLIN_C3_MINI with ESP32-C3FH4", "esp32-c3"),
        ("Something with SAMD51", ""),
    ],
)
def test_the_chip_is_read_from_what_micropython_calls_the_machine(machine, chip):
    assert dataclasses.replace(GOOD, machine=machine).chip == chip
