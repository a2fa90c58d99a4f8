"""Combined pyramid: one white, fifteen balls, first to eight.

Source: 003/KP (Russian); W-PYc for the penalty, which the seed leaves to rules it does not hold.
Always score A + score B + balls on the table = 15, before corrections and handicaps.
"""

from micropython import const

from rules.match import (
    FLAG,
    NOBODY,
    Match,
)
from rules.refusals import ACCEPTED, NOT_NOW, RANGE
from rules.target import FORM as TARGET_FORM
from rules.target import split_target, target_fault

_ENOUGH = const(15)  # where so many are scored, one of the sides has its target
_DEFAULT_TARGET = const(8)

_HOUSE = const(0)
ANYWHERE = const(1)  # variants of the game give the white in hand so

POT = const(16)
CUE_BALL = const(17)
TAKE = const(18)
FOUL = const(19)

FOUL_WHITE_LOST = const(1)


class Pyramid(Match):
    """A match of combined pyramid. See Match for what callers use."""

    GAME = "pyramid"
    PRESETS: tuple[str, ...] = ("seed",)

    RACK = 15  # balls on the table that can be scored
    HAND_AFTER_CUE_BALL = _HOUSE  # where the fallen white is played from

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS.update(
        {
            "preset": ("seed", 0),
            "start": ("<0-999>-<0-999>", 0),
            "target": (TARGET_FORM, _DEFAULT_TARGET),
        }
    )

    OWN_KINDS = (
        ("<1-8>", "pot"),
        ("<1-8?>c", "cue_ball"),
        ("take", "take"),
        ("f<|w>", "foul"),
    )

    FIELDS = Match.FIELDS + ("on_table", "take", "break_due")
    RANGES = dict(Match.RANGES)
    RANGES.update(
        {"on_table": (0, 16), "take": FLAG, "break_due": FLAG, "in_hand": (NOBODY, ANYWHERE)}
    )

    def __init__(self, options: dict[str, int]):
        self.target = split_target(options.get("target", _DEFAULT_TARGET))
        self.on_table = self.RACK
        self.take = False  # a ball may be taken for the fallen white
        self.break_due = True
        super().__init__(options)

    @classmethod
    def option_fault(cls, options):
        target = split_target(options.get("target", _DEFAULT_TARGET))
        start = options.get("start", 0)
        if sum(target) - (start & 1023) - (start >> 10) > _ENOUGH + 1:
            return "target"  # both could fall short of it with no ball left
        return target_fault(options, _DEFAULT_TARGET) or super().option_fault(options)

    # -- strokes, 003/KP §3-4 -----------------------------------------------------------------

    def may_pot(self, balls):
        return ACCEPTED if balls <= self.on_table else RANGE

    def do_pot(self, balls):
        """Whatever falls in a fair stroke counts, the break included."""
        self._stroke()
        self._score(balls)

    def may_cue_ball(self, balls):
        return ACCEPTED if balls <= self.on_table else RANGE

    def do_cue_ball(self, balls):
        """The white fell off a ball: a ball may be taken for it, then he plays from the house."""
        self._stroke()
        self.take = True
        self.in_hand = self.HAND_AFTER_CUE_BALL
        self._score(balls)

    def may_take(self, arg):
        if not self.take:
            return NOT_NOW
        return ACCEPTED if self.on_table else RANGE

    def do_take(self, arg):
        self.take = False
        self._score(1)

    def do_fair(self, arg):
        self._stroke()
        self._pass_turn()

    def may_foul(self, arg):
        return ACCEPTED if self.on_table else RANGE

    def do_foul(self, arg):
        """The opponent gets a point and takes a ball off the table for it, W-PYc."""
        opponent = 1 - self.striker()
        self._stroke()
        self.on_table -= 1
        self.score[opponent] += 1
        if self.score[opponent] >= self.target[opponent]:
            self._end_frame(opponent)
            return
        self._pass_turn()
        if arg & FOUL_WHITE_LOST:
            self.in_hand = self._hand_after_loss()

    def _hand_after_loss(self):
        return _HOUSE

    # -- set-up -------------------------------------------------------------------------------

    def may_points(self, arg):
        made_a = (arg & 16383) - self.start[0]
        made_b = (arg >> 14) - self.start[1]
        if made_a < 0 or made_b < 0 or made_a + made_b >= _ENOUGH:
            return RANGE
        return super().may_points(arg)

    def do_points(self, arg):
        super().do_points(arg)
        self.on_table = self.RACK - (sum(self.score) - sum(self.start))

    # -- steps --------------------------------------------------------------------------------

    def _stroke(self):
        self._clear()
        self.break_due = False

    def _score(self, balls):
        side = self.striker()
        self.on_table -= balls
        self._add_to_break(balls)
        if self.score[side] >= self.target[side]:
            self._end_frame(side)

    def _set_table(self):
        self.on_table = self.RACK
        self.break_due = True

    def _clear(self):
        super()._clear()
        self.take = False

    def _close_frame(self, winner):
        super()._close_frame(winner)
        self.break_due = False


Game = Pyramid
