"""The games by name. Only the module of the game that is played is loaded."""

MODULES = {
    "snooker": "rules.snooker",
    "nine-ball": "rules.nine_ball",
    "eight-ball": "rules.eight_ball",
    "14.1": "rules.straight",
    "pyramid": "rules.pyramid",
    "manual": "rules.manual",
}


def load(name: str):
    """Return the class of a game, a key of MODULES."""
    return __import__(MODULES[name], None, None, ("Game",)).Game
