"""English billiards: cannons, pots and in-offs with three balls, to points or until time.

Sources: W-OTH and W-EB (summaries of the rules of the game), which agree on what strokes score:
cannon 2, white potted or gone in-off 2, red potted or gone in-off 3, all that is made in one
stroke added up. Of fouls and limits editions differ, so these are header keys.

Each side has its own white. One that fell stays away until its owner plays, from the D; until
then nothing can be scored with it. So the first visit of a frame knows only the red.
"""

from micropython import const

from rules.match import (
    CHOICE_PLAY,
    FLAG,
    NOBODY,
    Match,
)
from rules.refusals import ACCEPTED, NOT_NOW, NOT_ON, RANGE
from rules.target import FORM as TARGET_FORM
from rules.target import split_target, target_fault

_DEFAULT_TARGET = const(100)
_DEFAULT_FOUL = const(2)
_DEFAULT_HAZARDS = const(15)
_DEFAULT_CANNONS = const(75)

_TO_TIME = const(1)

IN_D = const(0)
SPOT = const(2)  # `choice`: the balls are spotted and the incoming player plays from the D

SCORE = const(16)
FOUL = const(17)
ORDER_SPOT = const(18)
TIME = const(19)

# The argument of a scoring stroke: what was made in it.
CANNON = const(1)
POT_WHITE = const(2)
POT_RED = const(4)
IN_OFF_WHITE = const(8)
IN_OFF_RED = const(16)
_IN_OFF = const(24)
_HAZARDS = const(30)
_WITH_WHITE = const(11)  # cannon, white potted, in-off the white

# A foul's argument.
FOUL_OWN_OFF = const(1)
FOUL_WHITE_OFF = const(2)


def points_of(made: int) -> int:
    """The points of a stroke in which this was made."""
    points = 0
    for value in (2, 2, 3, 2, 3):
        if made & 1:
            points += value
        made >>= 1
    return points


class Billiards(Match):
    """A match of English billiards; a frame is a game. See Match for what callers use."""

    GAME = "billiards"

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS.update(
        {
            "start": ("<0-999>-<0-999>", 0),
            "target": (TARGET_FORM, _DEFAULT_TARGET),
            "to": ("<points|time>", 0),
            "foul": ("<1-9>", _DEFAULT_FOUL),
            "hazards": ("<0-99>", _DEFAULT_HAZARDS),
            "cannons": ("<0-99>", _DEFAULT_CANNONS),
        }
    )

    OWN_KINDS = (
        ("<|c><|w><|r><|iw|ir>", "score"),
        ("f<|i><|w>", "foul"),
        ("spot", "spot"),
        ("time", "time"),
    )

    FIELDS = Match.FIELDS + ("off", "hazards", "cannons")
    RANGES = dict(Match.RANGES)
    RANGES["off"] = FLAG

    CHOICES = ("play", "spot")

    def __init__(self, options: dict[str, int]):
        self.target = split_target(options.get("target", _DEFAULT_TARGET))
        self.off = [0, 0]  # whose white is away from the table
        self.hazards = 0  # in a row without a cannon
        self.cannons = 0  # in a row without a hazard
        super().__init__(options)

    @classmethod
    def option_fault(cls, options):
        return target_fault(options, _DEFAULT_TARGET) or super().option_fault(options)

    def hand(self) -> int:
        """IN_D while the player at the table plays from there, else NOBODY."""
        return IN_D if self.off[self.striker()] else NOBODY

    # -- strokes ------------------------------------------------------------------------------

    def may_score(self, made):
        if made & CANNON and made & _HAZARDS == 0 and self._reached("cannons", self.cannons):
            return NOT_ON
        if not made & CANNON and self._reached("hazards", self.hazards):
            return NOT_ON
        if not made or made & _IN_OFF == _IN_OFF:
            return RANGE
        return RANGE if made & _WITH_WHITE and self.off[1 - self.striker()] else ACCEPTED

    def nears_limit(self, strokes: int) -> bool:
        """Whether so many hazards or cannons more, or fewer, would reach a limit."""
        hazards, cannons = self.hazards + strokes, self.cannons + strokes
        return self._reached("hazards", hazards) or self._reached("cannons", cannons)

    def _reached(self, limit, count):
        most = self.option(limit)
        return most > 0 and count >= most

    def do_score(self, made):
        side = self.striker()
        self._stroke()
        self._count_row(made)
        self.off[side] = 1 if made & _IN_OFF else 0
        if made & POT_WHITE:
            self.off[1 - side] = 1
        self._add_to_break(points_of(made))
        self._ends_at_target(side)

    def _count_row(self, made):
        """Hazards in a row end with a cannon, cannons in a row with a hazard."""
        hazards = made >> 1 & 1
        hazards += made >> 2 & 1
        hazards += 1 if made & _IN_OFF else 0
        self.hazards = 0 if made & CANNON else self.hazards + hazards
        self.cannons = 0 if hazards else self.cannons + 1

    def do_fair(self, arg):
        self._stroke()
        self._end_visit()

    def may_foul(self, arg):
        if arg & FOUL_WHITE_OFF and self.off[1 - self.striker()]:
            return RANGE
        return ACCEPTED

    def do_foul(self, arg):
        """The opponent gets the points, and plays on or has the balls spotted."""
        side = self.striker()
        self._stroke()
        if arg & FOUL_OWN_OFF:
            self.off[side] = 1
        if arg & FOUL_WHITE_OFF:
            self.off[1 - side] = 1
        self.score[1 - side] += self.option("foul")
        if not self._ends_at_target(1 - side):
            self._end_visit()
            self.choice = CHOICE_PLAY | SPOT

    def may_spot(self, arg):
        return ACCEPTED if self.choice & SPOT else NOT_NOW

    def do_spot(self, arg):
        side = self.striker()
        self.choice = 0
        self.off[side] = 1
        self.off[1 - side] = 0

    # -- the end ------------------------------------------------------------------------------

    def may_time(self, arg):
        return ACCEPTED if self.option("to") == _TO_TIME else NOT_NOW

    def do_time(self, arg):
        """Time is called: the game is his who has more points."""
        self._end_frame(self._leader(self.score[0], self.score[1]))

    def _ends_at_target(self, side):
        """End the game if this side has its points; whether it has."""
        if self.option("to") == _TO_TIME or self.score[side] < self.target[side]:
            return False
        self._end_frame(side)
        return True

    # -- steps --------------------------------------------------------------------------------

    def _stroke(self):
        """Whoever plays has his white on the table, and the choice is made."""
        self.choice = 0
        self.off[self.striker()] = 0

    def _end_visit(self):
        self._end_row()
        self._pass_turn()

    def _end_row(self):
        self.hazards = 0
        self.cannons = 0

    def _set_table(self):
        self.off[0] = self.off[1] = 1

    def _clear(self):
        super()._clear()
        self._end_row()
        self.off[0] = self.off[1] = 0


Game = Billiards
