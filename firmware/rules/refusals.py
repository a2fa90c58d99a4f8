"""Why an event is refused, as small integers in the order in which reasons count.

Where several reasons fit, the lowest number is the one to give (see docs/scoresheet.md).
"""

from micropython import const

ACCEPTED = const(0)
BAD_TOKEN = const(1)  # no such event in this game
OVER = const(2)  # the frame or the match has ended
NOT_NOW = const(3)  # a known event at a moment when the rules do not allow it
NOT_ON = const(4)  # that ball may not be scored now
RANGE = const(5)  # more balls than there are, a number too large
EMPTY_UNDO = const(6)  # nothing to undo or redo

CODES = (None, "bad-token", "over", "not-now", "not-on", "range", "empty-undo")
