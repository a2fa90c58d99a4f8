"""What people see on the wall: digits, the texts of the fields, the lamps."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Protocol

    class Display(Protocol):
        def digits(self) -> "list[int]": ...


#    --a--
#   f     b
#    --g--
#   e     c
#    --d--
_GLYPHS = {
    # gfedcba
    0b0000000: " ",
    0b0111111: "0",
    0b0000110: "1",
    0b1011011: "2",
    0b1001111: "3",
    0b1100110: "4",
    0b1101101: "5",
    0b1111101: "6",
    0b0000111: "7",
    0b1111111: "8",
    0b1101111: "9",
    0b1110111: "A",
    0b1111100: "b",
    0b0111001: "C",
    0b1011000: "c",
    0b1011110: "d",
    0b1111001: "E",
    0b1110001: "F",
    0b0111101: "G",
    0b1110110: "H",
    0b1110100: "h",
    0b0000100: "i",
    0b0010000: "i",
    0b0011110: "J",
    0b0111000: "L",
    0b1010100: "n",
    0b1011100: "o",
    0b1110011: "P",
    0b1100111: "q",
    0b1010000: "r",
    0b1111000: "t",
    0b0111110: "U",
    0b0011100: "u",
    0b1101110: "y",
    0b1000000: "-",
    0b0001000: "_",
    0b1001000: "=",
    0b1100011: "°",
    0b0100000: "'",
    0b1010011: "?",
}
_POINT = 0x80


class Wall:
    """`displays` are the display chips of the board, from left to right as seen."""

    def __init__(self, board: "dict[str, Any]", displays: "list[Display]") -> None:
        self._fields = board["fields"]
        self._lamps = board["lamps"]
        self._displays = displays

    def digits(self) -> "list[int]":
        """The lit segments of every digit, bits 0 to 6 are a to g, bit 7 is the point."""
        digits = []
        for display in self._displays:
            digits.extend(display.digits())
        return digits

    def fields(self, digits: "list[int]") -> "dict[str, str]":
        """Field to text; a lit point follows its digit as '.', what is no glyph is '*'."""
        texts = {}
        for name, places in self._fields.items():
            texts[name] = "".join([_character(digits[place]) for place in places])
        return texts

    def lamps(self, digits: "list[int]") -> "list[str]":
        """The names of the lit ones, sorted."""
        lit = []
        for name, lamp in self._lamps.items():
            if digits[lamp["digit"]] >> "abcdefg.".index(lamp["segment"]) & 1:
                lit.append(name)
        return sorted(lit)


def _character(segments: int) -> str:
    glyph = _GLYPHS.get(segments & ~_POINT, "*")
    return glyph + "." if segments & _POINT else glyph
