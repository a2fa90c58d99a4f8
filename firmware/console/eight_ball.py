"""Eight-ball on the keypad and on the board.

    1 the called solid     A foul …
    2 the called stripe    B safety …
    8 the eight as called  C rare events …
    0 no score             D undo, held: redo
    * info                 # enter: play, next rack

What ends in … takes the balls that fell, then enter: 1 a solid, 2 a stripe (once for each), 8
the eight. So do C1 and C2, a called solid or stripe with others, C3, a stroke that missed the
called ball, and, without the eight, C4, the eight in another pocket, and C5, the eight as called.

While the break is due 1, 2 and 8 begin with the balls that fell on it, 0 is a dry fair break, A
the loss of the cue ball, C5 a ball that left the table, and B an illegal break. While the line
asks for a choice C4 is the eight spotted or the cue ball in the kitchen, C5 a new rack for the
player at the table, C6 one for the player who broke, and # takes the table as it is.

The board shows the racks won and, in the place of frames, what each side's group has left.
"""

from micropython import const

from console.entry import Keys
from console.keymap import KeyMap
from console.parts import NOTHING, Pieces
from rules import eight_ball as rules
from rules.match import FAIR, NOBODY

_PER_KIND = const(7)
_ZERO = const(48)
_COUNTS = const(b"-12345678")
_ONS = const((b"", b"ANY", b"SOL", b"STR", b"ON 8"))
_SOLID = const(1)
_STRIPE = 1 << rules.STRIPES_SHIFT | rules.STRIPES_FIRST
_ON = const(0)  # its place in INFOS


class Kinds(Pieces):
    """Balls by kind, then Enter: 1 counts up solids, 2 stripes, 8 is the eight.

    Packed as <kinds> in rules/forms.py, from the bit `shift` on; the kind typed first is the one
    named first.
    """

    def __init__(self, shift: int = 0):
        self._shift = shift
        table = {
            "1": (shift, 4, 0, _PER_KIND),
            "2": (shift + rules.STRIPES_SHIFT, 4, 0, _PER_KIND),
        }
        if not shift:  # else it is the eight's own event
            table["8"] = (8, 1, 1, 1)
        super().__init__(table)

    def key(self, char):
        answer = super().key(char)
        first = rules.STRIPES_FIRST << self._shift
        kinds = self.arg >> self._shift
        if not kinds >> rules.STRIPES_SHIFT & rules.COUNT:
            self.arg &= ~first
        elif not kinds & rules.COUNT:
            self.arg |= first
        return answer

    def draw(self, face):
        _write_kinds(face, 1, self.arg >> self._shift)


def _write_kinds(face, place, kinds):
    """How many solids and how many stripes, dashes for none; an 8 in the last place."""
    face.line[place] = _COUNTS[kinds & rules.COUNT]
    face.line[place + 1] = _COUNTS[kinds >> rules.STRIPES_SHIFT & rules.COUNT]
    if kinds & rules.EIGHT:
        face.line[3] = _COUNTS[8]


def _write_pocket(face, place, arg):
    """Say that it was not the called one."""
    if arg & rules.OTHER_POCKET:
        face.write(place, b"NO")


class EightBallKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("on", "left")

    LABELS = dict(KeyMap.LABELS)
    LABELS.update(
        {
            FAIR: (b"0", _write_kinds),
            rules.BREAK: (b"B", _write_kinds),
            rules.BREAK_ILLEGAL: (b"BI", 0),
            rules.BREAK_FOUL: (b"BF", 0),
            rules.BREAK_OFF: (b"BO", 0),
            rules.POT: (b"P", _write_kinds),
            rules.POT_EIGHT: (b"8", _write_pocket),
            rules.SAFE: (b"SAF", 0),
            rules.FOUL: (b"F", _write_kinds),
            rules.ORDER_RERACK: (b"RAC", 0),
            rules.ORDER_REBREAK: (b"BRE", 0),
            rules.ORDER_SPOT: (b"SPO", 0),
            rules.ORDER_KITCHEN: (b"HEA", 0),
        }
    )

    def __init__(self, match):
        self._kinds = Kinds()
        self._beside_eight = Kinds(1)
        super().__init__(match)
        self._break_keys = Keys(self._break_rows(), self._table_keys)
        self._choice_keys = Keys(
            {
                "C4": (rules.ORDER_SPOT, NOTHING, 0, b""),
                "C5": (rules.ORDER_RERACK, NOTHING, 0, b""),
                "C6": (rules.ORDER_REBREAK, NOTHING, 0, b""),
            },
            self._table_keys,
        )
        self._kitchen_keys = Keys({"C4": (rules.ORDER_KITCHEN, NOTHING, 0, b"")}, self._table_keys)

    @property
    def keys(self):
        match = self.match
        if match.break_due:
            return self._break_keys
        if match.choice & rules.FROM_KITCHEN:
            return self._kitchen_keys
        return self._choice_keys if match.choice else self._table_keys

    def rows(self):
        rows = super().rows()
        rows.update(
            {
                "1": (rules.POT, NOTHING, _SOLID, b""),
                "2": (rules.POT, NOTHING, _STRIPE, b""),
                "8": (rules.POT_EIGHT, NOTHING, 0, b""),
                "A": (rules.FOUL, self._kinds, 0, b"F"),
                "B": (rules.SAFE, self._kinds, 0, b"S"),
                "C1": (rules.POT, self._kinds, _SOLID, b"P"),
                "C2": (rules.POT, self._kinds, _STRIPE, b"P"),
                "C3": (FAIR, self._kinds, 0, b"0"),
                "C4": (rules.POT_EIGHT, self._beside_eight, rules.OTHER_POCKET, b"N"),
                "C5": (rules.POT_EIGHT, self._beside_eight, 0, b"8"),
            }
        )
        return rows

    def _break_rows(self):
        return {
            "0": (rules.BREAK, NOTHING, 0, b""),
            "1": (rules.BREAK, self._kinds, _SOLID, b"B"),
            "2": (rules.BREAK, self._kinds, _STRIPE, b"B"),
            "8": (rules.BREAK, self._kinds, rules.EIGHT, b"B"),
            "A": (rules.BREAK_FOUL, self._kinds, 0, b"F"),
            "B": (rules.BREAK_ILLEGAL, NOTHING, 0, b""),
            "C5": (rules.BREAK_OFF, self._kinds, 0, b"O"),
        }

    def draw(self, face):
        super().draw(face)
        match = self.match
        face.lamp("hand", match.in_hand != NOBODY)
        face.lamp("black", self._allowed[_ON] and match.ball_on() == rules.ON_EIGHT)

    def _draw_numbers(self, face):
        match = self.match
        face.number("score_a", match.frames[0])
        face.number("score_b", match.frames[1])
        face.number_or_blank("frames_a", self._left_of(0))
        face.number_or_blank("frames_b", self._left_of(1))

    def _left_of(self, side):
        """How many balls a side's group has left; -1 on an open table."""
        match = self.match
        if match.solids_side == NOBODY:
            return -1
        return match.left[rules.SOLIDS if match.solids_side == side else rules.STRIPES]

    def write_state(self, face, info):
        """What has to be decided, or watched, comes first."""
        super().write_state(face, info)
        choice = self.match.choice
        if choice & rules.SPOT:
            face.write(0, b"SPO?")
        elif choice & rules.RERACK:
            face.write(0, b"RAC?")
        elif choice & rules.FROM_KITCHEN:
            face.write(0, b"HEA?")
        elif self.match.in_hand == rules.KITCHEN:
            face.write(0, b"HEAD")

    def write_info(self, face, info):
        match = self.match
        if info != _ON:
            face.write(0, b"L -")
            face.line[1] = _ZERO + match.left[rules.SOLIDS]
            face.line[3] = _ZERO + match.left[rules.STRIPES]
        elif match.break_due:
            face.write(0, b"BREA")
        else:
            face.write(0, _ONS[match.ball_on()])


GameKeys = EightBallKeys
