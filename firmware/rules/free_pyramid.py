"""Free pyramid: sixteen balls, any of them may be the cue ball, first to eight.

Sources: W-PYf (the game) and W-PYc (the penalty, as in combined pyramid). Since no ball is the
white, nothing is taken for it and nothing is in hand after the break. Always score A + score B +
balls on the table = 16, before corrections and handicaps.
"""

from rules.pyramid import CUE_BALL, TAKE, Pyramid


class FreePyramid(Pyramid):
    """A match of free pyramid. See Match for what callers use."""

    GAME = "free-pyramid"
    PRESETS = ()
    LACKS = (CUE_BALL, TAKE)

    RACK = 16

    OPTIONS = dict(Pyramid.OPTIONS)
    del OPTIONS["preset"]

    # The kinds of combined pyramid, of which a foul cannot lose the white.
    OWN_KINDS = Pyramid.OWN_KINDS[:-1] + (("f", "foul"),)


Game = FreePyramid
