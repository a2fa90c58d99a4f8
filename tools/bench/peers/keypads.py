"""Keypads: ours and the peers' on the same virtual wires, then on a still chip.

On the wires (tools/vboard/keypad_race.py) each plays six scenarios, in which other drivers have
failed before, and every key that is wrong is counted (keypad_scenarios.py).

A driver that takes a pulse for a press can be quicker than any that rejects it, for it speaks
before it can know. So the latencies of a scenario are compared only with a peer that got every
key of it right, and rejects the pulses. A press of ours needs 4 ms of a closed contact: that is
the limit. Time stands still while a driver works, but for what it sleeps.

On the still chip (tools/vboard/still_keypad.py) fuel is counted of a pass, and heap with
`micropython.mem_total()`, which counts what is given back at once, too. The work of the pins is in
it, for all in the same pins. One peer ends its pass at the first key it finds and so misses a
second one: with a key in front it is cheaper than any that looks on, which shows in the mean over
all keys only.
"""

from __future__ import annotations

import json
import statistics
from collections.abc import Iterator

from tools.bench.peers.duel import Duel
from tools.bench.peers.keypad_scenarios import PULSES, SCENARIOS, Result, judge
from tools.bench.peers.packages import FOLDER
from tools.bench.work import fuel
from tools.vm import Vm, open_vm

OURS = "ours"
PEERS = ("micropython-simple-keypad", "DIYables-MicroPython-Keypad", "chumicro-buttons")

_CONFIRM_MS = 4

Results = dict[str, Result]  # by the scenario's name


def rows() -> Iterator[Duel]:
    """Wrong keys and latencies, then work and heap, of each peer beside ours."""
    ours, costs = play(OURS), work(OURS)
    for peer in PEERS:
        yield from compare(ours, peer, play(peer))
        for (what, (cost, unit)), (their_cost, _) in zip(costs.items(), work(peer).values()):
            yield Duel("keypads", f"keypad: {what}", unit, cost, peer, their_cost)


def compare(ours: Results, peer: str, theirs: Results) -> Iterator[Duel]:
    """Wrong keys, and latencies where the peer was right without taking pulses for presses."""
    for scenario in SCENARIOS:
        name = scenario.name
        pair = ours[name], theirs[name]
        what = f"keypad: {name}: wrong"
        yield Duel("keypads", what, "keys", pair[0].wrong, peer, pair[1].wrong)
        if pair[1].latencies_ms and not pair[1].wrong and not theirs[PULSES.name].wrong:
            yield from _latencies(f"keypad: {name}: latency", peer, *pair)


def _latencies(name: str, peer: str, ours: Result, theirs: Result) -> Iterator[Duel]:
    for what, of in (("mean", statistics.mean), ("worst", max)):
        pair = of(ours.latencies_ms), of(theirs.latencies_ms)
        yield Duel("keypads", f"{name}, {what}", "ms", pair[0], peer, pair[1], _CONFIRM_MS)


_PATH = f"import sys\nsys.path.append('/input/{FOLDER.name}')"  # last: names in it clash with ours
_ON_WIRES = """
import json
from tools.vboard.keypad_drivers import DRIVERS
from tools.vboard.keypad_race import Board, Race
board = Board()
board.put_in()
"""


def play(driver: str) -> Results:
    """All scenarios, on the virtual wires in the VM."""
    results = {}
    with open_vm("wasm") as vm:
        vm.call(_PATH)
        vm.call(_ON_WIRES)
        for scenario in SCENARIOS:
            vm.put("moves", scenario.moves)
            vm.call(f"race = Race(board, DRIVERS[{driver!r}], {scenario.bounce_us})")
            vm.call("race.play(moves)")
            reported = json.loads(vm.call("print(json.dumps(race.reported))"))
            results[scenario.name] = judge(scenario, [(us, key) for us, key in reported])
    return results


_ON_A_CHIP = """
import micropython
from tools.vboard import still_keypad
from tools.vboard.keypad_drivers import COLUMNS, DRIVERS, ROWS
still_keypad.put_in()
import machine, time
driver = DRIVERS[name](machine, time)
pads = machine.Pin.pads
def step(passes):
    for _ in range(passes):
        time.now_ms += 2
        driver.scan(2)
        while driver.take() >= 0:
            pass
def move(key, closed):
    reads, drives = pads[ROWS[key // 4]], pads[COLUMNS[key % 4]]
    if not driver.drives_columns:
        reads, drives = drives, reads
    reads.row = drives if closed else None
def heap(passes):
    before = micropython.mem_total()
    before = micropython.mem_total()
    step(passes)
    print(micropython.mem_total() - before)
"""
_PASSES = 50  # 100 ms: more than any driver needs for a press or a release


def work(driver: str) -> dict[str, tuple[float, str]]:
    """Figure and unit: fuel of a pass, and bytes of heap, with no key and with one."""
    with open_vm("wasm") as vm:
        vm.put("name", driver)
        vm.call(_PATH)
        vm.call(_ON_A_CHIP)
        vm.call(f"move(15, 1)\nstep({_PASSES})\nmove(15, 0)\nstep({_PASSES})")
        idle, idle_bytes = _pass_fuel(vm), _heap(vm) / _PASSES
        held = [_held_fuel(vm, key) for key in range(16)]
        vm.call("move(10, 1)")
        key_bytes = _heap(vm)
        vm.call("move(10, 0)")
        key_bytes += _heap(vm)
    return {
        "pass without a key": (idle, "fuel"),
        "pass with a key held, mean": (statistics.mean(held), "fuel"),
        "pass with a key held, worst": (max(held), "fuel"),
        "heap of a pass": (idle_bytes, "bytes"),
        "heap of a key, 100/100 ms": (key_bytes, "bytes"),
    }


def _held_fuel(vm: Vm, key: int) -> float:
    vm.call(f"move({key}, 1)\nstep({_PASSES})")
    held = _pass_fuel(vm)
    vm.call(f"move({key}, 0)\nstep({_PASSES})")
    return held


def _pass_fuel(vm: Vm) -> float:
    return (fuel(vm, f"step({_PASSES})") - fuel(vm, "step(0)")) / _PASSES


def _heap(vm: Vm) -> int:
    return int(vm.call(f"heap({_PASSES})"))
