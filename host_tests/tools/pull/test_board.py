"""`pull` from a board on a serial line, through mpremote, as it is played on."""

import datetime
import shutil
import time
from pathlib import Path

import littlefs
import pytest

from host_tests.command import run
from tools import image, pull
from tools import time as set_time
from tools.boards import load_board
from tools.flash import board_file
from tools.link import Link
from tools.pty_board.exchange import BoardGone

BLOCKS = 128


@pytest.fixture(scope="module")
def flashed(tmp_path_factory):
    """The flash of a board with the firmware on it."""
    fs = littlefs.LittleFS(
        block_size=4096, block_count=BLOCKS, read_size=32, prog_size=32, cache_size=128
    )
    files = {**image.build().files, "board.json": board_file(load_board("wall-max7219"))}
    for path, data in files.items():
        fs.makedirs(str(Path(path).parent), exist_ok=True)
        with fs.open(path, "wb") as file:
            file.write(data)
    flash = tmp_path_factory.mktemp("board") / "flash"
    flash.write_bytes(bytes(fs.context.buffer))
    return flash


@pytest.fixture
def board(pty_board, flashed, tmp_path):
    """A board whose clock is set."""
    board = pty_board("wall-max7219", Path(shutil.copy(flashed, tmp_path / "flash")))
    assert run(set_time, "--port", board.port) == 0
    assert comes_back(board, "0")
    return board


def comes_back(board, score):
    """Whether a board that may be restarting just now shows this score of A before long."""
    for _ in range(50):
        try:
            board.run_ms(200)
            if board.reading()["fields"]["score_a"].strip() == score:
                return True
        except BoardGone:
            pass
        time.sleep(0.1)
    return False


def test_the_matches_of_a_board_are_fetched_and_it_plays_on(board, tmp_path, capsys):
    board.tap("171")
    board.tap("C9B")  # the referee awards the match
    board.run_ms(1000)
    board.tap("CC0#17")
    board.run_ms(1000)
    out = tmp_path / "out"
    options = ["--port", board.port, "--out", str(out), "--format", "text", "csv"]
    capsys.readouterr()
    assert run(pull, *options) == 0
    over, playing = capsys.readouterr().out.splitlines()
    today = f"{datetime.date.today():%Y-%m-%d}"
    assert over.startswith("match ") and f" {today} " in over
    assert " snooker 0–1: " in over
    assert " snooker 0–0, not over yet: " in playing
    texts = [path.read_text() for path in out.glob("*.txt")]
    played = sorted(text.split("\n\n")[1].split(" @")[0] for text in texts)
    assert played == ["1 7", "1 7 1 match:B"]
    assert comes_back(board, "8")
    assert fetched(board) > 0
    files = {path.name: path.read_bytes() for path in out.iterdir()}
    assert run(pull, *options, "--keep") == 0
    assert {path.name: path.read_bytes() for path in out.iterdir()} == files


def test_the_board_is_told_nothing_when_files_cannot_be_written(board, tmp_path, capsys):
    board.tap("1C9B")
    board.run_ms(1000)
    board.tap("CC0#1")
    board.run_ms(1000)
    (tmp_path / "out").write_text("in the way")
    assert run(pull, "--port", board.port, "--out", str(tmp_path / "out"), "--format", "text") == 2
    assert "choose another --out" in capsys.readouterr().err
    assert comes_back(board, "1")
    assert fetched(board) == 0


def test_a_line_that_breaks_costs_nothing(board, tmp_path, capsys):
    board.tap("17")
    board.run_ms(1000)
    board.cut_line_after(25)  # in the midst of the command
    out = tmp_path / "out"
    assert run(pull, "--port", board.port, "--out", str(out), "--format", "text") == 2
    assert "run the same command again" in capsys.readouterr().err
    assert not out.exists()
    board.plug()
    assert comes_back(board, "8")
    assert run(pull, "--port", board.port, "--out", str(out), "--format", "text") == 0
    assert "snooker 0–0, not over yet" in capsys.readouterr().out


def fetched(board):
    """Up to which number the board has been told that its matches are safe."""
    with Link(board.port) as link:
        source = "import records\nfrom store.recovery import Recovery\n"
        source += "files = records.Files(open, None)\n"
        source += "print(Recovery(files, records.Rtc(records._NoRtc())).fetched)"
        return int(link.run(source))
