"""What a board tells of itself: its MicroPython, its chip, its file system and its files.

`fault` says in a sentence why the firmware can't go onto it.
"""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Collection
from dataclasses import dataclass

from tools.boards import Board
from tools.chips import CHIPS
from tools.image import Image
from tools.link import Link

OLDEST = (1, 25)  # MicroPython, of those that the firmware and these tools are tested with

_WHO = """
import sys, json
i = sys.implementation
print(json.dumps([i.name, list(i.version)[:3], getattr(i, "_machine", ""),
    getattr(i, "_mpy", 0), sys.platform]))
"""
_FILE_SYSTEM = """
import os, json
try:
    import vfs
    s = [str(type(f)) for f, p in vfs.mount() if p == "/"]
except Exception:
    s = []
v = os.statvfs("/")
print(json.dumps([s[0] if s else "", v[0], v[0] * v[3]]))
"""
# A line a file: [path, size, SHA-256, or "" where none was asked for].
_FILES = """
import os, json, hashlib
from binascii import hexlify
_b = bytearray(512)
_m = memoryview(_b)
def _digest(path):
    h = hashlib.sha256()
    with open(path, "rb") as f:
        n = f.readinto(_b)
        while n:
            h.update(_m[:n])
            n = f.readinto(_b)
    return hexlify(h.digest()).decode()
def _list(folder, rooms, names):
    for e in os.ilistdir("/" + folder):
        path = (folder + "/" if folder else "") + e[0]
        if e[1] & 0x4000:
            if folder or e[0] in rooms:
                print(json.dumps([path + "/", 0, ""]))
                _list(path, rooms, names)
        else:
            d = _digest("/" + path) if folder or e[0] in names else ""
            print(json.dumps([path, e[3], d]))
"""
_REFLASH = (
    "`esptool erase-flash` and flash MicroPython anew (docs/flashing.md, steps 2 and 3); "
    "a match on the board is gone with it"
)


@dataclass(frozen=True)
class File:
    """A file on the board; `digest` is "" where it was not asked for."""

    size: int
    digest: str


@dataclass(frozen=True)
class Survey:
    """What there is on the other end of the line."""

    name: str  # "micropython"
    version: tuple[int, ...]
    machine: str  # "Generic ESP32 module with ESP32"
    mpy: int  # sys.implementation._mpy
    platform: str
    file_system: str  # its class, "" where the board does not say
    block: int
    free: int  # bytes

    @property
    def chip(self) -> str:
        """The chip as board files call it, or "" for none of them."""
        found = re.match(r"ESP32-?([A-Z]\d)?", self.machine.rpartition(" with ")[2])
        if self.platform != "esp32" or not found:
            return ""
        return "esp32-" + found[1].lower() if found[1] else "esp32"


def look(link: Link) -> Survey:
    """Ask the board who it is and what room there is."""
    name, version, machine, mpy, platform = link.ask(_WHO)
    if name != "micropython":
        return Survey(name, tuple(version), machine, mpy, platform, "", 0, 0)
    file_system, block, free = link.ask(_FILE_SYSTEM)
    return Survey(name, tuple(version), machine, mpy, platform, file_system, block, free)


def list_files(link: Link, rooms: Collection[str], names: Collection[str]) -> dict[str, File]:
    """The files at the top and in the folders `rooms`; the path of a folder ends with a slash.

    Those in the folders have their digests, at the top those of `names`.
    """
    call = f"_list('', {sorted(rooms)!r}, {sorted(names)!r})"
    files = {}
    for line in link.run(_FILES + call).splitlines():
        with contextlib.suppress(ValueError):  # the chip's own system may have its say in between
            path, size, digest = json.loads(line)
            files[path] = File(size, digest)
    return files


def fault(survey: Survey, board: Board, image: Image) -> str:
    """Why this firmware for this board file does not go onto this chip; "" if it does."""
    version = ".".join(map(str, survey.version))
    if survey.name != "micropython":
        return (
            f"runs {survey.name} and not MicroPython: flash MicroPython onto it "
            "(docs/flashing.md, steps 2 and 3)."
        )
    if not survey.chip:
        return f"is {survey.machine or survey.platform}, and the firmware needs an ESP32."
    if survey.version < OLDEST:
        oldest = ".".join(map(str, OLDEST))
        return (
            f"has MicroPython {version}, and {oldest} is the oldest that will do: flash "
            "a newer one (docs/flashing.md, step 3); without erase-flash the match is kept."
        )
    if survey.chip != board["chip"]:
        return (
            f"has an {_called(survey.chip)}, and {board['name']} is for an "
            f"{_called(board['chip'])}: choose another board file."
        )
    if survey.mpy & 0xFF != image.bytecode:
        return (
            f"has MicroPython {version}, which takes .mpy files of version {survey.mpy & 0xFF}, "
            f"and those of this checkout have {image.bytecode}: flash another MicroPython."
        )
    if "Fat" in survey.file_system:
        return f"has the file system FAT, which a power cut can break: {_REFLASH}."
    return ""


def _called(chip: str) -> str:
    return CHIPS[chip].name if chip in CHIPS else chip.upper()
