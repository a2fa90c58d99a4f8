"""The legends of the keypad, per game: what is printed on or beside each key.

A legend is one word or two, or two short lines. A ball's name stands for a dot of its colour.
"""

_EVERY_GAME = {
    "0": "no score",
    "A": "foul",
    "C": "more",
    "D": "undo\nhold: redo",
    "#": "enter",
    "*": "info",
}

LEGENDS = {
    "snooker": {
        **_EVERY_GAME,
        "1": "red",
        "2": "yellow",
        "3": "green",
        "4": "brown",
        "5": "blue",
        "6": "pink",
        "7": "black",
        "B": "free ball",
    },
}

# What lamps and fields are called on the wall, where a game uses one for something of its own.
_CAPTIONS = {
    "score": "score",
    "frames": "frames",
    "info": "information",
    "free": "free ball",
    "hand": "in hand",
    "warn": "warning",
    "fault": "fault",
}
CAPTIONS = {
    "nine-ball": {"score": "racks", "frames": "fouls", "free": "push-out"},
    "eight-ball": {"score": "racks", "frames": "balls left"},
    "pyramid": {"free": "take a ball"},
}


def captions(game: str) -> dict[str, str]:
    """Return what each lamp and each field of a side is called while `game` is played."""
    return {**_CAPTIONS, **CAPTIONS.get(game, {})}
