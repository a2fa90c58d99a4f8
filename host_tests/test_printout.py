"""What stands on the serial console at boot."""

import json
from pathlib import Path

import pytest

from printout import print_configuration
from tools.boards import load_board
from tools.vboard.clock import Clock
from tools.vboard.device import load_firmware
from tools.vboard.machine import Machine
from tools.venv import ROOT
from version import __version__

NAMES = sorted(path.stem for path in (ROOT / "boards").glob("wall-*.json"))


@pytest.mark.parametrize("name", NAMES)
def test_every_pin_of_a_board_is_named(name, capsys):
    board = load_board(name)
    print_configuration(board, __version__, 1)
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"Marker {__version__} on {name} with {board['chip']} after power-on"
    text = "\n".join(lines)
    for index, display in enumerate(board["displays"]):
        [line] = [line for line in lines if f"display {index}:" in line]
        for key, value in display.items():
            if isinstance(value, int):
                assert f" {key} {value};" in line
    rows = " ".join(map(str, board["keypad"]["rows"]))
    assert f" rows {rows};" in text
    assert "'" not in text


@pytest.mark.parametrize("cause, words", [(3, "after watchdog"), (77, "after 77")])
def test_the_cause_of_the_reset_is_told(cause, words, capsys):
    print_configuration(load_board("wall-max7219"), "1.2", cause)
    assert words in capsys.readouterr().out


def test_the_version_stands_in_one_place():
    files = [*ROOT.glob("firmware/**/*.py"), ROOT / "pyproject.toml"]
    assert [path for path in files if f'"{__version__}"' in Path(path).read_text()] == [
        ROOT / "firmware" / "version.py"
    ]


class Interrupted(Clock):
    """Ctrl-C comes while the loop waits for the third time."""

    waits = 0

    def sleep_ms(self, ms):
        self.waits += 1
        if self.waits == 3:
            raise KeyboardInterrupt
        super().sleep_ms(ms)


def test_the_firmware_prints_it_and_runs_until_ctrl_c(tmp_path, monkeypatch, capsys):
    text = json.dumps(load_board("wall-max7219"))
    (tmp_path / "board.json").write_text(text)
    clock = Interrupted()
    program = load_firmware({"board.json": text}, Machine(clock), clock, "marker")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(KeyboardInterrupt):
        program.run()
    assert capsys.readouterr().out.startswith(f"Marker {__version__} on wall-max7219")
