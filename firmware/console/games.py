"""The key maps by game. Only the module of the game that is played is loaded."""

MODULES = {"snooker": "console.snooker"}


def load(name: str):
    """Return the key map class of a game, a key of MODULES."""
    return __import__(MODULES[name], None, None, ("GameKeys",)).GameKeys
