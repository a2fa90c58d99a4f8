"""No key waits for a network, whatever ails it: the same keys, to the microsecond, as without one.

The board is a virtual one and its client the real one, against a real Mosquitto or worse. What a
key does is compared in the board's own time; that the link was in trouble meanwhile is checked.
"""

import socket

import pytest

from host_tests.link.mosquitto import Mosquitto, Proxy, free_port
from link.start import joined
from tools.boards import load_board
from tools.vboard.device import Device
from tools.vboard.files import Files
from tools.vboard.network import Network

BOARD = load_board("wall-max7219")
KEYS = "17" * 4 + "A5#D"
PASS_MS = 2


def board_on(port, net=None, password="", host="127.0.0.1"):
    """A board whose link calls a port; no port: without a link."""
    device = Device(BOARD, {"game": "snooker"}, flash=Files())
    if port is not None:
        marker = device.marker
        console = marker.console
        parts = console, console._clocks, console._lamp, marker.relay, marker.store
        settings = {"broker": host, "port": port, "table": "table-1"}
        secrets = {"user": "table-1", "password": password} if password else {}
        marker.link = joined(settings, secrets, parts, net or Network(), lambda: 0)
    return device


def latches(device, meanwhile=lambda: None):
    """When each key's digits were latched, in us after its contact; the ones of all passes."""
    device.run_ms(2000)
    times = []
    for key in KEYS:
        before = device.reading()["digits"]
        device.press(key)
        pressed_ms = device.clock.ms
        for _ in range(40):
            device.run_ms(PASS_MS)
            if device.reading()["digits"] != before:
                break
        times.append((device.clock.ms - pressed_ms, device.clock.us))
        device.run_ms(60)
        device.release(key)
        device.run_ms(500)
        meanwhile()
    return times, device.reading()["digits"]


@pytest.fixture(scope="module")
def alone():
    return latches(board_on(None))


@pytest.fixture
def mosquitto(tmp_path):
    broker = Mosquitto(tmp_path)
    yield broker
    broker.kill()


def test_a_broker_that_listens(alone, mosquitto):
    board = board_on(mosquitto.port)
    assert latches(board) == alone
    assert board.marker.link.client.ups >= 1


def test_no_broker(alone):
    board = board_on(free_port())
    assert latches(board) == alone
    assert board.marker.link.client.trouble


def test_one_that_takes_the_call_and_is_silent(alone):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        board = board_on(silent.getsockname()[1])
        assert latches(board) == alone
    assert not board.marker.link.client.ups


def test_a_wrong_password(alone, tmp_path):
    broker = Mosquitto(tmp_path, "allow_anonymous false\n")  # and it knows nobody
    board = board_on(broker.port, password="wrong")
    assert latches(board) == alone
    assert not board.marker.link.client.ups
    broker.kill()


def test_a_line_that_is_dead_in_one_place(alone, mosquitto):
    proxy = Proxy(mosquitto.port)
    board = board_on(proxy.port)

    def cut():
        proxy.cut = True

    assert latches(board, cut) == alone


def test_a_broker_that_dies_and_comes_back(alone, mosquitto):
    board = board_on(mosquitto.port)
    turns = iter([mosquitto.kill, mosquitto.start] * len(KEYS))
    assert latches(board, lambda: next(turns)()) == alone


def test_a_name_server_that_takes_its_time(alone, mosquitto):
    net = Network()
    net.dns_s = 3.0
    board = board_on(mosquitto.port, net, host="broker.example")
    assert latches(board) == alone
    assert net.lookups == 1
