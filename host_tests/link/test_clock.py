"""SNTP against a server on loopback that tells what the test wants: field notes, row 96."""

import contextlib
import socket
import time

import pytest

from link.clock import Clock
from tools.vboard.network import Network

# 29 February 2028, a Tuesday, 12:00:00: 21243 days after 1970 (58 years, 15 leap days before it).
UNIX_S = (58 * 365 + 14 + 59) * 86_400 + 12 * 3600


class Rtc:
    told = None

    def datetime(self, value):
        self.told = value


class Server:
    def __init__(self):
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind(("127.0.0.1", 0))
        self.socket.settimeout(0.001)
        self.port = self.socket.getsockname()[1]
        self.questions = 0
        self.says = b"\x24\x02"  # version 4, server; stratum 2
        self.silent = False

    def serve(self, era=0):
        with contextlib.suppress(TimeoutError, socket.timeout):
            question, address = self.socket.recvfrom(48)
            self.questions += 1
            if not self.silent:
                answer = bytearray(48)
                answer[:2] = self.says
                answer[24:32] = question[40:48]
                answer[40:44] = ((UNIX_S + 2_208_988_800 + era) % 2**32).to_bytes(4, "big")
                self.socket.sendto(answer, address)


@pytest.fixture
def server():
    server = Server()
    yield server
    server.socket.close()


def a_clock(server, gmtime=time.gmtime, host="127.0.0.1"):
    network = Network()
    return network, Clock(network, host, Rtc(), gmtime, server.port)


def run(clock, server, most_ms, until=lambda: False, pass_ms=20):
    for _ in range(0, most_ms, pass_ms):
        clock.step(pass_ms, True)
        server.serve()
        if until():
            return True
    return False


def test_the_time_is_set(server):
    _, clock = a_clock(server)
    assert clock.now() is None
    assert run(clock, server, 2000, lambda: clock.synced)
    assert clock.now() == UNIX_S
    assert clock._rtc.told == (2028, 2, 29, 1, 12, 0, 0, 0)


def test_the_chip_counts_from_2000(server):
    def gmtime(seconds):
        return time.gmtime(seconds + 946_684_800)

    _, clock = a_clock(server, gmtime)
    assert run(clock, server, 2000, lambda: clock.synced)
    assert clock._rtc.told == (2028, 2, 29, 1, 12, 0, 0, 0)


def test_it_counts_on_and_asks_again_after_an_hour(server):
    _, clock = a_clock(server)
    assert run(clock, server, 2000, lambda: clock.synced)
    for _ in range(3590):
        clock.step(1000, True)
    assert clock.now() == UNIX_S + 3590
    assert server.questions == 1
    assert run(clock, server, 20_000, lambda: server.questions == 2, 1000)


def test_a_silent_server_is_asked_ever_more_slowly_and_believed_later(server):
    _, clock = a_clock(server)
    server.silent = True
    run(clock, server, 30_000, pass_ms=100)
    # Asked at 0, 3, 7, 13 and 23 s: two seconds to answer and 1, 2, 4, 8 s, a quarter more.
    assert 4 <= server.questions <= 5
    assert not clock.synced and clock._socket is None or clock._state == 2
    server.silent = False
    assert run(clock, server, 60_000, lambda: clock.synced, 100)


@pytest.mark.parametrize("says", [b"\x24\x00", b"\xe4\x02", b"\x23\x02", b"\x24\x10"])
def test_a_server_that_does_not_know_is_not_believed(server, says):
    _, clock = a_clock(server)
    server.says = says  # kiss of death, not synchronised, no server, stratum 16
    assert not run(clock, server, 1900, lambda: clock.synced)


def test_a_slow_name_holds_nobody_up(server):
    network, clock = a_clock(server, host="localhost")
    network.dns_s = 0.5
    before = time.perf_counter()
    clock.step(1, True)
    clock.step(1, True)
    assert time.perf_counter() - before < 0.25
    assert run(clock, server, 14_000, lambda: clock.synced, 5)


def test_no_network_no_question(server):
    _, clock = a_clock(server)
    for _ in range(100):
        clock.step(100, False)
        server.serve()
    assert server.questions == 0
