"""The command: its files, its table, its sentences."""

import json

import pytest

from host_tests import command
from tools import wiring
from tools.pictures import board as picture
from tools.pictures.route import NoWay
from tools.venv import ROOT


def run(*options):
    return command.run(wiring, *options)


def test_a_picture_in_two_forms_and_a_table_of_the_pins(tmp_path, capsys):
    assert run("wall-max7219", "--out", str(tmp_path)) == 0
    assert (tmp_path / "wall-max7219-wiring.svg").read_text().startswith("<svg ")
    assert (tmp_path / "wall-max7219-wiring.png").read_bytes().startswith(b"\x89PNG")
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["pin", "signal", "leads", "to", "by", "way", "of"]
    assert "IO18  CLK         display 1, CLK  74AHCT125, 47 Ω" in lines
    assert "IO32  lamp relay  relay IN        10 kΩ to GND" in lines
    assert len(lines) == 1 + 13 + 1


def test_the_picture_is_the_same_every_time(tmp_path):
    texts = []
    for folder in ("a", "b"):
        run("wall-max7219", "--out", str(tmp_path / folder))
        texts.append((tmp_path / folder / "wall-max7219-wiring.svg").read_text())
    assert texts[0] == texts[1]


@pytest.mark.parametrize(
    "options, said",
    [
        (["nowhere"], "no board is called 'nowhere'"),
        (["wall-max7219", "--out", __file__], "choose another --out."),
    ],
)
def test_what_can_not_be_done_is_one_sentence(options, said, capsys):
    assert run(*options) == 2
    heard = capsys.readouterr()
    assert said in heard.err
    assert heard.err.count("\n") == 1 and heard.out == ""


def test_a_page_without_room_is_said(tmp_path, capsys, monkeypatch):
    def lay(router, nets):
        raise NoWay("row 1")

    monkeypatch.setattr(picture.Sheet, "wires", lambda sheet: lay(None, None))
    assert run("wall-max7219", "--out", str(tmp_path)) == 2
    assert capsys.readouterr().err == (
        "wall-max7219: one page has no room for all parts: no way for row 1; "
        "change the board file.\n"
    )
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", ["wall-max7219", "wall-s3"])
def test_the_picture_of_the_docs_is_that_of_the_board(name, tmp_path):
    """`python3 -m tools wiring BOARD --out docs` makes it anew."""
    if not (ROOT / "boards" / f"{name}.json").exists():
        pytest.skip(f"there is no board {name}")
    assert run(name, "--out", str(tmp_path)) == 0
    file = f"{name}-wiring.svg"
    assert (tmp_path / file).read_text() == (ROOT / "docs" / file).read_text()


def test_a_board_file_of_ones_own(tmp_path, capsys):
    board = json.loads((ROOT / "boards" / "wall-max7219.json").read_text())
    board["name"], board["buzzer"] = "mine", {"pin": 22}
    board["keypad"]["columns"] = [14, 13, 21, 4]
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(board))
    assert run(str(path), "--out", str(tmp_path)) == 0
    assert "IO22  buzzer" in capsys.readouterr().out
    assert (tmp_path / "mine-wiring.svg").exists()
