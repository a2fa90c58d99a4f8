"""A real Mosquitto on a free port of loopback, and the neighbours that are worse than none."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import threading
import time
from pathlib import Path

import pytest

from link.client import Client
from tools.vboard.network import Network

PASS_MS = 10  # virtual
SLOWEST_PASS_S = 0.25  # real, on a machine that is busy; a call that waits takes seconds


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Mosquitto:
    """Started with what `lines` add to its configuration; `kill` and `start` at will."""

    def __init__(self, folder: Path, lines: str = "allow_anonymous true\n") -> None:
        program = shutil.which("mosquitto") or shutil.which("mosquitto", path="/usr/sbin")
        if program is None:
            pytest.skip("Mosquitto is not installed: apt install mosquitto mosquitto-clients")
        self._program = program
        self.port = free_port()
        self._file = folder / "mosquitto.conf"
        self._file.write_text(f"listener {self.port} 127.0.0.1\n{lines}")
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        self._process = subprocess.Popen(
            [self._program, "-c", str(self._file)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(500):
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port)):
                return
            time.sleep(0.01)
        raise AssertionError("Mosquitto does not listen")

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Proxy:
    """Hands bytes on to a port, until `cut`: then it keeps both connections, and is silent."""

    def __init__(self, port: int) -> None:
        self._to = port
        self.cut = False
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._kept: list[socket.socket] = [self._listener]
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        for one in self._kept:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
                self._kept += [near, far]
                for one, other in ((near, far), (far, near)):
                    threading.Thread(target=self._hand, args=(one, other), daemon=True).start()

    def _hand(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                if not self.cut:
                    other.sendall(data)


class Bench:
    """A client on the virtual board's network, whose passes are timed for real."""

    def __init__(self, port, ca=None, user=None, password=None, host="127.0.0.1"):
        self.network = Network()
        settings = {"broker": host, "port": port, "table": "table-1", "tls": ca is not None}
        self.client = Client(
            settings, user, password, b"marker/table-1/online", self.network, ca=ca
        )
        self.ms = 0
        self.troubles = []
        self.slowest_s = 0.0

    def run(self, until, most_ms=60_000):
        """Step until `until()` is true, for `most_ms` of virtual time; whether it became so."""
        end_ms = self.ms + most_ms
        while self.ms < end_ms:
            before = time.perf_counter()
            self.client.step(PASS_MS)
            self.slowest_s = max(self.slowest_s, time.perf_counter() - before)
            self.ms += PASS_MS
            trouble = self.client.trouble
            if trouble and (not self.troubles or self.troubles[-1] != trouble):
                self.troubles.append(trouble)
            if until():
                return True
            time.sleep(0.0005)
        return False

    def comes_up(self, most_ms=60_000):
        return self.run(lambda: self.client.up, most_ms)

    def tell(self, topic, payload, retain=False):
        """A message with quality of service 1, until it is acknowledged."""
        assert self.run(self.client.ready)
        packet_id = self.client.publish(topic, len(payload), retain, 1)
        assert packet_id > 0
        for at in range(0, len(payload), 256):
            piece = payload[at : at + 256]
            assert self.run(lambda piece=piece: self.client.put(piece))
        return self.run(lambda: self.client.acked == packet_id)
