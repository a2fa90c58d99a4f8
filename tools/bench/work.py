"""Work, in fuel of the 32-bit VM: the same to the unit in every run."""

from __future__ import annotations

import statistics
from collections.abc import Iterator

from tools.bench.games import ROUNDS, Round
from tools.bench.row import Row
from tools.boards import board_names, load_board
from tools.vm import Vm, open_vm

EARLY, LATE = 10, 10_000
_STRETCH = 60
_ROUNDS = 20  # many pages, so that where they begin in a page hardly counts
_FLAT = 1.10
_PARTS = 10

# The VM looks for heap from its start on after each collection, past all that is in use: for
# longer the more that is. Who takes heap first pays for it: `settle`, and not what is measured.
SETTLE = """
held = [None] * 500
def settle():
    for at in range(len(held)):
        held[at] = (at,)
def drop():
    for at in range(len(held)):
        held[at] = None
"""

_PLAYED = """
from rules.games import load
from rules.notation import parse
match = load(game)({})
events = [parse(match, token) for token in tokens]
at = 0
def enter(count):
    global at
    for _ in range(count):
        kind, arg = events[at % len(events)]
        assert match.enter(kind, arg) == 0
        at += 1
def undo(count):
    for _ in range(count):
        assert match.undo() == 0
"""


def rows() -> Iterator[Row]:
    """An event and its undo, early and late in a match, of every game."""
    for played in ROUNDS:
        with open_vm("wasm") as vm:
            yield from _game(vm, played)


def _game(vm: Vm, played: Round) -> Iterator[Row]:
    vm.call(SETTLE)
    vm.put("game", played.game)
    vm.put("tokens", played.tokens.split())
    vm.call(_PLAYED)
    vm.call(f"enter({EARLY})")
    size = len(played.tokens.split())
    early, early_rounds = _costs(vm, 1, _STRETCH), _costs(vm, size, _ROUNDS)
    for _ in range(_PARTS):  # garbage is collected between two calls
        vm.call(f"enter({(LATE - EARLY) // _PARTS})")
    late, late_rounds = _costs(vm, 1, _STRETCH), _costs(vm, size, _ROUNDS)
    for act in early:
        for when, costs in ((EARLY, early[act]), (LATE, late[act])):
            name = f"{played.game}: {act} at event {when:,}"
            yield Row("event", f"{name}, median", statistics.median(costs), "fuel")
            yield Row("event", f"{name}, worst", max(costs), "fuel")
        ratio = sum(late_rounds[act]) / sum(early_rounds[act])
        yield Row("event", f"{played.game}: {act}, late to early", ratio, "times", _FLAT)


def _costs(vm: Vm, count: int, times: int) -> dict[str, list[int]]:
    """The work of so many events, so many times, then of taking them back: all is as before."""
    costs = {act: [_cost(vm, act, count) for _ in range(times)] for act in ("enter", "undo")}
    vm.call(f"at -= {count * times}")
    return costs


def _cost(vm: Vm, act: str, count: int) -> int:
    """The work of so many acts behind a quiet moment, without that of asking for them.

    What the loop does in a quiet moment is no part of an event.
    """
    vm.call("match.history.tidy()")
    asking = settled(vm, f"{act}(0)")
    return settled(vm, f"{act}({count})") - asking


def settled(vm: Vm, source: str) -> int:
    """The work of a source in a VM with SETTLE, compiling and settling included."""
    return fuel(vm, f"settle()\n{source}\ndrop()")


def fuel(vm: Vm, source: str) -> int:
    """The work of a source, compiling it included."""
    vm.call(source)
    assert vm.fuel_used is not None
    return vm.fuel_used


_ON_A_CHIP = """
from tools.vboard import still
still.put_in()
import marker
board['defaults'] = {'game': 'snooker'}
board.pop('self_test', None)
device = marker.build(board)
now_ms = 0
def step(passes):
    global now_ms
    for _ in range(passes):
        now_ms += 2
        device.step(now_ms)
"""
_KEY_PASSES = 10  # 20 ms: debounced and sent long before
_CHANGES = "17A5#"


def key_rows() -> Iterator[Row]:
    """A key from its contact to the wire, and a pass without one, of every board."""
    for name in board_names():
        with open_vm("wasm") as vm:
            vm.put("board", load_board(name))
            vm.call(_ON_A_CHIP)
            vm.call("step(1200)")  # past the refreshes of the start
            asking = fuel(vm, "step(0)")
            idle = sorted(fuel(vm, "step(1)") - asking for _ in range(800))
            yield Row("key", f"{name}: pass without a key, median", idle[len(idle) // 2], "fuel")
            yield Row("key", f"{name}: pass with a whole refresh", idle[-1], "fuel")
            keys = [_key(vm, key, asking) for key in _CHANGES]
            yield Row("key", f"{name}: key, contact to wire, worst", max(map(sum, keys)), "fuel")
            yield Row("key", f"{name}: pass with a key, worst", max(map(max, keys)), "fuel")


def _key(vm: Vm, key: str, asking: int) -> list[int]:
    """The work of each pass from the contact of a key on."""
    vm.call("step(50)")
    vm.call(f"still.press(board, {key!r})")
    passes = [fuel(vm, "step(1)") - asking for _ in range(_KEY_PASSES)]
    vm.call(f"still.release(board, {key!r})\nstep(50)")
    return passes


_LONGEST = 3000  # events: thirty-five frames of snooker, all of them long
_FUEL_A_SECOND = 100_000_000  # of a chip, by estimate


def recovery_rows() -> Iterator[Row]:
    """Bringing back the longest match from its files alone."""
    with open_vm("wasm") as vm:
        vm.call("from tools.vboard.long_match import LongMatch\nlong = LongMatch()")
        for _ in range(_LONGEST // 300):  # garbage is collected between two calls
            vm.call("long.play(300)")
        cost = fuel(vm, "long.boot()")
    yield Row("recovery", f"a match of {_LONGEST:,} events", cost, "fuel", _FUEL_A_SECOND)
