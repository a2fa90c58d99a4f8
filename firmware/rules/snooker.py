"""Snooker, as one to four players play it, with one to fifteen reds.

The referee enters what happened; penalties, the ball on, free balls, misses and the end of the
frame follow from it. Sources are cited as in docs/rules.md: 000 the Polish, 002 the Persian,
003 the Russian rules, W- the current official book. What the editions see differently stands
in tables before the class, one column a preset.
"""

from micropython import const

from rules.match import (
    FLAG,
    NOBODY,
    Match,
)
from rules.refusals import ACCEPTED, NOT_NOW, NOT_ON, RANGE

# The ball on: nothing while a frame is over, then by value, then any colour after a red.
NOTHING = const(0)
RED = const(1)
YELLOW = const(2)
_PINK = const(6)
BLACK = const(7)
COLOUR = const(8)
_ON_TOKENS = const((RED, COLOUR))  # `on=` counts red and colour first, then the colours by value

# Points left with this ball on in the colours phase (rules 1.3).
_LEFT = const((0, 0, 27, 25, 22, 18, 13, 7))
_ALL_COLOURS = const(27)
_RED_AND_BLACK = const(8)
_DEAREST = const(7)
_LEAST_PENALTY = const(4)  # 000/S3.12

IN_D = const(0)

# `choice`: what the incoming player may order after a foul.
_AGAIN = const(2)
_BACK = const(4)
_HAND = const(8)

# `respot`: the black re-spotted after a tie, 000/S3.4(b).
TOSS = const(1)  # lots are drawn for who plays first
_RESPOTTED = const(2)  # it is being played

# The kinds of snooker's own events, as OWN_KINDS lists them.
POT_REDS = const(16)
POT_COLOUR = const(17)
NOMINATE = const(18)
FREE = const(19)
FREE_REDS = const(20)
FREE_COLOUR = const(21)
FOUL = const(22)
ORDER_AGAIN = const(23)
ORDER_BACK = const(24)
TAKE_IN_HAND = const(25)
CLAIM = const(26)
DRAW = const(27)
SET_REDS = const(28)
SET_ON = const(29)

# A foul's argument, from its lowest bit: value (3), seven-point class (1), reds gone (7),
# 0/w/j (2), 0/m/mm (2), free ball (1).
_FOUL_SEVEN = const(1 << 3)
FOUL_REDS_SHIFT = const(4)
FOUL_WHITE_OFF = const(1 << 11)
FOUL_JAW = const(2 << 11)
_FOUL_MISS = const(1 << 13)
_FOUL_FULL_MISS = const(2 << 13)
FOUL_FREE = const(1 << 15)

_NEVER = const(10000)

# What the editions see differently, one column a preset: pl, ir, ru, wpbsa.
_CLAIM_LEAD = const((7, 8, _NEVER, 7))  # on the black, to end the frame: 000/S2.1(b), 002/ch2 L7
_CONCEDE_SEATED = const((False, False, True, True))  # 000/S4.6(a), 002/ch4, 003/SN 2.1, W-SN19
_MISS_FORFEIT = const((True, True, False, True))  # third full miss: 000/S3.14(c), 002/ch3 L25(3)
_ANGLED_BALL = const((False, False, True, False))  # white behind a jaw: 003/SN 2.16
_AGGREGATE = const((True, False, True, True))  # by points: 000/S3.1(g), 003/SN 3.3.8
_AWARD_POINTS = const((True, False, True, True))  # points change hands: 000/S4.3(a), 003/SN 4.3


