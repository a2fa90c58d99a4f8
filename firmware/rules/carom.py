"""Three-cushion carom: a point a stroke, counted in innings, first to the target.

Sources: W-CAR (the world rules of carom billiards and clubs' accounts of them) and W-OTH: a stroke
is worth one point, a foul costs the turn and nothing else. Straight rail, balkline and one cushion
score the same way. Whether the second player gets an equalising inning, and whether the innings
are limited, differs by competition, so these are header keys.
"""

from micropython import const

from rules.match import (
    FLAG,
    NOBODY,
    Match,
)
from rules.refusals import ACCEPTED, RANGE
from rules.target import FORM as TARGET_FORM
from rules.target import split_target, target_fault

_DEFAULT_TARGET = const(40)

SCORE = const(16)
FOUL = const(17)


class Carom(Match):
    """A match of carom; a frame is a game or set to the target. See Match for what callers use."""

    GAME = "carom"

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS.update(
        {
            "target": (TARGET_FORM, _DEFAULT_TARGET),
            "equal-innings": ("<yes|no>", 0),
            "innings": ("<1-99>", 0),
        }
    )

    OWN_KINDS = (("<1-99>", "score"), ("f", "foul"))

    FIELDS = Match.FIELDS + ("innings", "inning_begun")
    RANGES = dict(Match.RANGES)
    RANGES["inning_begun"] = FLAG

    def __init__(self, options: dict[str, int]):
        self.target = split_target(options.get("target", _DEFAULT_TARGET))
        self.innings = [0, 0]  # each counts from its first stroke on
        self.inning_begun = False
        super().__init__(options)

    @classmethod
    def option_fault(cls, options):
        return target_fault(options, _DEFAULT_TARGET) or super().option_fault(options)

    def average(self) -> list[int]:
        """Points an inning of each side, in thousandths, cut off; 0 before its first one."""
        return [self.average_of(0), self.average_of(1)]

    def average_of(self, side: int) -> int:
        """One side's points an inning, in thousandths."""
        innings = self.innings[side]
        return self.score[side] * 1000 // innings if innings else 0

    def equalising(self) -> bool:
        """Whether this inning can only draw level: the opener has his target already."""
        if self.frame_over or self.option("equal-innings"):
            return False
        return bool(self.turn & 1) and self._has_target(self.opener)

    def left_of(self, side: int) -> int:
        """How many points a side may still score; a correction over the target leaves one."""
        return max(1, self.target[side] - self.score[side])

    # -- strokes, W-CAR -----------------------------------------------------------------------

    def may_score(self, points):
        return ACCEPTED if points <= self.left_of(self.striker()) else RANGE

    def do_score(self, points):
        side = self.striker()
        self._begin_inning()
        self._add_to_break(points)
        if not self._has_target(side):
            return
        if self.equalising():
            self._end_frame(NOBODY)
        elif side == self.opener and not self.option("equal-innings"):
            self._end_inning()
        else:
            self._end_frame(side)

    def do_fair(self, arg):
        self._begin_inning()
        if self.equalising():
            self._end_frame(self.opener)
        elif self._is_last_inning():
            self._end_frame(self._nearer())
        else:
            self._end_inning()

    def do_foul(self, arg):
        """A foul costs the turn and nothing else."""
        self.do_fair(arg)

    # -- steps --------------------------------------------------------------------------------

    def _begin_inning(self):
        if not self.inning_begun:
            self.inning_begun = True
            self.innings[self.striker()] += 1

    def _end_inning(self):
        self.inning_begun = False
        self._pass_turn()

    def _is_last_inning(self):
        """Whether the game is limited and the second player has had as many innings."""
        limit = self.option("innings")
        return limit and self.turn & 1 and self.innings[self.striker()] >= limit

    def _nearer(self):
        """The side with the larger part of its target."""
        return self._leader(self.score[0] * self.target[1], self.score[1] * self.target[0])

    def _has_target(self, side):
        return self.score[side] >= self.target[side]

    def do_turn(self, arg):
        """The other side begins an inning; the one that was cut short stays counted."""
        if arg & 1 != self.striker():
            self.inning_begun = False
        super().do_turn(arg)

    def _set_table(self):
        self.innings[0] = self.innings[1] = 0
        self.inning_begun = False


Game = Carom
