"""Matches of the season once more on another Python: to the same digits, and without the heap.

There they are played on a board without a flash, as not every VM has littlefs, and without what
goes wrong with the power: on CPython too, for the comparison.
"""

from __future__ import annotations

import json

from tools.simulate.broken import Broken
from tools.simulate.season import Played, play
from tools.vboard.power import POWER_FAULTS
from tools.vm import open_vm

_BATCH = 20  # acts a call: between two calls the VM frees memory

_PREPARE = """
import json
from rules.notation import sheet
from tools.vboard.stage import Stage

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
        self._vm.call(_PREPARE)

    def close(self) -> None:
        self._vm.close()

    def play(self, played: Played) -> None:
        """Twice where the heap is measured: some things are made once a program."""
        bare = play(played.plan, without_power(played.script), kept=False)
        if bare.broken:
            played.broken = bare.broken
            return
        spent, end = self._play(bare)
        if end != bare.end:
            text = f"the board came to {end}, on CPython to {bare.end}"
            self._fail(played, Broken("other", text))
        elif self._measures(played):
            spent, _ = self._play(bare)
            self._check_heap(played, bare, spent)

    def _measures(self, played: Played) -> bool:
        return self._name != "cpython" and not played.plan.stormy and not played.plan.noisy

    def _play(self, played: Played) -> tuple[list[int], list[object]]:
        planned = played.plan
        vm = self._vm
        vm.put("board", planned.board)
        vm.put("header", planned.header)
        vm.call(f"stage = Stage(board, header, {planned.board_seed}, {planned.noisy})")
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


def without_power(script: list[str]) -> list[str]:
    """A script without what happens to the supply, the processor and the flash."""
    return [word for word in script if word.split("/")[0] not in POWER_FAULTS]
