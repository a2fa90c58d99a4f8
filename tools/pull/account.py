"""A match told as the recorder writes it: frames, visits, strokes, with whose points they were.

Nothing is computed here that the rules do not say: every event goes through the game's own fold,
and what it changed is noted. So points and totals add up whatever the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rules.match import NOBODY, Match
from rules.notation import enter_token, parse, state
from rules.refusals import CODES
from rules.states import PLAYERS, SIDES, state_rows
from tools.pull.kept import Kept
from tools.scoresheet import SENTENCES, Sheet, read_sheet

_FOULS = ("foul", "break_foul", "break_off", "break_illegal", "illegal_break")
# What is done to a match rather than played; it stands in nobody's visit.
_REFEREE = (
    "correct",
    "points",
    "frames",
    "turn",
    "award",
    "match",
    "restart",
    "set_on",
    "set_reds",
)


class Unplayable(Exception):
    """Events that the rules refuse; the text says which and why."""


@dataclass(frozen=True)
class Stroke:
    """An event: its token, the name of its kind, what it did to the score of A and B."""

    token: str
    kind: str
    change: tuple[int, int]
    time_s: int | None  # of the match, where the record has it

    @property
    def foul(self) -> bool:
        return self.kind in _FOULS


@dataclass
class Visit:
    """What a side played without the other in between; `side` is "" for the referee's doings."""

    side: str
    player: str  # in pairs A1 to B2, else as the side
    strokes: list[Stroke] = field(default_factory=list)
    break_: int = 0
    score: tuple[int, int] | None = None  # after it; None in a game without points

    @property
    def change(self) -> tuple[int, int]:
        """What it brought A and B."""
        a, b = zip(*(stroke.change for stroke in self.strokes))
        return sum(a), sum(b)

    @property
    def fouls(self) -> int:
        return sum(stroke.foul for stroke in self.strokes)

    @property
    def time_s(self) -> int | None:
        """When its last stroke was kept whose time is known."""
        times = [stroke.time_s for stroke in self.strokes if stroke.time_s is not None]
        return times[-1] if times else None


@dataclass
class Frame:
    """A frame, rack or game; `winner` is "A", "B", "" for a level one, None while it is played."""

    number: int
    opener: str
    start: tuple[int, int]
    visits: list[Visit] = field(default_factory=list)
    score: tuple[int, int] | None = None
    frames: tuple[int, int] = (0, 0)  # won so far, this one included
    winner: str | None = None

    def high_break(self, side: str) -> int:
        """The highest break of a side in it."""
        return max((visit.break_ for visit in self.visits if visit.side == side), default=0)

    def fouls(self, side: str) -> int:
        """How many fouls a side made in it."""
        return sum(visit.fouls for visit in self.visits if visit.side == side)

    @property
    def time_s(self) -> int | None:
        """The last time that is known of it."""
        times = [visit.time_s for visit in self.visits if visit.time_s is not None]
        return times[-1] if times else None


@dataclass(frozen=True)
class Account:
    """A whole match."""

    kept: Kept
    sheet: Sheet
    frames: list[Frame]
    state: dict[str, Any]
    duration_s: int | None

    @property
    def game(self) -> str:
        return str(self.sheet.game.GAME)

    @property
    def has_points(self) -> bool:
        return "score" in self.state

    @property
    def has_breaks(self) -> bool:
        return "break" in self.state

    @property
    def pairs(self) -> bool:
        return bool(self.sheet.options.get("pairs"))

    @property
    def names(self) -> tuple[str, str]:
        """The sides' names, "" where nobody wrote one down."""
        names = self.sheet.names
        unknown = ("A", "B"), ("A1, A2", "B1, B2")
        return ("", "") if names in unknown else names

    @property
    def over(self) -> bool:
        return bool(self.state["match_over"])

    @property
    def winner(self) -> str | None:
        """Whose match it is; None while it is played and when it is level."""
        winner: str | None = self.state["match_winner"]
        return winner


