"""Manual on the keypad and on the board: plus and minus.

    1 … 9 so many points for the side at the table   A N # points for A, * makes them minus
    0 the table is handed over                       B N # points for B
    * info   # enter: the next frame                 C rare events …   D undo, held: redo

A frame ends when it is given to a side, C8 A or C8 B.
"""

from micropython import const

from console.entry import Keys
from console.keymap import KeyMap
from console.parts import CORRECTION, NOTHING
from rules import match as rules

_DIGITS = const("123456789")


class ManualKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("difference",)

    def __init__(self, match):
        super().__init__(match)
        self._digit_keys = [Keys(_plus(side), self._table_keys) for side in range(2)]
        # Refused as a stroke would be: the points of a frame that is over are not meant.
        ended = dict.fromkeys(_DIGITS, (rules.FAIR, NOTHING, 0, b""))
        self._ended_keys = Keys(ended, self._table_keys)

    @property
    def keys(self):
        match = self.match
        return self._ended_keys if match.frame_over else self._digit_keys[match.striker()]

    def rows(self):
        rows = super().rows()
        rows["A"] = (rules.CORRECT, CORRECTION, 0, b"")
        rows["B"] = (rules.CORRECT, CORRECTION, 1, b"")
        return rows

    def write_info(self, face, info):
        face.write_value(b"D", abs(self.match.score[0] - self.match.score[1]))


def _plus(side):
    """What each digit adds to a side."""
    rows = {}
    for digit in _DIGITS:
        rows[digit] = (rules.CORRECT, NOTHING, int(digit) << 2 | side, b"")
    return rows


GameKeys = ManualKeys
