"""The link on a virtual board: keys are never late for it, and finished matches are sent."""

import json
import sys
from types import SimpleNamespace

import pytest

from host_tests.link.fake_client import FakeClient
from link.link import Link
from rules.notation import enter_token
from rules.refusals import ACCEPTED
from tools.boards import load_board
from tools.vboard.device import Device

BOARD = load_board("wall-max7219")
LINK = {"broker": "club", "table": "table-1"}


class Files:
    """A file system in memory that notes each program with its virtual time."""

    def __init__(self):
        self.files = {}
        self.programs = []
        self.clock = None

    def mkdir(self, path):
        pass

    def open(self, path, mode):
        if mode[0] == "r" and path not in self.files:
            raise OSError(2, path)
        return _File(self, path)


class _File:
    def __init__(self, files, path):
        self._files = files
        self._path = path

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def read(self, size=-1):
        return self._files.files[self._path]

    def write(self, data):
        self._files.files[self._path] = bytes(data)
        clock = self._files.clock
        self._files.programs.append((clock and clock.ms, self._path, bytes(data)))
        return len(data)

    def close(self):
        pass


@pytest.fixture
def client():
    return FakeClient()


def device(client, files, match):
    """A board; with a link on this client, unless it is None."""
    made = Device(BOARD, match, flash=files)
    files.clock = made.clock
    if client is not None:
        marker = made.marker
        console = marker.console
        parts = console, console._clocks, console._lamp, marker.relay, marker.store
        marker.link = Link(LINK, client, False, parts, lambda: 0)
    return made


def played(link, client, weather):
    """What is latched, when, and what goes to the flash, for one script of keys."""
    files = Files()
    board = device(client if link else None, files, {"game": "snooker"})
    seen = []
    for index, key in enumerate("1717#D162#"):
        if weather == "up" and not index or weather == "flapping" and index % 2:
            client.connect()
        elif weather == "flapping":
            client.up = False
        board.press(key)
        for _ in range(60):
            board.run_ms(2)
            seen.append((board.clock.ticks_us(), board.reading()["digits"]))
        board.release(key)
        board.run_ms(400)
        seen.append((board.clock.ticks_us(), board.reading()["digits"]))
    return seen, files.programs


@pytest.mark.parametrize("weather", ["up", "down", "flapping"])
def test_keys_and_flash_are_the_same_with_and_without_a_link(client, weather):
    assert played(True, client, weather) == played(False, None, "")
    assert bool(client.published) == (weather != "down")


def test_a_finished_match_is_sent_until_it_is_kept(client):
    files = Files()
    board = device(client, files, {"game": "nine-ball", "race-to": 1})
    match = board.marker.console.match
    assert enter_token(match, "b9") == ACCEPTED
    assert match.match_over
    client.connect()
    board.run_ms(6000)
    sheet = json.loads(client.newest("record"))
    assert sheet["match"] == 1 and sheet["sheet"].startswith("game: nine-ball\n")
    client.published.clear()
    client.inbox.append((b"marker/table-1/kept", b"%d" % sheet["match"]))
    board.run_ms(200_000)
    assert not [row for row in client.published if row[0].endswith("/record")]
    assert files.files["s/f"]


@pytest.mark.parametrize("secrets", [None, b"", b"no JSON", b"[]", b"{}", b'{"wifi": "club"}'])
def test_a_board_whose_secrets_are_none_plays_without_a_network(monkeypatch, capsys, secrets):
    monkeypatch.setitem(sys.modules, "network", SimpleNamespace())
    files = Files()
    if secrets is not None:
        files.files["secrets.json"] = secrets
    board = Device({**BOARD, "link": LINK}, {"game": "snooker"}, flash=files)
    assert board.marker.link is None
    assert "link: there is no network:" in capsys.readouterr().out
    board.play("1 7")
    assert board.reading()["fields"]["score_a"].strip(". ") == "8"
