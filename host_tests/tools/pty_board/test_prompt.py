"""The prompt of the virtual board, byte by byte, and what Ctrl-C, resets and power do to it."""

import random

import pytest
from mpremote.transport_serial import SerialTransport

from tools.pty_board.exchange import BoardGone

BANNER = (
    b"MicroPython v1.28.0 on 2026-01-01; Generic ESP32 module with ESP32\r\n"
    b'Type "help()" for more information.\r\n'
)
CAUSE = "import machine; print(machine.reset_cause())"

# Writes files that are each of one byte over and over, for ever.
WRITER = """
import os
n = 0
while True:
    n += 1
    for name in ('a', 'b', 'd/c'):
        with open(name, 'wb') as f:
            f.write(bytes([n & 255]) * (n % 7 * 500 + 10))
    if n % 5 == 0:
        os.remove('a')
    print(n)
"""
WHOLE = """
import os
for name in [n for n in os.listdir() if n in 'ab'] + ['d/' + n for n in os.listdir('d')]:
    with open(name, 'rb') as f:
        s = f.read()
    assert s == s[:1] * len(s)
"""


class Client(SerialTransport):
    """mpremote's end of the line, with what it needs to look at single bytes."""

    def __init__(self, port):
        super().__init__(port, timeout=1)  # on a pseudo-terminal nothing else ends a read

    def says(self, sent, ending):
        """What comes up to this ending, after something was sent."""
        self.serial.write(sent)
        return self.read_until(1, ending, timeout_overall=5)


@pytest.fixture
def board(pty_board):
    return pty_board()


@pytest.fixture
def client(board):
    client = Client(board.port)
    yield client
    client.close()


def put(client, name, text):
    client.fs_writefile(name, text.encode())


def test_the_friendly_prompt_echoes_evaluates_and_forgives(board, client):
    client.enter_raw_repl()
    assert client.says(b"\x02", b">>> ") == b">\r\n" + BANNER + b">>> "
    assert client.says(b"6 * 7\r", b">>> ") == b"6 * 7\r\n42\r\n>>> "
    assert client.says(b"12\x7f + 1\r", b">>> ") == b"12\x08 \x08 + 1\r\n2\r\n>>> "
    assert client.says(b"x = (1,\r", b"... ") == b"x = (1,\r\n... "
    assert client.says(b"2)\r", b">>> ") == b"2)\r\n>>> "
    client.says(b"for n in x:\r", b"... ")
    client.says(b"  print(n)\r", b"... ")
    assert client.says(b"\r", b">>> ") == b"\r\n1\r\n2\r\n>>> "
    assert client.says(b"raise OSError(2)\r", b">>> ").endswith(
        b'\r\nTraceback (most recent call last):\r\n  File "<stdin>", line 1, in <module>\r\n'
        b"OSError: [Errno 2] ENOENT\r\n>>> "
    )
    assert client.says(b"half a li\x03", b">>> ") == b"half a li\r\n>>> "


def test_paste_mode_takes_a_block(board, client):
    client.enter_raw_repl()
    client.says(b"\x02\x05", b"=== ")
    said = client.says(b"for n in range(2):\r    print(n)\r\x04", b">>> ")
    assert said.endswith(b"\r\n0\r\n1\r\n>>> ")


def test_the_raw_prompt_without_paste(board, client):
    client.use_raw_paste = False
    client.enter_raw_repl()
    assert client.exec("print(1)\nprint(2)") == b"1\r\n2\r\n"
    assert client.says(b"print(9)\x03print(8)\x04", b"\x04>") == b">OK8\r\n\x04\x04>"


def test_ctrl_c_within_a_paste_and_a_paste_that_is_not_known(board, client):
    client.enter_raw_repl()
    client.read_until(1, b">")
    assert client.says(b"\x05B\x01", b"R\x00>") == b"R\x00>"
    assert client.says(b"\x05A\x01", b"\x00") == b"R\x01\x80\x00"
    assert client.says(b"print(1)\x03", b"\x04>").split(b"\r\n")[-2:] == [
        b"\x04\x04KeyboardInterrupt: ",  # the paste has ended, and so has what it printed
        b"\x04>",
    ]


@pytest.mark.parametrize("seed", [1, 2])
def test_ctrl_c_at_any_moment_leaves_files_whole_and_the_prompt_well(client, seed):
    chance = random.Random(seed)
    client.enter_raw_repl()
    client.exec("import os\nos.mkdir('d')")
    for _ in range(40):
        client.exec_raw_no_follow(WRITER)
        client.read_until(1, b"\n", timeout_overall=chance.random() * 0.02)
        client.serial.write(b"\x03" * chance.choice((1, 1, 2, 5)))
        _, error = client.follow(5)
        assert error.endswith(b"\r\nKeyboardInterrupt: \r\n")
        assert client.exec(WHOLE) == b""


