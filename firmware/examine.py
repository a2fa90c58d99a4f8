"""What can be said of the board as it runs, for `python3 -m tools doctor`; from the prompt:

    import examine; examine.report()

The program was stopped by Ctrl-C, and its objects are still there. What is printed last is one
line of JSON. What cannot be had is null: where the program does not run, or the file system tells
nothing.
"""

import gc
import json
import os
import sys
import time

import machine

import marker
from boardfile import read_board
from store.restarts import crashes
from store.rtc import Rtc
from version import __version__

_PARTS = ("keypad", "second_keypad", "buttons")


def report(free_bytes: int = 0) -> None:
    """Print all of it. `free_bytes` is what of the heap was free before this was imported."""
    gc.collect()
    board = read_board()
    found = {
        "firmware": __version__,
        "micropython": ".".join([str(part) for part in sys.implementation.version[:3]]),
        "machine": getattr(sys.implementation, "_machine", sys.platform),
        "board": board,
        "date": list(time.localtime())[:6],
        "cause": machine.reset_cause(),
        "crashes": crashes(Rtc(machine.RTC())),
        "heap": [free_bytes, gc.mem_free(), gc.mem_alloc()],
        "flash": _flash(),
        "guarded": marker.guard is not None and marker.guard.guarded,
        "running": None,
    }
    if marker.running is not None:
        found["running"] = _running(marker.running, board)
    print(json.dumps(found))


def _flash():
    """Bytes of the file system, and those of them that are free."""
    try:
        about = os.statvfs("/")
    except OSError:
        return None
    return [about[0] * about[2], about[0] * about[3]]


def _running(running, board):
    displays = [display["driver"] for display in board["displays"]]
    parts = [name for name in _PARTS if name in board]
    found = {
        "game": running.console.game,
        "keys": [[name] + list(wear) for name, wear in zip(parts, running.keyboard.wear)],
        "silent": running.keyboard.silent,
        "displays": [[name] + list(how) for name, how in zip(displays, running.panel.health)],
        "store": None,
    }
    if running.store is not None:
        running.diary.recall()
        found["store"] = {"failing": running.store.failing, "failures": running.store.failures}
        found["since_s"] = running.diary.since_s
        found["totals"] = list(running.diary.totals)
    return found
