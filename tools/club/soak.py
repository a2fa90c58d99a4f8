"""The soak: tables play while their broker is killed again and again, and nothing gets lost.

In the end every record of every board lies on the shelf once, as the board has it, and what the
broker retains of every table is what the board shows.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
import time
from pathlib import Path
from typing import NamedTuple

from tools.club.broker import HOST, Broker
from tools.club.collector import BASE, Address, Collector
from tools.club.configuration import CLUB, SCREEN
from tools.club.shelf import Shelf
from tools.club.tables import Hall, names

_UP_S = (0.3, 2.0)  # so long the broker lives
_DOWN_S = (0.05, 0.8)  # and so long there is none
_PACE = 1000.0  # as fast as this computer can
_AFTERWARDS_S = 60.0  # for what is still under way when the last match is over
_LOOK_S = 0.3


class Soaked(NamedTuple):
    """What came of it; `faults` is empty where everything holds."""

    matches: int
    kills: int
    written: int
    again: int
    faults: list[str]


class Gathering:
    """A collector in a thread of its own, as it is a program of its own in a club."""

    def __init__(self, collector: Collector) -> None:
        self.fault = ""  # why it ended by itself
        self._loop = asyncio.new_event_loop()
        self._task = self._loop.create_task(collector.run())
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        except Exception as error:
            self.fault = f"the collector has ended: {type(error).__name__}: {error}"

    def end(self) -> None:
        """Cancel it and wait until it has gone."""
        self._loop.call_soon_threadsafe(self._task.cancel)
        self._thread.join()
        self._loop.close()


class _Killer:
    """Kills the broker and starts it again, at moments drawn from a seed, while told to."""

    def __init__(self, broker: Broker, seed: int) -> None:
        self.kills = 0
        self._broker = broker
        self._chance = random.Random(seed)
        self._due_s = time.monotonic() + self._chance.uniform(*_UP_S)

    def step(self) -> None:
        """To be called often."""
        now_s = time.monotonic()
        if now_s < self._due_s:
            return
        if self._broker.pid:
            self._broker.kill()
            self.kills += 1
            self._due_s = now_s + self._chance.uniform(*_DOWN_S)
        else:
            self._broker.start()
            self._due_s = now_s + self._chance.uniform(*_UP_S)

    def end(self) -> None:
        """The broker lives from now on."""
        if not self._broker.pid:
            self._broker.start()


def soak(folder: Path, tables: int, matches: int, seed: int, most_s: float) -> Soaked:
    """Play so many matches on so many tables; what is not over after `most_s` is a fault."""
    with Broker(names(tables)) as broker:
        hall = Hall(broker, tables, matches, seed)
        address = Address(HOST, broker.port, CLUB, broker.passwords[CLUB])
        collector = Collector(address, Shelf(folder), lambda text: None)
        gathering = Gathering(collector)
        killer = _Killer(broker, seed)
        try:
            _play(hall, killer, time.monotonic() + most_s)
            killer.end()
            faults = _settle(hall, broker, folder)
        finally:
            gathering.end()
            hall.close()
    if gathering.fault:
        faults.insert(0, gathering.fault)
    played = sum(len(table.player.records()) for table in hall.tables)
    return Soaked(played, killer.kills, collector.written, collector.again, faults)


def _play(hall: Hall, killer: _Killer, end_s: float) -> None:
    for _ in hall.play(_PACE):
        killer.step()
        if time.monotonic() > end_s or all(table.player.done for table in hall.tables):
            return


def _settle(hall: Hall, broker: Broker, folder: Path) -> list[str]:
    """Go on until everything has arrived, or it takes too long; what is still wrong then."""
    end_s = time.monotonic() + _AFTERWARDS_S
    while True:
        look_s = time.monotonic() + _LOOK_S
        for _ in hall.play(1.0):
            if time.monotonic() > look_s:
                break
        faults = _faults(hall, broker, folder)
        if not faults or time.monotonic() > end_s:
            return faults


def _faults(hall: Hall, broker: Broker, folder: Path) -> list[str]:
    """A sentence for whatever is not as it has to be."""
    retained = asyncio.run(_retained(broker, len(hall.tables)))
    faults = []
    wanted: set[str] = set()
    for table in hall.tables:
        if not table.player.done:
            faults.append(f"{table.name}: has not played all its matches")
        for number, sheet in table.player.records().items():
            path = folder / f"{table.name}-{number}.txt"
            wanted.add(path.name)
            if not path.exists():
                faults.append(
                    f"{table.name}: the record of match {number} has not arrived; the board "
                    f"knows that {table.line.kept} is safe, and is {_how(table.line.up)}"
                )
            elif path.read_text(encoding="utf-8") != sheet:
                faults.append(f"{path.name}: is not the record that the board has")
        faults += _unlike(table.name, table.player.state(), retained)
    others = sorted({path.name for path in folder.iterdir()} - wanted)
    return faults + [f"{name}: nobody has played that" for name in others]


def _how(up: bool) -> str:
    return "signed in" if up else "not signed in"


def _unlike(name: str, state: object, retained: dict[str, str]) -> list[str]:
    """What the broker retains of a table, where that is not what the board shows."""
    told = retained.get(f"{BASE}/{name}/state")
    if told is None:
        return [f"{name}: the broker has no state"]
    if json.loads(told) != state:
        return [f"{name}: the state is {told} and should be {json.dumps(state)}"]
    if retained.get(f"{BASE}/{name}/online") != "online":
        return [f"{name}: plays, and the broker has it as offline"]
    return []


async def _retained(broker: Broker, tables: int) -> dict[str, str]:
    """What a new screen is told of all tables."""
    told: dict[str, str] = {}
    address = Address(HOST, broker.port, SCREEN, broker.passwords[SCREEN])
    async with address.client() as client:
        await client.subscribe([(f"{BASE}/+/{what}", 1) for what in ("state", "online")])

        async def listen() -> None:
            async for message in client.messages:
                told[str(message.topic)] = bytes(message.payload).decode()
                if len(told) == 2 * tables:
                    return

        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(listen(), _LOOK_S)
    return told
