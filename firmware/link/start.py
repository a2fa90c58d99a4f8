"""Makes the link of a board: reads what nobody else may see, and joins the parts of this room.

secrets.json has `wifi`, a name and a password, and `user` and `password` for the broker; ca.pem is
the certificate of who vouches for it.
"""

import json

from link.client import Client
from link.clock import Clock
from link.link import Link
from link.wifi import Wifi

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass

_SET_YEAR = 2024
_FROM_2000 = 946_684_800  # what MicroPython counts from on a chip


class Way:
    """The Wi-Fi and the time of day, on both of which the client waits."""

    def __init__(self, wifi, clock, tls: bool):
        self._wifi = wifi
        self._clock = clock
        self._tls = tls

    def step(self, elapsed_ms: int, client, calm: bool) -> None:
        """`calm`: no key for ten seconds, so that TLS may take the chip a second."""
        self._wifi.step(elapsed_ms, client.unanswered)
        self._clock.step(elapsed_ms, self._wifi.up)
        client.may_connect = self._wifi.up and (not self._tls or self._clock.synced and calm)


class _Chip:
    """The chip's modules that a client needs."""

    def __init__(self):
        import _thread
        import select
        import socket
        import ssl

        self.socket = socket
        self.select = select
        self.ssl = ssl
        self._thread = _thread


def make_link(settings: dict, parts, open, machine, time, version: str) -> Link:
    """`open` is that of the file system. Raises what a missing file or module raises."""
    import network

    secrets = json.loads(_content(open, "secrets.json"))
    name, password = secrets["wifi"]
    modules = _Chip()
    host = settings.get("time_server", settings["broker"])
    clock = Clock(modules, host, machine.RTC(), time.gmtime)
    tls = settings.get("tls", False)
    ca = _content(open, "ca.pem") if tls else None
    way = Way(Wifi(network, name, password), clock, tls)
    return joined(settings, secrets, parts, modules, lambda: unix_s(time), version, ca, way)


def joined(settings, secrets, parts, modules, now_s, version="", ca=None, way=None) -> Link:
    """A Link and its Client; `modules` has socket, select, ssl and _thread."""
    user, password = secrets.get("user", ""), secrets.get("password", "")
    will = b"marker/" + settings["table"].encode() + b"/online"
    signed_in = bool(user and password)
    credentials = (user.encode(), password.encode()) if signed_in else (None, None)
    client = Client(settings, credentials[0], credentials[1], will, modules, ca)
    return Link(settings, client, signed_in, parts, now_s, version, way)


def unix_s(time) -> int:
    """Seconds of Unix by the chip's clock, 0 if nobody has set it; its epoch is 2000 or 1970."""
    if time.localtime()[0] < _SET_YEAR:
        return 0
    return time.time() + (_FROM_2000 if time.gmtime(0)[0] == 2000 else 0)


def _content(open, path):
    with open(path, "rb") as file:
        return file.read()
