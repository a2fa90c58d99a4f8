"""The match: everything that all games share, written once.

Frames and who opens them, best-of, race-to and aggregate, handicap starts, undo and redo,
corrections, set-up, concession and awards. A game is a subclass that says what its own events
do (`do_NAME`) and, if not always, when they may (`may_NAME`), and what a table looks like at the
start of a frame.

A match is the fold of its events: `enter` asks `refusal`, records the event and applies it;
undo, redo, replay and recovery go through the same `apply`. A refused event changes nothing.
The state is the attributes named in FIELDS: small integers, truth values and lists of them.
Sides are 0 (A) and 1 (B); NOBODY stands where there is no side and where nothing is in hand.
"""

from micropython import const

from rules.history import History
from rules.refusals import ACCEPTED, EMPTY_UNDO, NOT_NOW, OVER, RANGE

NOBODY = const(-1)

# The kinds of events that every game knows; a game numbers its own from OWN on. The numbers
# stand in journals on flash: they never change.
FAIR = const(0)
NEXT = const(1)
PLAY = const(2)
CONCEDE = const(3)
AWARD = const(4)
MATCH = const(5)
RESTART = const(6)
CORRECT = const(7)
POINTS = const(8)
FRAMES = const(9)
TURN = const(10)
OWN = const(16)

# Whether the incoming player may take the table as it is: the first bit of every `choice`.
CHOICE_PLAY = const(1)

_ALTERNATE = const(0)
_WINNER = const(1)
_LOSER = const(2)

LARGEST_SCORE = const(999)  # what three digits show

# The least and the largest value of a field, see RANGES.
FLAG = (0, 1)
SIDE = (0, 1)
SIDE_OR_NOBODY = (NOBODY, 1)
COUNT = (0, 1 << 24)  # more than a ring full of corrections comes to
_POINTS = const((-(1 << 24), 1 << 24))  # a penalty may lead below 0
_FRAME_FORFEIT = const(147)  # an aggregate frame that is not played, 000/S4.3(b)


