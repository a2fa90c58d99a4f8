"""Bytes of the compiled files, and words of the call frames on the way of a key."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tools import image
from tools.bench.key_way import OFF_THE_WAY, runs_at_start
from tools.bench.row import Row
from tools.framecheck import LIMIT_WORDS, frames

_ALL_KB = 144  # seven hundredths of the 2 MB that a chip with 4 MB of flash has for files
_ROOMS = ("console", "drivers", "rules", "store")


def rows() -> Iterator[Row]:
    """The .mpy files as they go onto a board, line numbers included, a room and in all."""
    rooms: Counter[str] = Counter()
    for path, data in image.build().files.items():
        if path.endswith(".mpy"):
            room, _, within = path.partition("/")
            rooms[room if within else "beside the rooms"] += len(data)
    for room in sorted(rooms):
        yield Row("size", f".mpy files: {room}", rooms[room] / 1024, "KB")
    yield Row("size", ".mpy files: all", rooms.total() / 1024, "KB", _ALL_KB)


def frame_rows() -> Iterator[Row]:
    """The largest call frame of the rooms' modules, what is called at the start left out."""
    for room in _ROOMS:
        largest = max(
            frame.words
            for path in sorted((image.FIRMWARE / room).glob("*.py"))
            if f"{room}/{path.name}" not in OFF_THE_WAY
            for frame in frames(path)
            if not frame.generator and not runs_at_start(frame.name)
        )
        yield Row("frames", f"largest call frame: {room}", largest, "words", LIMIT_WORDS)
