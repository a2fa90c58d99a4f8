"""Flashing through the real mpremote: onto a virtual board at the end of a serial line."""

import itertools
import re
import shutil
from types import SimpleNamespace

import pytest

from host_tests.command import run as run_command
from host_tests.tools.mpremote import mpremote
from tools import flash, image
from tools import link as link_module
from tools import set as setting
from tools import time as clock
from tools.boards import load_board
from tools.flash.plan import BUILD, Step
from tools.image import Image
from tools.link import SCRATCH, Link
from tools.pty_board.board import PtyBoard, missing
from tools.refusal import Refusal
from tools.venv import ROOT
from version import __version__

BOARD = load_board("wall-max7219")
del BOARD["self_test"]  # so that what `put` has flashed shows the match at once
FIRMWARE = image.build()
SELF_TEST_MS = 4000


def flash_command(board, capsys, name="wall-max7219"):
    """The command as a user gives it: (status, what it says, what it complains of)."""
    status = run_command(flash, "--board", name, "--port", board.port)
    said = capsys.readouterr()
    return status, said.out, said.err.splitlines()


def put(board, firmware=FIRMWARE):
    """Flash a firmware and start it; what the board says of itself."""
    with Link(board.port) as link:
        flash.flash(link, BOARD, firmware)
        return flash.started(link, BOARD, firmware)


def listing(board):
    """All paths on the board."""
    with Link(board.port) as link:
        rooms = ["rules", "console", "drivers", "link", "store", "lib"]
        return set(flash.list_files(link, rooms, []))


def fields(board, ms=600):
    """What the board shows after so long."""
    board.run_ms(ms)
    return board.reading()["fields"]


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """The flash of a board with this firmware and a match of 8 points."""
    if missing():
        pytest.skip(missing())
    path = tmp_path_factory.mktemp("flash") / "flash"
    with PtyBoard(flash=path) as board:
        put(board)
        board.run_ms(600)
        board.tap("17")
        board.run_ms(1000)
        return path.read_bytes()


@pytest.fixture
def board(pty_board, played, tmp_path):
    """A board on which a match is played."""
    path = tmp_path / "flash"
    path.write_bytes(played)
    return pty_board(flash=path)


@pytest.fixture(scope="module")
def newer(tmp_path_factory):
    """The next version: a module renamed, a game gone, another module longer."""
    folder = tmp_path_factory.mktemp("next") / "firmware"
    shutil.copytree(image.FIRMWARE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "version.py").write_text('__version__ = "99.0"\n')
    (folder / "records.py").rename(folder / "archive.py")
    (folder / "rules" / "carom.py").unlink()
    text = (folder / "supervisor.py").read_text()
    (folder / "supervisor.py").write_text(f"MORE = {'x' * 3000!r}\n{text}")
    return image.build(folder)


def test_an_empty_chip_becomes_a_board_and_a_second_run_copies_nothing(pty_board, capsys):
    board = pty_board()
    status, said, _ = flash_command(board, capsys)
    assert status == 0
    report = f"Marker {__version__} ({FIRMWARE.hash}) on wall-max7219 with esp32 after hard reset"
    assert said.splitlines()[-1] == report
    files = len(FIRMWARE.files) + 1  # with board.json
    assert re.fullmatch(rf"{files} files copied, \d+ KB\.", said.splitlines()[0])
    assert fields(board, SELF_TEST_MS)["score_a"] == "  0"
    board.tap("17")
    assert flash_command(board, capsys)[:2] == (
        0,
        f"nothing had to be copied: the board has it all.\n{report}\n",
    )
    assert fields(board, SELF_TEST_MS)["score_a"] == "  8"
    rooms = {"console/", "drivers/", "link/", "rules/", "store/"}
    assert listing(board) == set(FIRMWARE.files) | {"board.json", BUILD} | rooms


def test_an_update_copies_what_changed_and_keeps_the_match(board, newer, capsys):
    assert fields(board)["score_a"] == "  8"
    before = listing(board)
    assert put(board, newer).startswith(f"Marker 99.0 ({newer.hash}) on wall-max7219")
    said = capsys.readouterr().out.splitlines()
    # archive, supervisor, version; main.py, which comes last, always
    assert re.fullmatch(r"4 files copied, \d+ KB, 2 that were stale removed\.", said[-1])
    gone, new = {"records.mpy", "rules/carom.mpy"}, {"archive.mpy"}
    assert listing(board) == before - gone | new
    assert fields(board)["score_a"] == "  8"


def test_old_sources_go_and_what_is_the_users_stays(board):
    with Link(board.port) as link:
        link.run("import os\nos.mkdir('lib')\nos.mkdir('rules/more')")
        for path in ("marker.py", "rules/match.py", "rules/more/old.mpy", "store/record.py"):
            link.write(path, b"x = 1")
        for path in ("notes.py", "lib/theirs.mpy", "flash.txt"):
            link.write(path, b"mine")
    put(board)
    there = listing(board)
    assert {"notes.py", "lib/theirs.mpy", "flash.txt"} <= there
    assert {"marker.mpy", "rules/match.mpy"} <= there
    sources = {path for path in there if path.endswith(".py")}
    assert sources == {"boot.py", "main.py", "notes.py"}
    assert "rules/more/" not in there
    assert fields(board)["score_a"] == "  8"


