"""14.1 on the keypad and on the board.

    1 … 9 so many balls scored           A foul …
    C10 … C15 ten to fifteen of them     B safety
    0 no score                           C rare events …
    * info   # enter: play on            D undo, held: redo

A foul is A, then what applies, then enter: 0 the cue ball lost, A a moving ball interfered with
on purpose. While the opening break is due A is the foul on the break, with 0 or nothing, and C2
begins every other foul. C3 makes the offender break a full rack, where that may be ordered.
"""

from console.entry import Keys
from console.keymap import KeyMap
from console.parts import NOTHING, Pieces
from rules import straight as rules

_FOUL = Pieces({"0": (0, 2, 1, 1), "A": (0, 2, 2, 2)})
_BREAK_FOUL = Pieces({"0": (0, 1, 1, 1)})


def _write_deliberate(face, place, arg):
    """Tell the foul that costs sixteen from the others."""
    if arg & rules.FOUL_DELIBERATE:
        face.write(place, b"16")


class StraightKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("break", "balls", "fouls", "target")

    LABELS = dict(KeyMap.LABELS)
    LABELS.update(
        {
            rules.POT: (b"P", 15),
            rules.SAFE: (b"SAF", 0),
            rules.BREAK_FOUL: (b"BF", 0),
            rules.FOUL: (b"F", _write_deliberate),
            rules.ORDER_REBREAK: (b"RBR", 0),
        }
    )

    def __init__(self, match):
        super().__init__(match)
        self._break_keys = Keys({"A": (rules.BREAK_FOUL, _BREAK_FOUL, 0, b"BF")}, self._table_keys)

    @property
    def keys(self):
        return self._break_keys if self.match.break_due else self._table_keys

    def rows(self):
        rows = super().rows()
        rows.update(
            {
                "A": (rules.FOUL, _FOUL, 0, b"F"),
                "B": (rules.SAFE, NOTHING, 0, b""),
                "C2": (rules.FOUL, _FOUL, 0, b"F"),
                "C3": (rules.ORDER_REBREAK, NOTHING, 0, b""),
            }
        )
        for balls in range(1, rules.RACK + 1):
            rows[_keys_of(balls)] = (rules.POT, NOTHING, balls, b"")
        return rows

    def draw(self, face):
        super().draw(face)
        match = self.match
        face.lamp("hand", match.in_hand == rules.KITCHEN)
        face.lamp("warn", not match.frame_over and match.fouls[match.striker()] == 2)

    def write_state(self, face, info):
        super().write_state(face, info)
        if self._racked_again():
            face.write(0, b"RAC ")

    def _racked_again(self):
        """Whether the balls were set up within this run, and not played at since."""
        match = self.match
        return match.break_ > 0 and match.on_table == rules.RACK and not match.frame_over

    def write_info(self, face, info):
        match = self.match
        if info == 0:
            face.write_value(b"B", match.break_)
        elif info == 1:
            face.write_value(b"L", match.on_table)
        elif info == 2:
            face.write(0, b"F -")
            face.line[1] = 48 + match.fouls[0]
            face.line[3] = 48 + match.fouls[1]
        else:
            face.write_value(b"T", match.target[match.striker()])

    def write_entry(self, face, entry):
        """A foul shows what it costs."""
        super().write_entry(face, entry)
        if entry.row and _is_foul(entry.row[0]):
            self._write_foul(face, entry.row[0], entry.row[1].arg)

    def _write_foul(self, face, kind, arg):
        face.write_number(-self.match.penalty(kind, arg))
        face.lamp("hand", arg != 0 and not self._is_third(kind))

    def _is_third(self, kind):
        """Whether this foul makes the player at the table break a full rack."""
        return kind == rules.FOUL and self.match.fouls[self.match.striker()] == 2


def _is_foul(kind):
    return kind == rules.FOUL or kind == rules.BREAK_FOUL


def _keys_of(balls):
    return str(balls) if balls < 10 else "C" + str(balls)


GameKeys = StraightKeys
