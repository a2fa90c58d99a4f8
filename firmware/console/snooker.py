"""Snooker on the keypad and on the board.

    1 red   2 yellow   3 green   A foul …
    4 brown 5 blue     6 pink    B free ball
    7 black                      C rare events …
    * info  0 no score # enter   D undo, held: redo

A foul is A, then what applies, then enter: 1-7 the ball concerned, A the seven-point class, B a
free ball for the next player, C a miss (twice: with a full-ball contact open), 0 the white off
the table (twice: behind a jaw, preset ru), 8 a red gone, once for each.
"""

from micropython import const

from console.entry import Keys
from console.keymap import KeyMap
from console.parts import DIGIT, NOTHING, NUMBER, SEAT, Pieces
from rules import snooker as rules

_FOUL_PIECES = {
    "1": (0, 3, 1, 7),
    "2": (0, 3, 2, 7),
    "3": (0, 3, 3, 7),
    "4": (0, 3, 4, 7),
    "5": (0, 3, 5, 7),
    "6": (0, 3, 6, 7),
    "7": (0, 3, 7, 7),
    "A": (3, 1, 0, 1),
    "8": (4, 7, 0, 15),
    "0": (11, 2, 0, 2),
    "C": (13, 2, 0, 2),
    "B": (15, 1, 0, 1),
}
_MISS_MARKS = const(b" -=")
_BALL_LAMPS = const((None, "red", "yellow", "green", "brown", "blue", "pink", "black"))
_ON = const(3)  # its place in INFOS


class SnookerKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("break", "remaining", "difference", "on")

    LABELS = dict(KeyMap.LABELS)
    LABELS.update(
        {
            rules.POT_REDS: (b"R", 127),
            rules.POT_COLOUR: (b"P", 7),
            rules.NOMINATE: (b"N", 7),
            rules.FREE: (b"FR", 0),
            rules.FREE_REDS: (b"FR1", 0),
            rules.FREE_COLOUR: (b"FR", 7),
            rules.FOUL: (b"F", 7),
            rules.ORDER_AGAIN: (b"AGN", 0),
            rules.ORDER_BACK: (b"BAC", 0),
            rules.TAKE_IN_HAND: (b"HND", 0),
            rules.CLAIM: (b"CLA", 0),
            rules.DRAW: (b"TOS", 0),
            rules.SET_REDS: (b"RED", 0),
            rules.SET_ON: (b"ON", 0),
        }
    )

    def __init__(self, match):
        self._foul = Pieces(_FOUL_PIECES)
        if not match.angled_ball():
            self._foul.limit("0", 1)
        super().__init__(match)
        self._toss_keys = Keys(
            {
                "A": (rules.DRAW, SEAT, match.pairs | 2, b"TOS"),
                "B": (rules.DRAW, SEAT, match.pairs | 4, b"TOS"),
            },
            self._table_keys,
        )

    @property
    def keys(self):
        return self._toss_keys if self.match.respot == rules.TOSS else self._table_keys

    def rows(self):
        rows = super().rows()
        rows.update(
            {
                "1": (rules.POT_REDS, NOTHING, 1, b""),
                "A": (rules.FOUL, self._foul, 0, b"F"),
                "B": (rules.FREE, NOTHING, 0, b""),
                "C1": (rules.POT_REDS, NUMBER, 1, b"R"),
                "C2": (rules.NOMINATE, DIGIT, 0, b"N"),
                "C3": (rules.ORDER_AGAIN, NOTHING, 0, b""),
                "C4": (rules.ORDER_BACK, NOTHING, 0, b""),
                "C5": (rules.TAKE_IN_HAND, NOTHING, 0, b""),
                "C6": (rules.CLAIM, NOTHING, 0, b""),
                "CC4": (rules.SET_REDS, NUMBER, 0, b"R"),
                "CC51": (rules.SET_ON, NOTHING, 0, b""),
                "CC58": (rules.SET_ON, NOTHING, 1, b""),
                "CC8": (rules.FREE_REDS, NUMBER, 1, b"FR"),
                "CC9": (rules.FREE_COLOUR, DIGIT, 0, b"FR"),
            }
        )
        for value in range(rules.YELLOW, rules.BLACK + 1):
            rows[str(value)] = (rules.POT_COLOUR, NOTHING, value, b"")
            rows["CC5" + str(value)] = (rules.SET_ON, NOTHING, value, b"")
        return rows

    def draw(self, face):
        super().draw(face)
        match = self.match
        face.lamp("free", match.free_ball)
        face.lamp("hand", match.in_hand == rules.IN_D)
        face.lamp("warn", match.misses == 2)
        self._draw_balls_on(face)

    def _draw_balls_on(self, face):
        ball = rules.RED
        while ball <= rules.BLACK:
            face.lamp(_BALL_LAMPS[ball], self._is_on(ball))
            ball += 1

    def _is_on(self, ball):
        if not self._allowed[_ON]:
            return False
        on = self.match.on
        if on == rules.COLOUR and self.match.nominated:
            return ball == self.match.nominated
        return ball == on or on == rules.COLOUR and ball != rules.RED

    def write_state(self, face, info):
        super().write_state(face, info)
        if self.match.respot == rules.TOSS:
            face.write(0, b"TOSS")

    def write_info(self, face, info):
        match = self.match
        if info == 0:
            face.write_value(b"B", match.break_)
        elif info == 1:
            face.write_value(b"R", match.remaining())
        elif info == 2:
            face.write_value(b"D", abs(match.score[0] - match.score[1]))
        else:
            self._write_ball_on(face)

    def _write_ball_on(self, face):
        face.write(0, b"ON")
        if self.match.on == rules.COLOUR:
            face.write(3, b"C")
        else:
            face.write_number(self.match.on)

    def write_entry(self, face, entry):
        super().write_entry(face, entry)
        if entry.row and entry.row[0] == rules.FOUL:
            self._write_foul(face, self._foul.arg)

    def _write_foul(self, face, arg):
        """F (J: behind a jaw), the reds gone, the miss, and the penalty so far."""
        if arg & rules.FOUL_JAW:
            face.write(0, b"J")
        gone = arg >> rules.FOUL_REDS_SHIFT & 127
        if gone:
            face.line[1] = 48 + gone % 10
        face.line[2] = _MISS_MARKS[arg >> 13 & 3]
        face.write_number(self.match.penalty(arg))
        face.lamp("free", bool(arg & rules.FOUL_FREE))
        face.lamp("hand", bool(arg & rules.FOUL_WHITE_OFF))


GameKeys = SnookerKeys
