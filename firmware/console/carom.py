"""Three-cushion carom on the keypad and on the board.

    1 a point; 2 … 9 so many in a row    A # foul
    C1 N # more points in a row          C rare events …
    0 no score
    * info   # enter: the next game      D undo, held: redo

The frames' fields show the innings of both sides, in a match of sets the sets won. The average in
the information field is of the side at the table, with as many decimals as have room.
"""

from micropython import const

from console.glyphs import POINT
from console.keymap import KeyMap
from console.parts import CONFIRM, NOTHING, NUMBER
from rules import carom as rules

_ZERO = const(48)


class CaromKeys(KeyMap):
    """See KeyMap."""

    INFOS = ("break", "innings", "average", "remaining")

    LABELS = dict(KeyMap.LABELS)
    LABELS.update({rules.SCORE: (b"P", 127), rules.FOUL: (b"F", 0)})

    def rows(self):
        rows = super().rows()
        rows["A"] = (rules.FOUL, CONFIRM, 0, b"F")
        rows["C1"] = (rules.SCORE, NUMBER, 1, b"P")
        for points in range(1, 10):
            rows[str(points)] = (rules.SCORE, NOTHING, points, b"")
        return rows

    def draw(self, face):
        super().draw(face)
        face.lamp("free", self.match.equalising())

    def _draw_numbers(self, face):
        super()._draw_numbers(face)
        match = self.match
        if match.frames_needed == 1:
            face.number("frames_a", match.innings[0])
            face.number("frames_b", match.innings[1])

    def write_info(self, face, info):
        match = self.match
        side = match.striker()
        if info == 0:
            face.write_value(b"B", match.break_)
        elif info == 1:
            face.write_value(b"I", match.innings[side])
        elif info == 2:
            self._write_average(face, match.average_of(side))
        else:
            face.write_value(b"R", match.left_of(side))

    def _write_average(self, face, thousandths):
        """Four digits with the point among them: 1.904, 12.50."""
        point = 0
        while thousandths >= 10000:
            thousandths //= 10
            point += 1
        place = 3
        while place >= 0:
            face.line[place] = _ZERO + thousandths % 10
            thousandths //= 10
            place -= 1
        face.line[point] |= POINT


GameKeys = CaromKeys
