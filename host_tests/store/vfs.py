"""The file system of MicroPython on a virtual flash chip. Runs in the unix VM."""

from vfs import VfsLfs2

_PROG_BYTES = 32


def mount(flash, format=False):
    if format:
        VfsLfs2.mkfs(flash, progsize=_PROG_BYTES, readsize=_PROG_BYTES)
    return VfsLfs2(flash, progsize=_PROG_BYTES, readsize=_PROG_BYTES)
