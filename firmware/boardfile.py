"""What the board is: board.json, and what was set over it by settings.json."""

import json


def read_board() -> "dict | None":
    """The content of board.json, and what was set over it by settings.json.

    None, and a word about it, if there is none that can be read.
    """
    try:
        with open("board.json") as file:
            board = json.load(file)
    except (OSError, ValueError):
        print("Marker has no board.json that can be read: flash the board once more.")
        return None
    try:
        with open("settings.json") as file:
            settings = json.load(file)
        for path in settings:
            _lay_over(board, path.split("."), settings[path])
    except OSError:  # nothing was set
        pass
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        print("settings.json does not fit the board and is passed over:", error)
    return board


def _lay_over(board, names, value):
    """Set one part of a board, by the names or numbers that lead to it."""
    if names[0] in ("clocks", "link"):  # the parts that may be missing and still be set
        board.setdefault(names[0], {})
    for name in names[:-1]:
        board = board[int(name) if isinstance(board, list) else name]
    board[names[-1]] = value