def test_a_program_may_refuse_to_be_interrupted(client):
    client.enter_raw_repl()
    client.exec("import micropython, sys\nmicropython.kbd_intr(-1)\nx = sys.stdin.read(0)")
    client.exec_raw_no_follow("micropython.kbd_intr(-1)\nprint(sys.stdin.buffer.read(3))")
    client.serial.write(b"a\x03b")
    assert client.follow(5) == (b"b'a\\x03b'\r\n", b"")


def test_main_runs_after_a_reset_and_a_friendly_soft_reset_and_no_raw_one(board, client):
    client.enter_raw_repl()
    put(client, "boot.py", "print('boot')")
    put(client, "main.py", "print('main')\nplayed = 1")
    client.enter_raw_repl()
    assert client.exec(CAUSE) == b"5\r\n"
    assert client.says(b"\x04", b"exit\r\n>") == (
        b">\r\nMPY: soft reboot\r\nboot\r\nraw REPL; CTRL-B to exit\r\n>"
    )
    client.says(b"\x02", b">>> ")
    said = client.says(b"\x04", b">>> ")
    assert said == b"\r\nMPY: soft reboot\r\nboot\r\nmain\r\n" + BANNER + b">>> "
    assert client.says(b"played\r", b">>> ") == b"played\r\n1\r\n>>> "
    assert client.says(b"import machine; machine.reset()\r", b">>> ").endswith(
        b"boot\r\nmain\r\n" + BANNER + b">>> "
    )
    assert client.says(CAUSE.encode() + b"\r", b">>> ").endswith(b"\r\n2\r\n>>> ")


def test_main_does_not_run_after_trouble_in_boot(board, client):
    client.enter_raw_repl()
    put(client, "boot.py", "1 / 0")
    put(client, "main.py", "print('main')")
    board.reset()
    said = client.says(b"", b">>> ")
    assert said.startswith(b"Traceback") and b"main" not in said


def test_ctrl_c_while_it_boots_stops_the_program(board, client):
    client.enter_raw_repl()
    put(client, "main.py", "while True: pass")
    board.reset()
    client.enter_raw_repl(soft_reset=False)
    assert client.exec("print(3)") == b"3\r\n"


def test_rtc_memory_survives_resets_and_no_power_cut(board, client):
    client.enter_raw_repl()
    memory = "from machine import RTC; print(RTC().memory())"
    client.exec("from machine import RTC; RTC().memory(b'kept')")
    client.enter_raw_repl()
    assert client.exec(memory) == b"b'kept'\r\n"
    board.reset()
    board.run_ms(1)
    client.enter_raw_repl()
    assert client.exec(memory) == b"b'kept'\r\n"
    board.cut_power()
    board.plug()
    board.run_ms(1)
    client.enter_raw_repl(soft_reset=False)
    assert client.exec(memory + "; " + CAUSE) == b"b''\r\n1\r\n"


def test_the_flash_is_a_file_that_stays(pty_board, tmp_path):
    first = pty_board(flash=tmp_path / "flash")
    client = Client(first.port)
    client.enter_raw_repl()
    put(client, "x", "here")
    client.close()
    first.close()
    client = Client(pty_board(flash=tmp_path / "flash").port)
    client.enter_raw_repl()
    assert client.fs_readfile("x") == b"here"
    client.close()


def test_a_flash_of_garbage_still_gives_a_prompt(pty_board, tmp_path):
    (tmp_path / "flash").write_bytes(b"garbage!" * 512 * 16)
    client = Client(pty_board(flash=tmp_path / "flash").port)
    client.enter_raw_repl()
    assert client.exec("print(1)") == b"1\r\n"
    client.close()


def test_the_watchdog_bites_when_it_is_not_fed(board, client):
    client.enter_raw_repl()
    client.exec("import machine\ndog = machine.WDT(timeout=1000)")
    board.run_ms(900)
    assert client.exec("dog.feed(); left = 1; print(left)") == b"1\r\n"
    board.run_ms(1100)
    client.enter_raw_repl(soft_reset=False)
    assert client.exec(CAUSE) == b"3\r\n"


def test_time_follows_the_host_and_leaps(board, client):
    client.enter_raw_repl()
    client.exec_raw_no_follow(
        "import time\nt = time.ticks_ms()\ntime.sleep_ms(3_600_000)\n"
        "print(time.ticks_diff(time.ticks_ms(), t) // 1000)"
    )
    board.run_ms(3_600_100)
    assert client.follow(5) == (b"3600\r\n", b"")


def test_without_power_nobody_answers(board):
    board.cut_power()
    assert not board.powered
    with pytest.raises(BoardGone, match="no power"):
        board.reading()
    board.plug()
    with pytest.raises(ValueError, match="no key is called 'x'"):
        board.press("x")


def test_who_waits_for_a_program_that_never_waits_is_told(board, client, monkeypatch):
    monkeypatch.setattr("tools.pty_board.exchange._PATIENCE_S", 0.5)
    client.enter_raw_repl()
    client.exec_raw_no_follow("while True: pass")
    client.read_until(1, b"never", timeout_overall=0.2)
    with pytest.raises(BoardGone, match="does not wait for anything"):
        board.run_ms(10)
