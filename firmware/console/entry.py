"""Key sequences: from the characters of keys to an event.

A game's keys are a table from a sequence, written as the keys are labelled ("A", "C3", "CC1"),
to a row (kind, part, base, label): the event it begins, what else must follow (see parts.py),
where the argument starts from, and up to three characters that prompt for the rest.
"""

from console.parts import DONE, MORE, WRONG


class Keys:
    """A table of sequences, made ready for look-up by single keys.

    What is not in it is looked up in the table `below`.
    """

    def __init__(self, rows: dict, below: "Keys | None" = None):
        self._below = below
        self._rows: dict[int, tuple] = {}
        self._beginnings: dict[int, bool] = {}
        for keys in rows:
            self._add(keys, rows[keys])

    def _add(self, keys, row):
        self._rows[self._code_of(keys)] = row

    def _code_of(self, keys):
        code = 0
        for key in keys:
            self._beginnings[code] = True
            code = code << 6 | ord(key) - 32
        return code

    def row(self, code: int):
        """The row that this sequence is complete for, or None."""
        if code in self._rows or self._below is None:
            return self._rows.get(code)
        return self._below.row(code)

    def goes_on(self, code: int) -> bool:
        """Whether longer sequences begin with this one."""
        if code in self._beginnings or self._below is None:
            return code in self._beginnings
        return self._below.goes_on(code)


class Entry:
    """The sequence being typed. After DONE, `kind` and `arg` are the event."""

    def __init__(self):
        self.kind = 0
        self.arg = 0
        self.busy = False
        self.row: tuple = ()  # of the event, empty until it is known
        self._code = 0

    def drop(self) -> None:
        """Forget what was typed."""
        self.busy = False
        self.row = ()
        self._code = 0

    def key(self, char: int, keys: Keys) -> int:
        """Take a key: MORE is awaited, the event is DONE, or the key is WRONG here.

        A wrong key changes nothing; the sequence stays as it was.
        """
        answer = self.row[1].key(char) if self.row else self._next_key(char, keys)
        if answer == DONE:
            self.kind = self.row[0]
            self.arg = self.row[1].arg
            self.drop()
        elif answer == MORE:
            self.busy = True
        return answer

    def _next_key(self, char, keys):
        code = self._code << 6 | char - 32
        row = keys.row(code)
        if row is not None:
            self.row = row
            return row[1].begin(row[2])
        if keys.goes_on(code):
            self._code = code
            return MORE
        return WRONG

    def draw(self, face) -> None:
        """Show in the line what has been typed and what is awaited."""
        face.clear_line()
        if self.row:
            face.write(0, self.row[3])
            self.row[1].draw(face)
        else:
            self._draw_beginning(face)

    def _draw_beginning(self, face):
        face.write(3, b"-")
        place = 2
        code = self._code
        while code and place >= 0:
            face.line[place] = 32 + (code & 63)
            code >>= 6
            place -= 1
