"""Nine-ball: the lowest ball first, the nine wins the rack.

Sources: 000/9B1-12 (Polish), 003/9B and 003/GP (Russian), W-WPA16 for the warning. What the two
presets see differently has no bearing on the board, so they give the same state.
"""

from micropython import const

from rules.match import (
    CHOICE_PLAY,
    CORRECT,
    FLAG,
    POINTS,
    Match,
)
from rules.refusals import ACCEPTED, NOT_NOW, RANGE

ANYWHERE = const(0)
_PASS = const(2)  # `choice`: the opponent may hand a push-out back

# The kinds of nine-ball's own events, as OWN_KINDS lists them.
BREAK = const(16)
BREAK_FOUL = const(17)
POT = const(18)
PUSH_OUT = const(19)
HAND_BACK = const(20)
FOUL = const(21)
WARN = const(22)
SET_ON = const(23)


class NineBall(Match):
    """A match of nine-ball; a frame is a rack. See Match for what callers use."""

    GAME = "nine-ball"
    PRESETS = ("seed", "wpa")
    LACKS = (CORRECT, POINTS)

    ALL = 0b111111111  # ball n is bit n - 1
    GAME_BALL = 1 << 8  # wins the rack, is spotted when it may not

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS.update({"preset": ("<seed|wpa>", 0), "three-fouls": ("<warned|plain>", 0)})

    OWN_KINDS: tuple[tuple[str, str], ...] = (
        ("b<set9?>", "break"),
        ("bf<+set9>", "break_foul"),
        ("<set9>", "pot"),
        ("po<+set9>", "push_out"),
        ("pass", "pass"),
        ("f<+set9>", "foul"),
        ("warn", "warn"),
        ("on=<1-9>", "set_on"),
    )

    FIELDS = Match.FIELDS + ("balls", "push", "fouls", "warned", "break_due")
    RANGES = dict(Match.RANGES)
    RANGES.update({"push": FLAG, "fouls": (0, 2), "warned": FLAG, "break_due": FLAG})

    CHOICES: tuple[str, ...] = ("play", "pass")

    def __init__(self, options: dict[str, int]):
        self.balls = self.ALL
        self.push = False  # the next stroke may be a push-out
        self.fouls = [0, 0]  # in a row
        self.warned = [0, 0]
        self.break_due = True
        super().__init__(options)

    def ball_on(self) -> int:
        """The lowest ball on the table; 0 while the rack is over."""
        if self.frame_over:
            return 0
        ball = 1
        while ball < 10 and not self.balls >> ball - 1 & 1:
            ball += 1
        return ball

    def left(self) -> int:
        """How many balls are on the table."""
        count = 0
        balls = self.balls
        while balls > 0:
            count += balls & 1
            balls >>= 1
        return count

    def possible(self):
        """The ball that wins the rack is on the table until the rack is over."""
        if self.balls > self.ALL or not self.frame_over and not self.balls & self.GAME_BALL:
            return False
        return super().possible()

    # -- the break, 000/9B3, 003/9B §3 --------------------------------------------------------

    def may_break(self, balls):
        return ACCEPTED if self.break_due else NOT_NOW

    def do_break(self, balls):
        self._fair_stroke(balls)
        self.push = not self.frame_over

    def may_break_foul(self, balls):
        return ACCEPTED if self.break_due else NOT_NOW

    def do_break_foul(self, balls):
        self._foul(balls)

    # -- fair strokes -------------------------------------------------------------------------

    def may_fair(self, arg):
        return NOT_NOW if self.break_due else ACCEPTED

    def do_fair(self, arg):
        self._fair_stroke(0)

    def may_pot(self, balls):
        return self._may_stroke(balls)

    def do_pot(self, balls):
        self._fair_stroke(balls)

    def may_push_out(self, balls):
        return self._may_stroke(balls) if self.push else NOT_NOW

    def do_push_out(self, balls):
        """Announced right after a fair break; the opponent chooses: 000/9B5, 003/9B §5."""
        self._offer(balls)

    def may_pass(self, arg):
        return ACCEPTED if self.choice & _PASS else NOT_NOW

    def do_pass(self, arg):
        self.choice = 0
        self.turn = self.turn - 1 & 3

    # -- fouls, 000/9B6-12, 003/9B §6-11 ------------------------------------------------------

    def may_foul(self, balls):
        return self._may_stroke(balls)

    def do_foul(self, balls):
        self._foul(balls)

    def may_warn(self, arg):
        return ACCEPTED if self._due_for_warning(0) or self._due_for_warning(1) else NOT_NOW

    def do_warn(self, arg):
        for side in range(2):
            if self._due_for_warning(side):
                self.warned[side] = 1

    def _due_for_warning(self, side):
        return self.fouls[side] == 2 and not self.warned[side]

    def _foul(self, balls):
        """The nine comes back, the others stay down; the third foul in a row may lose the rack."""
        side = self.striker()
        self._stroke(balls & ~self.GAME_BALL)
        if self.fouls[side] < 2:
            self.fouls[side] += 1
        elif self.warned[side] or self.option("three-fouls"):
            self._end_frame(1 - side)
            return
        self._pass_turn()
        self.in_hand = ANYWHERE

    # -- set-up -------------------------------------------------------------------------------

    def do_set_on(self, ball):
        self._set_up()
        self.balls = self.ALL & ~((1 << ball - 1) - 1)
        self.break_due = False

    # -- steps --------------------------------------------------------------------------------

    def _may_stroke(self, balls):
        if self.break_due:
            return NOT_NOW
        return RANGE if balls & ~self.balls else ACCEPTED

    def _stroke(self, balls):
        self._clear()
        self.break_due = False
        self.balls &= ~balls

    def _offer(self, balls):
        """The visit ends with these balls down, and the opponent says who goes on."""
        self._stroke(balls & ~self.GAME_BALL)
        self._pass_turn()
        self.choice = CHOICE_PLAY | _PASS

    def _fair_stroke(self, balls):
        side = self.striker()
        wins = self._wins(balls)
        self._stroke(balls if wins else balls & ~self.GAME_BALL)
        self._forgive(side)
        if wins:
            self._end_frame(side)
        elif not balls:
            self._pass_turn()

    def _wins(self, balls):
        """Whether the rack is won by these balls, potted in a fair stroke."""
        return balls & self.GAME_BALL

    def _forgive(self, side):
        self.fouls[side] = 0
        self.warned[side] = 0

    def _set_table(self):
        self.balls = self.ALL
        self.break_due = True
        self._forgive(0)
        self._forgive(1)

    def _clear(self):
        super()._clear()
        self.push = False

    def _close_frame(self, winner):
        super()._close_frame(winner)
        self.break_due = False
        self._forgive(1 - winner)


Game = NineBall
