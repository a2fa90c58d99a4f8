"""The games by name, in the order of the board's menu. Only the one that is played is loaded."""

NAMES = (
    "snooker",
    "nine-ball",
    "eight-ball",
    "14.1",
    "pyramid",
    "manual",
    "ten-ball",
    "free-pyramid",
    "dynamic-pyramid",
    "carom",
    "billiards",
)


def module(name: str) -> str:
    """The name of a game's file in rules/ and in console/."""
    return "straight" if name == "14.1" else name.replace("-", "_")


def load(name: str):
    """Return the class of a game, one of NAMES."""
    return __import__("rules." + module(name), None, None, ("Game",)).Game
