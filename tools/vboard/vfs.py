"""The file system of MicroPython on a virtual flash chip. For the unix VM, which has it."""

from vfs import VfsLfs2

from tools.vboard.flash import PROG_BYTES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.vboard.flash import Flash


def mount(flash: "Flash", format: bool = False) -> "Any":
    """Give `open` and `mkdir` of a littlefs on the chip, which is formatted if asked for."""
    if format:
        VfsLfs2.mkfs(flash, progsize=PROG_BYTES, readsize=PROG_BYTES)
    return VfsLfs2(flash, progsize=PROG_BYTES, readsize=PROG_BYTES)
