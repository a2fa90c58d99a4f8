"""The keys of a game by its name, and the four characters that name it on the board."""

from micropython import const

from rules.games import NAMES, module

_WIDTH = const(4)
# In the order of NAMES.
_LABELS = const(b"SNOO9BAL8BAL14-1PYRAPLUS10BAPYFRPYDYCAROBILL")


def load(name: str):
    """Return the key map class of a game, one of NAMES. Only that one is loaded."""
    return __import__("console." + module(name), None, None, ("GameKeys",)).GameKeys


def write_label(face, name: str) -> None:
    """Write into the line the four characters that name a game."""
    first = _WIDTH * NAMES.index(name)
    for place in range(_WIDTH):
        face.line[place] = _LABELS[first + place]
