"""The games of the board in the order of its menu, with the four characters that name each.

Only the modules of the game that is played are loaded.
"""

_GAMES = (
    ("snooker", "console.snooker", b"SNOO"),
    ("nine-ball", "console.nine_ball", b"9BAL"),
    ("eight-ball", "console.eight_ball", b"8BAL"),
    ("14.1", "console.straight", b"14-1"),
    ("pyramid", "console.pyramid", b"PYRA"),
    ("manual", "console.manual", b"PLUS"),
    ("ten-ball", "console.ten_ball", b"10BA"),
    ("free-pyramid", "console.free_pyramid", b"PYFR"),
    ("dynamic-pyramid", "console.dynamic_pyramid", b"PYDY"),
    ("carom", "console.carom", b"CARO"),
    ("billiards", "console.billiards", b"BILL"),
)
NAMES = tuple(game[0] for game in _GAMES)


def load(name: str):
    """Return the key map class of a game, one of NAMES."""
    return __import__(_GAMES[NAMES.index(name)][1], None, None, ("GameKeys",)).GameKeys


def label(name: str) -> bytes:
    """Return the four characters that name a game."""
    return _GAMES[NAMES.index(name)][2]
