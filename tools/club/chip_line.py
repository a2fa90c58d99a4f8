"""A table's line made by the firmware's own client of MQTT, in the table's virtual time."""

from __future__ import annotations

from link.client import Client
from tools.club.collector import BASE, Address
from tools.club.line import Payloads, Teller
from tools.vboard.network import Network

_PASS_MS = 2
_CHUNK = 256
_AGAIN_MS = 10_000
_AT_LEAST_ONCE = ("online", "record")


class ChipLine:
    """As Line of line.py, with firmware/link/client.py below it."""

    def __init__(self, name: str, address: Address, teller: Teller) -> None:
        self.kept = -1
        self._base = f"{BASE}/{name}/"
        self._teller = teller
        self._told: Payloads = {}
        self._ups = 0
        self._again_ms = 0
        self._rest = b""  # of the message that is being said
        settings = {"broker": address.host, "port": address.port, "table": name}
        will = f"{self._base}online".encode()
        user, password = address.user.encode(), address.password.encode()
        self._client = Client(settings, user, password, will, Network())  # type: ignore[no-untyped-call]
        self._client.subscribe(f"{self._base}kept".encode())

    @property
    def up(self) -> bool:
        """Whether the broker has let the table in."""
        return bool(self._client.up)

    def run_ms(self, ms: int) -> None:
        """Let so much time pass for the client, and say what there is to say."""
        for _ in range(ms // _PASS_MS):
            self._client.step(_PASS_MS)
            self._again_ms = max(0, self._again_ms - _PASS_MS)
            self._hear()
            if self._ups != self._client.ups:
                self._ups = self._client.ups
                self._told, self._rest, self._again_ms = {}, b"", 0
            if not self._client.up:
                self._rest = b""
            elif self._rest:
                self._say_more()
            elif self._client.ready():
                self._begin()

    def close(self) -> None:
        """Say goodbye."""
        self._client.close()

    def _hear(self) -> None:
        message = self._client.take()  # type: ignore[no-untyped-call]
        if message is not None and int(message[1]) > self.kept:
            self.kept = int(message[1])
            self._again_ms = 0

    def _say_more(self) -> None:
        if self._client.put(self._rest[:_CHUNK]):
            self._rest = self._rest[_CHUNK:]

    def _begin(self) -> None:
        """The next message, if there is one; an event that was missed stands in the record."""
        self._teller.news()
        for topic, payload in self._teller.retained().items():
            if self._told.get(topic) != payload:
                self._told[topic] = payload
                return self._publish(topic, payload, True)
        record = self._teller.record(self.kept)
        if record is not None and not self._again_ms:
            self._again_ms = _AGAIN_MS
            self._publish("record", record[1], False)

    def _publish(self, topic: str, payload: str, retain: bool) -> None:
        self._rest = payload.encode()
        qos = 1 if topic in _AT_LEAST_ONCE else 0
        self._client.publish((self._base + topic).encode(), len(self._rest), retain, qos)
