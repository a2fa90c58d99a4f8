"""The games by name. Only the module of the game that is played is loaded."""

MODULES = {
    "snooker": "rules.snooker",
    "nine-ball": "rules.nine_ball",
    "eight-ball": "rules.eight_ball",
    "14.1": "rules.straight",
    "pyramid": "rules.pyramid",
    "manual": "rules.manual",
    "ten-ball": "rules.ten_ball",
    "free-pyramid": "rules.free_pyramid",
    "dynamic-pyramid": "rules.dynamic_pyramid",
    "carom": "rules.carom",
    "billiards": "rules.billiards",
}


def load(name: str):
    """Return the class of a game, a key of MODULES."""
    return __import__(MODULES[name], None, None, ("Game",)).Game
