"""What each event of a match takes from the heap. Runs on a MicroPython VM.

`micropython.mem_total` grows by everything that is ever taken, also by what is given back at
once, such as the frame of a call.
"""

from array import array

import micropython

from rules import games
from rules.notation import enter_token, parse


class Bench:
    """A match to which each event of a sheet happens, is undone and happens again."""

    def __init__(self, options, tokens):
        self.match = games.load("snooker")(options)
        self.kinds = array("i", [0] * len(tokens))
        self.args = array("i", [0] * len(tokens))
        self.taken = array("i", [0] * (3 * len(tokens)))  # bytes by event, undo and redo
        self._parse(options, tokens)

    def run(self):
        """Fill `taken`, with a quiet moment before each event, as the firmware has them."""
        for index in range(len(self.kinds)):
            self.match.history.tidy()
            self._step(index, 3 * index)

    def _step(self, index, place):
        self.taken[place] = self.enter(self.kinds[index], self.args[index])
        self.taken[place + 1] = self.undo()
        self.taken[place + 2] = self.redo()

    def nothing(self):
        """Return the bytes that measuring takes."""
        before = micropython.mem_total()
        return micropython.mem_total() - before

    def enter(self, kind, arg):
        """Return the bytes that an event takes, accepted or refused."""
        before = micropython.mem_total()
        self.match.enter(kind, arg)
        return micropython.mem_total() - before

    def undo(self):
        before = micropython.mem_total()
        self.match.undo()
        return micropython.mem_total() - before

    def redo(self):
        before = micropython.mem_total()
        self.match.redo()
        return micropython.mem_total() - before

    def look_back(self, steps):
        before = micropython.mem_total()
        self.match.history.look_back(steps)
        return micropython.mem_total() - before

    def _parse(self, options, tokens):
        match = games.load("snooker")(options)
        for index, token in enumerate(tokens):
            self.kinds[index], self.args[index] = parse(match, token)
            enter_token(match, token)
