"""What can go wrong with the supply, the processor and the flash of a board: see fault.py.

These happen to boards that have a Supply (supply.py). The power goes at once, or within the n-th
operation of the flash from now on, which is then torn in one of three ways.
"""

import sys

from tools.vboard.chance import Chance
from tools.vboard.fault import Fault
from tools.vboard.flash import TORN
from tools.vboard.machine import Machine, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random
    from typing import Any

    from tools.vboard.flash import Flash

_OPERATIONS = (0, 0, 0, 1, 1, 2, 2, 3, 4, 5, 7, 9, 14)  # a save takes some three
_CAUSES = (Machine.HARD_RESET, Machine.WDT_RESET, Machine.SOFT_RESET)
_REFUSED = (1, 2, 3, 7, 30)
_FOR_LONG = 1_000_000
_FOLDERS = ("console", "drivers", "rules", "store", "")
_CALLS = (3, 10, 30, 100, 300, 1000, 3000)
_CALLS_OF_A_START = (300, 3000, 6000)
_ERRORS = (MemoryError, OSError)


class _PowerFault(Fault):
    """A fault that a board without a supply cannot have."""

    def draw(self, chance: "Random", stage: "Any") -> str:
        return "" if stage.supply is None else self._draw(chance)

    def _draw(self, chance: "Random") -> str:
        raise NotImplementedError


class Reset(_PowerFault):
    """`reset/3`: the chip starts anew for the cause 3 (the watchdog), its RTC memory stays."""

    shape = "n"
    weight = 4

    def _draw(self, chance: "Random") -> str:
        return str(chance.choice(_CAUSES))

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        stage.supply.reset(int(texts[0]))
        stage.restart("resets", True)


class Cut(_PowerFault):
    """`cut/0/0`: the power goes now; `cut/5/1`: in the fifth operation, which is half done."""

    shape = "nn"
    weight = 9

    def _draw(self, chance: "Random") -> str:
        return "%d/%d" % (chance.choice(_OPERATIONS), chance.randrange(len(TORN)))

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        def strike(content: "bytearray | None") -> "tuple[str, bool]":
            stage.supply.cut(content)
            return "cuts", False

        _at_operation(stage, int(texts[0]), TORN[int(texts[1])], strike)


class BrownOut(_PowerFault):
    """`brownout/0/0/7`: as a cut, but what is in the RTC memory may be anything.

    What stands last is the seed of what it is: all of it as it was with 0, its second half filled
    by chance with an odd one, all of it with an even one. The chip says that it was powered on.
    """

    shape = "nnn"
    weight = 4

    def _draw(self, chance: "Random") -> str:
        seed = chance.choice((0, chance.randrange(1, 32_768)))
        operation = chance.choice(_OPERATIONS)
        return "%d/%d/%d" % (operation, chance.randrange(len(TORN)), seed)

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        seed = int(texts[2])

        def strike(content: "bytearray | None") -> "tuple[str, bool]":
            memory = stage.supply.memory
            stage.supply.cut(content)
            stage.supply.memory = _after_brown_out(memory, seed)
            return "brown-outs", seed == 0

        _at_operation(stage, int(texts[0]), TORN[int(texts[1])], strike)


class Crash(_PowerFault):
    """`crash/store/35/0`: the 35th call within firmware/store/ from now on raises MemoryError.

    The call stands in for the n-th allocation, which CPython cannot count; with 1 it is OSError,
    and without a folder any call of the firmware counts. The firmware may get over it, or it ends
    the pass of the loop, which the supervision answers with a reset. On CPython only.
    """

    shape = "fnn"
    weight = 6

    def _draw(self, chance: "Random") -> str:
        calls = chance.randrange(1, chance.choice(_CALLS))
        return "%s/%d/%d" % (chance.choice(_FOLDERS), calls, chance.randrange(2))

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        stage.counts["exceptions"] = stage.counts.get("exceptions", 0) + 1
        stage.expect_exception(Countdown(texts[0], int(texts[1]), _ERRORS[int(texts[2])]))


class Trip(_PowerFault):
    """`trip/350`: the chip starts anew, and the 350th call of the firmware on its way fails.

    That is a MemoryError, and the supervision starts the chip once more.
    """

    shape = "n"
    weight = 3

    def _draw(self, chance: "Random") -> str:
        return str(chance.randrange(1, chance.choice(_CALLS_OF_A_START)))

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        stage.counts["exceptions"] = stage.counts.get("exceptions", 0) + 1
        stage.supply.reset(Machine.HARD_RESET)
        stage.restart("resets", True, Countdown("", int(texts[0]), MemoryError))


class Countdown:
    """Raises `error` at the so many-th call in a folder of the firmware; then it has `fired`."""

    def __init__(self, folder: str, calls: int, error: "type[Exception]") -> None:
        self.fired = False
        self._folder = "/firmware/%s" % (folder + "/" if folder else "")
        self._left = calls
        self._error = error

    def run(self, call: "Callable[..., Any]", *args: "Any") -> "Any":
        """Let something run while the calls are counted."""
        sys.setprofile(self._called)
        try:
            return call(*args)
        finally:
            sys.setprofile(None)

    def _called(self, frame: "Any", event: str, arg: "Any") -> None:
        if event in ("call", "c_call") and self._folder in frame.f_code.co_filename:
            self._left -= 1
            if self._left == 0:
                self.fired = True
                raise self._error


class Refuse(_PowerFault):
    """`refuse/3`: the next three operations of the flash fail. See Mend."""

    shape = "n"
    weight = 4

    def _draw(self, chance: "Random") -> str:
        return str(chance.choice((chance.choice(_REFUSED), _FOR_LONG)))

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        if stage.supply is not None:
            stage.counts["refusals"] = stage.counts.get("refusals", 0) + 1
            stage.supply.flash.refuses = int(texts[0])


class Mend(Fault):
    """`mend/1`: the flash works again."""

    shape = "n"
    weight = 6

    def draw(self, chance: "Random", stage: "Any") -> str:
        return "1" if stage.supply is not None and stage.supply.flash.refuses else ""

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        stage.supply.flash.refuses = 0


POWER_FAULTS: "dict[str, Fault]" = {
    "reset": Reset(),
    "cut": Cut(),
    "brownout": BrownOut(),
    "crash": Crash(),
    "trip": Trip(),
    "refuse": Refuse(),
    "mend": Mend(),
}


class _Doom:
    """Waits for the operation in which the power goes; the pass ends, and then all does."""

    def __init__(self, stage: "Any", left: int, torn: str, strike: "Any") -> None:
        self._stage = stage
        self._left = left
        self._torn = torn
        self._strike = strike

    def __call__(self, flash: "Flash") -> None:
        self._left -= 1
        if self._left == 0:
            flash.on_write = None
            self._stage.doom = self._strike(flash.cut(self._torn))


def _at_operation(stage: "Any", operation: int, torn: str, strike: "Any") -> None:
    """Let the power go now (0), or within the so many-th operation of the flash.

    `strike(content)` does it to the supply, and gives what Stage.restart has to know.
    """
    if operation:
        stage.supply.flash.on_write = _Doom(stage, operation, torn, strike)
    else:
        stage.restart(*strike(None))


def _after_brown_out(memory: Memory, seed: int) -> Memory:
    """A copy of the RTC memory; see BrownOut."""
    kept = Memory()
    kept.length = memory.length
    kept.bytes[:] = memory.bytes
    if seed:
        chance = Chance(seed)
        for at in range(kept.length // 2 if seed & 1 else 0, kept.length):
            kept.bytes[at] = chance.bits() & 255
    return kept
