"""The face of the board: named fields of digits, named lamps.

A board file says which digits a field takes and which output a lamp has. A field that a board
does not have is drawn into nothing, so whoever shows something need not ask. `line` is the four
characters of the information field, written by place, with the highest bit for a point behind
one; `show_line` brings them to the digits.
"""

from micropython import const

from console.glyphs import POINT, glyph

LINE = const(4)

_BLANK = const(32)
_MINUS = const(45)
_ZERO = const(48)


class Face:
    """`segments` has a byte a digit; `fields` and `lamps` are those of the board file.

    A lamp is {"digit": number, "segment": "a" … "g" or "."}.
    """

    def __init__(self, segments: bytearray, fields: dict, lamps: dict):
        self.segments = segments
        self.line = bytearray(LINE)
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

    def clear_line(self) -> None:
        for place in range(LINE):
            self.line[place] = _BLANK

    def write(self, place: int, text: bytes) -> None:
        """Write characters into the line from a place; what is too long is cut off."""
        for char in text:
            if place < LINE:
                self.line[place] = char
            place += 1

    def write_number(self, value: int) -> None:
        """Write a number flush right into the line, over what stands there."""
        place = LINE - 1
        rest = abs(value)
        while place >= 0:
            self.line[place] = _ZERO + rest % 10
            rest //= 10
            place -= 1
            if not rest:
                break
        if value < 0 and place >= 0:
            self.line[place] = _MINUS

    def show_line(self) -> None:
        """Bring the line to the digits of the information field."""
        digits = self._fields.get("info")
        if digits is not None:
            for place in range(min(LINE, len(digits))):
                char = self.line[place]
                self.segments[digits[place]] = glyph(char & 127) | char & POINT

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


def _output(lamp: dict) -> int:
    """A lamp's digit and segment bit in one number."""
    return lamp["digit"] << 8 | 1 << "abcdefg.".index(lamp["segment"])
