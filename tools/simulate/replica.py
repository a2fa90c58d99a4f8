"""Matches of the season once more on another Python: to the same digits, and without the heap.

There they are played on a board without a flash, where the heap is measured, and, if the VM has
littlefs, on one with a flash and all that goes wrong with its power. Each time CPython plays the
same script for comparison. An exception at the n-th call is left out, as a VM cannot count them,
and so is a flash that refuses something, for the two littlefs get over that in different ways.
"""

from __future__ import annotations

import json
from collections.abc import Collection

from tools.simulate.broken import Broken
from tools.simulate.season import Played, play
from tools.vboard.power import POWER_FAULTS
from tools.vm import open_vm

_NO_FAULT_THERE = ("crash", "trip", "refuse", "mend")
_MOUNTS = {
    "cpython": "from tools.littlefs_flash import FlashFiles as mount",
    "unix": "from tools.vboard.vfs import mount",
}
_BATCH = 20  # acts a call: between two calls the VM frees memory

_PREPARE = """
import json
from rules.notation import sheet
from tools.vboard.stage import Stage
from tools.vboard.supply import Supply

def act(stage, words):
    spent = []
    for word in words:
        stage.spent = 0
        stage.act(word)
        spent.append(stage.spent)
    return spent
"""
_END = """
match = stage.device.marker.console.match
digits = stage.device.reading()["digits"]
print(json.dumps([stage.device.clock.ms, digits, stage.counts, match.GAME, sheet(match)]))
"""


class Replica:
    """One VM for a whole season. `play` sets `broken` and `on` of what went otherwise there."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._vm = open_vm(name)
        self._vm.call(_PREPARE + _MOUNTS.get(name, ""))

    def close(self) -> None:
        self._vm.close()

    def play(self, played: Played) -> None:
        """Twice where the heap is measured: some things are made once a program."""
        bare = play(played.plan, left_out(played.script, POWER_FAULTS), kept=False)
        self._compare(played, bare, "None")
        if self._measures(played) and not played.broken:
            spent, _ = self._play(bare, "None")
            self._check_heap(played, bare, spent)
        if self._name in _MOUNTS and not played.broken:
            self._compare(played, play(played.plan, left_out(played.script, _NO_FAULT_THERE)))

    def _compare(self, played: Played, here: Played, supply: str = "Supply(mount)") -> None:
        """Play there what was played `here`, and see whether it comes to the same."""
        if here.broken:
            played.broken = here.broken
            return
        _, end = self._play(here, supply)
        if end != here.end:
            text = f"the board came to {end}, on CPython to {here.end}"
            self._fail(played, Broken("other", text))

    def _measures(self, played: Played) -> bool:
        return self._name != "cpython" and not played.plan.stormy and not played.plan.noisy

    def _play(self, played: Played, supply: str) -> tuple[list[int], list[object]]:
        planned = played.plan
        vm = self._vm
        vm.put("board", planned.board)
        vm.put("header", planned.header)
        made_of = f"board, header, {planned.board_seed}, {planned.noisy}, True, {supply}"
        vm.call(f"stage = Stage({made_of})")
        spent: list[int] = []
        for at in range(0, len(played.script), _BATCH):
            words = played.script[at : at + _BATCH]
            spent += json.loads(vm.call(f"print(json.dumps(act(stage, {words!r})))"))
        return spent, json.loads(vm.call(_END))

    def _check_heap(self, played: Played, bare: Played, spent: list[int]) -> None:
        for at, (word, taken) in enumerate(zip(bare.script, spent, strict=True)):
            if taken and at not in bare.making:
                text = f"act {at + 1}, {word}, took {taken} bytes"
                self._fail(played, Broken("heap", text))
                return

    def _fail(self, played: Played, broken: Broken) -> None:
        played.broken = broken
        played.on = self._name


def left_out(script: list[str], names: Collection[str]) -> list[str]:
    """A script without the words of these names."""
    return [word for word in script if word.split("/")[0] not in names]
