"""Combined pyramid on the keypad and on the board.

    1 … 8 so many balls fell             A foul …
    C11 … C18 so many and the cue ball   B the cue ball fell off a ball
    0 no score                           C rare events …
    * info   # enter: the ball is taken  D undo, held: redo

When the cue ball fell the board asks for the ball that is taken for it (BAL?) until # says that it
was, or a stroke is played without. A foul is A, then 0 if the cue ball is lost, then enter.
"""

from micropython import const

from console.keymap import KeyMap
from console.parts import NOTHING, Pieces
from rules import pyramid as rules
from rules.match import NOBODY

_FOUL = Pieces({"0": (0, 1, 1, 1)})
_MOST_IN_A_STROKE = const(8)


class PyramidKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("break", "balls", "target")

    LABELS = dict(KeyMap.LABELS)
    LABELS.update(
        {
            rules.POT: (b"P", 15),
            rules.CUE_BALL: (b"C", 15),
            rules.TAKE: (b"BAL", 0),
            rules.FOUL: (b"F", 0),
        }
    )

    def going_on(self):
        return rules.TAKE if self.match.take else super().going_on()

    def rows(self):
        rows = super().rows()
        rows["A"] = (rules.FOUL, _FOUL, 0, b"F")
        rows["B"] = (rules.CUE_BALL, NOTHING, 0, b"")
        for balls in range(1, _MOST_IN_A_STROKE + 1):
            rows[str(balls)] = (rules.POT, NOTHING, balls, b"")
            rows["C1" + str(balls)] = (rules.CUE_BALL, NOTHING, balls, b"")
        return rows

    def draw(self, face):
        super().draw(face)
        face.lamp("hand", self.match.in_hand != NOBODY)
        face.lamp("free", self.match.take)

    def write_state(self, face, info):
        super().write_state(face, info)
        if self.match.take:
            face.write(0, b"BAL?")

    def write_info(self, face, info):
        match = self.match
        if info == 0:
            face.write_value(b"B", match.break_)
        elif info == 1:
            face.write_value(b"L", match.on_table)
        else:
            face.write_value(b"T", match.target[match.striker()])

    def write_entry(self, face, entry):
        super().write_entry(face, entry)
        if entry.row and entry.row[0] == rules.FOUL:
            face.lamp("hand", entry.row[1].arg != 0)


GameKeys = PyramidKeys