def tell(kept: Kept) -> Account:
    """Play a match through and tell it; SheetError or Unplayable if it is none."""
    sheet = read_sheet(kept.text)
    events, last_s = _events(sheet)
    match = sheet.game(sheet.options)
    frames = list(_frames(match, events))
    return Account(kept, sheet, frames, state(match), last_s)


def _events(sheet: Sheet) -> tuple[list[tuple[str, int | None]], int | None]:
    """The tokens that were not undone, each with the time that stood behind it; the last time."""
    match = sheet.game(sheet.options)
    done: list[tuple[str, int | None]] = []
    undone: list[tuple[str, int | None]] = []
    last_s = None
    for token in sheet.tokens:
        code = CODES[enter_token(match, token.text)]
        if code:
            raise Unplayable(f"line {token.line}: {token.text}: {SENTENCES[code]}")
        if token.text[0] == "@":
            last_s = int(token.text[1:])
            if done:
                done[-1] = (done[-1][0], last_s)
        elif token.text == "u":
            undone.append(done.pop())
        elif token.text == "U":
            done.append(undone.pop())
        else:
            done.append((token.text, None))
            undone.clear()
    return done, last_s


def _frames(match: Any, events: list[tuple[str, int | None]]) -> Iterator[Frame]:
    """The frames; the last one may still be played."""
    frame = _begin(match)
    for token, time_s in events:
        if token == "/":
            yield frame
            enter_token(match, token)
            frame = _begin(match)
            continue
        visit = _visit(match, frame, token)
        visit.strokes.append(_stroke(match, visit, token, time_s))
        if visit.strokes[-1].kind == "restart" and type(match).do_restart is Match.do_restart:
            _wipe_breaks(frame)
        _note(match, frame, visit)
    yield frame


def _begin(match: Any) -> Frame:
    start, won = (match.score[0], match.score[1]), (match.frames[0], match.frames[1])
    return Frame(match.played + 1, SIDES[match.opener], start, frames=won)


def _kind(match: Any, token: str) -> str:
    kind, _ = parse(match, token)
    return str(match.kind_row(kind)[1])


def _visit(match: Any, frame: Frame, token: str) -> Visit:
    """The visit that the next event belongs to."""
    kind = _kind(match, token)
    if kind == "correct" and not match.OWN_KINDS:  # a game that has no other points
        side = player = token[0]
    elif kind in _REFEREE:
        side = player = ""
    else:
        side, player = SIDES[match.striker()], PLAYERS[match.player()]
    last = frame.visits[-1] if frame.visits else None
    if last is None or (last.side, last.player) != (side, player):
        last = Visit(side, player)
        frame.visits.append(last)
    return last


def _stroke(match: Any, visit: Visit, token: str, time_s: int | None) -> Stroke:
    """Let an event happen; what it did."""
    score, break_, kind = tuple(match.score), match.break_, _kind(match, token)
    enter_token(match, token)
    change = match.score[0] - score[0], match.score[1] - score[1]
    if visit.side and _has(match, "break"):
        # With a stroke that ends an inning by itself the match counts the next break already.
        brought = 0 if kind == "concede" else change["AB".index(visit.side)]
        made = break_ + brought
        goes_on = match.break_ if SIDES[match.striker()] == visit.side else 0
        visit.break_ = max(visit.break_, made, goes_on)
    return Stroke(token, kind, change, time_s)


def _has(match: Any, key: str) -> bool:
    """Whether the game has this in its state."""
    return any(row[0] == key for row in state_rows(match.GAME))


def _wipe_breaks(frame: Frame) -> None:
    for visit in frame.visits:
        visit.break_ = 0


def _note(match: Any, frame: Frame, visit: Visit) -> None:
    """Note how the frame stands after an event."""
    if _has(match, "score"):
        visit.score = frame.score = (match.score[0], match.score[1])
    frame.frames = match.frames[0], match.frames[1]
    if match.frame_over:
        frame.winner = "" if match.winner == NOBODY else SIDES[match.winner]
    frame.number = match.played if match.frame_over else match.played + 1
