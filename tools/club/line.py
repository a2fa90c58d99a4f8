"""A table's line to the broker where no firmware makes one: the same topics, in few lines.

Thousands fit into one process, for nothing runs but in `step`, which never waits.
"""

from __future__ import annotations

import time
from typing import Protocol

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tools.club.collector import BASE, Address

Payloads = dict[str, str]  # by the last part of the topic

_FIRST_WAIT_S = 0.1
_LONGEST_WAIT_S = 1.0
_KEEPALIVE_S = 30
# A record that nobody says is safe is sent again, each time later: a collector that has more to
# write than it can must not get ever more.
_AGAIN_S = 2.0
_LONGEST_AGAIN_S = 64.0
_AT_LEAST_ONCE = {"online", "record"}


class Teller(Protocol):
    """What has something to tell."""

    def retained(self) -> Payloads:
        """What the broker shall hold now."""

    def news(self) -> list[tuple[str, str]]:
        """(topic, payload) of what has happened since the last call and is not retained."""

    def record(self, kept: int) -> tuple[int, str] | None:
        """The first record behind the number `kept`, and its payload."""


class Line:
    """Signs in as table `name` and tells what `teller` has to tell.

    `sent` and `sent_bytes` count what was published, as MQTT has it on the wire. `kept` is
    the number up to which the records are safe.
    """

    def __init__(self, name: str, address: Address, teller: Teller) -> None:
        self.sent = self.sent_bytes = 0
        self.kept = -1
        self._teller = teller
        self._address = address
        self._base = f"{BASE}/{name}/"
        self._told: Payloads = {}
        self._again_s = 0.0  # when the record is sent again
        self._patience_s = _AGAIN_S
        self._try_s = 0.0
        self._wait_s = _FIRST_WAIT_S
        self._client = self._make(name)

    @property
    def up(self) -> bool:
        """Whether the broker has let the table in."""
        return bool(self._client.is_connected())

    def step(self) -> None:
        """Do what there is to do now."""
        if not self._talk():
            self._dial(time.monotonic())
        elif self.up:
            self._tell(time.monotonic())

    def close(self) -> None:
        """Say goodbye."""
        self._client.disconnect()
        self._talk()

    def _talk(self) -> bool:
        """Read and write what there is; False where the line is down.

        paho's own loop() asks select(), which knows the first 1,024 files of a process only.
        """
        client = self._client
        if client.loop_read() != mqtt.MQTT_ERR_SUCCESS:
            return False
        if client.want_write() and client.loop_write() != mqtt.MQTT_ERR_SUCCESS:
            return False
        return client.loop_misc() == mqtt.MQTT_ERR_SUCCESS

    def _make(self, name: str) -> mqtt.Client:
        client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=name)
        client.username_pw_set(self._address.user, self._address.password)
        client.will_set(f"{self._base}online", "offline", qos=1, retain=True)
        client.on_connect = self._on_up
        client.on_message = self._on_message
        return client

    def _dial(self, now_s: float) -> None:
        if now_s < self._try_s:
            return
        self._try_s = now_s + self._wait_s
        self._wait_s = min(2 * self._wait_s, _LONGEST_WAIT_S)
        try:
            self._client.connect(self._address.host, self._address.port, _KEEPALIVE_S)
        except OSError:
            pass  # nobody listens there now

    def _on_up(self, *_: object) -> None:
        """Everything is told anew: the broker may have lost it."""
        self._wait_s = _FIRST_WAIT_S
        self._told = {}
        self._again_s = 0.0
        self._patience_s = _AGAIN_S
        self._client.subscribe(f"{self._base}kept", qos=1)

    def _on_message(self, client: object, data: object, message: mqtt.MQTTMessage) -> None:
        kept = int(message.payload)
        if kept > self.kept:
            self.kept = kept
            self._again_s = 0.0
            self._patience_s = _AGAIN_S

    def _tell(self, now_s: float) -> None:
        for topic, payload in self._teller.news():
            self._publish(topic, payload, False)
        for topic, payload in self._teller.retained().items():
            if self._told.get(topic) != payload:
                self._told[topic] = payload
                self._publish(topic, payload, True)
        if now_s >= self._again_s:
            self._send_record(now_s)

    def _send_record(self, now_s: float) -> None:
        record = self._teller.record(self.kept)
        if record is not None:
            self._again_s = now_s + self._patience_s
            self._patience_s = min(2 * self._patience_s, _LONGEST_AGAIN_S)
            self._publish("record", record[1], False)

    def _publish(self, topic: str, payload: str, retain: bool) -> None:
        qos = 1 if topic in _AT_LEAST_ONCE else 0
        self._client.publish(self._base + topic, payload, qos, retain)
        self.sent += 1
        self.sent_bytes += wire_bytes(self._base + topic, payload, qos)


def wire_bytes(topic: str, payload: str, qos: int) -> int:
    """How long a PUBLISH of MQTT 3.1.1 is: head, length, topic, number if any, payload."""
    rest = 2 + len(topic.encode()) + (2 if qos else 0) + len(payload.encode())
    length = 1 if rest < 1 << 7 else 2 if rest < 1 << 14 else 3
    return 1 + length + rest
