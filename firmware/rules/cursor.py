"""Whole numbers in a byte buffer, written and read one behind the other.

Groups of seven bits, lowest first; the top bit of a byte says that another group follows. Most
numbers of a match take one byte so. No heap, and no check: who writes makes sure of the room.
"""


class Cursor:
    """A place `at` in a `buffer`; both may be set at any time."""

    def __init__(self, buffer: bytearray):
        self.buffer = buffer
        self.at = 0

    def put(self, number: int) -> None:
        """Write a number >= 0 and step behind it."""
        while number > 127:
            self.buffer[self.at] = number & 127 | 128
            self.at += 1
            number >>= 7
        self.buffer[self.at] = number
        self.at += 1

    def get(self) -> int:
        """Read the number that `put` wrote here and step behind it."""
        number = shift = 0
        while True:
            group = self.buffer[self.at]
            self.at += 1
            number |= (group & 127) << shift
            if group < 128:
                return number
            shift += 7

    def put_signed(self, number: int) -> None:
        """Write any number: those from 0 up take the even codes, the others the odd ones."""
        self.put(number * 2 if number >= 0 else -2 * number - 1)

    def get_signed(self) -> int:
        """Read the number that `put_signed` wrote here."""
        code = self.get()
        return -(code + 1) // 2 if code & 1 else code // 2


def width(number: int) -> int:
    """How many bytes `Cursor.put` takes for a number."""
    groups = 1
    while number > 127:
        number >>= 7
        groups += 1
    return groups
