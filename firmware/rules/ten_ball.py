"""Ten-ball: the lowest ball first, every shot called, the ten wins the rack.

Sources: W-WPA25 (the world rules, 2025) and W-UPA (the American professionals' rules), W-WPA16
for the warning. What a stroke, a push-out and a foul do to the table is nine-ball's way.
"""

from micropython import const

from rules.match import (
    AWARD,
    CONCEDE,
    MATCH,
    RESTART,
)
from rules.nine_ball import NineBall
from rules.refusals import ACCEPTED, NOT_NOW

_TEN = const(1 << 9)

# `choice` after an illegal break: who breaks a new rack.
RERACK = const(4)
REBREAK = const(8)

# The kinds behind those of nine-ball.
MISCALL = const(24)
ILLEGAL_BREAK = const(25)
ORDER_RERACK = const(26)
ORDER_REBREAK = const(27)

_WITHOUT_A_RACK = (CONCEDE, AWARD, MATCH, RESTART, ORDER_RERACK, ORDER_REBREAK)


class TenBall(NineBall):
    """A match of ten-ball; a frame is a rack. See Match for what callers use."""

    GAME = "ten-ball"
    PRESETS = ("wpa", "upa")

    ALL = 0b1111111111
    GAME_BALL = _TEN

    # What the editions see differently.
    #                       wpa    upa
    _TEN_WINS_ON_BREAK = (False, True)
    _TEN_WINS_EARLY = (False, True)  # called while lower balls are on the table
    _BREAK_ILLEGAL = (False, True)  # too few balls at the cushions: a foul, or a new rack

    OPTIONS = dict(NineBall.OPTIONS)
    OPTIONS["preset"] = ("<wpa|upa>", 0)

    OWN_KINDS = (
        ("b<set10?>", "break"),
        ("bf<+set10>", "break_foul"),
        ("<set10>", "pot"),
        ("po<+set10>", "push_out"),
        ("pass", "pass"),
        ("f<+set10>", "foul"),
        ("warn", "warn"),
        ("on=<1-10>", "set_on"),
        ("x<set10>", "miscall"),
        ("bi", "illegal_break"),
        ("rerack", "rerack"),
        ("rebreak", "rebreak"),
    )
    CHOICES = ("play", "pass", "rerack", "rebreak")

    def may_miscall(self, balls):
        return self._may_stroke(balls)

    def do_miscall(self, balls):
        """Balls fell fairly, but not as called: the opponent says who goes on, W-WPA25."""
        self._forgive(self.striker())
        self._offer(balls)

    def may_illegal_break(self, arg):
        return ACCEPTED if self.break_due and self._BREAK_ILLEGAL[self.preset] else NOT_NOW

    def do_illegal_break(self, arg):
        """No foul, but a new rack, W-UPA 3.0: the opponent says who breaks it."""
        self._stroke(0)
        self._pass_turn()
        self.choice = RERACK | REBREAK

    def may_rerack(self, arg):
        return ACCEPTED if self.choice & RERACK else NOT_NOW

    def do_rerack(self, arg):
        self._clear()
        self.break_due = True

    def may_rebreak(self, arg):
        return self.may_rerack(arg)

    def do_rebreak(self, arg):
        self.do_rerack(arg)
        self.turn = self.turn - 1 & 3

    def _holds_back(self, kind):
        """After an illegal break no ball is played, and no position set up, before the choice."""
        return self.choice & RERACK and kind not in _WITHOUT_A_RACK

    def _wins(self, balls):
        """The ten alone is the ten called; with others it fell by the way and is spotted."""
        if self.break_due:
            return balls & _TEN and self._TEN_WINS_ON_BREAK[self.preset]
        if balls != _TEN:
            return False
        return self.ball_on() == 10 or self._TEN_WINS_EARLY[self.preset]


Game = TenBall
