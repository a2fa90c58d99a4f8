"""What was set lies over the board file when the firmware starts."""

import json

import pytest

from boardfile import read_board
from tools.boards import load_board

BOARD = load_board("wall-max7219")
TEXT = json.dumps(BOARD)


@pytest.fixture
def read(tmp_path, monkeypatch):
    """read_board of the firmware, with this settings.json on the flash."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "board.json").write_text(TEXT)

    def read(settings=None):
        if settings is not None:
            (tmp_path / "settings.json").write_text(settings)
        return read_board()

    return read


def test_without_settings_the_board_file_is_the_board(read, capsys):
    assert read() == BOARD
    assert capsys.readouterr().out == ""


def test_settings_lie_over_it(read, capsys):
    board = read(
        '{"displays.0.brightness": 4, "defaults.preset": "wpbsa", "infos": ["break"],'
        ' "table_lamp.after_power_cut": "on", "clocks.shot_s": 30}'
    )
    assert board["displays"][0] == {**BOARD["displays"][0], "brightness": 4}
    assert board["defaults"] == {"game": "snooker", "preset": "wpbsa"}
    assert board["infos"] == ["break"]
    assert board["table_lamp"] == {"pin": 32, "active": "high", "after_power_cut": "on"}
    assert board["clocks"] == {"shot_s": 30}  # a part that the board file has not
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "settings",
    [
        *("", "{", "[1]", "7", '"x"', '{"": 1}'[:-1]),
        *('{"displays.7.brightness": 4}', '{"displays.x.brightness": 4}'),
        *('{"nothing.there": 1}', '{"name.x": 1}', '{"table_lamp.pin.x": 1}'),
    ],
)
def test_what_is_broken_is_passed_over_with_a_word(read, capsys, settings):
    assert read(settings) == BOARD
    assert capsys.readouterr().out.startswith(
        "settings.json does not fit the board and is passed over: "
    )


def test_without_a_board_file_nothing_is_set(read, tmp_path, capsys):
    (tmp_path / "board.json").unlink()
    assert read('{"infos": []}') is None
    assert "flash the board once more" in capsys.readouterr().out
