"""Nine-ball on the keypad and on the board.

    1 … 9 that ball is potted            A foul …
    C1 balls # several in a stroke       B push-out …
    0 no score                           C rare events …
    * info   # enter: play, next rack    D undo, held: redo

What ends in … takes the balls that fell or left the table, then enter. While the break is due
1 to 9 begin with the balls that fell on it, 0 is a dry fair break and A a foul. C3 hands a
push-out back, C4 notes the warning of a side that stands on two fouls, CC5 sets up the ball on.

The board shows the racks won and, in the place of frames, each side's fouls in a row.
"""

from micropython import const

from console.entry import Keys
from console.face import Face
from console.keymap import KeyMap
from console.parts import NOTHING, Balls
from rules import nine_ball as rules
from rules.refusals import ACCEPTED

_ON_THE_BRINK = const(2)  # fouls in a row


class NineBallKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("on", "balls")
    BALLS = "123456789"

    LABELS = dict(KeyMap.LABELS)
    LABELS.update(
        {
            rules.BREAK: (b"B", Face.write_balls),
            rules.BREAK_FOUL: (b"BF", Face.write_balls),
            rules.POT: (b"P", Face.write_balls),
            rules.PUSH_OUT: (b"PO", Face.write_balls),
            rules.HAND_BACK: (b"PAS", 0),
            rules.FOUL: (b"F", Face.write_balls),
            rules.WARN: (b"UAR", 0),
            rules.SET_ON: (b"ON", 15),
        }
    )

    def __init__(self, match):
        self._balls = Balls(self.BALLS)
        self._wants_warning = not match.option("three-fouls")
        super().__init__(match)
        self._break_keys = Keys(self._break_rows(), self._table_keys)

    @property
    def keys(self):
        return self._break_keys if self.match.break_due else self._table_keys

    def rows(self):
        rows = super().rows()
        rows.update(self._rows_a_ball("", rules.POT, NOTHING))
        rows.update(self._rows_a_ball("C1", rules.POT, self._balls))
        rows["A"] = (rules.FOUL, self._balls, 0, b"F")
        rows["B"] = (rules.PUSH_OUT, self._balls, 0, b"P")
        rows["C3"] = (rules.HAND_BACK, NOTHING, 0, b"")
        rows["C4"] = (rules.WARN, NOTHING, 0, b"")
        for bit in range(len(self.BALLS)):
            rows["CC5" + self.BALLS[bit]] = (rules.SET_ON, NOTHING, bit + 1, b"")
        return rows

    def _break_rows(self):
        rows = self._rows_a_ball("", rules.BREAK, self._balls)
        rows["0"] = (rules.BREAK, NOTHING, 0, b"")
        rows["A"] = (rules.BREAK_FOUL, self._balls, 0, b"F")
        return rows

    def _rows_a_ball(self, keys, kind, part):
        """A row for each ball: `keys`, then the key of a ball, begin the event with that ball."""
        rows = {}
        bit = 0
        while bit < len(self.BALLS):
            rows[keys + self.BALLS[bit]] = (kind, part, 1 << bit, self.LABELS[kind][0])
            bit += 1
        return rows

    def draw(self, face):
        super().draw(face)
        match = self.match
        face.lamp("free", match.push)
        face.lamp("hand", match.in_hand == rules.ANYWHERE)
        face.lamp("warn", not match.frame_over and max(match.fouls) == _ON_THE_BRINK)

    def _draw_numbers(self, face):
        match = self.match
        face.number("score_a", match.frames[0])
        face.number("score_b", match.frames[1])
        face.number("frames_a", match.fouls[0])
        face.number("frames_b", match.fouls[1])

    def write_state(self, face, info):
        """What somebody has to do comes first: the choice after a push-out, the warning."""
        super().write_state(face, info)
        if self.match.choice:
            face.write(0, b"PO ?")
        elif self._wants_warning and self.match.refusal(rules.WARN, 0) == ACCEPTED:
            face.write(0, b"UARN")

    def write_info(self, face, info):
        match = self.match
        if info == 0 and match.break_due:
            face.write(0, b"BREA")
        elif info == 0:
            face.write_value(b"ON", match.ball_on())
        else:
            face.write_value(b"L", match.left())


GameKeys = NineBallKeys
