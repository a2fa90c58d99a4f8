"""The real mpremote at the virtual board: what it says there is what it says at a chip."""

import hashlib
import json
import random

import pytest

from host_tests.tools.mpremote import mpremote

SOURCE = random.Random(1).randbytes(30_000)  # all 256 bytes, Ctrl-C among them
KB_300 = 300_000


@pytest.fixture
def board(pty_board):
    return pty_board()


def test_what_runs_there_prints_and_fails_here(board):
    assert mpremote(board, "exec", "print(6 * 7, 'ż')") == "42 ż\n"
    assert mpremote(board, "eval", "1 << 70") == "1180591620717411303424\n"
    assert mpremote(board, "exec", "def f():\n    1 / 0\nf()", status=1) == (
        "Traceback (most recent call last):\n"
        '  File "<stdin>", line 3, in <module>\n'
        '  File "<stdin>", line 2, in f\n'
        "ZeroDivisionError: divide by zero\n"
    )
    assert "SyntaxError" in mpremote(board, "exec", "1 +", status=1)


def test_a_new_chip_is_an_esp32_with_an_empty_littlefs(board):
    assert mpremote(board, "exec", "import sys; print(sys.platform, sys.path)") == (
        "esp32 ['', '.frozen', '/lib']\n"
    )
    said = mpremote(board, "exec", "import os, sys; print(os.uname().machine, os.listdir('/'))")
    assert said == "Generic ESP32 module with ESP32 ['boot.py']\n"
    head, row = mpremote(board, "df").splitlines()
    assert row.split()[:2] == ["<VfsLfs2>", str(512 * 4096)]


def test_another_chip_has_what_it_is_told(pty_board):
    board = pty_board(blocks=64, version=(1, 19, 1), fat=True)
    said = mpremote(board, "exec", "import sys; print(sys.implementation.version[:3])")
    assert said == "(1, 19, 1)\n"
    assert "<VfsFat>" in mpremote(board, "df")
    mpremote(board, "exec", "f = open('x', 'w'); f.write('1'); f.close()")
    assert mpremote(board, "cat", "x") == "1"


def test_files_come_and_go(board, tmp_path):
    (tmp_path / "there").write_bytes(SOURCE)
    mpremote(board, "mkdir", "d", "+", "cp", str(tmp_path / "there"), ":d/file")
    digest = hashlib.sha256(SOURCE).hexdigest()
    assert mpremote(board, "sha256sum", "d/file").split()[-1] == digest
    mpremote(board, "cp", ":d/file", str(tmp_path / "back"))
    assert (tmp_path / "back").read_bytes() == SOURCE
    assert mpremote(board, "ls", "d").split() == ["ls", ":d", "30000", "file"]
    mpremote(board, "rm", "d/file", "+", "rmdir", "d")
    assert "No such file" in mpremote(board, "cat", "d/file", status=1)
    assert mpremote(board, "exec", "import os; print(os.listdir())") == "['boot.py']\n"


def test_a_folder_is_copied(board, tmp_path):
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "b" / "c.py").write_text("print('c')\n")
    mpremote(board, "cp", "-r", str(tmp_path / "a"), ":")
    assert mpremote(board, "exec", "import a.b.c") == "c\n"
    mpremote(board, "rm", "-r", ":a")
    assert "ImportError" in mpremote(board, "exec", "import a.b.c", status=1)


def test_much_output_comes_whole(board):
    said = mpremote(board, "exec", f"for n in range({KB_300} // 100): print('%099d' % n)")
    assert said == "".join(f"{n:099}\n" for n in range(KB_300 // 100))


def test_a_script_runs(board, tmp_path):
    (tmp_path / "script.py").write_text("import sys\nprint(__name__)\nsys.exit()\nprint('no')\n")
    assert mpremote(board, "run", str(tmp_path / "script.py")) == "__main__\n"


def test_a_folder_of_the_host_is_mounted(board, tmp_path):
    (tmp_path / "there.py").write_text("print('from the host')\n")
    said = mpremote(board, "mount", str(tmp_path), "exec", "import there")
    assert said.splitlines()[-1] == "from the host"


def test_a_package_is_installed(board, tmp_path):
    package = {"urls": [["p/a.py", "a.py"], ["b.py", "b.py"]], "version": "1"}
    (tmp_path / "package.json").write_text(json.dumps(package))
    (tmp_path / "a.py").write_text("print('a')\n")
    (tmp_path / "b.py").write_text("import p.a\nprint('b')\n")
    mpremote(board, "mip", "install", str(tmp_path / "package.json"))
    assert mpremote(board, "ls", "lib").split()[2:] == ["24", "b.py", "0", "p/"]
    assert mpremote(board, "exec", "import b") == "a\nb\n"


def test_the_clock_is_set_and_kept_over_a_reset(board):
    year = "import machine; print(machine.RTC().datetime()[:3])"
    assert mpremote(board, "exec", year) == "(2000, 1, 1)\n"
    mpremote(board, "exec", "import machine; machine.RTC().datetime((2031, 5, 4, 0, 3, 2, 1, 0))")
    mpremote(board, "reset")
    board.run_ms(200)
    assert mpremote(board, "exec", year) == "(2031, 5, 4)\n"
    assert mpremote(board, "exec", "import time; print(time.localtime()[:5])") == (
        "(2031, 5, 4, 3, 2)\n"
    )
    board.cut_power()
    board.plug()
    assert mpremote(board, "exec", year) == "(2000, 1, 1)\n"


def test_a_program_without_end_is_stopped_by_the_next_command(board):
    mpremote(board, "exec", "--no-follow", "while True: pass")
    assert mpremote(board, "exec", "print(1)") == "1\n"
    mpremote(board, "exec", "--no-follow", "while True: print('x' * 1000)")
    assert mpremote(board, "resume", "exec", "print(2)") == "2\n"


def test_resume_finds_what_was_left_and_a_soft_reset_does_not(board):
    mpremote(board, "exec", "left = 5")
    assert mpremote(board, "resume", "exec", "print(left)") == "5\n"
    mpremote(board, "soft-reset")
    assert "NameError" in mpremote(board, "resume", "exec", "print(left)", status=1)


def test_a_cable_that_is_pulled_within_a_copy(board, tmp_path):
    (tmp_path / "file").write_bytes(SOURCE)
    (tmp_path / "small").write_bytes(b"before")
    mpremote(board, "cp", str(tmp_path / "small"), ":file")
    board.cut_line_after(20_000)
    mpremote(board, "cp", str(tmp_path / "file"), ":file", status=1)
    assert not board.powered
    mpremote(board, "ls", status=1)  # there is no port
    board.plug()
    # littlefs: what was not closed has not been written
    assert mpremote(board, "cat", "file") == "before"
    mpremote(board, "cp", str(tmp_path / "file"), ":file")
    digest = hashlib.sha256(SOURCE).hexdigest()
    assert mpremote(board, "sha256sum", "file").split()[-1] == digest
