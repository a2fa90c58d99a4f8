"""The flash of a chip as a file on the host: written at once, so that a cut finds what was there.

littlefs calls these methods from C. A Ctrl-C that came out of one would tear C's own state, which
on a chip it cannot. MicroPython raises it where a program jumps, so nothing here may jump: no
`if`, no loop, no conditional expression.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, BinaryIO

BLOCK_BYTES = 4096
PROG_BYTES = 32

_ERASED = b"\xff" * BLOCK_BYTES
_COUNT = 4  # what ioctl asks for, see MicroPython's vfs.AbstractBlockDev
_SIZE = 5
_ERASE = 6


class Image:
    """A block device for MicroPython's file systems over an open file of so many blocks."""

    def __init__(self, file: "BinaryIO", blocks: int) -> None:
        self._file = file
        self._ops = {
            _COUNT: lambda arg: blocks,
            _SIZE: lambda arg: BLOCK_BYTES,
            _ERASE: self._erase,
        }

    def is_blank(self) -> bool:
        """Whether the first two blocks hold nothing, as those of a new chip."""
        self._file.seek(0)
        return self._file.read(2 * BLOCK_BYTES) == 2 * _ERASED

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.readinto(buf)  # type: ignore[attr-defined]

    def writeblocks(self, block: int, buf: bytes, offset: int = 0) -> int:
        self._file.seek(block * BLOCK_BYTES + offset)
        self._file.write(buf)
        return 0

    def ioctl(self, op: int, arg: int) -> int:
        return self._ops.get(op, _nothing)(arg)

    def _erase(self, block: int) -> int:
        self._file.seek(block * BLOCK_BYTES)
        self._file.write(_ERASED)
        return 0


def _nothing(arg: "Any") -> int:
    return 0
