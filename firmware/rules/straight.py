"""14.1 continuous: one point a called ball, racked again when fourteen are down.

Source: 003/14.1 (Russian) and 003/GP; W-141 for what the current world rules do differently.
"""

from micropython import const

from rules.match import (
    CHOICE_PLAY,
    FLAG,
    Match,
)
from rules.refusals import ACCEPTED, NOT_NOW, RANGE
from rules.target import FORM as TARGET_FORM
from rules.target import split_target, target_fault

RACK = const(15)
_DEFAULT_TARGET = const(150)
_BREAK_FOUL = const(2)  # 003/14.1 §6
_FOUL = const(1)  # 003/14.1 §11
_NO_LIMIT = const(1 << 28)
_DELIBERATE = const(16)  # 003/14.1 §7.5

KITCHEN = const(0)
REBREAK = const(2)  # `choice`: the offender breaks a full rack

POT = const(16)
SAFE = const(17)
BREAK_FOUL = const(18)
FOUL = const(19)
ORDER_REBREAK = const(20)

# A foul's argument.
FOUL_WHITE_LOST = const(1)
FOUL_DELIBERATE = const(2)


class Straight(Match):
    """A match of 14.1; a frame is one game to the target. See Match for what callers use."""

    GAME = "14.1"
    PRESETS = ("seed", "wpa")

    #              seed wpa
    _THIRD_FOUL = (15, 16)  # 003/14.1 §7.2, §12; W-141 §12

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS.update(
        {
            "preset": ("<seed|wpa>", 0),
            "start": ("<0-999>-<0-999>", 0),
            "target": (TARGET_FORM, _DEFAULT_TARGET),
        }
    )

    OWN_KINDS = (
        ("<1-15>", "pot"),
        ("safe", "safe"),
        ("bf<|w>", "break_foul"),
        ("f<|w|!>", "foul"),
        ("rebreak", "rebreak"),
    )

    FIELDS = Match.FIELDS + ("on_table", "racks", "fouls", "break_due")
    RANGES = dict(Match.RANGES)
    RANGES.update({"on_table": (2, RACK), "fouls": (0, 2), "break_due": FLAG})

    CHOICES = ("play", "rebreak")

    def __init__(self, options: dict[str, int]):
        self.target = split_target(options.get("target", _DEFAULT_TARGET))
        self.on_table = RACK
        self.racks = 0
        self.fouls = [0, 0]  # in a row
        self.break_due = True
        super().__init__(options)

    @classmethod
    def option_fault(cls, options):
        return target_fault(options, _DEFAULT_TARGET) or super().option_fault(options)

    # -- strokes ------------------------------------------------------------------------------

    def may_pot(self, balls):
        return ACCEPTED if balls <= self.on_table else RANGE

    def do_pot(self, balls):
        side = self.striker()
        self._fair_stroke()
        self.on_table -= balls
        if self.on_table <= 1:
            self._rack()  # fourteen or all: 003/14.1 §7.3
        self._add_to_break(balls)
        if self.score[side] >= self.target[side]:
            self._end_frame(side)

    def do_fair(self, arg):
        self._fair_stroke()
        self._pass_turn()

    def do_safe(self, arg):
        """Declared: what fell does not count and is spotted: 003/14.1 §7.4."""
        self.do_fair(arg)

    # -- fouls, 003/14.1 §6, §7.5, §11, §12 ---------------------------------------------------

    def may_break_foul(self, arg):
        return ACCEPTED if self.break_due else NOT_NOW

    def do_break_foul(self, arg):
        """The break's demands were not met; never one of three fouls in a row."""
        self.score[self.striker()] -= self.penalty(BREAK_FOUL, arg)
        self._stroke()
        self._pass_turn()
        self.choice = CHOICE_PLAY | REBREAK
        if arg & FOUL_WHITE_LOST:
            self.in_hand = KITCHEN

    def do_foul(self, arg):
        side = self.striker()
        third = self.fouls[side] == 2
        self.score[side] -= self.penalty(FOUL, arg)
        self._stroke()
        if third:
            self.fouls[side] = 0
            self._break_full_rack()
            return
        self.fouls[side] += 1
        self._pass_turn()
        if arg:
            self.in_hand = KITCHEN
        if arg & FOUL_DELIBERATE:
            self.choice = CHOICE_PLAY | REBREAK

    def penalty(self, kind: int, arg: int) -> int:
        """The points that this foul costs the player at the table now."""
        if kind == BREAK_FOUL:
            return _BREAK_FOUL
        if arg & FOUL_DELIBERATE:
            return _DELIBERATE
        return self._THIRD_FOUL[self.preset] if self.fouls[self.striker()] == 2 else _FOUL

    def may_rebreak(self, arg):
        return ACCEPTED if self.choice & REBREAK else NOT_NOW

    def do_rebreak(self, arg):
        self._clear()
        self.turn = self.turn - 1 & 3
        self._break_full_rack()

    # -- steps --------------------------------------------------------------------------------

    def do_restart(self, arg):
        """A new rack; the score, the run's record and the fouls stay: 003/GP §28."""
        self._clear()
        self.turn = 0
        self.break_ = 0
        self._break_full_rack()

    def _stroke(self):
        self._clear()
        self.break_due = False

    def _fair_stroke(self):
        self.fouls[self.striker()] = 0
        self._stroke()

    def _rack(self):
        self.on_table = RACK
        self.racks += 1

    def _break_full_rack(self):
        self._rack()
        self.break_due = True

    def _set_table(self):
        self.racks = 0
        self.fouls[0] = self.fouls[1] = 0
        self._break_full_rack()

    def _close_frame(self, winner):
        super()._close_frame(winner)
        self.break_due = False

    def _least_score(self):
        return -_NO_LIMIT


Game = Straight
