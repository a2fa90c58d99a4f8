"""Where a club's records lie: a folder, a file a match, written once and never over another."""

from __future__ import annotations

import os
import re
from pathlib import Path

_TABLE = re.compile(r"[a-z0-9-]{1,16}")


class Shelf:
    """The folder of the records. `put` returns only when the record is safe on the disk."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def put(self, table: str, match: int, sheet: str) -> Path | None:
        """Keep a scoresheet; the file that it took, or None where it lay here already.

        Another sheet under the same number gets a further file, `…-2`. Raises ValueError for
        what is no name of a table or no number of a match.
        """
        if not _TABLE.fullmatch(table) or match < 0:
            raise ValueError(f"{table!r} is no table, or {match} no match of it")
        content = sheet.encode("utf-8")
        again = 1
        while (path := self._path(table, match, again)).exists():
            if path.read_bytes() == content:
                return None
            again += 1
        _write_safely(path, content)
        return path

    def _path(self, table: str, match: int, again: int) -> Path:
        return self.folder / (f"{table}-{match}" + (f"-{again}" if again > 1 else "") + ".txt")


def _write_safely(path: Path, content: bytes) -> None:
    """Whole or not at all, and after a power cut still there."""
    part = path.with_name(f"{path.name}.part")
    with open(part, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    os.replace(part, path)
    if os.name != "nt":  # there, a folder cannot be opened
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
