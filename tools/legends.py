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

_COUNTS = {"1": "1 ball", **{str(balls): f"{balls} balls" for balls in range(2, 9)}}

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
    "nine-ball": {
        **_EVERY_GAME,
        **{str(ball): f"ball {ball}" for ball in range(1, 10)},
        "B": "push-out",
    },
    "eight-ball": {
        **_EVERY_GAME,
        "1": "solid",
        "2": "stripe",
        "8": "the eight",
        "B": "safety\nbad break",
    },
    "14.1": {**_EVERY_GAME, **_COUNTS, "9": "9 balls", "B": "safety"},
    "pyramid": {**_EVERY_GAME, **_COUNTS, "B": "cue ball\noff a ball", "#": "enter\nball taken"},
    "manual": {
        **_EVERY_GAME,
        **{str(points): f"+{points}" for points in range(1, 10)},
        "0": "other side\nat table",
        "A": "A + −",
        "B": "B + −",
    },
    "ten-ball": {
        **_EVERY_GAME,
        **{str(ball): f"ball {ball}" for ball in range(1, 10)},
        "B": "push-out",
    },
    "free-pyramid": {**_EVERY_GAME, **_COUNTS},
    "dynamic-pyramid": {**_EVERY_GAME, **_COUNTS, "B": "cue ball\noff a ball"},
    "carom": {
        **_EVERY_GAME,
        "1": "point",
        **{str(points): f"{points} points" for points in range(2, 10)},
    },
    "billiards": {
        **_EVERY_GAME,
        "1": "cannon",
        "2": "pot white",
        "3": "pot red",
        "5": "in-off\nwhite",
        "6": "in-off\nred",
        "B": "several",
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
    "ten-ball": {"score": "racks", "frames": "fouls", "free": "push-out"},
    "dynamic-pyramid": {"free": "take a ball"},
    "carom": {"frames": "innings", "free": "equalising"},
    "billiards": {"free": "white away", "warn": "limit near"},
}


def captions(game: str) -> dict[str, str]:
    """Return what each lamp and each field of a side is called while `game` is played."""
    return {**_CAPTIONS, **CAPTIONS.get(game, {})}
