"""Stand-ins for network, socket, select and ssl of an ESP32, over real sockets of this machine.

    network = Network()
    client = Client(settings, user, password, will_topic, network)
    network.air.dead = True          # the access point hears nothing, and says nothing of it

What they have is what MicroPython 1.25 and later has: streams that read None where nothing is
there, OSError with the number first, `ssl` of mbedTLS. Faults are attributes of `air`, and
`dns_s`, how long a name takes to be looked up.
"""

import _thread
import errno
import select
import socket
import ssl
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_VERIFY_FAILED = -0x2700
_HANDSHAKE_FAILED = -0x7780


class Air:
    """Between board and access point: who is there, and whether anything gets through."""

    def __init__(self) -> None:
        self.away = False  # no access point
        self.dead = False  # GOT_IP, but nothing gets through
        self.password = ""
        self.joined = True  # a board without Wi-Fi of its own is on a wire


class Wlan:
    """network.WLAN as a station: one object a chip. What was done with it stands in `calls`."""

    IF_STA = 0

    air: "Air"
    made: "list[Wlan]"
    calls: "list[str]"

    def __new__(cls, interface: int = IF_STA) -> "Wlan":
        if not cls.made:
            wlan = super().__new__(cls)
            wlan._active = False
            wlan._asked = False
            wlan.calls = []
            cls.made.append(wlan)
        return cls.made[0]

    def active(self, on: "bool | None" = None) -> bool:
        if on is not None:
            self.calls.append("active %d" % on)
            self._active = on
            if not on:
                self._asked = False
        return self._active

    def connect(self, ssid: str, key: str) -> None:
        """Raises OSError as the chip does for a second connect without a disconnect."""
        self.calls.append("connect")
        if not self._active or self._asked:
            raise OSError("Wifi Internal Error")
        self._asked = True
        self._right = key == self.air.password

    def disconnect(self) -> None:
        self.calls.append("disconnect")
        self._asked = False

    def isconnected(self) -> bool:
        return self._active and self._asked and self._right and not self.air.away

    def config(self, **values: "Any") -> None:
        for name in values:
            if name not in ("reconnects", "pm", "txpower", "channel"):
                raise ValueError("unknown config param")

    def ifconfig(self) -> "tuple[str, str, str, str]":
        address = "127.0.0.1" if self.isconnected() else "0.0.0.0"
        return (address, "255.0.0.0", "0.0.0.0", "0.0.0.0")


class Socket:
    """socket.socket: a stream that never waits once setblocking(False) was called."""

    def __init__(self, family: int = socket.AF_INET, kind: int = socket.SOCK_STREAM) -> None:
        self.real = socket.socket(family, kind)
        self.air: Air

    def setblocking(self, flag: bool) -> None:
        self.real.setblocking(flag)

    def connect(self, address: "Any") -> None:
        if not self.air.joined:
            raise OSError(errno.EHOSTUNREACH)
        if self.air.dead:
            raise OSError(errno.EINPROGRESS)
        self.real.connect(address)

    def read(self, size: int) -> "bytes | None":
        buffer = bytearray(size)
        count = self.readinto(buffer)
        return None if count is None else bytes(buffer[:count])

    def readinto(self, buffer: "Any") -> "int | None":
        if self.air.dead:
            return None
        try:
            return self.real.recv_into(buffer)
        except BlockingIOError:
            return None

    def write(self, data: "Any") -> "int | None":
        if self.air.dead:
            return None
        try:
            return self.real.send(data)
        except BlockingIOError:
            return None

    def sendto(self, data: "Any", address: "Any") -> int:
        return len(data) if self.air.dead else self.real.sendto(data, address)

    def recvfrom(self, size: int) -> "tuple[bytes, Any]":
        if self.air.dead:
            raise OSError(errno.EAGAIN)
        return self.real.recvfrom(size)

    def fileno(self) -> int:
        return self.real.fileno()

    def close(self) -> None:
        self.real.close()


