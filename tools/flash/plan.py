"""What is to be done so that a board has this firmware, and in which order.

A board must never run a mix, wherever the line or the power is cut. So main.py goes first: without
it the board stays at its prompt. Then goes what is stale, for an old .py would be taken before a
new .mpy; then the files come, and board.json. When all that has been compared, build.txt says what
is on the board, and main.py comes last. A second run finds what is missing and completes it.

build.txt begins with the hash of the whole, which the firmware tells when it starts, or with
`unfinished`. Then stand the paths of all files of ours that may be on the board, so that a later
firmware knows what is stale. A write that was cut leaves flash.tmp, which the next one takes.
Nothing else of the user's is touched, and neither is the store.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from tools.flash.survey import File, Survey
from tools.image import Image, digest
from tools.link import SCRATCH

BOARD = "board.json"
BUILD = "build.txt"
MAIN = "main.py"

_UNFINISHED = "unfinished"
_NEVER = ("s", "lib")  # the store, and what the user has installed
_SUFFIXES = (".py", ".mpy")
_LAST = (BOARD, MAIN)


@dataclass(frozen=True)
class Step:
    """One change of the board: "remove", "mkdir" or "write"."""

    act: str
    path: str
    data: bytes = b""


@dataclass(frozen=True)
class Plan:
    """The steps; those of `finish` when everything else has been found right."""

    steps: list[Step]
    finish: list[Step]

    @property
    def written(self) -> list[Step]:
        """What goes over the line for good."""
        return [s for s in self.steps + self.finish if s.act == "write" and s.path != BUILD]

    @property
    def removed(self) -> list[Step]:
        """The stale files and folders; main.py comes back."""
        return [step for step in self.steps if step.act == "remove" and step.path != MAIN]


class Note:
    """What build.txt says."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = data
        lines = data.decode(errors="replace").split("\n")
        self.paths = [line for line in lines[1:] if line.partition("/")[0] not in ("", *_NEVER)]

    @classmethod
    def of(cls, mark: str, paths: list[str]) -> Note:
        """The note of these paths; `mark` is the hash, or `unfinished`."""
        return cls("\n".join([mark, *paths, ""]).encode())


def rooms(firmware: Image, note: Note) -> list[str]:
    """The folders that are the firmware's, now or by an older one."""
    paths = [path for path in (*firmware.files, *note.paths) if "/" in path]
    return sorted({path.partition("/")[0] for path in paths})


def plan(
    there: Mapping[str, File], note: Note, firmware: Image, wanted: Mapping[str, bytes]
) -> Plan:
    """From what is there to what is wanted: the firmware's files and those beside them."""
    build = Note.of(firmware.hash, sorted(firmware.files))
    write = [path for path, data in wanted.items() if not same(there.get(path), data)]
    remove = list(_stale(there, note, wanted))
    if not write and not remove and note.data == build.data and SCRATCH not in there:
        return Plan([], [])
    unfinished = Note.of(_UNFINISHED, sorted({*note.paths, *firmware.files}))
    steps = [Step("remove", MAIN)] if MAIN in there else []
    steps += [Step("write", BUILD, unfinished.data)]
    steps += [Step("remove", path) for path in remove]
    steps += [Step("mkdir", folder) for folder in _missing(there, wanted)]
    steps += [
        Step("write", path, wanted[path])
        for path in sorted(write, key=lambda path: (path in _LAST, path))
        if path != MAIN
    ]
    return Plan(steps, [Step("write", BUILD, build.data), Step("write", MAIN, wanted[MAIN])])


def same(file: File | None, data: bytes) -> bool:
    """Whether a file on the board has this content."""
    return file is not None and file.digest == digest(data)


def foreign(there: Mapping[str, File], note: Note) -> bool:
    """Whether the board runs somebody else's program: then main.py is not ours to remove."""
    return MAIN in there and not note.paths and not {"marker.py", "marker.mpy"} & set(there)


def too_full(planned: Plan, there: Mapping[str, File], survey: Survey) -> str:
    """Why the files don't find room once the others are gone; "" if they do.

    Each takes whole blocks, a folder two; while a file is written its old one is still there.
    """
    written = [_blocks(len(step.data), survey) for step in planned.written]
    gone = [there[step.path].size for step in planned.written if step.path in there]
    gone += [there[step.path].size for step in planned.removed]
    folders = sum(step.act == "mkdir" for step in planned.steps)
    wanted = sum(written) + max(written, default=0) + 2 * folders
    free = survey.free // survey.block + sum(_blocks(size, survey) for size in gone)
    if wanted <= free:
        return ""
    kilobytes = survey.block / 1024
    return (
        f"needs {wanted * kilobytes:.0f} KB for the firmware and has {free * kilobytes:.0f} "
        "KB free: remove files of yours (`mpremote fs ls`, `mpremote fs rm :FILE`)."
    )


def _stale(there: Mapping[str, File], note: Note, wanted: Mapping[str, bytes]) -> Iterator[str]:
    """What is no more wanted in our folders and of our names; a folder behind its files."""
    ours = {_stem(path) for path in (*note.paths, *wanted) if path.endswith(_SUFFIXES)}
    needed = {path[: at + 1] for path in wanted for at, char in enumerate(path) if char == "/"}
    for path in sorted(there, reverse=True):  # what is in a folder before the folder
        if path in wanted or path in needed:
            continue
        if "/" in path or path.endswith(_SUFFIXES) and _stem(path) in ours:
            yield path


def _missing(there: Mapping[str, File], wanted: Mapping[str, bytes]) -> list[str]:
    folders = {path.rpartition("/")[0] for path in wanted} - {""}
    return sorted(folder for folder in folders if folder + "/" not in there)


def _stem(path: str) -> str:
    return path.rpartition(".")[0]


def _blocks(size: int, survey: Survey) -> int:
    return -(-size // survey.block)
