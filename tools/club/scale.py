"""What many tables ask of a broker: counted, with as many lines as there are tables.

One match is played on a virtual board, and every line tells what that board had to tell. Nothing
is timed: what a computer can do in a second is a matter of the computer. A club's figures follow
from what a table sends with a stroke, and from how many strokes there are in an hour.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from tools.club.broker import HOST, Broker
from tools.club.collector import BASE, Address, Collector
from tools.club.configuration import CLUB, DESK
from tools.club.line import Line, Payloads, wire_bytes
from tools.club.player import Player
from tools.club.shelf import Shelf
from tools.club.soak import Gathering
from tools.club.tables import BoardTeller, names
from tools.refusal import Refusal

STROKES_AN_HOUR = 180  # one in twenty seconds, without a break

_HEADER = {"game": "snooker", "reds": 15}
_SEED = 3
_SLICE_MS = 20
_BEGUN_S = 1_800_000_000  # a time of day has ten digits
_MOST_S = 300.0


class Told(NamedTuple):
    """What a board had to tell at one moment."""

    retained: Payloads
    news: list[tuple[str, str]]


class Figures(NamedTuple):
    """Of one table and one match; bytes as on the wire of MQTT, without those of TCP below."""

    strokes: int
    messages: int  # of the match, the first and the record included
    bytes: int
    state_bytes: int  # the longest
    record_bytes: int

    @property
    def an_hour(self) -> tuple[int, int]:
        """Messages and bytes of an hour of play."""
        strokes = STROKES_AN_HOUR
        return -(-self.messages * strokes // self.strokes), -(
            -self.bytes * strokes // self.strokes
        )


class Counted(NamedTuple):
    """What came of it; `lost` names what did not arrive."""

    tables: int
    figures: Figures
    sent: int
    received: int
    records: int
    memory_kb: int  # what the broker takes more for all connections, and what it retains
    lost: list[str]


def one_match() -> tuple[list[Told], str]:
    """All that a board tells in one match, and its record."""
    player = Player(_SEED, _HEADER, 1)
    clock = player.device.clock
    teller = BoardTeller(player, _HEADER, lambda: _BEGUN_S + clock.ms // 1000)
    told: list[Told] = []
    while not player.done:
        player.run_ms(_SLICE_MS)
        now = Told(teller.retained(), teller.news())
        if not told or now != Told(told[-1].retained, []):
            told.append(now)
    record = teller.record(0)
    assert record
    return told, record[1]


def figures(told: list[Told], record: str) -> Figures:
    """Count a match, as `table-1000` sends it."""
    sent: list[tuple[str, str, int]] = [("record", record, 1)]
    before: Payloads = {}
    for moment in told:
        sent += [(topic, payload, 0) for topic, payload in moment.news]
        for topic, payload in moment.retained.items():
            if before.get(topic) != payload:
                sent.append((topic, payload, int(topic == "online")))
        before = moment.retained
    sizes = [wire_bytes(f"{BASE}/table-1000/{topic}", text, qos) for topic, text, qos in sent]
    states = [size for size, (topic, *_) in zip(sizes, sent) if topic == "state"]
    strokes = sum(topic == "event" for topic, *_ in sent)
    return Figures(strokes, len(sent), sum(sizes), max(states), sizes[0])


class _Again:
    """Tells the match once more, a moment a step."""

    def __init__(self, told: list[Told], record: str) -> None:
        self._told = told
        self._record = record
        self.at = 0

    @property
    def over(self) -> bool:
        return self.at >= len(self._told)

    def retained(self) -> Payloads:
        return self._told[self.at - 1].retained

    def news(self) -> list[tuple[str, str]]:
        if self.over:
            return []
        self.at += 1
        return self._told[self.at - 1].news

    def record(self, kept: int) -> tuple[int, str] | None:
        return (1, self._record) if self.over and kept < 1 else None


class _Reader:
    """Hears everything that any table says, and keeps the last of each topic."""

    def __init__(self, address: Address) -> None:
        self.received = 0
        self.last: Payloads = {}
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.username_pw_set(address.user, address.password)
        self._client.on_connect = lambda client, *_: client.subscribe(f"{BASE}/#", qos=1)
        self._client.on_message = self._hear
        self._client.connect(address.host, address.port)
        self._client.loop_start()

    def _hear(self, client: object, data: object, message: mqtt.MQTTMessage) -> None:
        if not message.topic.endswith("/kept"):
            self.received += 1
            self.last[message.topic] = message.payload.decode()

    def end(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


def count(tables: int) -> Counted:
    """Let so many tables tell a match each; Refusal where that is more than the system allows."""
    _allow_files(4 * tables + 100)
    told, record = one_match()
    with tempfile.TemporaryDirectory(prefix="marker-records-") as folder:
        with Broker(names(tables)) as broker:
            return _count(tables, told, record, broker, Path(folder))


def _count(tables: int, told: list[Told], record: str, broker: Broker, folder: Path) -> Counted:
    before_kb = _memory_kb(broker.pid)
    address = Address(HOST, broker.port, CLUB, broker.passwords[CLUB])
    collector = Collector(address, Shelf(folder), lambda text: None)
    gathering = Gathering(collector)
    reader = _Reader(address._replace(user=DESK, password=broker.passwords[DESK]))
    lines = {}
    for name in names(tables):
        own = address._replace(user=name, password=broker.passwords[name])
        lines[name] = Line(name, own, _Again(told, record))
    try:
        _step_until(lines, lambda: all(line.kept == 1 for line in lines.values()))
        sent = sum(line.sent for line in lines.values())
        _step_until(lines, lambda: reader.received >= sent)
        memory_kb = _memory_kb(broker.pid) - before_kb
    finally:
        reader.end()
        gathering.end()
    lost = [
        f"{name}: {topic} is not what was told last"
        for name in lines
        for topic, payload in told[-1].retained.items()
        if reader.last.get(f"{BASE}/{name}/{topic}") != payload
    ]
    lost += [f"{name}: no record" for name in lines if not (folder / f"{name}-1.txt").exists()]
    return Counted(
        tables, figures(told, record), sent, reader.received, collector.written, memory_kb, lost
    )


def _step_until(lines: dict[str, Line], reached: Any) -> None:
    end_s = time.monotonic() + _MOST_S
    while not reached() and time.monotonic() < end_s:
        for line in lines.values():
            line.step()


def _memory_kb(pid: int) -> int:
    """What a process has in memory now; 0 where the system does not say."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    return int(status.split("VmRSS:")[1].split()[0])


def _allow_files(wanted: int) -> None:
    """A line takes three files of this process, and one of the broker's."""
    try:
        import resource
    except ImportError:
        raise Refusal("club: --scale needs a system with file limits, as Linux has.") from None
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < wanted:
        raise Refusal(f"club: --scale: {wanted} open files are not allowed here, only {hard}.")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, wanted), hard))


def table_of(counted: Counted) -> str:
    """The figures, for people and for docs/club.md."""
    one = counted.figures
    messages, size = one.an_hour
    rows = [
        ("a state, the longest", f"{one.state_bytes} bytes"),
        ("a record", f"{one.record_bytes} bytes"),
        ("a match", f"{one.strokes} strokes, {one.messages} messages, {one.bytes} bytes"),
        ("an hour of play", f"{messages} messages, {size} bytes"),
        ("lines at once", f"{counted.tables}"),
        ("sent by all, received by one reader", f"{counted.sent}, {counted.received}"),
        ("records on the shelf", f"{counted.records}"),
        ("memory of the broker", f"{counted.memory_kb} kB more than without a line"),
    ]
    lines = ["| what | counted |", "| --- | --- |"]
    lines += [f"| {what} | {figure} |" for what, figure in rows]
    return "\n".join(lines + counted.lost)
