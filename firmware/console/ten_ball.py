"""Ten-ball on the keypad and on the board: as nine-ball, with the ten and the miscalled balls.

    1 … 9 that ball is potted            A foul …
    C1 balls # several in a stroke       B push-out …
    C2 the ten as called                 C5 not as called …
    0 no score                           C rare events …
    * info   # enter: play, next rack    D undo, held: redo

Among balls the key 0 is the ten. While the break is due 1 to 9 and C2 begin with the balls that
fell on it, 0 is a dry fair break, A a foul and B an illegal break (preset upa), after which C5
breaks a new rack and C6 makes the offender break it. C3 hands the table back after a push-out or
after balls that were not called, # plays on. C4 notes the warning, CC5 sets up the ball on.
"""

from micropython import const

from console.entry import Keys
from console.face import Face
from console.nine_ball import NineBallKeys
from console.parts import NOTHING
from rules import ten_ball as rules
from rules.match import FAIR
from rules.nine_ball import BREAK, POT, SET_ON

_TEN = const(1 << 9)


class TenBallKeys(NineBallKeys):
    """See KeyMap."""

    BALLS = "1234567890"

    LABELS = dict(NineBallKeys.LABELS)
    LABELS.update(
        {
            rules.MISCALL: (b"NC", Face.write_balls),
            rules.ILLEGAL_BREAK: (b"BI", 0),
            rules.ORDER_RERACK: (b"RAC", 0),
            rules.ORDER_REBREAK: (b"BRE", 0),
        }
    )

    def __init__(self, match):
        super().__init__(match)
        self._choice_keys = Keys(
            {
                "C5": (rules.ORDER_RERACK, NOTHING, 0, b""),
                "C6": (rules.ORDER_REBREAK, NOTHING, 0, b""),
            },
            self._table_keys,
        )

    @property
    def keys(self):
        match = self.match
        if match.break_due:
            return self._break_keys
        return self._choice_keys if match.choice & rules.RERACK else self._table_keys

    def rows(self):
        rows = super().rows()
        rows["0"] = (FAIR, NOTHING, 0, b"")
        rows["C2"] = (POT, NOTHING, _TEN, b"")
        rows["CC50"] = (SET_ON, NOTHING, 10, b"")
        rows.update(self._rows_a_ball("C5", rules.MISCALL, self._balls))
        return rows

    def _break_rows(self):
        rows = super()._break_rows()
        rows["B"] = (rules.ILLEGAL_BREAK, NOTHING, 0, b"")
        rows["C2"] = (BREAK, self._balls, _TEN, b"B")
        return rows

    def write_state(self, face, info):
        super().write_state(face, info)
        if self.match.choice:
            face.write(0, b"RAC?" if self.match.choice & rules.RERACK else b"PAS?")


GameKeys = TenBallKeys
