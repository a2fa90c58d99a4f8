"""The collector: writes each record that a table sends into a file, then says that it is safe.

A table sends a record again until it hears on its topic `kept` that the number is safe. So what a
broker loses when it dies is sent again, and what comes twice is written once.
"""

from __future__ import annotations

import asyncio
import json
import ssl
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import aiomqtt
from aiomqtt.exceptions import MqttConnectError

from tools.club.shelf import Shelf
from tools.refusal import Refusal

BASE = "marker"

_IDENTIFIER = "marker-collector"
_AT_LEAST_ONCE = 1
_FIRST_WAIT_S = 0.5
_LONGEST_WAIT_S = 30.0
_KEEPALIVE_S = 30
_ANSWER_S = 5.0  # aiomqtt does not notice at once that the broker which owes one has died
_REFUSED = (4, 5, 134, 135)  # CONNACK of MQTT 3.1.1 and 5: bad password, not authorised


class Address(NamedTuple):
    """A broker, and who signs in there. `ca` is the file that its certificate is checked by."""

    host: str
    port: int
    user: str
    password: str
    ca: str | None = None

    def client(self, identifier: str | None = None) -> aiomqtt.Client:
        """A client that signs in; with an `identifier` the broker keeps what it misses."""
        return aiomqtt.Client(
            self.host,
            self.port,
            username=self.user,
            password=self.password,
            identifier=identifier,
            clean_session=identifier is None,
            keepalive=_KEEPALIVE_S,
            timeout=_ANSWER_S,
            tls_context=ssl.create_default_context(cafile=self.ca) if self.ca else None,
        )


class Collector:
    """Collects for ever, whatever becomes of the broker. `say` is told what a person should know.

    `written` counts the records that were written, `again` those that lay here already.
    """

    def __init__(
        self, address: Address, shelf: Shelf, say: Callable[[str], None] | None = None
    ) -> None:
        self.written = self.again = 0
        self._address = address
        self._shelf = shelf
        self._say = say or (lambda text: print(text, file=sys.stderr, flush=True))

    async def run(self) -> None:
        """Collect until cancelled. Refusal where the broker does not let it in."""
        asyncio.get_running_loop().set_exception_handler(_answered)
        wait_s = _FIRST_WAIT_S
        while True:
            try:
                async with self._address.client(_IDENTIFIER) as client:
                    wait_s = _FIRST_WAIT_S
                    await client.subscribe(f"{BASE}/+/record", qos=_AT_LEAST_ONCE)
                    async for message in client.messages:
                        await self._take(client, message)
            except aiomqtt.MqttError as error:
                self._check_refused(error)
                self._say(f"The broker is gone ({error}); it is tried again in {wait_s:g} s.")
                await asyncio.sleep(wait_s)
                wait_s = min(2 * wait_s, _LONGEST_WAIT_S)

    def _check_refused(self, error: aiomqtt.MqttError) -> None:
        rc = error.rc if isinstance(error, MqttConnectError) else None
        if getattr(rc, "value", rc) in _REFUSED:
            address = self._address
            raise Refusal(
                f"The broker at {address.host}:{address.port} does not let {address.user!r} in: "
                "check the user and the password."
            )

    async def _take(self, client: aiomqtt.Client, message: aiomqtt.Message) -> None:
        """Keep a record, then tell its table."""
        table = str(message.topic).split("/")[1]
        try:
            record = json.loads(bytes(message.payload))
            match, sheet = int(record["match"]), str(record["sheet"])
            path = self._shelf.put(table, match, sheet)
        except (ValueError, TypeError, KeyError) as error:
            self._say(f"{message.topic}: this is no record ({error}); it is left out.")
            return
        if path is None:
            self.again += 1
        else:
            self.written += 1
            if path.stem != f"{table}-{match}":
                self._say(f"{path}: another sheet than the one under the same number.")
        await client.publish(f"{BASE}/{table}/kept", str(match), qos=_AT_LEAST_ONCE, retain=True)


def _answered(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """aiomqtt tells of a broken line twice, and once is enough."""
    if not isinstance(context.get("exception"), aiomqtt.MqttError):
        loop.default_exception_handler(context)
