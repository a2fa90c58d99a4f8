"""Ten-ball: the lowest ball first, every shot called, the ten wins the rack.

Sources: W-WPA25 (the world rules, 2025) and W-UPA (the American professionals' rules), W-WPA16
for the warning. What a stroke, a push-out and a foul do to the table is nine-ball's way.
"""

from micropython import const

from rules.nine_ball import NineBall

_TEN = const(1 << 9)

# The kind behind those of nine-ball.
MISCALL = const(24)


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
    )

    def may_miscall(self, balls):
        return self._may_stroke(balls)

    def do_miscall(self, balls):
        """Balls fell fairly, but not as called: the opponent says who goes on, W-WPA25."""
        self._forgive(self.striker)
        self._offer(balls)

    def _wins(self, balls):
        """The ten alone is the ten called; with others it fell by the way and is spotted."""
        if self.break_due:
            return balls & _TEN and self._TEN_WINS_ON_BREAK[self.preset]
        if balls != _TEN:
            return False
        return self.on == 10 or self._TEN_WINS_EARLY[self.preset]


Game = TenBall
