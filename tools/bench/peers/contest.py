"""A display driver measured: what it costs to have a chip show something else.

Work and heap are those of the driver on a still chip (tools/vboard/still.py), where a pin, a bus
and a sleep are calls of Python that do nothing. Bytes, time, what is seen on the way and what
noise leaves behind are read from a model of the chip on virtual wires (tools/vboard/watched.py).
Both are in the 32-bit VM, each driver in one of its own, and it must show the right digits.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tools.bench.peers.packages import FOLDER
from tools.bench.work import SETTLE, settled
from tools.venv import ROOT
from tools.vm import Vm, open_vm

_ROUNDS = 5
_TURNS = 400

# Past all holes: a driver that takes several blocks at once would look through them each time.
_SETTLE_FAR = f"{SETTLE}held *= 8\n"


@dataclass(frozen=True)
class Act:
    """Something to be shown by a chip that shows something else."""

    before: bytes  # segments of each digit, left to right
    after: bytes


@dataclass(frozen=True)
class Driver:
    """A driver as a program uses it, in sources for the guest.

    `make` has `part`, the display in a board file, and `acts`, of each act the segments before
    and after. `calls` has a line for each act; `to` is 1 there for what it leads to, 0 for the
    way back. `again` is what a program can say now and then to have the display as it should be:
    showing what the act "every" has led to.
    """

    name: str
    make: str
    calls: dict[str, str]
    again: str


@dataclass(frozen=True)
class Figures:
    """What one act has cost."""

    fuel: int
    heap: int  # taken, given back at once or not
    left: int  # of it, what is left for the collector
    bytes: int
    us: int
    wrong: int  # frames latched that are neither before nor after
    conflicts: int | None  # edges at which DIO is driven against the chip; None: it never drives


_STILL = """
from tools.vboard import still
still.put_in()
import gc, machine, time, micropython
"""
_WIRED = """
from tools.vboard.watched import Watched
watched = Watched(part)
import machine, time
chip = watched.chip
"""
_HEAP = """
left = gc.mem_alloc()
taken = micropython.mem_total()
act(to)
taken = micropython.mem_total() - taken
left = gc.mem_alloc() - left
"""
_TURNS_OF_IT = """
def turns(count):
    for turn in range(count):
        for to in range(2):
            (turn,)
            act(to)
"""
_WATCH = """
before, after = acts[name]
act(0)
assert chip.digits() == before, (chip.digits(), before)
watched.watch(before, after)
earlier = getattr(chip, "conflicts", None)
act(1)
conflicts = None if earlier is None else chip.conflicts - earlier
assert chip.digits() == after, (chip.digits(), after)
print(json.dumps((watched.bytes, watched.us, watched.wrong, conflicts)))
"""


def measure(driver: Driver, part: dict[str, Any], acts: dict[str, Act]) -> dict[str, Figures]:
    """The figures of each act."""
    with open_vm("wasm") as vm:
        _make(vm, _STILL, driver, part, acts)
        own = {name: _own(vm, name) for name in acts}
    with open_vm("wasm") as vm:
        _make(vm, _WIRED, driver, part, acts)
        return {name: Figures(*own[name], *_seen(vm, name)) for name in acts}


def lasting(
    driver: Driver, part: dict[str, Any], acts: dict[str, Act], name: str, noises: Sequence[str]
) -> int:
    """How many of these noises, statements about `chip`, a program can't undo by `again`.

    Meanwhile the chip shows what the act `name` leads to.
    """
    shows = f"chip.digits() == acts[{name!r}][1]"
    count = 0
    with open_vm("wasm") as vm:
        _make(vm, _WIRED, driver, part, acts)
        for noise in noises:
            vm.call(driver.make)  # undoes what the one before has left
            vm.call(f"{name}(0)\n{name}(1)\nassert {shows}, chip.digits()")
            vm.call(f"{noise}\nassert not {shows}")
            vm.call(driver.again)
            count += vm.call(f"print({shows})") != "True\n"
    return count


def _make(vm: Vm, stage: str, driver: Driver, part: dict[str, Any], acts: dict[str, Act]) -> None:
    peers = f"/input/{FOLDER.relative_to(ROOT).as_posix()}"
    vm.put("part", part)
    vm.put("acts", {name: (list(act.before), list(act.after)) for name, act in acts.items()})
    vm.call(f"import json, sys\nif {peers!r} not in sys.path: sys.path.append({peers!r})")
    vm.call(_SETTLE_FAR)
    vm.call(stage)
    vm.call(driver.make)
    vm.call("def nothing(to):\n pass")
    for name, call in driver.calls.items():
        vm.call(f"def {name}(to):\n {call}")


def _own(vm: Vm, name: str) -> tuple[int, int, int]:
    """Work, heap taken and heap left of the driver alone."""
    vm.call(f"act = {name}\ntaken = left = to = 0\nact(1)")
    heap = []
    for _ in range(_ROUNDS):
        vm.call(_HEAP)  # the way back
        vm.call("act(1)")
        heap.append(json.loads(vm.call("print(json.dumps((taken, left)))")))
    taken, left = min(heap)
    return _work(vm, name) - _work(vm, "nothing"), taken, left


def _work(vm: Vm, name: str) -> int:
    """Of one act, on an average of there and back; what a call costs by itself cancels out.

    Compiling and settling jump by several acts from one call to another: so some hundred turns
    more, and the jump counts for next to nothing. A block taken before each act has the VM look
    for heap past what the acts before have left, so none pays for that.
    """
    vm.call(f"act = {name}\n{_TURNS_OF_IT}")
    few, many = (min(settled(vm, f"turns({n})") for _ in range(2)) for n in (1, 1 + _TURNS))
    return round((many - few) / (2 * _TURNS))


def _seen(vm: Vm, name: str) -> list[int]:
    """Bytes, time, wrong frames and conflicts on the wires."""
    vm.put("name", name)
    vm.call(f"act = {name}\nact(1)")
    seen: list[int] = json.loads(vm.call(_WATCH))
    return seen
