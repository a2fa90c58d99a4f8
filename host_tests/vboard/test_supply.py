"""What a board keeps while it is off."""

import pytest

from tools.boards import load_board
from tools.littlefs_flash import FlashFiles
from tools.vboard.flash import Flash
from tools.vboard.machine import Machine
from tools.vboard.supply import Supply

BOARD = load_board("wall-max7219")


@pytest.fixture
def supply():
    return Supply(FlashFiles)


def switched_on(supply):
    device = supply.switch_on(BOARD, {"game": "manual"}, 1)
    device.run_ms(100)
    return device


def score(device):
    device.run_ms(1500)
    return device.reading()["fields"]["score_a"]


def test_a_reset_keeps_what_the_rtc_memory_has_and_says_why_it_was(supply):
    device = switched_on(supply)
    device.press("7")
    device.run_ms(20)
    supply.reset(Machine.WDT_RESET)
    again = switched_on(supply)
    assert score(again) == "  7"
    assert supply.cause == Machine.WDT_RESET


def test_a_cut_keeps_what_the_flash_has(supply):
    device = switched_on(supply)
    device.play("1 .")
    device.press("7")
    device.run_ms(20)
    supply.cut()
    assert score(switched_on(supply)) == "  1"
    assert supply.cause == Machine.PWRON_RESET


def test_a_cut_within_an_operation_leaves_the_flash_as_it_was_caught(supply):
    caught = []
    device = switched_on(supply)
    supply.flash.on_write = lambda flash: caught.append(flash.cut("half"))
    device.play("7 .")
    progs = supply.flash.progs
    supply.cut(caught[0])
    assert supply.flash.bytes == caught[0]
    assert supply.flash.progs == progs
    assert score(switched_on(supply)) == "  0"


def test_some_operations_are_refused_then_the_chip_works_again():
    flash = Flash(2)
    flash.refuses = 2
    assert [flash.erase(0), flash.prog(0, 0, bytes(32)), flash.erase(0)] == [False, False, True]
    assert (flash.refused, flash.erases, flash.progs) == (2, 1, 0)


def test_a_file_that_cannot_be_closed_is_closed_all_the_same():
    flash = Flash(16)
    files = FlashFiles(flash, format=True)
    file = files.open("a", "wb")
    flash.refuses = 1
    file.write(b"1")
    with pytest.raises(OSError):
        file.close()
    del file
    again = files.open("a", "wb")
    again.write(b"2")
    again.close()
    assert files.open("a", "rb").read(1) == b"2"
