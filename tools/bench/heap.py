"""Heap: what a key takes, on both MicroPython VMs, and what a board takes that has started."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tools import image
from tools.bench.games import ROUNDS
from tools.bench.row import Row
from tools.boards import load_board
from tools.vboard.script import parse
from tools.venv import ROOT
from tools.vm import Vm, available, open_vm

BOARD = "wall-max7219"

_READY = """
import gc, json
from tools.vboard.heap_of_keys import Meter
from tools.vboard.device import Device
before = after = 0
"""
_KEYS = """
Device(board, match).play(first)
device = Device(board, match)
meter = Meter(device)
meter.play(steps)
"""
_GARBAGE = """
meter = Meter(Device(board, match))
before = gc.mem_alloc()
before = gc.mem_alloc()
meter.play(steps)
after = gc.mem_alloc()
"""


def key_rows() -> Iterator[Row]:
    """What keys take, given back at once or not, of every game; and two seconds without any."""
    for name in ("wasm", "unix"):
        if available(name):
            with open_vm(name) as vm:
                vm.put("board", load_board(BOARD))
                vm.call(_READY)
                for played in ROUNDS:
                    script = " ".join(played.keys).replace(" ~", "~")
                    taken, left = _keys(vm, played.game, script)
                    row = f"{played.game}: heap of the keys on {name}"
                    yield Row("heap", f"{row}, transient too", taken, "bytes", 0)
                    yield Row("heap", f"{row}, left behind", left, "bytes", 0)
                yield Row("heap", f"two seconds and a refresh on {name}", _quiet(vm), "bytes", 0)


def _keys(vm: Vm, game: str, script: str) -> tuple[int, int]:
    """(all bytes ever taken, bytes left behind) by the keys of a script."""
    vm.put("match", {"game": game})
    vm.put("first", script)
    vm.put("steps", parse(script, "".join(load_board(BOARD)["keypad"]["keys"])))
    vm.call(_KEYS)
    taken = sum(spent for _, _, spent in json.loads(vm.call("print(json.dumps(meter.spent))")))
    vm.call(_GARBAGE)
    return taken, int(vm.call("print(after - before)"))


def _quiet(vm: Vm) -> int:
    vm.call("device.run_ms(3000)")
    vm.call(
        "import micropython\n"
        "before = micropython.mem_total()\n"
        "before = micropython.mem_total()\n"
        "device.run_ms(2000)\n"
        "after = micropython.mem_total()"
    )
    return int(vm.call("print(after - before)"))


# An ESP32 without PSRAM has 238 KB for heap and network together (micropython#8940); Wi-Fi takes
# some 40 of them and a connection over TLS as much at its height, and 38 stay for what is to come.
_BOOT_KB = 120
_START = """
import gc, json, sys
from tools.vboard import still
sys.path[0] = mpy
still.put_in()
"""
_BOOT = """
from store.rtc import Rtc
import marker
device = marker.build(json.loads(board), still.Nowhere(), Rtc(still.RTC()))
for second in range(6):
    device.step(1000 * second)
"""


def boot_rows() -> Iterator[Row]:
    """Heap in use once a board has started, self-test included, from .mpy on a still chip."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        for path, data in image.build().files.items():
            target = Path(folder, path)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(data)
        for played in ROUNDS:
            used = _boot(f"/input/{Path(folder).name}", played.game)
            yield Row("boot", f"{played.game}: heap after boot", used / 1024, "KB", _BOOT_KB)


def _boot(mpy: str, game: str) -> int:
    board = {**load_board(BOARD), "defaults": {"game": game}}
    with open_vm("wasm") as vm:
        vm.put("board", json.dumps(board))
        vm.put("mpy", mpy)
        vm.call(_START)
        used = "print(gc.mem_alloc())"
        before = int(vm.call(used))
        vm.call(_BOOT)
        return int(vm.call(used)) - before