class Snooker(Match):
    """A match of snooker; see Match for what callers use."""

    GAME = "snooker"
    PRESETS = ("pl", "ir", "ru", "wpbsa")
    HAS_PAIRS = True

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS.update(
        {
            "preset": ("<pl|ir|ru|wpbsa>", 0),
            "frames": ("<1-99>", 0),
            "aggregate": ("<no|yes>", 0),
            "start": ("<0-999>-<0-999>", 0),
            "reds": ("<1-15>", 15),
        }
    )

    OWN_KINDS = (
        ("1<x1>", "pot_reds"),
        ("<2-7>", "pot_colour"),
        ("n<2-7>", "nominate"),
        ("*", "free"),
        ("*1<x1>", "free_reds"),
        ("*<2-7>", "free_colour"),
        ("f<1-7?><|!><x0><|w|j><|m|mm><|*>", "foul"),
        ("again", "again"),
        ("back", "back"),
        ("hand", "hand"),
        ("claim", "claim"),
        ("toss:<A|B><seat>", "toss"),
        ("reds=<n>", "set_reds"),
        ("on=<red|colour|yellow|green|brown|blue|pink|black>", "set_on"),
    )

    FIELDS = Match.FIELDS + (
        "on",
        "reds",
        "nominated",
        "free_ball",
        "misses",
        "respot",
        "back_on",
        "back_reds",
        "back_in_hand",
        "back_free_ball",
    )
    RANGES = dict(Match.RANGES)
    RANGES.update(
        {
            "on": (NOTHING, COLOUR),
            "reds": (0, 15),
            "nominated": (0, BLACK),
            "free_ball": FLAG,
            "misses": (0, 2),
            "respot": (0, _RESPOTTED),
            "back_on": (RED, COLOUR),
            "back_reds": (0, 15),
            "back_in_hand": (NOBODY, IN_D),
            "back_free_ball": FLAG,
        }
    )

    CHOICES = ("play", "again", "back", "hand")

    def __init__(self, options: dict[str, int]):
        self.on = RED
        self.reds = 0
        self.nominated = 0  # the colour named after a red, 0 none
        self.free_ball = False
        self.misses = 0
        self.respot = 0
        # The position before a foul, for `back`.
        self.back_on = RED
        self.back_reds = 0
        self.back_in_hand = NOBODY
        self.back_free_ball = False
        super().__init__(options)

    @classmethod
    def option_fault(cls, options):
        aggregate = options.get("aggregate", 0)
        if "frames" in options and (not aggregate or "best-of" in options or "race-to" in options):
            return "frames"
        if aggregate and not _AGGREGATE[options.get("preset", 0)]:
            return "aggregate"
        if aggregate and "frames" not in options:
            return "frames"
        return super().option_fault(options)

    def angled_ball(self) -> bool:
        """Whether a white behind a pocket's jaw may be taken in hand."""
        return _ANGLED_BALL[self.preset]

    def remaining(self) -> int:
        """Points that the player at the table can still make, a free ball left out."""
        if self.on == COLOUR:
            return _DEAREST + self._left()
        return self._left()

    def _left(self):
        """What is on the table for an award: eight a red and the colours, 000/S4.3(a)."""
        if self.on == RED or self.on == COLOUR:
            return _RED_AND_BLACK * self.reds + _ALL_COLOURS
        return _LEFT[self.on]

    # -- pots ---------------------------------------------------------------------------------

    def may_pot_reds(self, count):
        if self.on != RED:
            return NOT_ON
        return ACCEPTED if count <= self.reds else RANGE

    def do_pot_reds(self, count):
        """All reds of the stroke count, then any colour is on: 000/S3.3(e)(f)."""
        self._stroke()
        self.reds -= count
        self.on = COLOUR
        self._add_to_break(count)

    def may_pot_colour(self, value):
        if self.on == COLOUR:
            free = self.nominated == 0 or self.nominated == value  # `in (0, value)` takes heap
            return ACCEPTED if free else NOT_ON
        return ACCEPTED if self.on == value else NOT_ON

    def do_pot_colour(self, value):
        """After a red it is spotted again; in the colours phase it stays down: 000/S3.3(f)."""
        after_red = self.on == COLOUR
        self._stroke()
        self._add_to_break(value)
        if after_red:
            self._settle_ball_on()
        elif value == BLACK:
            self._decide_on_black()
        else:
            self.on = value + 1

    def may_nominate(self, value):
        return ACCEPTED if self.on == COLOUR else NOT_NOW

    def do_nominate(self, value):
        self.nominated = value

    # -- the free ball, 000/S3.10 -------------------------------------------------------------

    def may_free(self, arg):
        return ACCEPTED if self.free_ball else NOT_NOW

    def do_free(self, arg):
        """The nominated ball has the value of the ball on and is spotted again."""
        value = self.on
        self._stroke()
        self._add_to_break(value)
        if value == RED:
            self.on = COLOUR

    def may_free_reds(self, count):
        return self.may_pot_reds(count) if self.free_ball else NOT_NOW

    def do_free_reds(self, count):
        """The nominated ball counts as one more red: 000/S3.10(c)."""
        self._stroke()
        self.reds -= count
        self.on = COLOUR
        self._add_to_break(count + 1)

    def may_free_colour(self, value):
        if not self.free_ball:
            return NOT_NOW
        return ACCEPTED if self.on == value else NOT_ON

    def do_free_colour(self, value):
        """Both down in the colours phase: counted once, the ball on stays down: 000/S3.10(e)."""
        self.do_pot_colour(value)

    # -- a stroke without a score, a foul -----------------------------------------------------

    def do_fair(self, arg):
        self._stroke()
        self._settle_ball_on()
        self._pass_turn()

    def may_foul(self, arg):
        if arg & FOUL_JAW and not self.angled_ball():
            return NOT_NOW
        # With only the black left nothing can be snookered or missed: 000/S3.14.
        if self.on == BLACK and arg & (FOUL_JAW | _FOUL_MISS | _FOUL_FULL_MISS | FOUL_FREE):
            return NOT_NOW
        return ACCEPTED if self._reds_gone(arg) <= self.reds else RANGE

    def do_foul(self, arg):
        """The penalty goes to the opponent, 000/S3.1(d); then he has the choice, 000/S3.11(h)."""
        opponent = 1 - self.striker()
        self.score[opponent] += self.penalty(arg)
        self._count_miss(arg)
        self._remember_position()
        self._stroke_ends()
        self.reds -= self._reds_gone(arg)
        if self.on == BLACK:
            self._decide_on_black()
        elif self.misses == 3:
            self._end_frame(opponent)
        else:
            self._settle_ball_on()
            self._pass_turn()
            self._offer(arg)

    def penalty(self, arg):
        """The dearest of the least penalty, the ball on and the ball concerned: 000/S3.12.

        A free ball has the value of the ball on, so it needs no word here: 000/S3.10(a).
        """
        if arg & _FOUL_SEVEN:
            return _DEAREST
        ball_on = self.nominated if self.on == COLOUR else self.on
        return max(_LEAST_PENALTY, ball_on, arg & 7)

    def _reds_gone(self, arg):
        return arg >> FOUL_REDS_SHIFT & 127

    def _count_miss(self, arg):
        """Keep the run of full misses from one position: 000/S3.14(c).

        A stroke while a choice is open means that the incoming player took the table.
        """
        if self.choice or not arg & (_FOUL_MISS | _FOUL_FULL_MISS):
            self.misses = 0
        if arg & _FOUL_FULL_MISS and _MISS_FORFEIT[self.preset]:
            self.misses += 1

    def _remember_position(self):
        self.back_on = self.on
        self.back_reds = self.reds
        self.back_in_hand = self.in_hand
        self.back_free_ball = self.free_ball

    def _offer(self, arg):
        self.choice = 1 | _AGAIN
        if arg & (_FOUL_MISS | _FOUL_FULL_MISS):
            self.choice |= _BACK
        if arg & FOUL_JAW:
            self.choice |= _HAND
        if arg & FOUL_WHITE_OFF:
            self.in_hand = IN_D
        self.free_ball = bool(arg & FOUL_FREE)

    # -- after a foul, 000/S3.11(h), S3.13, S3.14 ---------------------------------------------

    def do_play(self, arg):
        self.choice = 0
        self.misses = 0

    def may_again(self, arg):
        return ACCEPTED if self.choice & _AGAIN else NOT_NOW

    def do_again(self, arg):
        """The offender plays again from here; a free ball is void: 000/S3.10, S3.13."""
        self._return_table()
        self.free_ball = False
        self.misses = 0

    def may_back(self, arg):
        return ACCEPTED if self.choice & _BACK else NOT_NOW

    def do_back(self, arg):
        """The balls are put back and the offender plays that stroke again: 000/S3.14(a)."""
        self._return_table()
        self.on = self.back_on
        self.reds = self.back_reds
        self.in_hand = self.back_in_hand
        self.free_ball = self.back_free_ball

    def may_hand(self, arg):
        return ACCEPTED if self.choice & _HAND else NOT_NOW

    def do_hand(self, arg):
        self.choice = 0
        self.in_hand = IN_D

    def _return_table(self):
        self.choice = 0
        self.break_ = 0
        self.turn = self.turn - 1 & 3

    # -- the end of a frame -------------------------------------------------------------------

    def may_claim(self, arg):
        side = self.striker()
        lead = self.score[side] - self.score[1 - side]
        if self.on == BLACK and lead > _CLAIM_LEAD[self.preset]:
            return ACCEPTED
        return NOT_NOW

    def do_claim(self, arg):
        self._end_frame(self.striker())

    def may_toss(self, arg):
        return ACCEPTED if self.respot == TOSS else NOT_NOW

    def do_toss(self, who):
        """Who plays the re-spotted black first; the pair picks its player: 000/S3.17(d)."""
        self.respot = _RESPOTTED
        self.break_ = 0
        self._hand_table_to(who)

    def _decide_on_black(self):
        """The first score or foul with only the black left ends the frame: 000/S3.4(a)."""
        self._end_frame(self._leader(self.score[0], self.score[1]))

    def _end_frame(self, winner):
        if self._is_tie(winner):
            self._respot_black()
        else:
            super()._end_frame(winner)

    def _is_tie(self, winner):
        """Whether the black must decide, 000/S3.4(b)(c): the frame, or an aggregate match."""
        if self.respot == _RESPOTTED:
            return False
        if self.frames_set:
            last = self.played + 1 == self.frames_set
            return last and self.total_of(0) == self.total_of(1)
        return winner == NOBODY

    def _respot_black(self):
        self._clear()
        self.respot = TOSS
        self.reds = 0
        self.on = BLACK
        self.in_hand = IN_D

    def _close_frame(self, winner):
        super()._close_frame(winner)
        self.on = NOTHING
        self.respot = 0

    def _conceded(self, winner):
        if self.frames_set:
            self.score[winner] += self._left()  # 000/S4.6

    def _awarded(self, winner):
        if _AWARD_POINTS[self.preset]:
            self.score[1 - winner] = 0
            self.score[winner] += self._left()

    def _may_concede_seated(self):
        return _CONCEDE_SEATED[self.preset]

    # -- set-up -------------------------------------------------------------------------------

    def may_set_reds(self, count):
        if self.respot:
            return NOT_NOW
        return ACCEPTED if count <= self.option("reds") else RANGE

    def do_set_reds(self, count):
        self._set_up()
        self.reds = count
        self.on = RED if count else YELLOW

    def may_set_on(self, index):
        if self.respot:
            return NOT_NOW
        return RANGE if index == 0 and self.reds == 0 else ACCEPTED

    def do_set_on(self, index):
        self._set_up()
        self.on = _ON_TOKENS[index] if index < YELLOW else index
        if index >= YELLOW:
            self.reds = 0

    # -- steps --------------------------------------------------------------------------------

    def _set_table(self):
        self.on = RED
        self.reds = self.option("reds")
        self.respot = 0
        self.in_hand = IN_D

    def _clear(self):
        super()._clear()
        self.free_ball = False
        self.misses = 0
        self.nominated = 0

    def _holds_back(self, kind):
        return self.respot == TOSS and kind != DRAW

    def _stroke(self):
        """A fair stroke: it uses up what was offered and ends the run of misses."""
        self.misses = 0
        self._stroke_ends()

    def _stroke_ends(self):
        self.choice = 0
        self.in_hand = NOBODY
        self.free_ball = False
        self.nominated = 0

    def _settle_ball_on(self):
        """The ball on once no colour of choice is due: a red, else the lowest colour."""
        if self.reds:
            self.on = RED
        elif self.on == RED or self.on == COLOUR:
            self.on = YELLOW


Game = Snooker
