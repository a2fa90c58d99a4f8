"""littlefs on a virtual flash chip, on CPython: what `VfsLfs2` is on MicroPython.

The geometry is the one that MicroPython gives littlefs, so images go from one to the other.
"""

from __future__ import annotations

import contextlib
import errno
from typing import Any

from littlefs import LittleFS, LittleFSError, UserContext

from tools.vboard.flash import BLOCK_BYTES, PROG_BYTES, Flash

_ERRNO = {-2: errno.ENOENT, -5: errno.EIO, -17: errno.EEXIST, -28: errno.ENOSPC}


class _Context(UserContext):
    def __init__(self, flash: Flash) -> None:
        self._flash = flash

    def read(self, cfg: Any, block: int, off: int, size: int) -> bytearray:
        return bytearray(self._flash.read(block, off, size))

    def prog(self, cfg: Any, block: int, off: int, data: bytes) -> int:
        return 0 if self._flash.prog(block, off, bytes(data)) else -5

    def erase(self, cfg: Any, block: int) -> int:
        return 0 if self._flash.erase(block) else -5


class FlashFiles:
    """`open` and `mkdir` of a littlefs on `flash`, which is formatted if asked for.

    Errors are OSError, as MicroPython has them. After one it is mounted anew: the library is
    built with assertions, which end the process where the chip has refused something and a
    buffer is still full; MicroPython builds littlefs without them, and it goes on.
    """

    def __init__(self, flash: Flash, format: bool = False) -> None:
        self._flash = flash
        self._fs = _file_system(flash)
        if format:
            self._fs.format()
        self._mount()

    def open(self, path: str, mode: str) -> _File:
        self._mount_after_refusal()
        with _as_oserror():
            return _File(self._fs.open(path, mode, buffering=0))

    def mkdir(self, path: str) -> None:
        self._mount_after_refusal()
        with _as_oserror():
            self._fs.mkdir(path)

    def _mount(self) -> None:
        self._refused = self._flash.refused
        with _as_oserror():
            self._fs.mount()

    def _mount_after_refusal(self) -> None:
        if self._flash.refused != self._refused:
            self._fs = _file_system(self._flash)
            self._mount()


def _file_system(flash: Flash) -> LittleFS:
    return LittleFS(
        context=_Context(flash),
        mount=False,
        block_size=BLOCK_BYTES,
        block_count=flash.blocks,
        read_size=PROG_BYTES,
        prog_size=PROG_BYTES,
        cache_size=4 * PROG_BYTES,
        lookahead_size=32,
        block_cycles=100,
    )


class _File:
    def __init__(self, file: Any) -> None:
        self._file = file

    def write(self, data: bytes) -> int:
        with _as_oserror():
            return int(self._file.write(data))

    def read(self, size: int) -> bytes:
        with _as_oserror():
            return bytes(self._file.read(size))

    def close(self) -> None:
        with _as_oserror():
            try:
                self._file.close()
            finally:  # littlefs has closed it even where it failed, and a second close aborts
                setattr(self._file, "__IOBase_closed", True)


@contextlib.contextmanager
def _as_oserror() -> Any:
    try:
        yield
    except LittleFSError as error:
        raise OSError(_ERRNO.get(error.code, errno.EIO), str(error)) from error
