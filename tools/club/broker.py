"""A Mosquitto of one's own on free ports of this machine, for the demonstration and the tests.

It is told what a club's is told (see configuration.py), and nothing of it outlives the `with`.
`kill` takes it away as a power cut does, and `start` brings it back at the same ports.
"""

from __future__ import annotations

import getpass
import secrets
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path

from tools.club.certificates import make_certificates
from tools.club.configuration import PEOPLE, Listener, access, configuration
from tools.refusal import Refusal

HOST = "127.0.0.1"

_START_S = 10.0
_LOOK_S = 0.02
_STOP_S = 5.0
_TRIES = 3  # a port that was free may be taken until Mosquitto asks for it


def mosquitto() -> str:
    """Where the program is; a Refusal where it is not installed."""
    found = shutil.which("mosquitto") or shutil.which(
        "mosquitto", path="/usr/sbin:/usr/local/sbin"
    )
    if found is None:
        raise Refusal("club: no broker is installed here: `apt install mosquitto`.")
    return found


class Broker:
    """Runs within a `with`. `passwords` are by user, `ca` is the file to check it by (TLS).

    `port`, `web_port` and `tls_port` stay the same over restarts; `tls_port` is 0 without TLS.
    `keeps`: what it retains outlives a restart, as far as it was saved; a kill loses the rest.
    """

    def __init__(self, tables: list[str], tls: bool = False, keeps: bool = False) -> None:
        self.passwords = {user: secrets.token_urlsafe(12) for user in (*tables, *PEOPLE)}
        self.port = self.web_port = self.tls_port = 0
        self._program = mosquitto()
        self._tls = tls
        self._keeps = keeps
        self._folder = tempfile.TemporaryDirectory(prefix="marker-club-")
        self._process: subprocess.Popen[bytes] | None = None
        self.ca = Path(self._folder.name) / "ca.pem"

    def __enter__(self) -> Broker:
        try:
            self._write_users()
            for _ in range(_TRIES):
                self._write_configuration()
                if self._launch():
                    return self
            raise Refusal(f"club: Mosquitto does not start: {self._last_words()}")
        except BaseException:
            self._folder.cleanup()
            raise

    def __exit__(self, *error: object) -> None:
        self.stop()
        self._folder.cleanup()

    @property
    def pid(self) -> int:
        """Of the broker that runs; 0 for none."""
        return self._process.pid if self._process else 0

    def start(self) -> None:
        """Start it again after `kill` or `stop`."""
        if not self._launch():
            raise Refusal(f"club: Mosquitto does not start again: {self._last_words()}")

    def kill(self) -> None:
        """As if the power were cut: nothing is said, nothing is saved."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Ask it to end, which saves what it keeps."""
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(_STOP_S)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def restart(self) -> None:
        """Stop and start."""
        self.stop()
        self.start()

    # -- its files ----------------------------------------------------------------------------

    def _path(self, name: str) -> Path:
        return Path(self._folder.name) / name

    def _write_users(self) -> None:
        """Passwords, on no command line and hashed in the file, and who may do what."""
        passwords = self._path("passwords")
        lines = [f"{user}:{password}\n" for user, password in self.passwords.items()]
        passwords.touch(mode=0o600)
        passwords.write_text("".join(lines), encoding="utf-8")
        self._path("acl").write_text(access(), encoding="utf-8")
        self._path("acl").chmod(0o600)
        tool = shutil.which("mosquitto_passwd")
        if tool is None:
            raise Refusal("club: mosquitto_passwd is not installed: `apt install mosquitto`.")
        subprocess.run([tool, "-U", str(passwords)], check=True, capture_output=True)
        if self._tls:
            make_certificates(self._path(""))

    def _write_configuration(self) -> None:
        self.port, self.web_port, tls_port = _free_ports(3)
        self.tls_port = tls_port if self._tls else 0
        listeners = [Listener(self.port, HOST), Listener(self.web_port, HOST, web=True)]
        if self._tls:
            listeners.append(Listener(self.tls_port, HOST, tls=True))
        text = configuration(listeners, self._folder.name)
        text += f"\nuser {getpass.getuser()}\nlog_type error\nlog_type warning\n"
        if self._keeps:
            text += f"persistence true\npersistence_location {self._folder.name}/\n"
        self._path("mosquitto.conf").write_text(text, encoding="utf-8")

    # -- its process --------------------------------------------------------------------------

    def _launch(self) -> bool:
        """Start the process; whether it listens."""
        with open(self._path("log"), "wb") as log:
            self._process = subprocess.Popen(
                [self._program, "-c", str(self._path("mosquitto.conf"))],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )
        end = time.monotonic() + _START_S
        while time.monotonic() < end and self._process.poll() is None:
            if _listens(self.port) and _listens(self.web_port):
                return True
            time.sleep(_LOOK_S)
        self.kill()
        return False

    def _last_words(self) -> str:
        lines = self._path("log").read_text(errors="replace").strip().splitlines()
        return lines[-1] if lines else "it says nothing"


def _free_ports(count: int) -> list[int]:
    """Ports of this machine that nobody has at the moment."""
    listeners = [socket.create_server((HOST, 0)) for _ in range(count)]
    ports = [int(listener.getsockname()[1]) for listener in listeners]
    for listener in listeners:
        listener.close()
    return ports


def _listens(port: int) -> bool:
    try:
        socket.create_connection((HOST, port), timeout=1).close()
    except OSError:
        return False
    return True
