"""On the wires: virtual ms from a contact to the latched digits, and the bytes that are sent."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator
from typing import Any

from tools.bench.row import Row
from tools.boards import board_names, load_board
from tools.vboard.device import Device

_FRAME = "17" * 15 + "234567"
_BOUNCES_US = (0, 1600, 6000)
_MEDIAN_MS, _WORST_MS = 8, 16
_REFRESH_MS = 1500  # in any span of that length everything is sent once
_MATCH = {"game": "snooker", "best-of": 3}


class _Latched:
    """When the wall last changed; it is told after each frame or transfer of a display."""

    def __init__(self, device: Device) -> None:
        self.since_us = 0
        self._device = device
        self._seen = self._digits()
        for display in device.displays:
            display.latched = self

    def append(self, frame: Any) -> None:
        digits = self._digits()
        if digits != self._seen:
            self._seen = digits
            self.since_us = now_us(self._device)

    def _digits(self) -> list[int]:
        return [digit for display in self._device.displays for digit in display.digits()]


def now_us(device: Device) -> int:
    """Virtual time since power-on."""
    return 1000 * device.clock.ms + device.clock.us


def latency_rows() -> Iterator[Row]:
    """From the contact that closes to the last digit that changes, over a maximum break.

    The median is promised of a clean contact: bounce comes on top of it one to one, since a press
    is confirmed by 4 ms without any. The worst is promised with 6 ms of it.
    """
    for name in board_names():
        for bounce_us in _BOUNCES_US:
            waits = _waits_ms(name, bounce_us)
            row = f"{name}: contact to latched, {bounce_us / 1000:g} ms of bounce"
            median_ms = _MEDIAN_MS if bounce_us == 0 else None
            yield Row("latency", f"{row}, median", statistics.median(waits), "ms", median_ms)
            yield Row("latency", f"{row}, p99", statistics.quantiles(waits, n=100)[98], "ms")
            yield Row("latency", f"{row}, worst", max(waits), "ms", _WORST_MS)


def _waits_ms(name: str, bounce_us: int) -> list[float]:
    waits = []
    for seed in range(1, 4):
        device = Device(load_board(name), _MATCH, seed)
        device.contacts.bounce_us = bounce_us
        device.run_ms(1000)
        watched = _Latched(device)
        chance = random.Random(seed)
        for key in _FRAME:
            device.clock.sleep_us(chance.randrange(2000))
            closed_us = now_us(device)
            device.press(key)
            device.run_ms(60)
            waits.append((watched.since_us - closed_us) / 1000)
            device.release(key)
            device.run_ms(60 + chance.randrange(30))
    return waits


def bus_rows() -> Iterator[Row]:
    """The bytes of the transfers that display chips take: one digit changed, all written anew."""
    for name in board_names():
        board = load_board(name)
        device = Device(board, _MATCH)
        device.run_ms(3100)  # past the refreshes of the start
        panel = device.marker.panel
        first = 0
        for display, part in zip(device.displays, board["displays"]):
            if part["driver"] != "leds":  # they are on pins, and there is no bus
                sent: list[tuple[int, bytes]] = []
                display.latched = sent
                panel.segments[first] ^= 1
                panel.step(0)
                row = f"{name}, {part['driver']} at digit {first}"
                yield Row("bus", f"{row}: one digit changed", _bytes(sent), "bytes")
                sent.clear()
                device.run_ms(_REFRESH_MS)
                yield Row("bus", f"{row}: whole refresh", _bytes(sent), "bytes")
            first += len(display.digits())


def _bytes(sent: list[tuple[int, bytes]]) -> int:
    return sum(len(data) for _, data in sent)
