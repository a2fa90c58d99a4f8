"""The state of a match by its public names, in the order of docs/scoresheet.md.

A row is (public name, attribute, names of its values). The names are None for numbers, "bool" for
truth, "bits" for a set of the game's CHOICES, a tuple that the value indexes (NOBODY is null), or
a function of the value. For people and tools: a board that plays does not load it.
"""

from rules.match import NOBODY

SIDES = ("A", "B")
PLAYERS = ("A", "B", "A1", "B1", "A2", "B2")
BALLS = (None, "red", "yellow", "green", "brown", "blue", "pink", "black", "colour")
_GROUPS = ("solids", "stripes")


def _groups(side):
    """Which side has which group, from the side that has the solids."""
    if side == NOBODY:
        return None
    return {SIDES[side]: "solids", SIDES[1 - side]: "stripes"}


def _left(left):
    return dict(zip(_GROUPS, left))


def _balls(bits):
    """The numbers of the balls in a bitmap, ascending."""
    return [ball for ball in range(1, 16) if bits >> ball - 1 & 1]


def _ball(ball):
    """The number of a ball, or None."""
    return ball or None


_SCORED = (
    ("score", "score", None),
    ("target", "target", None),
)
_PLAYED = (
    ("frames", "frames", None),
    ("striker", "striker", SIDES),
    ("opener", "opener", SIDES),
)
_BREAKS = (
    ("break", "break_", None),
    ("high_break", "high_break", None),
)
_ENDED = (
    ("frame_over", "frame_over", "bool"),
    ("winner", "winner", SIDES),
    ("match_over", "match_over", "bool"),
    ("match_winner", "match_winner", SIDES),
)

_SNOOKER = (
    ("score", "score", None),
    ("frames", "frames", None),
    ("total", "total", None),
    ("striker", "striker", SIDES),
    ("player", "player", PLAYERS),
    ("opener", "opener", SIDES),
    ("break", "break_", None),
    ("high_break", "high_break", None),
    ("on", "on", BALLS),
    ("reds", "reds", None),
    ("remaining", "remaining", None),
    ("free_ball", "free_ball", "bool"),
    ("choice", "choice", "bits"),
    ("misses", "misses", None),
    ("in_hand", "in_hand", ("D",)),
    ("respot", "respot", (None, "toss", "play")),
)
_NINE_BALL = _PLAYED + (
    ("balls", "balls", _balls),
    ("on", "ball_on", _ball),
    ("push", "push", "bool"),
    ("fouls", "fouls", None),
    ("warned", "warned", "bool"),
    ("in_hand", "in_hand", ("anywhere",)),
    ("choice", "choice", "bits"),
    ("break_due", "break_due", "bool"),
)
_EIGHT_BALL = _PLAYED + (
    ("groups", "solids_side", _groups),
    ("left", "left", _left),
    ("on", "ball_on", (None, "any", "solids", "stripes", "eight")),
    ("in_hand", "in_hand", ("anywhere", "kitchen")),
    ("choice", "choice", "bits"),
    ("break_due", "break_due", "bool"),
)
_STRAIGHT = (
    _SCORED
    + _PLAYED
    + _BREAKS
    + (
        ("on_table", "on_table", None),
        ("racks", "racks", None),
        ("fouls", "fouls", None),
        ("in_hand", "in_hand", ("kitchen",)),
        ("choice", "choice", "bits"),
        ("break_due", "break_due", "bool"),
    )
)
_PYRAMID = (
    _SCORED
    + _PLAYED
    + (
        ("break", "break_", None),
        ("on_table", "on_table", None),
        ("take", "take", "bool"),
        ("in_hand", "in_hand", ("house", "anywhere")),
        ("break_due", "break_due", "bool"),
    )
)
_MANUAL = (
    ("score", "score", None),
    ("frames", "frames", None),
    ("striker", "striker", SIDES),
)
_CAROM = (
    _SCORED
    + _PLAYED
    + _BREAKS
    + (
        ("innings", "innings", None),
        ("average", "average", None),
        ("equalising", "equalising", "bool"),
    )
)
_BILLIARDS = (
    _SCORED
    + _PLAYED
    + _BREAKS
    + (
        ("hazards", "hazards", None),
        ("cannons", "cannons", None),
        ("off", "off", "bool"),
        ("in_hand", "hand", ("D",)),
        ("choice", "choice", "bits"),
    )
)

_STATES = {
    "snooker": _SNOOKER,
    "nine-ball": _NINE_BALL,
    "eight-ball": _EIGHT_BALL,
    "14.1": _STRAIGHT,
    "pyramid": _PYRAMID,
    "manual": _MANUAL,
    "ten-ball": _NINE_BALL,
    "free-pyramid": tuple(row for row in _PYRAMID if row[0] not in ("take", "in_hand")),
    "dynamic-pyramid": _PYRAMID,
    "carom": _CAROM,
    "billiards": _BILLIARDS,
}


def state_rows(game: str):
    """The rows of a game, one of NAMES."""
    return _STATES[game] + _ENDED
