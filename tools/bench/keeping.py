"""What keeping a match costs the flash, and how long an event is in danger.

A board with littlefs on a flash chip that counts, and that holds the processor up as a real one
does: 0.4 ms a program, 45 ms an erase.
"""

from __future__ import annotations

from collections.abc import Iterator

from tools.bench.row import Row
from tools.boards import load_board
from tools.littlefs_flash import FlashFiles
from tools.vboard.device import Device
from tools.vboard.supply import Supply

_BOARD = "wall-max7219"
_FRAME = "17" * 15 + "234567#"
_FRAMES = 8
_SAFE_MS = 250
_ERASES = 0.06
_APART_MS = 1000
_DOWN_MS = 80


def rows() -> Iterator[Row]:
    """Eight frames of maximum breaks, a key a second."""
    supply = Supply(FlashFiles)
    device = supply.switch_on(load_board(_BOARD), {"game": "snooker", "best-of": 99}, 1)
    device.run_ms(3000)
    flash = supply.flash
    flash.progs = flash.erases = flash.prog_bytes = 0
    waits = [_tap(device, key) for key in _FRAME * _FRAMES]
    events = len(waits)
    yield Row("flash", "erases an event", flash.erases / events, "erases", _ERASES)
    yield Row("flash", "programs an event", flash.progs / events, "programs")
    yield Row("flash", "bytes programmed an event", flash.prog_bytes / events, "bytes")
    first = waits[0]  # it waits for the header of the match too
    waits.sort()
    yield Row("flash", "contact to safe on flash, median", waits[events // 2], "ms")
    yield Row("flash", "contact to safe on flash, first of a match", first, "ms", _SAFE_MS)
    yield Row("flash", "contact to safe on flash, worst", waits[-1], "ms", _SAFE_MS)


def _tap(device: Device, key: str) -> int:
    """Press and release a key; virtual ms from its contact until its event is safe."""
    match = device.marker.console.match
    number = match.history.at
    closed_ms = device.clock.ms
    safe_ms = 0
    device.press(key)
    while device.clock.ms < closed_ms + _APART_MS:
        device.run_ms(2)
        if match.history.at != number and device.marker.store.journal.holds(match):
            safe_ms = safe_ms or device.clock.ms - closed_ms
        if device.clock.ms >= closed_ms + _DOWN_MS:
            device.release(key)
    return safe_ms or _APART_MS
