"""The games by name. Only the module of the game that is played is loaded."""

MODULES = {"snooker": "rules.snooker"}


def load(name: str):
    """Return the class of a game, a key of MODULES."""
    return __import__(MODULES[name], None, None, ("Game",)).Game
