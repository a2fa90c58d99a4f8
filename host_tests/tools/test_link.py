"""The line to a board: every way in which it cannot be had is one sentence with the way out."""

import errno
import os
from types import SimpleNamespace

import pytest
from mpremote.transport import TransportError, TransportExecError

from tools import link
from tools.link import BoardTrouble, Link, find_port
from tools.refusal import Refusal


def ports(*found):
    return lambda: [
        SimpleNamespace(device=device, description=text, vid=vid) for device, text, vid in found
    ]


USB = ("/dev/ttyUSB0", "CP2102 USB to UART", 0x10C4)
OTHER = ("/dev/ttyACM1", None, 0x303A)
BUILT_IN = ("/dev/ttyS0", "ttyS0", None)  # no USB: not a board


def test_the_only_board_is_taken(monkeypatch):
    monkeypatch.setattr(link.list_ports, "comports", ports(BUILT_IN, USB))
    assert find_port(None) == "/dev/ttyUSB0"
    assert find_port("/dev/ttyACM1") == "/dev/ttyACM1"


def test_no_board_and_several_boards_are_told(monkeypatch):
    monkeypatch.setattr(link.list_ports, "comports", ports(BUILT_IN))
    with pytest.raises(Refusal, match="no board is connected; plug it in with a cable that"):
        find_port(None)
    monkeypatch.setattr(link.list_ports, "comports", ports(USB, OTHER))
    choices = r"--port: /dev/ttyACM1, /dev/ttyUSB0 \(CP2102 USB to UART\)\.$"
    with pytest.raises(Refusal, match=choices):
        find_port(None)


@pytest.mark.parametrize(
    "number, text, told",
    [
        (errno.EACCES, "[Errno 13] could not open port: Permission denied", "usermod -aG dialout"),
        (errno.EBUSY, "[Errno 16] could not open port: busy", "is in use; close the other"),
        (None, "Could not exclusively lock port /dev/x: [Errno 11]", "is in use; close the other"),
        (errno.EACCES, "PermissionError(13, 'Access is denied.', None, 5)", "is in use; close"),
        (None, "could not open port 'COM9': FileNotFoundError(2, …)", "there is no port COM9"),
        (errno.ENOENT, "[Errno 2] could not open port", "there is no port COM9"),
        (errno.EIO, "[Errno 5] Input/output error", "unplug the board and plug it in again"),
    ],
)
def test_why_a_port_cannot_be_opened(number, text, told):
    sentence = str(link._why_closed("COM9", number, text))
    assert told in sentence
    assert "COM9" in sentence


def test_a_port_that_is_not_there():
    with pytest.raises(Refusal, match="there is no port /dev/no-such-port"):
        Link("/dev/no-such-port")


@pytest.fixture
def line(monkeypatch):
    """A serial line with nothing on it: (the port, our end of it)."""
    monkeypatch.setattr(link, "_BOOT_S", 0.1)
    monkeypatch.setattr(link, "_SILENCE_S", 0.1)
    ours, theirs = os.openpty()
    yield os.ttyname(theirs), ours
    for end in (ours, theirs):
        os.close(end)


def test_what_does_not_answer_is_no_micropython_yet(line, capsys):
    with pytest.raises(Refusal) as refused:
        Link(line[0])
    sentence = str(refused.value)
    assert f"{line[0]} does not answer as MicroPython does" in sentence
    assert f"`esptool --port {line[0]} write-flash 0x1000 FILE`" in sentence
    assert "`mpflash flash`" in sentence
    assert capsys.readouterr().out == ""


def test_a_port_that_another_program_has_is_busy(line, monkeypatch):
    monkeypatch.setattr(Link, "_stop", lambda self: None)
    first = Link(line[0])
    with pytest.raises(Refusal, match="is in use; close the other program"):
        Link(line[0])
    first.close()


class Transport:
    """One that answers as it is told, or raises."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.said = []
        self.closed = False

    def _answer(self, *said):
        self.said.append(said[0] if said else "")
        answer = self.answers.pop(0) if self.answers else b""
        if isinstance(answer, Exception):
            raise answer
        return answer

    exec_raw_no_follow = fs_readfile = _answer

    def exec(self, source, consume=None):
        return self._answer(source)

    def read_until(self, *_, **__):
        return self._answer()

    def close(self):
        self.closed = True


@pytest.fixture
def linked(monkeypatch):
    def make(*answers):
        transport = Transport(*answers)
        monkeypatch.setattr(link, "_open", lambda port: transport)
        monkeypatch.setattr(Link, "_stop", lambda self: None)
        return Link("COM9"), transport

    return make


def test_what_the_board_raises_is_its_last_line(linked):
    traceback = 'Traceback (most recent call last):\n  File "x", line 1\nValueError: no\n'
    board, _ = linked(TransportExecError(b"", traceback))
    with pytest.raises(BoardTrouble, match="^ValueError: no$"):
        board.run("1/0")


@pytest.mark.parametrize("error", [TransportError("timeout"), OSError(errno.EIO, "gone")])
def test_a_line_that_breaks_says_to_run_the_command_again(linked, error):
    board, _ = linked(error)
    with pytest.raises(Refusal, match="the line to COM9 broke .* run the same command again"):
        board.run("pass")


def test_a_file_that_is_not_there(linked):
    board, _ = linked(FileNotFoundError(errno.ENOENT, "notes.txt"))
    with pytest.raises(FileNotFoundError):
        board.read("notes.txt")


def test_a_file_is_renamed_when_it_is_whole(linked):
    board, transport = linked()
    went = []
    board.write("rules/match.mpy", bytes(4000), went.append)
    assert went == [1536, 1536, 928]
    opened, renamed = "_f = open('flash.tmp', 'wb')", "os.rename('flash.tmp', 'rules/match.mpy')"
    assert [opened in said for said in transport.said] == [True, False, False]
    assert [renamed in said for said in transport.said] == [False, False, True]
    transport.said.clear()
    board.write("empty", b"")
    assert len(transport.said) == 1
    assert "os.rename('flash.tmp', 'empty')" in transport.said[0]


def test_leaving_starts_the_program_once(linked):
    board, transport = linked()
    with board:
        board.run("pass")
    assert [said for said in transport.said if "machine.reset()" in said] == transport.said[1:]
    assert transport.closed
    board, transport = linked()
    with board:
        board.restart()
    assert len(transport.said) == 1


def test_what_the_board_prints_is_heard(linked):
    board, _ = linked(b"boot\r\n", b"", b"Marker 1 ", b"(2) on x\r\n")
    assert board.listen("Marker ", 5) == "Marker 1 (2) on x"
    assert board.heard.startswith("boot\r\n")
    board, _ = linked(b"Traceback\r\n")
    assert board.listen("Marker ", 0.01) == ""
