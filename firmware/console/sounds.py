"""What the referee hears: each answer of the board sounds different.

Tunes are pairs of bytes, frequency / 20 Hz and duration / 10 ms; frequency 0 is a rest.
"""

ACCEPTED = bytes((60, 5))  # a short high note
MORE = bytes((100, 1))  # a tick: the sequence goes on
REFUSED = bytes((10, 25))  # a long low buzz
UNDONE = bytes((75, 6, 50, 6, 35, 8))  # falling
REDONE = bytes((35, 6, 50, 6, 75, 8))  # rising
LAPSED = bytes((20, 8, 0, 5, 20, 8))  # two low notes: the sequence is gone
CLOCK_TICK = bytes((110, 4))  # the last five seconds, one each
CLOCK_OVER = bytes((110, 40))  # one long note: time, and nothing else happens
CLOCK_WARNING = bytes((63, 15, 0, 5, 63, 15))  # an interval or the paid time ends soon
FRAME = bytes((50, 10, 63, 10, 75, 20))  # a chord in steps: the frame is over
