"""Eight-ball: the own group first, then the eight in a separate called stroke.

Sources: 000/8B1-21 (Polish), 003/8B and 003/GP (Russian), W-WPA25 (the current world rules).
"""

from micropython import const

from rules.match import (
    CHOICE_PLAY,
    CORRECT,
    FLAG,
    FRAMES,
    NOBODY,
    POINTS,
    SIDE_OR_NOBODY,
    TURN,
    Match,
)
from rules.refusals import ACCEPTED, NOT_NOW, NOT_ON, RANGE

SOLIDS = const(0)
STRIPES = const(1)

ANYWHERE = const(0)
KITCHEN = const(1)

# `on` for the player at the table.
_ON_NOTHING = const(0)
_ON_ANY = const(1)
ON_EIGHT = const(4)

# `choice` beside "play".
SPOT = const(2)
RERACK = const(4)
REBREAK = const(8)
FROM_KITCHEN = const(16)

# Balls that fell, from the lowest bit: solids (4), stripes (4), the eight (1), and whether the
# first one named is a stripe (1). The eight's own event has its `x` below all that.
COUNT = const(15)
STRIPES_SHIFT = const(4)
EIGHT = const(1 << 8)
STRIPES_FIRST = const(1 << 9)
OTHER_POCKET = const(1)

BREAK = const(16)
BREAK_ILLEGAL = const(17)
BREAK_FOUL = const(18)
BREAK_OFF = const(19)
POT = const(20)
POT_EIGHT = const(21)
SAFE = const(22)
FOUL = const(23)
ORDER_RERACK = const(24)
ORDER_REBREAK = const(25)
ORDER_SPOT = const(26)
ORDER_KITCHEN = const(27)


