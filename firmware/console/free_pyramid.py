"""Free pyramid on the keypad and on the board.

    1 … 8 so many balls fell             A # foul
    0 no score                           C rare events …
    * info   # enter: the next frame     D undo, held: redo

Any ball may be the cue ball, so no foul loses it and no ball is taken for it.
"""

from console.parts import CONFIRM
from console.pyramid import PyramidKeys
from rules.pyramid import FOUL


class FreePyramidKeys(PyramidKeys):
    """See KeyMap. The keys of events that this game lacks are left out."""

    def rows(self):
        rows = super().rows()
        rows["A"] = (FOUL, CONFIRM, 0, b"F")
        return rows


GameKeys = FreePyramidKeys
