"""State machines from PyPI beside our rules, in the 32-bit VM, over the same events of snooker.

The peers play what small_snooker.py says and nothing more. Ours is the match that a board plays:
it judges all of snooker and can take back each event that ever was, which no peer can do. So this
is no duel of equals; the peers have little to do. Whoever's scores differ is an error.

Each has a VM of its own, so that none is in the other's way when it looks for heap. Work is that
of an event without that of asking for it; with ours, a quiet moment lies between rounds. Code is
loaded from .mpy, and counted apart from the machine that is built with it. What an event leaves
on the heap is, with ours, the history.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tools import image
from tools.bench.peers import small_snooker
from tools.bench.peers.duel import Duel
from tools.bench.peers.packages import FOLDER
from tools.bench.work import SETTLE, settled
from tools.venv import ROOT
from tools.vm import Vm, open_vm

_ROUNDS = 40
_WATCHED = 4  # rounds whose events are counted one by one, more than a page of the history
_EVENTS = len(small_snooker.ROUND)

# Module for the VM: who is it on PyPI, what of it is used, and the files to put there.
_PEERS = {
    "small_micro": ("efsm", "micro mode", {"efsm_micro.py": "efsm/micro/core.py"}),
    "small_efsm": ("efsm", "standard mode", {"efsm_standard.py": "efsm/standard/core.py"}),
    "small_ezfsm": ("ezfsm", "", {"ezfsm": "ezfsm"}),
}
_SOURCES = {
    "ours": small_snooker.OURS,
    "small_micro": small_snooker.EFSM_MICRO,
    "small_efsm": small_snooker.EFSM,
    "small_ezfsm": small_snooker.EZFSM,
}

_HARNESS = """
import gc, micropython, sys
sys.path[0] = mpy
def play(first, last):
    for at in range(first, last):
        machine.enter(events[at])
def rounds(count):
    for _ in range(count):
        play(0, len(events))
        machine.rest()
def taken():
    before = micropython.mem_total()
    before = micropython.mem_total()
    play(0, len(events))
    return micropython.mem_total() - before
"""


@dataclass(frozen=True)
class Weight:
    """What a machine costs; work in fuel, heap in bytes."""

    work: list[int]  # of each event
    taken: float  # by an event, given back at once or not
    left: float  # by an event
    built: int
    code: int
    score: list[int]


def rows() -> Iterator[Duel]:
    """Ours beside each peer."""
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        _lay(Path(folder))
        mpy = f"/input/{Path(folder).name}"
        ours = weigh(mpy, "ours")
        for module, (peer, mode, _) in _PEERS.items():
            yield from duels(peer, mode, ours, fair(weigh(mpy, module), ours))


def _lay(folder: Path) -> None:
    """Put our rules, the peers' code and all small machines there, compiled."""
    with tempfile.TemporaryDirectory() as scratch:
        shutil.copytree(image.FIRMWARE / "rules", Path(scratch, "rules"))
        for _, _, files in _PEERS.values():
            for name, source in files.items():
                copy = shutil.copyfile if name.endswith(".py") else shutil.copytree
                copy(FOLDER / source, Path(scratch, name))
        lay(folder, Path(scratch), _SOURCES)


def lay(folder: Path, scratch: Path, sources: Mapping[str, str]) -> None:
    """Compile what is in `scratch` and these modules into `folder`."""
    shutil.copy(image.FIRMWARE / "version.py", scratch)  # an image has one
    for module, source in sources.items():
        Path(scratch, f"{module}.py").write_text(source, encoding="utf-8")
    for path, data in image.build(scratch).files.items():
        Path(folder, path).parent.mkdir(parents=True, exist_ok=True)
        Path(folder, path).write_bytes(data)


def fair(theirs: Weight, ours: Weight) -> Weight:
    """`theirs`, which has played the same as ours: ValueError if the scores differ."""
    if theirs.score != ours.score:
        raise ValueError(f"a peer's score is {theirs.score}, ours {ours.score}")
    return theirs


def weigh(mpy: str, module: str) -> Weight:
    """Have a module of a folder play rounds in a VM of its own."""
    with open_vm("wasm") as vm:
        vm.put("mpy", mpy)
        vm.put("events", small_snooker.ROUND)
        vm.call(SETTLE + _HARNESS)
        code, built = _load(vm, module)
        vm.call(f"machine = {module}\nrounds(2)")
        work = [cost for _ in range(_WATCHED) for cost in _round(vm)]
        taken = int(vm.call("print(taken())"))
        vm.call("machine.rest()")
        before = _used(vm)
        vm.call(f"rounds({_ROUNDS})")
        left = _used(vm) - before
        score = [int(points) for points in vm.call("print(*machine.score())").split()]
    return Weight(work, taken / _EVENTS, left / _ROUNDS / _EVENTS, built, code, score)


def _load(vm: Vm, module: str) -> tuple[int, int]:
    """(heap of the code, heap of the machine that is built)."""
    used = [_used(vm)]
    for step in (f"import {module}", f"{module}.build()"):
        vm.call(step)
        used.append(_used(vm))
    return used[1] - used[0], used[2] - used[1]


def _round(vm: Vm) -> list[int]:
    """The work of each event of a round."""
    costs = []
    for at in range(_EVENTS):
        asking = settled(vm, f"play({at}, {at})")
        costs.append(settled(vm, f"play({at}, {at + 1})") - asking)
    vm.call("machine.rest()")
    return costs


def _used(vm: Vm) -> int:
    """Bytes in use, garbage collected: it is between two calls."""
    vm.call("gc.mem_alloc()")
    return int(vm.call("print(gc.mem_alloc())"))


def duels(peer: str, mode: str, ours: Weight, theirs: Weight) -> Iterator[Duel]:
    """What is compared."""
    name = f"small snooker in {mode}" if mode else "small snooker"
    for what, unit, our, their in (
        ("an event, median", "fuel", statistics.median(ours.work), statistics.median(theirs.work)),
        ("an event, worst", "fuel", max(ours.work), max(theirs.work)),
        ("heap taken by an event", "bytes", ours.taken, theirs.taken),
        ("heap left by an event", "bytes", ours.left, theirs.left),
        ("heap of the machine", "bytes", ours.built, theirs.built),
        ("heap of its code", "bytes", ours.code, theirs.code),
    ):
        yield Duel("machines", f"{name}: {what}", unit, our, peer, their)
