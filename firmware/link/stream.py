"""A TCP connection, plain or over TLS, of which no call waits.

`connect` on a socket that does not block only begins; poll tells when it is done. The TLS
handshake is made by the first calls of `write`, piece by piece as the other side answers.
All calls raise OSError when the connection is gone, and ValueError for a certificate that is none.
"""

from binascii import a2b_base64
from errno import ECONNRESET, EINPROGRESS

_BEGIN = b"-----BEGIN CERTIFICATE-----"
_END = b"-----END"


def der(pem: bytes) -> bytes:
    """The first certificate of a PEM file: not every MicroPython reads PEM, all read DER.

    Raises ValueError where there is none.
    """
    start = pem.find(_BEGIN)
    end = pem.find(_END, start + 1)
    if start < 0 or end < 0:
        raise ValueError("ca.pem has no certificate")
    return a2b_base64(pem[start + len(_BEGIN) : end])


class Stream:
    """`modules` has socket, select and ssl. `ca` is a certificate (PEM, bytes); None is no TLS."""

    def __init__(self, modules, host: str, ca):
        self._modules = modules
        self._host = host
        self._ca = ca
        self._socket = None  # of TCP
        self._stream = None  # what is read and written: the same, or TLS over it

    def open(self, address) -> None:
        """Begin to connect to what getaddrinfo told as `address`."""
        self.close()
        self._socket = self._modules.socket.socket()
        self._socket.setblocking(False)
        try:
            self._socket.connect(address)
        except OSError as error:
            if error.args[0] != EINPROGRESS:
                raise

    def connected(self) -> bool:
        """Whether the other side has answered, or refused: then the first write says so."""
        select = self._modules.select
        poll = select.poll()
        poll.register(self._socket, select.POLLOUT)
        return len(poll.poll(0)) > 0

    def begin(self) -> None:
        """Once it is connected, before it is written and read."""
        self._stream = self._socket
        if self._ca is not None:
            ssl = self._modules.ssl
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.verify_mode = ssl.CERT_REQUIRED
            context.load_verify_locations(cadata=der(self._ca))
            self._stream = context.wrap_socket(
                self._socket, server_hostname=self._host, do_handshake_on_connect=False
            )

    def read(self, buffer) -> int:
        """How many bytes came into `buffer`; 0 if there are none now."""
        count = self._stream.readinto(buffer)
        if count is None:
            return 0
        if count == 0:
            raise OSError(ECONNRESET)
        return count

    def write(self, data) -> int:
        """How many bytes were taken; 0 if there is no room now."""
        return self._stream.write(data) or 0

    def close(self) -> None:
        """May be called at any time; never raises."""
        for end in (self._stream, self._socket):
            if end is not None:
                try:
                    end.close()
                except OSError:
                    pass  # it is gone all the same
        self._stream = self._socket = None
