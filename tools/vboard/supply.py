"""The supply of a board: what it keeps while it is off, and how it is switched on.

The flash chip and the RTC memory outlive the device: each restart makes a new one that finds them
as the last one left them, or as the bad luck at its end did. Runs on MicroPython too; `mount` is
what file system the chip gets, for instance FlashFiles of tools/littlefs_flash.py.
"""

from tools.vboard.device import Device
from tools.vboard.flash import Flash
from tools.vboard.machine import RTC, Machine, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

BLOCKS = 64


class Supply:
    """`flash` and `memory` (the RTC's) are the present ones.

    `cause` is what the chip will be told at its next start, one of Machine's.
    """

    def __init__(self, mount: "Callable[[Flash, bool], Any]", blocks: int = BLOCKS) -> None:
        """`mount(flash, format)` gives `open` and `mkdir` of the file system on the chip."""
        self._mount = mount
        self.flash = Flash(blocks)
        mount(self.flash, True)
        self.flash.progs = self.flash.erases = 0
        self.memory = Memory()
        self.cause = Machine.PWRON_RESET

    def switch_on(
        self, board: "dict[str, Any]", match: "Any", seed: int, held: "Any" = ()
    ) -> Device:
        """Make the device that runs from now on; see Device."""
        device = Device(
            board,
            match,
            seed,
            cause=self.cause,
            flash=self.files(),
            memory=self.memory,
            held=held,
        )
        self.flash.sleep_us = device.clock.sleep_us
        return device

    def files(self) -> "Any":
        """The file system on the chip as it is now, mounted once more."""
        return self._mount(self.flash, False)

    def rtc(self) -> "Any":
        """What machine.RTC() gives, with the memory as it is now."""
        return type("RTC", (RTC,), {"kept": self.memory})()

    def reset(self, cause: int) -> None:
        """The chip is about to start anew, and all that it keeps stays."""
        self.cause = cause
        self.flash.on_write = None

    def cut(self, content: "bytearray | None" = None) -> None:
        """The power has gone, and the RTC memory with it.

        `content` is what a cut within an operation has left on the flash (see Flash.cut).
        """
        self.cause = Machine.PWRON_RESET
        self.memory = Memory()
        old = self.flash
        old.on_write = None
        if content is not None:
            self.flash = Flash(old.blocks, content)
            self.flash.erases, self.flash.progs = old.erases, old.progs
            self.flash.refuses = old.refuses
            self.flash.broken = old.broken
