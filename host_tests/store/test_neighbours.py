"""The journal beside the firmware's own files: they share littlefs's blocks, and cost it nothing.

Twenty-five files lie beside it, some in the root and some in folders, as they do on a chip.
"""

import pytest

from host_tests.rules.walks import walk
from host_tests.store.cuts import Table
from tools.littlefs_flash import FlashFiles
from tools.vboard.flash import Flash

OPTIONS = {"best-of": 99}
EVENTS = walk(OPTIONS, seed=7, length=600)
FOLDERS = ("", "rules/", "console/", "drivers/", "store/")


def chip_with_firmware(blocks=128):
    """A chip with 25 files of 1 to 7 KB on it; 79 of them are 112 KB together."""
    flash = Flash(blocks)
    fs = FlashFiles(flash, format=True)
    for folder in FOLDERS[1:]:
        fs.mkdir(folder[:-1])
    for number in range(25):
        file = fs.open(f"{FOLDERS[number % 5]}part{number:02}.mpy", "wb")
        file.write(bytes([number]) * (900 + 251 * number))
        file.close()
    return flash


class Waits:
    """What the chip keeps the processor waiting for, event by event."""

    def __init__(self, table):
        self.longest_ms = 0
        self.table = table
        self._us = 0
        table.flash.sleep_us = self._sleep

    def _sleep(self, us):
        self._us += us

    def play(self, tokens):
        for token in tokens:
            self._us = 0
            self.table.play([token], 1000)
            self.longest_ms = max(self.longest_ms, self._us / 1000)


def chip_alone():
    flash = Flash(64)
    FlashFiles(flash, format=True)
    return flash


@pytest.mark.parametrize("chip", [chip_alone, chip_with_firmware])
def test_events_are_safe_in_time_and_with_few_erases(chip):
    flash = chip()
    waits = Waits(Table(FlashFiles, "snooker", OPTIONS, flash=flash))
    waits.play(EVENTS)
    assert waits.table.latest_ms + waits.longest_ms <= 250
    assert 0 < flash.erases / len(EVENTS) <= 0.06


def test_and_the_firmware_is_as_it_was():
    flash = chip_with_firmware()
    table = Table(FlashFiles, "snooker", OPTIONS, flash=flash)
    table.play(EVENTS[:150])
    fs = FlashFiles(flash)
    for number in range(25):
        content = fs.open(f"{FOLDERS[number % 5]}part{number:02}.mpy", "rb").read(99_999)
        assert content == bytes([number]) * (900 + 251 * number)
