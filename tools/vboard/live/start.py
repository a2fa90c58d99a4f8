"""What the guest starts with: puts the stand-ins in place, mounts the flash, and lets it live."""

import builtins
import json
import os
import sys

import vfs

from tools.vboard.live.clock import Calendar, LiveClock
from tools.vboard.live.control import Control
from tools.vboard.live.image import PROG_BYTES, Image
from tools.vboard.live.modules import (
    Keeping,
    LiveMachine,
    Output,
    banner,
    make_micropython,
    make_os,
    make_sys,
)
from tools.vboard.live.prompt import Prompt
from tools.vboard.parts import Parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_BOOT = """\
# This file is executed on every boot (including wake-boot from deepsleep)
#import esp
#esp.osdebug(None)
#import webrepl
#webrepl.start()
"""


def start(inbound: int, outbound: int) -> None:
    """Begin as the first line on `inbound` says; these are numbers of open files."""
    pipe = open(inbound, "rb")
    settings = json.loads(pipe.readline())
    control = Control(pipe, open(outbound, "wb"))
    calendar = Calendar(0)
    clock = LiveClock(control, calendar)
    keeping = Keeping(open(settings["rtc"], "r+b"), calendar)
    board = settings["board"]
    machine = LiveMachine(clock, board["chip"], keeping, calendar, control.halt)
    machine.cause = settings["cause"]
    control.chores.append(machine.watch)
    parts = Parts(board, clock, machine, settings["seed"], tuple(settings["held"]))
    control.answers = _answers(parts, clock)
    version = tuple(settings["version"])
    output = Output()
    _install(
        {
            "machine": machine,
            "time": clock,
            "os": make_os(version),
            "sys": make_sys(output, version),
            "micropython": make_micropython(control),
        },
        output,
    )
    _mount(Image(open(settings["flash"], "r+b"), settings["blocks"]), settings["fat"])
    prompt = Prompt(control, clock, output, banner(version))
    raw = prompt.run(settings["raw"])
    control.halt({"soft": raw})


def _answers(parts: Parts, clock: LiveClock) -> "dict[str, Any]":
    """What the host may ask; see Control."""

    def press(ask: "dict[str, Any]") -> bool:
        parts.press(ask["key"], ask["part"])
        return True

    def release(ask: "dict[str, Any]") -> bool:
        parts.release(ask["key"], ask["part"])
        return True

    def reading(ask: "dict[str, Any]") -> "dict[str, Any]":
        return parts.reading()

    return {"press": press, "release": release, "reading": reading, "run": clock.leap}


def _install(modules: "dict[str, Any]", output: Output) -> None:
    """From here on the program finds these modules, and none that were read from the host."""
    sys.path[:] = ["", ".frozen", "/lib"]
    del sys.argv[:]
    for name in list(sys.modules):
        del sys.modules[name]
    sys.modules.update(modules)
    builtins.print = output.print  # type: ignore[assignment]
    builtins.__repl_print__ = output.show  # type: ignore[attr-defined]


def _mount(image: Image, fat: bool) -> None:
    """As _boot.py and inisetup.py of the chip do it: a chip that is blank is formatted."""
    blank = image.is_blank()
    vfs.umount("/")
    try:
        files = _file_system(image, fat, blank)
    except OSError:
        print("The filesystem appears to be corrupted.")
        return
    vfs.mount(files, "/")
    os.chdir("/")
    if blank:
        with open("boot.py", "w") as file:
            file.write(_BOOT)


def _file_system(image: Image, fat: bool, blank: bool) -> "Any":
    if fat:
        if blank:
            vfs.VfsFat.mkfs(image)
        return vfs.VfsFat(image)
    if blank:
        vfs.VfsLfs2.mkfs(image, progsize=PROG_BYTES, readsize=PROG_BYTES)
    return vfs.VfsLfs2(image, progsize=PROG_BYTES, readsize=PROG_BYTES)