class EightBall(Match):
    """A match of eight-ball; a frame is a rack. See Match for what callers use."""

    GAME = "eight-ball"
    PRESETS = ("seed", "wpa", "coin")
    LACKS = (CORRECT, POINTS)

    #                        seed   wpa   coin
    _EIGHT_ON_BREAK_ENDS = (False, False, True)  # 003/8B §5 note
    _CALL_CLAIMS_GROUP = (False, True, False)  # the eight on an open table, W-WPA25

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS["preset"] = ("<seed|wpa|coin>", 0)

    KINDS = (("-<+kinds>", "fair"),) + Match.KINDS[1:]
    OWN_KINDS = (
        ("b<+kinds>", "break"),
        ("bi", "break_illegal"),
        ("bf<+kinds>", "break_foul"),
        ("bo<+kinds>", "break_off"),
        ("<kinds>", "pot"),
        ("8<|x><+kinds-8>", "eight"),
        ("safe<+kinds>", "safe"),
        ("f<+kinds>", "foul"),
        ("rerack", "rerack"),
        ("rebreak", "rebreak"),
        ("spot", "spot"),
        ("kitchen", "kitchen"),
    )

    FIELDS = Match.FIELDS + ("solids_side", "left", "break_due")
    RANGES = dict(Match.RANGES)
    RANGES.update({"solids_side": SIDE_OR_NOBODY, "left": (0, 7), "break_due": FLAG})
    RANGES["in_hand"] = (NOBODY, KITCHEN)

    CHOICES = ("play", "spot", "rerack", "rebreak", "kitchen")

    def __init__(self, options: dict[str, int]):
        self.solids_side = NOBODY  # the side that has the solids, NOBODY on an open table
        self.left = [7, 7]  # solids, stripes
        self.break_due = True
        super().__init__(options)

    def ball_on(self) -> int:
        """What the player at the table may call, as states.py names it; ON_EIGHT is one."""
        if self.frame_over:
            return _ON_NOTHING
        group = self.group()
        if group == NOBODY:
            return _ON_ANY
        return _ON_ANY + 1 + group if self.left[group] else ON_EIGHT

    def group(self) -> int:
        """The group of the player at the table, NOBODY on an open table."""
        if self.solids_side == NOBODY:
            return NOBODY
        return SOLIDS if self.solids_side == self.striker() else STRIPES

    # -- the break, 000/8B6-9, 003/8B §5 ------------------------------------------------------

    def may_break(self, balls):
        return self._may_break(balls)

    def do_break(self, balls):
        if balls & EIGHT and self._EIGHT_ON_BREAK_ENDS[self.preset]:
            self._stroke(balls)
            self._end_frame(self.striker())
            return
        self._stroke(balls)
        if balls & EIGHT:
            self.choice = SPOT | REBREAK
        elif not balls:
            self._pass_turn()

    def may_break_illegal(self, arg):
        return self._may_break(0)

    def do_break_illegal(self, arg):
        self._stroke(0)
        self._pass_turn()
        self.choice = CHOICE_PLAY | RERACK | REBREAK

    def may_break_foul(self, balls):
        return self._may_break(balls)

    def do_break_foul(self, balls):
        """The cue ball is lost: the opponent from the kitchen; the table stays open."""
        if not self._eight_lost_on_break(balls):
            self.in_hand = KITCHEN

    def may_break_off(self, balls):
        return self._may_break(balls)

    def do_break_off(self, balls):
        """An object ball left the table."""
        if not self._eight_lost_on_break(balls):
            if balls & EIGHT:
                self.in_hand = KITCHEN
            else:
                self.choice = CHOICE_PLAY | FROM_KITCHEN

    def _eight_lost_on_break(self, balls):
        """Pass the turn after a fouled break; true when the eight has lost the rack."""
        self._stroke(balls)
        if balls & EIGHT and self._EIGHT_ON_BREAK_ENDS[self.preset]:
            self._end_frame(1 - self.striker())
            return True
        self._pass_turn()
        if balls & EIGHT:
            self.choice = SPOT | RERACK
        return False

    def _may_break(self, balls):
        return self._enough(balls) if self.break_due else NOT_NOW

    # -- the choices --------------------------------------------------------------------------

    def may_rerack(self, arg):
        return ACCEPTED if self.choice & RERACK else NOT_NOW

    def do_rerack(self, arg):
        """The incoming player breaks a new rack."""
        self._clear()
        self._set_table()

    def may_rebreak(self, arg):
        return ACCEPTED if self.choice & REBREAK else NOT_NOW

    def do_rebreak(self, arg):
        """The offender breaks again; the breaker who potted the eight, himself."""
        if self.choice & CHOICE_PLAY:
            self.turn = self.turn - 1 & 3
        self.do_rerack(arg)

    def may_spot(self, arg):
        return ACCEPTED if self.choice & SPOT else NOT_NOW

    def do_spot(self, arg):
        self.choice = 0

    def may_kitchen(self, arg):
        return ACCEPTED if self.choice & FROM_KITCHEN else NOT_NOW

    def do_kitchen(self, arg):
        self.choice = 0
        self.in_hand = KITCHEN

    # -- strokes ------------------------------------------------------------------------------

    def may_fair(self, balls):
        return self._may_stroke(balls)

    def do_fair(self, balls):
        self._stroke(balls)
        self._lose_or_pass(balls)

    def may_pot(self, balls):
        refusal = self._may_stroke(0)
        if refusal != ACCEPTED:
            return refusal
        group = self.group()
        if group != NOBODY and group != self._called(balls):
            return NOT_ON
        return self._enough(balls)

    def do_pot(self, balls):
        """The first called ball of a fair stroke fixes the groups: 000/8B10-11."""
        self._stroke(balls)
        if balls & EIGHT:
            self._end_frame(1 - self.striker())
        elif self.solids_side == NOBODY:
            self._claim(self._called(balls))

    def may_eight(self, arg):
        return self._may_stroke(arg >> 1)

    def do_eight(self, arg):
        """Won when it was on and called, lost otherwise: 000/8B20, 003/8B §15."""
        on_eight = self.ball_on() == ON_EIGHT or self._claims_by_call()
        self._stroke(arg >> 1)
        striker = self.striker()
        self._end_frame(striker if on_eight and not arg & OTHER_POCKET else 1 - striker)

    def may_safe(self, balls):
        return self._may_stroke(balls)

    def do_safe(self, balls):
        self.do_fair(balls)

    def may_foul(self, balls):
        return self._may_stroke(balls)

    def do_foul(self, balls):
        self._stroke(balls)
        self._lose_or_pass(balls)
        if not self.frame_over:
            self.in_hand = ANYWHERE

    # -- steps --------------------------------------------------------------------------------

    def _may_stroke(self, balls):
        if self.break_due or self.choice and not self.choice & CHOICE_PLAY:
            return NOT_NOW
        return self._enough(balls)

    def _enough(self, balls):
        if balls & COUNT > self.left[SOLIDS]:
            return RANGE
        return RANGE if balls >> STRIPES_SHIFT & COUNT > self.left[STRIPES] else ACCEPTED

    def _stroke(self, balls):
        self._clear()
        self.break_due = False
        self.left[SOLIDS] -= balls & COUNT
        self.left[STRIPES] -= balls >> STRIPES_SHIFT & COUNT

    def _lose_or_pass(self, balls):
        if balls & EIGHT:
            self._end_frame(1 - self.striker())
        else:
            self._pass_turn()

    def _called(self, balls):
        return STRIPES if balls & STRIPES_FIRST else SOLIDS

    def _claim(self, group):
        self.solids_side = self.striker() if group == SOLIDS else 1 - self.striker()

    def _claims_by_call(self):
        """Open table, one kind all down, and the rules let the call of the eight claim it."""
        if self.solids_side != NOBODY or not self._CALL_CLAIMS_GROUP[self.preset]:
            return False
        return self.left[SOLIDS] == 0 or self.left[STRIPES] == 0

    def _holds_back(self, kind):
        """No position is set up while the eight on the break waits for a choice."""
        if self.choice and not self.choice & CHOICE_PLAY:
            return kind == FRAMES or kind == TURN
        return False

    def _set_table(self):
        self.solids_side = NOBODY
        self.left[SOLIDS] = self.left[STRIPES] = 7
        self.break_due = True

    def _close_frame(self, winner):
        super()._close_frame(winner)
        self.break_due = False


Game = EightBall
