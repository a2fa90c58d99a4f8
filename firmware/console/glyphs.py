"""Seven-segment forms of the characters that the board shows.

Bits 0 to 6 are the segments a to g, bit 7 is the decimal point:

         --a--
        f     b
         --g--
        e     c
         --d--   .

Letters have one form each, the one that reads best; K, M, V, W, X and Z have none that anybody
could read and stay dark, so no text of the board needs them (a test holds this).
"""

from micropython import const

POINT = const(0b10000000)

_FIRST = const(45)  # "-"
_GLYPHS = bytes(
    (
        0b01000000,  # -
        0b10000000,  # .
        0b00000000,  # /
        0b00111111,  # 0
        0b00000110,  # 1
        0b01011011,  # 2
        0b01001111,  # 3
        0b01100110,  # 4
        0b01101101,  # 5
        0b01111101,  # 6
        0b00000111,  # 7
        0b01111111,  # 8
        0b01101111,  # 9
        0b00000000,  # :
        0b00000000,  # ;
        0b00000000,  # <
        0b01001000,  # =
        0b00000000,  # >
        0b01010011,  # ?
        0b00000000,  # @
        0b01110111,  # A
        0b01111100,  # b
        0b00111001,  # C
        0b01011110,  # d
        0b01111001,  # E
        0b01110001,  # F
        0b00111101,  # G
        0b01110110,  # H
        0b00000100,  # i
        0b00011110,  # J
        0b00000000,  # K
        0b00111000,  # L
        0b00000000,  # M
        0b01010100,  # n
        0b01011100,  # o
        0b01110011,  # P
        0b01100111,  # q
        0b01010000,  # r
        0b01101101,  # S
        0b01111000,  # t
        0b00111110,  # U
        0b00000000,  # V
        0b00000000,  # W
        0b00000000,  # X
        0b01101110,  # Y
        0b00000000,  # Z
        0b00000000,  # [
        0b00000000,  # \
        0b00000000,  # ]
        0b00000000,  # ^
        0b00001000,  # _
    )
)


def glyph(char: int) -> int:
    """Return the segments of an ASCII code from `-` to `_`; dark where there is no form.

    A code with 128 added is the same with its decimal point.
    """
    if 128 <= char < 256:
        form = glyph(char - 128)
        return form | POINT if form else 0
    place = char - _FIRST
    return _GLYPHS[place] if 0 <= place < len(_GLYPHS) else 0