STEPS = 9  # of the update to `newer`


def cut_at(monkeypatch, number, cut):
    """Have `cut()` called when so many steps of a flash are done."""
    take = flash._take
    done = itertools.count()

    def take_or_cut(*arguments):
        if next(done) == number:
            cut()
        take(*arguments)

    monkeypatch.setattr(flash, "_take", take_or_cut)
    return done


def test_the_update_has_so_many_steps(board, newer, monkeypatch):
    done = cut_at(monkeypatch, -1, None)
    put(board, newer)
    assert next(done) == STEPS


@pytest.mark.parametrize("number", range(STEPS))
def test_a_cable_pulled_at_any_step_costs_a_second_run(board, newer, monkeypatch, capsys, number):
    """Forty bytes into the step's first statement, or 2500 into a long file."""
    cut_at(monkeypatch, number, lambda: board.cut_line_after(2500 if number == 5 else 40))
    with pytest.raises(Refusal, match="run the same command again: it completes what was begun"):
        put(board, newer)
    monkeypatch.undo()
    board.plug()
    assert put(board, newer).startswith(f"Marker 99.0 ({newer.hash}) on wall-max7219")
    there = listing(board)
    assert {path for path in there if path.endswith(".mpy")} == set(newer.files) - set(
        image.STARTED
    )
    assert SCRATCH not in there
    assert fields(board)["score_a"] == "  8"


@pytest.mark.parametrize("number", [1, 6])
def test_after_a_cut_the_board_waits_at_its_prompt(board, newer, monkeypatch, number):
    cut_at(monkeypatch, number, lambda: board.cut_line_after(0 if number == 6 else 40))
    with pytest.raises(Refusal):
        put(board, newer)
    board.plug()
    board.run_ms(2000)
    board.tap("1")
    assert board.reading()["sounds"] == []  # no program runs, for each key of one sounds
    assert "main.py" not in listing(board)


@pytest.mark.parametrize("size", [1, 3_000, 60_000, 150_000])
def test_a_first_flash_that_is_cut_anywhere_is_completed(pty_board, capsys, size):
    board = pty_board()
    board.cut_line_after(size)
    status, _, complaint = flash_command(board, capsys)
    assert status == 2
    assert complaint[-1].startswith("the line to /dev/")
    board.plug()
    status, said, _ = flash_command(board, capsys)
    assert status == 0
    assert f"({FIRMWARE.hash}) on wall-max7219" in said
    assert fields(board, SELF_TEST_MS)["score_a"] == "  0"


def test_power_that_fails_while_the_line_stays(board, newer, monkeypatch):
    monkeypatch.setattr(link_module, "_SILENCE_S", 0.3)
    cut_at(monkeypatch, 4, board.cut_power)
    with pytest.raises(Refusal, match="the line to .* broke"):
        put(board, newer)
    monkeypatch.undo()
    board.plug()
    assert put(board, newer).startswith("Marker 99.0")
    assert fields(board)["score_a"] == "  8"


def test_ctrl_c_in_the_middle_of_a_file_costs_a_second_run(board, newer, monkeypatch):
    """The board goes on: what it has open must not come into the way of the next run."""
    write = Link.write

    def interrupted(self, path, data, progress=None):
        def stop(size):
            raise KeyboardInterrupt

        write(self, path, data, stop if path == "supervisor.mpy" else progress)

    monkeypatch.setattr(Link, "write", interrupted)
    with pytest.raises(KeyboardInterrupt):
        put(board, newer)
    monkeypatch.undo()
    assert put(board, newer).startswith("Marker 99.0")
    assert SCRATCH not in listing(board)
    assert fields(board)["score_a"] == "  8"


def test_a_program_of_somebody_else_is_left_alone(pty_board, capsys):
    board = pty_board()
    with Link(board.port) as link:
        link.write("main.py", b"print('theirs')")
    status, _, complaint = flash_command(board, capsys)
    assert status == 2
    assert complaint[-1] == (
        f"{board.port}: the board runs another program; if it may go, "
        "`mpremote fs rm :main.py` removes it."
    )
    assert listing(board) == {"boot.py", "main.py"}


@pytest.mark.parametrize(
    "options, name, sentence",
    [
        ({"fat": True}, "wall-max7219", "has the file system FAT, which a power cut can break"),
        (
            {"version": (1, 24, 1)},
            "wall-max7219",
            "has MicroPython 1.24.1, and 1.25 is the oldest",
        ),
        (
            {},
            "wall-s3",
            "has an ESP32, and wall-s3 is for an ESP32-S3: choose another board file.",
        ),
        ({"blocks": 64}, "wall-max7219", "KB for the firmware and has "),
    ],
)
def test_a_board_that_will_not_do_is_not_touched(pty_board, capsys, options, name, sentence):
    board = pty_board(**options)
    status, _, complaint = flash_command(board, capsys, name)
    assert status == 2
    assert complaint[-1].startswith(f"{board.port}: the board ")
    assert sentence in complaint[-1]
    assert listing(board) == {"boot.py"}


