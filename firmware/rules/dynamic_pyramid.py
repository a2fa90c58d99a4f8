"""Dynamic pyramid: as combined pyramid, but the fallen white is played from anywhere.

Sources: W-PYd (overviews of the game; its official text is known here only in part) and W-PYc
for all that it shares with combined pyramid. What is doubtful is a header key: where the white is
played from after it was lost in a foul, and whether it may fall again at once when it was placed.
"""

from rules.pyramid import ANYWHERE, Pyramid
from rules.refusals import NOT_NOW


class DynamicPyramid(Pyramid):
    """A match of dynamic pyramid. See Match for what callers use."""

    GAME = "dynamic-pyramid"
    PRESETS = ()

    HAND_AFTER_CUE_BALL = ANYWHERE

    OPTIONS = dict(Pyramid.OPTIONS)
    del OPTIONS["preset"]
    OPTIONS["lost-white"] = ("<house|anywhere>", 0)
    OPTIONS["white-again"] = ("<yes|no>", 0)

    def may_cue_ball(self, balls):
        """With `white-again: no` the white that was placed at will may not score itself."""
        if self.in_hand == ANYWHERE and self.option("white-again"):
            return NOT_NOW
        return super().may_cue_ball(balls)

    def _hand_after_loss(self):
        return self.option("lost-white")


Game = DynamicPyramid
