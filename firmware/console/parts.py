"""What may follow once the beginning of a key sequence has said which event is meant.

Each part collects keys into the event's argument. `begin(base)` starts it, `key(char)` takes a
key and answers MORE, DONE or WRONG, `arg` is then the argument, and `draw(face)` shows what has
been typed. One object of each serves all sequences, since only one is typed at a time. Packed
arguments are those of the forms in rules/forms.py.
"""

from micropython import const

MORE = const(0)
DONE = const(1)
WRONG = const(2)
LEAVES = const(3)  # only a menu does: all stays as it was

ENTER = const(35)  # "#"
STAR = const(42)  # "*"
_A = const(65)
_B = const(66)
_ZERO = const(48)
_NUMBER_BITS = const(14)
_LARGEST = const(999)


def digit_of(char: int) -> int:
    """The value of a digit key, or -1."""
    return char - _ZERO if _ZERO <= char <= _ZERO + 9 else -1


class Nothing:
    """The event is complete as it is; `base` is its argument."""

    def __init__(self):
        self.arg = 0

    def begin(self, base: int) -> int:
        """Begin the part of an event whose argument is `base` so far: DONE or MORE."""
        self.arg = base
        return DONE

    def key(self, char: int) -> int:
        """Take a key that follows: DONE, MORE or WRONG."""
        return WRONG

    def draw(self, face) -> None:
        """Write what was entered, or what is awaited, into the line."""
        pass


class Confirm(Nothing):
    """Enter must follow: what cannot happen by a slip."""

    def begin(self, base):
        self.arg = base
        return MORE

    def key(self, char):
        return DONE if char == ENTER else WRONG

    def draw(self, face):
        face.write(3, b"?")


class Digit(Nothing):
    """One digit from 2 to 7, a colour; `base` is added."""

    def begin(self, base):
        self.arg = base
        return MORE

    def key(self, char):
        value = digit_of(char)
        if not 2 <= value <= 7:
            return WRONG
        self.arg += value
        return DONE

    def draw(self, face):
        face.write(3, b"-")


class Number(Nothing):
    """Digits, then Enter; a number of up to three digits, and of `base` at least."""

    def __init__(self):
        self.typed = False
        self.least = 0
        super().__init__()

    def begin(self, base):
        self.arg = 0
        self.typed = False
        self.least = base
        return MORE

    def key(self, char):
        if char == ENTER:
            return DONE if self.typed and self.arg >= self.least else WRONG
        return self.add(digit_of(char))

    def add(self, digit: int) -> int:
        """Append a digit (-1 is none); a fourth one is too many."""
        if digit < 0 or self.arg * 10 + digit > _LARGEST:
            return WRONG
        self.arg = self.arg * 10 + digit
        self.typed = True
        return MORE

    def draw(self, face):
        if self.typed:
            face.write_number(self.arg)
        else:
            face.write(3, b"-")


class Correction(Number):
    """Digits, then Enter; the star turns plus into minus and back. `base` is the side."""

    def __init__(self):
        self.side = 0
        self.minus = 0
        super().__init__()

    def begin(self, base):
        self.side = base
        self.minus = 0
        return super().begin(0)

    def key(self, char):
        if char == STAR:
            self.minus ^= 1
            return MORE
        if char != ENTER:
            return self.add(digit_of(char))
        if not self.typed:
            return WRONG
        self.arg = self.arg << 2 | self.minus << 1 | self.side
        return DONE

    def draw(self, face):
        super().draw(face)
        face.write(0, b"-" if self.minus else b" ")


class TwoNumbers(Number):
    """Digits, the star, digits, Enter: one number a side."""

    def __init__(self):
        self.first = -1
        super().__init__()

    def begin(self, base):
        self.first = -1
        return super().begin(0)

    def key(self, char):
        if char == STAR and self.first < 0 and self.typed:
            self.first = self.arg
            return super().begin(0)
        if char == ENTER and self.first >= 0 and self.typed:
            self.arg = self.arg << _NUMBER_BITS | self.first
            return DONE
        return self.add(digit_of(char))

    def draw(self, face):
        super().draw(face)
        face.write(0, b"A" if self.first < 0 else b"B")


class Side(Nothing):
    """The key A or B."""

    def begin(self, base):
        self.arg = base
        return MORE

    def key(self, char):
        self.arg = char - _A
        return DONE if char == _A or char == _B else WRONG

    def draw(self, face):
        face.write(3, b"?")


class SideOrEnter(Side):
    """The key A or B, or Enter for the player at the table: 1, 2 or 0."""

    def key(self, char):
        if char == ENTER:
            self.arg = 0
            return DONE
        answer = super().key(char)
        self.arg += 1
        return answer


class Seat(Side):
    """The key A or B; in pairs then 1 or 2 for a player, or Enter for the next in the order.

    `base` is whether there are pairs, with the side above it plus one where it is known already.
    """

    def __init__(self):
        self.pairs = False
        self.known = False
        super().__init__()

    def begin(self, base):
        self.pairs = bool(base & 1)
        self.known = base > 1
        self.arg = (base >> 1) - 1
        return DONE if self.known and not self.pairs else MORE

    def key(self, char):
        if not self.known:
            answer = super().key(char)
            self.known = answer == DONE
            return MORE if self.known and self.pairs else answer
        seat = digit_of(char)
        if seat == 1 or seat == 2:
            self.arg |= seat << 1
            return DONE
        return DONE if char == ENTER else WRONG


class Pieces(Nothing):
    """An event put together from pieces, then Enter: each key sets or counts up one piece.

    `table` gives for a key (lowest bit, how many bits, value to set or 0 to count up, largest).
    Counting past the largest, and setting a value that stands there, brings back what the base
    holds: 0 where the sequence does not begin with a piece.
    """

    def __init__(self, table: dict):
        self._table = {ord(key): piece for key, piece in table.items()}
        self._base = 0
        super().__init__()

    def limit(self, key: str, largest: int) -> None:
        """Let a key count no further than this."""
        piece = self._table[ord(key)]
        self._table[ord(key)] = piece[:3] + (largest,)

    def begin(self, base):
        self.arg = self._base = base
        return MORE

    def key(self, char):
        if char == ENTER:
            return DONE
        piece = self._table.get(char)
        if piece is None:
            return WRONG
        self._change(piece)
        return MORE

    def _change(self, piece):
        shift = piece[0]
        mask = (1 << piece[1]) - 1
        stands = self.arg >> shift & mask
        value = piece[2] or stands + 1
        if stands == (piece[2] or piece[3]):
            value = self._base >> shift & mask
        self.arg = self.arg & ~(mask << shift) | value << shift


class Balls(Pieces):
    """Balls by their numbers, then Enter: a key adds its ball or takes it out again.

    The first of `keys` stands for ball 1 (bit 0), and so on.
    """

    def __init__(self, keys: str):
        table = {}
        for bit in range(len(keys)):
            table[keys[bit]] = (bit, 1, 1, 1)
        super().__init__(table)

    def draw(self, face):
        face.write_balls(1, self.arg)


NOTHING = Nothing()
CONFIRM = Confirm()
DIGIT = Digit()
NUMBER = Number()
CORRECTION = Correction()
TWO_NUMBERS = TwoNumbers()
SIDE = Side()
SIDE_OR_ENTER = SideOrEnter()
SEAT = Seat()