class Match:
    """One match of one game. Games subclass it; see rules/snooker.py for the shape."""

    GAME = ""
    PRESETS: tuple[str, ...] = ()

    # Header keys and the form of their values (forms.py says how forms read), with defaults.
    OPTIONS = {
        "breaks": ("<A|B>", 0),
        "break-order": ("<alternate|winner|loser>", _ALTERNATE),
        "best-of": ("<1-99>", 1),
        "race-to": ("<1-99>", 0),
    }

    # The events: text form and name; the place in the table is the kind.
    KINDS = (
        ("-", "fair"),
        ("/", "next"),
        ("play", "play"),
        ("concede<|:A|:B>", "concede"),
        ("award:<A|B>", "award"),
        ("match:<A|B>", "match"),
        ("restart", "restart"),
        ("<A|B><+|-><n>", "correct"),
        ("points=<n>-<n>", "points"),
        ("frames=<n>-<n>", "frames"),
        ("turn=<A|B><seat>", "turn"),
    )
    OWN_KINDS: tuple[tuple[str, str], ...] = ()
    HAS_PAIRS = False
    LACKS: tuple[int, ...] = ()  # shared kinds that this game does not have

    # Every attribute that undo must bring back.
    FIELDS: tuple[str, ...] = (
        "frame_over",
        "winner",
        "match_over",
        "match_winner",
        "opener",
        "turn",
        "played",
        "frames",
        "past",
        "score",
        "break_",
        "high_break",
        "high_before",
        "choice",
        "in_hand",
    )

    # Between which values a field lies, COUNT where it is not named, so that a page that was kept
    # and makes no sense is found out. The bits of `choice` are those of CHOICES.
    RANGES: dict[str, tuple] = {
        "frame_over": FLAG,
        "winner": SIDE_OR_NOBODY,
        "match_over": FLAG,
        "match_winner": SIDE_OR_NOBODY,
        "opener": SIDE,
        "turn": (0, 3),
        "past": _POINTS,
        "score": _POINTS,
        "in_hand": (NOBODY, 0),
    }

    # The bits of `choice` by their public names.
    CHOICES: tuple[str, ...] = ("play",)

    def __init__(self, options: dict[str, int]):
        """Begin a match under `options`: header keys with the packed values of their forms.

        What is missing has its default. The options must have passed `option_fault`.
        """
        self.options = options
        self.preset: int = self.option("preset")
        self.pairs: int = options.get("pairs", 0)
        self.break_order: int = self.option("break-order")
        self.frames_set: int = self.option("frames")  # exactly so many, 0: until one has enough
        race_to = self.option("race-to")
        self.frames_needed: int = race_to if race_to else (self.option("best-of") + 1) // 2
        start = self.option("start")
        self.start = [start & 1023, start >> 10]
        self.time_s = 0

        self.frame_over = False
        self.winner = NOBODY
        self.match_over = False
        self.match_winner = NOBODY
        self.opener: int = self.option("breaks")
        self.turn = 0  # place in the order of the frame's players, 0 the opener
        self.played = 0  # frames that are over
        self.frames = [0, 0]
        self.past = [0, 0]  # points of the frames before this one
        self.score = [0, 0]
        self.break_ = 0
        self.high_break = [0, 0]
        self.high_before = [0, 0]  # high breaks as this frame began
        self.choice = 0
        self.in_hand = NOBODY

        self._may = self._methods("may_", Match._may_always)
        self._do = self._methods("do_")
        self._begin_frame()
        self.history = History(self)

    # -- what callers use ---------------------------------------------------------------------

    def refusal(self, kind: int, arg: int) -> int:
        """Say why the event may not happen now, or ACCEPTED; changes nothing."""
        if kind == CORRECT:
            return self.may_correct(arg)
        if self.match_over:
            return OVER
        if self.frame_over and kind != NEXT and kind != MATCH:
            return OVER
        if self._holds_back(kind):
            return NOT_NOW
        return self._may[kind](self, arg)

    def enter(self, kind: int, arg: int) -> int:
        """Let the event happen if the rules allow it; return ACCEPTED or the refusal.

        An exception within it must end the program: the match is brought back as it was kept,
        which is before the event.
        """
        refusal = self.refusal(kind, arg)
        if refusal == ACCEPTED:
            self.history.append(kind, arg)
            self._do[kind](self, arg)
        return refusal

    def apply(self, kind: int, arg: int) -> None:
        """Apply an event that was accepted before; the fold of replay and undo."""
        self._do[kind](self, arg)

    def undo(self) -> int:
        """Take back the last event; `history.kind` and `.arg` then name it."""
        return ACCEPTED if self.history.undo() else EMPTY_UNDO

    def redo(self) -> int:
        """Let the event last undone happen again, if no other was entered since."""
        return ACCEPTED if self.history.redo() else EMPTY_UNDO

    def stamp(self, seconds: int) -> int:
        """Note the time since the match began; it never runs backwards and is no event."""
        if seconds < self.time_s:
            return RANGE
        self.time_s = seconds
        return ACCEPTED

    def striker(self) -> int:
        """The side at the table."""
        return (self.opener ^ self.turn) & 1

    def player(self) -> int:
        """The player at the table, as a place in PLAYERS of states.py."""
        return self.striker() + (2 + (self.turn & 2) if self.pairs else 0)

    def total(self) -> list[int]:
        """Points of all frames, this one included."""
        return [self.past[0] + self.score[0], self.past[1] + self.score[1]]

    def total_of(self, side: int) -> int:
        """One side's points of all frames."""
        return self.past[side] + self.score[side]

    def option(self, key: str) -> int:
        """The packed value of a header key, or its default; 0 where the game lacks the key."""
        if key in self.options:
            return self.options[key]
        if key in self.OPTIONS:
            return self.OPTIONS[key][1]
        return 0

    def kind_row(self, kind: int):
        """The row of a kind in the game's tables, (text form, name), or None in the gap."""
        if kind < OWN:
            return self.KINDS[kind] if kind < len(self.KINDS) else None
        return self.OWN_KINDS[kind - OWN]

    @classmethod
    def option_fault(cls, options: dict[str, int]) -> str:
        """Name the header key that does not go with the others, or "" when all is well."""
        if options.get("best-of", 1) % 2 == 0:
            return "best-of"
        if "best-of" in options and "race-to" in options:
            return "race-to"
        return ""

    # -- state as bytes -----------------------------------------------------------------------

    def pack(self, cursor) -> None:
        """Write every field at the cursor."""
        for name in self.FIELDS:
            self._pack_field(cursor, name)

    def unpack(self, cursor) -> None:
        """Set every field from what `pack` wrote."""
        for name in self.FIELDS:
            self._unpack_field(cursor, name)

    def _pack_field(self, cursor, name):
        value = getattr(self, name)
        if isinstance(value, list):
            cursor.put_signed(value[0])
            cursor.put_signed(value[1])
        else:
            cursor.put_signed(value)

    def _unpack_field(self, cursor, name):
        value = getattr(self, name)
        if isinstance(value, list):
            value[0] = cursor.get_signed()
            value[1] = cursor.get_signed()
        else:
            setattr(self, name, cursor.get_signed())

    # -- what a game says ---------------------------------------------------------------------

    def possible(self) -> bool:
        """Whether the fields go together, once each is within its range."""
        return not self.choice >> len(self.CHOICES)

    def _set_table(self) -> None:
        """Lay the table for a frame: the game's own fields as at its start."""

    def _clear(self) -> None:
        """Drop what does not outlive a set-up or a frame; games add their own fields."""
        self.choice = 0
        self.in_hand = NOBODY

    def _holds_back(self, kind: int) -> bool:
        """Whether this is a moment at which the game lets only other kinds happen."""
        return False

    def _conceded(self, winner: int) -> None:
        """Add what a concession brings the winner."""

    def _awarded(self, winner: int) -> None:
        """Change the points as an awarded frame does."""

    def _may_concede_seated(self) -> bool:
        """Whether the player who is not at the table may give up the frame."""
        return True

    # -- events that every game knows ---------------------------------------------------------

    def do_fair(self, arg):
        self._pass_turn()

    def may_next(self, arg):
        return ACCEPTED if self.frame_over else NOT_NOW

    def do_next(self, arg):
        self.past[0] += self.score[0]
        self.past[1] += self.score[1]
        self.opener = self._next_opener()
        self._begin_frame()

    def may_play(self, arg):
        return ACCEPTED if self.choice & CHOICE_PLAY else NOT_NOW

    def do_play(self, arg):
        self.choice = 0

    def may_concede(self, arg):
        if arg == 0 or arg - 1 == self.striker() or self._may_concede_seated():
            return ACCEPTED
        return NOT_NOW

    def do_concede(self, arg):
        winner = 1 - (arg - 1 if arg else self.striker())
        self._conceded(winner)
        self._end_frame(winner)

    def do_award(self, arg):
        self._awarded(arg)
        self._end_frame(arg)

    def do_match(self, arg):
        if not self.frame_over:
            self._awarded(arg)
            self._close_frame(arg)
        if self.frames_set:
            self.past[arg] += _FRAME_FORFEIT * (self.frames_set - self.played)
        self.match_over = True
        self.match_winner = arg

    def do_restart(self, arg):
        self.high_break[0] = self.high_before[0]
        self.high_break[1] = self.high_before[1]
        self._begin_frame()

    def may_correct(self, arg):
        points = arg >> 2
        if not 1 <= points <= LARGEST_SCORE:
            return RANGE
        if arg & 2 and self.score[arg & 1] - points < self._least_score():
            return RANGE
        return ACCEPTED

    def do_correct(self, arg):
        self.score[arg & 1] += -(arg >> 2) if arg & 2 else arg >> 2

    def may_points(self, arg):
        return RANGE if arg & 16383 > LARGEST_SCORE or arg >> 14 > LARGEST_SCORE else ACCEPTED

    def do_points(self, arg):
        self._set_up()
        self.score[0] = arg & 16383
        self.score[1] = arg >> 14

    def may_frames(self, arg):
        won_a = arg & 16383
        won_b = arg >> 14
        if self.frames_set:
            return ACCEPTED if won_a + won_b < self.frames_set else RANGE
        return ACCEPTED if max(won_a, won_b) < self.frames_needed else RANGE

    def do_frames(self, arg):
        self._set_up()
        self.frames[0] = arg & 16383
        self.frames[1] = arg >> 14
        self.played = self.frames[0] + self.frames[1]

    def do_turn(self, arg):
        self._set_up()
        if arg >> 1 or arg & 1 != self.striker():
            self._hand_table_to(arg)

    # -- steps that the events share ----------------------------------------------------------

    def _begin_frame(self):
        self._clear()
        self.frame_over = False
        self.winner = NOBODY
        self.turn = 0
        self.break_ = 0
        for side in range(2):
            self.score[side] = self.start[side]
            self.high_before[side] = self.high_break[side]
        self._set_table()

    def _end_frame(self, winner):
        """Close the frame for `winner` (NOBODY: level) and see whether the match is decided."""
        self._close_frame(winner)
        if self.frames_set:
            if self.played == self.frames_set:
                self.match_over = True
                self.match_winner = self._leader(self.total_of(0), self.total_of(1))
        elif winner != NOBODY and self.frames[winner] == self.frames_needed:
            self.match_over = True
            self.match_winner = winner

    def _close_frame(self, winner):
        self._clear()
        self.frame_over = True
        self.winner = winner
        self.played += 1
        if winner != NOBODY:
            self.frames[winner] += 1

    def _set_up(self):
        self._clear()
        self.break_ = 0

    def _next_opener(self):
        if self.break_order == _ALTERNATE or self.winner == NOBODY:
            return 1 - self.opener
        return self.winner if self.break_order == _WINNER else 1 - self.winner

    def _pass_turn(self):
        self.turn = self.turn + 1 & 3
        self.break_ = 0

    def _hand_table_to(self, who):
        """Give the table to a side's next player in the order, or to the one named.

        `who` is a side in its lowest bit and a seat above it: 1 or 2, 0 for the next in order.
        """
        other_side = who & 1 ^ self.opener
        if who >> 1:
            self.turn = (who >> 1) * 2 - 2 + other_side
        else:
            self.turn = self.turn + (2 if self.turn & 1 == other_side else 1) & 3

    def _add_to_break(self, points):
        side = self.striker()
        self.score[side] += points
        self.break_ += points
        if self.break_ > self.high_break[side]:
            self.high_break[side] = self.break_

    def _leader(self, points_a, points_b):
        if points_a == points_b:
            return NOBODY
        return 0 if points_a > points_b else 1

    def _least_score(self):
        return 0

    def _may_always(self, arg):
        return ACCEPTED

    def _methods(self, prefix, *missing):
        """A function a kind, in the order of the kinds; the gap before OWN holds None."""
        rows = [self.kind_row(kind) for kind in range(OWN + len(self.OWN_KINDS))]
        return [row and getattr(type(self), prefix + row[1], *missing) for row in rows]
