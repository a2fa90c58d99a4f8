"""The face of the board: named fields of digits, named lamps.

A board file says which digits a field takes and which output a lamp has. A field that a board
does not have is drawn into nothing, so whoever shows something need not ask. `line` is the four
characters of the information field, written by place, with the highest bit for a point behind
one; `show_line` brings them to the digits.
"""

from micropython import const

from console.glyphs import glyph

_LINE = const(4)

_POINT = const(128)
_BLANK = const(32)
_BLANKS = b"    "
_MINUS = const(45)
_ZERO = const(48)
_EQUALS = const(61)


class Face:
    """`segments` has a byte a digit; `fields` and `lamps` are those of the board file.

    A lamp is {"digit": number, "segment": "a" … "g" or "."}.
    """

    def __init__(self, segments: bytearray, fields: dict, lamps: dict):
        self.segments = segments
        self.line = bytearray(_LINE)
        self._fields = {name: bytes(digits) for name, digits in fields.items()}
        self._lamps = {name: _output(lamp) for name, lamp in lamps.items()}

    def number(self, field: str, value: int) -> None:
        """Show a number flush right without leading zeros; dashes when it is too long."""
        digits = self._fields.get(field)
        if digits is None:
            return
        place = self._put_digits(digits, abs(value))
        if value < 0:
            place = self._put_left(digits, place, _MINUS)
        if place < -1:
            place = self._put_dashes(digits)
        while place >= 0:
            place = self._put_left(digits, place, _BLANK)

    def number_or_blank(self, field: str, value: int) -> None:
        """Show a number, or nothing when it is below 0."""
        digits = self._fields.get(field)
        if digits is not None and value < 0:
            place = len(digits) - 1
            while place >= 0:
                place = self._put_left(digits, place, _BLANK)
        else:
            self.number(field, value)

    def clear(self) -> None:
        """Put out every segment: another game has other fields and lamps."""
        for digit in range(len(self.segments)):
            self.segments[digit] = 0

    def lamp(self, name: str, lit: bool) -> None:
        """Light a lamp or put it out."""
        output = self._lamps.get(name)
        if output is not None:
            place = output >> 8
            if lit:
                self.segments[place] |= output & 255
            else:
                self.segments[place] &= ~output & 255

    def point(self, field: str, lit: bool) -> None:
        """Light the point behind a number, or leave it dark."""
        digits = self._fields.get(field)
        if digits is not None and lit:
            self.segments[digits[len(digits) - 1]] |= _POINT

    def clear_line(self) -> None:
        """Make the line blank."""
        self.line[:] = _BLANKS

    def write(self, place: int, text: bytes) -> None:
        """Write characters into the line from a place; what is too long is cut off."""
        for char in text:
            if place < _LINE:
                self.line[place] = char
            place += 1

    def write_number(self, value: int) -> None:
        """Write a number flush right into the line, over what stands there."""
        place = _LINE - 1
        rest = abs(value)
        while place >= 0:
            self.line[place] = _ZERO + rest % 10
            rest //= 10
            place -= 1
            if not rest:
                break
        if value < 0 and place >= 0:
            self.line[place] = _MINUS

    def write_value(self, name: bytes, value: int) -> None:
        """Write a name at the line's start and a number at its end."""
        self.write(0, name)
        self.write_number(value)

    def write_balls(self, place: int, balls: int) -> None:
        """Write the numbers of a set of balls flush right, from `place` on; ball n is bit n - 1.

        Where they have no room, `=` says that there are several, behind how many.
        A dash is no ball, and ball 10 a nought.
        """
        count = _count(balls)
        if count > _LINE - place:
            self.line[_LINE - 1] = _EQUALS
            if place < _LINE - 1:
                self.line[_LINE - 2] = _ZERO + count
        elif balls:
            self._write_each(_LINE - count, balls)
        else:
            self.line[_LINE - 1] = _MINUS

    def _write_each(self, place, balls):
        ball = 1
        while balls:
            if balls & 1:
                self.line[place] = _ZERO + ball % 10
                place += 1
            balls >>= 1
            ball += 1

    def show_line(self) -> None:
        """Bring the line to the digits of the information field."""
        digits = self._fields.get("info")
        if digits is not None:
            for place in range(min(_LINE, len(digits))):
                self.segments[digits[place]] = glyph(self.line[place])

    def _put_digits(self, digits, value):
        """Return the place left of the number; below -1 when it does not fit."""
        place = len(digits) - 1
        while True:
            place = self._put_left(digits, place, _ZERO + value % 10)
            value //= 10
            if not value:
                return place

    def _put_left(self, digits, place, char):
        """Put a character at a place, if the field has it; return the place left of it."""
        if place >= 0:
            self.segments[digits[place]] = glyph(char)
        return place - 1

    def _put_dashes(self, digits):
        place = len(digits) - 1
        while place >= 0:
            place = self._put_left(digits, place, _MINUS)
        return place


def _count(balls: int) -> int:
    count = 0
    while balls:
        count += balls & 1
        balls >>= 1
    return count


def _output(lamp: dict) -> int:
    """A lamp's digit and segment bit in one number."""
    return lamp["digit"] << 8 | 1 << "abcdefg.".index(lamp["segment"])