class TlsSocket:
    """What SSLContext.wrap_socket makes: the handshake goes on in each read and write."""

    def __init__(self, under: Socket, real: ssl.SSLSocket) -> None:
        self._under = under
        self._real = real
        self._shaken = False

    def readinto(self, buffer: "Any") -> "int | None":
        return self._try(lambda: self._real.recv_into(buffer))

    def write(self, data: "Any") -> "int | None":
        return self._try(lambda: self._real.send(data))

    def _try(self, act: "Any") -> "int | None":
        if self._under.air.dead:
            return None
        try:
            if not self._shaken:
                self._real.do_handshake()
                self._shaken = True
            count: int = act()
            return count
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            return None
        except ssl.SSLCertVerificationError as error:
            raise OSError(_VERIFY_FAILED, "MBEDTLS_ERR_X509_CERT_VERIFY_FAILED") from error
        except ssl.SSLError as error:
            raise OSError(_HANDSHAKE_FAILED, "MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE") from error

    def close(self) -> None:
        self._real.close()


class SSLContext:
    """Only what a client needs. `verify_mode` CERT_REQUIRED checks the host's name too."""

    def __init__(self, protocol: int) -> None:
        self._real = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        self._real.check_hostname = False
        self.verify_mode = ssl.CERT_NONE

    def load_verify_locations(self, cafile: "str | None" = None, cadata: "Any" = None) -> None:
        """`cadata` is DER, which every MicroPython reads. Raises ValueError where it is not."""
        try:
            self._real.load_verify_locations(cadata=bytes(cadata))
        except ssl.SSLError as error:
            raise ValueError("invalid cert") from error

    def wrap_socket(
        self,
        sock: Socket,
        *,
        server_side: bool = False,
        do_handshake_on_connect: bool = True,
        server_hostname: "str | None" = None,
    ) -> TlsSocket:
        if do_handshake_on_connect:
            raise ValueError("the virtual board makes no handshake that waits")
        if self.verify_mode == ssl.CERT_REQUIRED:
            self._real.check_hostname = True
            self._real.verify_mode = ssl.CERT_REQUIRED
        real = self._real.wrap_socket(
            sock.real, do_handshake_on_connect=False, server_hostname=server_hostname
        )
        return TlsSocket(sock, real)


class Poll:
    """select.poll, for sockets to be written."""

    def __init__(self) -> None:
        self._sockets: list[Socket] = []

    def register(self, sock: Socket, mask: int) -> None:
        self._sockets.append(sock)

    def poll(self, timeout: int) -> "list[tuple[Socket, int]]":
        there = [sock for sock in self._sockets if not sock.air.dead]
        if not there:
            return []
        ready = select.select([], there, there, timeout / 1000)
        return [(sock, SelectModule.POLLOUT) for sock in there if sock in ready[1] + ready[2]]


class SelectModule:
    """The module `select`."""

    POLLIN = 1
    POLLOUT = 4
    poll = Poll


class SocketModule:
    """The module `socket` on one side of the air."""

    AF_INET = socket.AF_INET
    SOCK_STREAM = socket.SOCK_STREAM
    SOCK_DGRAM = socket.SOCK_DGRAM

    def __init__(self, network: "Network") -> None:
        self._network = network
        self.socket = type("Socket", (Socket,), {"air": network.air})

    def getaddrinfo(self, host: str, port: int, *more: int) -> "list[tuple[Any, ...]]":
        """Blocks for as long as a name takes. Raises OSError where there is none."""
        if host.strip("0123456789."):
            self._network.lookups += 1
            time.sleep(self._network.dns_s)
            if not self._network.air.joined or self._network.air.dead:
                raise OSError(-202)
        try:
            return list(socket.getaddrinfo(host, port, socket.AF_INET))
        except socket.gaierror:
            raise OSError(-2) from None


class SslModule:
    """The module `ssl`."""

    CERT_NONE = ssl.CERT_NONE
    CERT_REQUIRED = ssl.CERT_REQUIRED
    PROTOCOL_TLS_CLIENT = 0
    SSLContext = SSLContext


class Network:
    """All of them, as attributes with the names of the modules."""

    _thread = _thread

    def __init__(self) -> None:
        self.air = Air()
        self.dns_s = 0.0
        self.lookups = 0
        self.socket = SocketModule(self)
        self.select = SelectModule
        self.ssl = SslModule
        self.wlans: list[Wlan] = []
        self.WLAN = type("WLAN", (Wlan,), {"air": self.air, "made": self.wlans})