def test_a_board_that_fills_up_all_the_same_says_so(pty_board, monkeypatch, capsys):
    monkeypatch.setattr(flash, "full", lambda *_: "")
    status, _, complaint = flash_command(pty_board(blocks=64), capsys)
    assert status == 2
    assert "on the board: there is no room for it; remove files of yours" in complaint[-1]
    assert complaint[-1].endswith("run the same command again: it completes what was begun.")


def test_what_arrives_otherwise_than_it_was_sent_never_runs(board, newer, monkeypatch):
    write = Link.write

    def worn(self, path, data, progress=None):
        write(self, path, data[:-1] if path == "supervisor.mpy" else data, progress)

    monkeypatch.setattr(Link, "write", worn)
    with pytest.raises(Refusal, match="supervisor.mpy on the board is not what was written"):
        put(board, newer)
    monkeypatch.undo()
    assert "main.py" not in listing(board)
    put(board, newer)
    assert fields(board)["score_a"] == "  8"


def test_a_step_that_the_board_refuses_is_a_sentence():
    step = Step("mkdir", "rules")
    port = SimpleNamespace(port="COM9")
    assert flash._why_not(port, step, "OSError: [Errno 5] EIO").startswith(
        "COM9: rules on the board: could not mkdir it (OSError: [Errno 5] EIO); run the same"
    )


def test_a_refusal_lets_the_match_go_on(board, capsys):
    assert flash_command(board, capsys, "wall-s3")[0] == 2
    assert fields(board)["score_a"] == "  8"


def test_a_firmware_that_tells_something_else_is_not_taken_for_this(board, monkeypatch):
    monkeypatch.setattr(flash, "_START_S", 1.5)
    main = b"raise ValueError('no such board')\n"
    other = Image(FIRMWARE.version, {**FIRMWARE.files, "main.py": main})
    with pytest.raises(Refusal) as refused:
        put(board, other)
    wanted = f"Marker {__version__} ({other.hash}) on wall-max7219"
    assert f"should have started with `{wanted}` and said `" in str(refused.value)


def test_settings_stay_over_a_flash_and_go_where_they_do_not_fit(board, newer, capsys):
    def set_command(*wishes):
        status = run_command(setting, "--port", board.port, *wishes)
        said = capsys.readouterr()
        return status, said.out.splitlines(), said.err

    nothing = "nothing is set: the board goes by its board file."
    assert set_command() == (0, [nothing], "")
    status, said, complaint = set_command("displays.0.brightness=3", "defaults.preset=wpbsa")
    assert status == 0, complaint
    assert said[:2] == ["defaults.preset=wpbsa", "displays.0.brightness=3"]
    assert said[2].startswith("Marker ")
    assert fields(board)["score_a"] == "  8"
    put(board, newer)
    capsys.readouterr()
    assert set_command() == (0, ["defaults.preset=wpbsa", "displays.0.brightness=3"], "")
    with Link(board.port) as link:
        flash.flash(link, {**BOARD, "defaults": {"game": "nine-ball"}}, newer)
    assert capsys.readouterr().out.splitlines()[0] == (
        "defaults.preset does not fit this board file and was taken back."
    )
    assert set_command() == (0, ["displays.0.brightness=3"], "")
    assert set_command("colour=red")[2].startswith("colour: there is no such setting; there are ")


def test_a_board_without_a_board_file_has_nothing_to_set(pty_board, capsys):
    board = pty_board()
    assert run_command(setting, "--port", board.port, "infos=break") == 2
    assert "there is no board.json on the board" in capsys.readouterr().err


def test_the_clock_is_set_and_outlives_the_restart(board, capsys):
    assert run_command(clock, "--port", board.port) == 0
    assert "had not been set since it was switched on" in capsys.readouterr().out
    assert run_command(clock, "--port", board.port) == 0
    assert capsys.readouterr().out.startswith("the clock of the board was right; it now says ")


def test_mip_installs_a_checkout_that_plays(pty_board, monkeypatch):
    monkeypatch.chdir(ROOT)
    board = pty_board()
    said = mpremote(
        board,
        *("mip", "install", "--target", "/", "./package.json"),
        *("+", "fs", "cp", "boards/wall-max7219.json", ":board.json", "+", "reset"),
    )
    assert said.count("Installing: ") == len(image.sources())
    assert fields(board, SELF_TEST_MS)["score_a"] == "  0"
    assert put(board).startswith(f"Marker {__version__} ({FIRMWARE.hash})")  # and over it, flash
    assert {path for path in listing(board) if path.endswith(".py")} == {"boot.py", "main.py"}
