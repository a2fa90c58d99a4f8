"""What every fault of the simulation is: a word of the script, drawn by chance or written down.

A fault is `NAME/…`: `draw` makes what stands behind the name, `happen` does it to a stage. Runs
on MicroPython too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from random import Random
    from typing import Any


class Fault:
    """One kind of bad luck. `weight` is how often it is drawn among the others.

    `shape` says what stands behind the name, a letter for each: n a number, k a key, f a folder
    of the firmware or nothing. `presses` is whether keys go down or come up that nobody meant,
    whatever they then do.
    """

    shape = ""
    weight = 1
    presses = False

    def draw(self, chance: "Random", stage: "Any") -> str:
        """The rest of the word, or "" where it cannot happen now."""
        raise NotImplementedError

    def happen(self, stage: "Any", texts: "list[str]") -> None:
        """Do it; `texts` are what stands behind the name, parted at the strokes."""
        raise NotImplementedError
