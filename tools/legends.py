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
