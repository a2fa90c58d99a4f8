"""`python3 -m tools vboard --pty` as its users start it."""

import signal
import subprocess
import sys

import pytest

from host_tests.command import run
from host_tests.tools.mpremote import mpremote
from tools import pty_board
from tools.pty_board.board import missing
from tools.venv import ROOT


class Somewhere:
    def __init__(self, port):
        self.port = port


@pytest.mark.skipif(bool(missing()), reason=missing())
def test_it_names_its_port_presses_what_is_typed_and_ends_with_ctrl_c():
    command = [sys.executable, "-m", "tools", "vboard", "--pty", "--board", "wall-tm1637"]
    running = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        said = running.stdout.readline()
        assert said.startswith("Board at /dev/")
        board = Somewhere(said.split()[-1])
        assert mpremote(board, "exec", "print(3)") == "3\n"
        running.stdout.readline()
        running.stdin.write("1x\n")
        running.stdin.flush()
        assert running.stdout.readline().startswith("no key is called 'x'; there are ")
        running.send_signal(signal.SIGINT)
        assert running.wait(10) == 130
    finally:
        running.kill()
        running.communicate()


@pytest.mark.parametrize(
    "options, said",
    [
        (["--board", "wall"], "there is no board 'wall'; there are wall-74hc595, "),
        (["--size", "63"], "--size 63: a flash has 64 KB or more, in steps of 4."),
        (["--flash", "/nowhere/flash"], "/nowhere/flash: No such file or directory; "),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(capsys, options, said):
    assert run(pty_board, "--pty", *options) == 2
    assert said in capsys.readouterr().err


def test_a_system_without_the_interpreter_is_told(monkeypatch, capsys):
    monkeypatch.setattr("tools.pty_board.board.importlib.util.find_spec", lambda name: None)
    assert run(pty_board, "--pty") == 2
    assert capsys.readouterr().err.endswith(".\n")
