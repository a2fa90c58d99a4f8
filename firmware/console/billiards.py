"""English billiards on the keypad and on the board.

    1 cannon   2 white potted   3 red potted     A foul …
               5 in-off white   6 in-off red     B several in one stroke …
    0 no score                                   C rare events …
    * info     # enter: play, the next game      D undo, held: redo

B takes the keys of all that was made in the stroke, then enter. A foul is A, then 0 if the
striker's own ball is off the table, 2 if the other white is, then enter; C4 has the balls spotted
after it. C5 # says that time is called.
"""

from micropython import const

from console.keymap import KeyMap
from console.parts import CONFIRM, NOTHING, Pieces
from rules import billiards as rules
from rules.match import NOBODY

_MADE = Pieces(
    {"1": (0, 1, 1, 1), "2": (1, 1, 1, 1), "3": (2, 1, 1, 1), "5": (3, 2, 1, 1), "6": (3, 2, 2, 2)}
)
_FOUL = Pieces({"0": (0, 1, 1, 1), "2": (1, 1, 1, 1)})
_NEAR = const(5)  # strokes before a limit at which the referee tells the player


def _write_points(face, place: int, made: int) -> None:
    face.write_number(rules.points_of(made))


class BilliardsKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("break", "remaining", "difference", "row")

    LABELS = dict(KeyMap.LABELS)
    LABELS.update(
        {
            rules.SCORE: (b"S", _write_points),
            rules.FOUL: (b"F", 0),
            rules.ORDER_SPOT: (b"SPO", 0),
            rules.TIME: (b"TI", 0),
        }
    )

    def rows(self):
        rows = super().rows()
        rows.update(
            {
                "1": (rules.SCORE, NOTHING, rules.CANNON, b""),
                "2": (rules.SCORE, NOTHING, rules.POT_WHITE, b""),
                "3": (rules.SCORE, NOTHING, rules.POT_RED, b""),
                "5": (rules.SCORE, NOTHING, rules.IN_OFF_WHITE, b""),
                "6": (rules.SCORE, NOTHING, rules.IN_OFF_RED, b""),
                "A": (rules.FOUL, _FOUL, 0, b"F"),
                "B": (rules.SCORE, _MADE, 0, b"S"),
                "C4": (rules.ORDER_SPOT, NOTHING, 0, b""),
                "C5": (rules.TIME, CONFIRM, 0, b"TI"),
            }
        )
        return rows

    def draw(self, face):
        super().draw(face)
        match = self.match
        face.lamp("hand", match.hand() != NOBODY)
        other = 1 - match.striker()
        face.lamp("free", bool(match.off[other]))
        face.lamp("warn", match.nears_limit(_NEAR))

    def _remaining(self):
        match = self.match
        return max(0, match.target[match.striker()] - match.score[match.striker()])

    def write_info(self, face, info):
        match = self.match
        if info == 0:
            face.write_value(b"B", match.break_)
        elif info == 1:
            face.write_value(b"R", self._remaining())
        elif info == 2:
            face.write_value(b"D", abs(match.score[0] - match.score[1]))
        else:
            face.write(0, b"C" if match.cannons else b"H")
            face.write_number(match.cannons or match.hazards)

    def write_entry(self, face, entry):
        super().write_entry(face, entry)
        if not entry.row:
            return
        if entry.row[0] == rules.SCORE:
            face.write_number(rules.points_of(_MADE.arg))
        elif entry.row[0] == rules.FOUL:
            self._write_foul(face)

    def _write_foul(self, face):
        """The keys that were pressed: whose ball is off."""
        if _FOUL.arg & rules.FOUL_OWN_OFF:
            face.write(2, b"0")
        if _FOUL.arg & rules.FOUL_WHITE_OFF:
            face.write(3, b"2")


GameKeys = BilliardsKeys
