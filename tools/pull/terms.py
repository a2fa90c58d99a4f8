"""The words of a printed scoresheet in one language, and what a match says in them.

They stand in tools/texts/ under `sheet`. Tokens are the same in every language, as keys are; the
signs that a match has are explained under it.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.forms import print_form
from tools.legends import texts
from tools.pull.account import Account, Frame, Stroke, Visit

_FOLDER = Path(__file__).parent.parent / "texts"
_RACKS = ("nine-ball", "ten-ball", "eight-ball")
_FRAMES = ("snooker", "billiards", "manual")

# Kind of an event: its sign on the sheet and the word that explains it.
_SIGNS = {
    "fair": ("–", "fair"),
    "nominate": ("n", "nominate"),
    "free": ("*", "free"),
    "free_reds": ("*", "free"),
    "free_colour": ("*", "free"),
    "foul": ("f", "foul"),
    "again": ("again", "again"),
    "back": ("back", "back"),
    "hand": ("hand", "hand"),
    "claim": ("claim", "claim"),
    "toss": ("toss", "toss"),
    "concede": ("concede", "concede"),
    "award": ("award", "award"),
    "match": ("match", "awarded"),
    "restart": ("restart", "restart"),
    "correct": ("+ −", "correct"),
    "points": ("=", "setup"),
    "frames": ("=", "setup"),
    "turn": ("=", "setup"),
    "set_on": ("=", "setup"),
    "set_reds": ("=", "setup"),
    "play": ("play", "play"),
    "break": ("b", "opening"),
    "break_foul": ("bf", "openfoul"),
    "break_off": ("bo", "openoff"),
    "break_illegal": ("bi", "illegal"),
    "illegal_break": ("bi", "illegal"),
    "push_out": ("po", "pushout"),
    "pass": ("pass", "pass"),
    "warn": ("warn", "warn"),
    "miscall": ("x", "miscall"),
    "rerack": ("rerack", "rerack"),
    "rebreak": ("rebreak", "rebreak"),
    "eight": ("8", "eight"),
    "safe": ("safe", "safe"),
    "spot": ("spot", "spot"),
    "kitchen": ("kitchen", "kitchen"),
    "cue_ball": ("c", "cueball"),
    "take": ("take", "take"),
    "time": ("time", "timecall"),
}
# Of one game: a letter that a token of some kind may hold, and its word.
_LETTERS = {
    ("snooker", "foul"): {"w": "white", "j": "jaw", "m": "miss", "!": "serious", "x": "redsgone",
                          "*": "given"},
    ("14.1", "foul"): {"w": "white", "!": "serious"},
    ("14.1", "break_foul"): {"w": "white"},
    ("pyramid", "foul"): {"w": "white"},
    ("dynamic-pyramid", "foul"): {"w": "white"},
    ("eight-ball", "pot"): {"s": "solid", "t": "stripe"},
    ("eight-ball", "break"): {"s": "solid", "t": "stripe"},
    ("eight-ball", "foul"): {"s": "solid", "t": "stripe"},
    ("billiards", "score"): {
        "c": "cannon", "iw": "inwhite", "ir": "inred", "w": "potwhite", "r": "potred"
    },
    ("billiards", "foul"): {"w": "white"},
}  # fmt: skip


def shown(stroke: Stroke) -> str:
    """A token as it stands on paper and in tables, where a minus sign would begin a formula."""
    return "–" + stroke.token[1:] if stroke.token[0] == "-" else stroke.token


class Terms:
    """The words of a language."""

    def __init__(self, language: str) -> None:
        self.language = language
        file = _read(language)
        self._words: dict[str, str] = file["sheet"]
        self._digits = str.maketrans("0123456789", file["digits"])
        self.right_to_left: bool = file["right_to_left"]

    def __getitem__(self, word: str) -> str:
        return self._words[word]

    def number(self, value: object) -> str:
        """A number, a date or a token in the digits of the language; "" for None."""
        return "" if value is None else str(value).translate(self._digits)

    def change(self, points: int, own: bool) -> str:
        """Points; those that the other side or the referee gave have their sign."""
        return self.number(f"−{-points}" if points < 0 else points if own else f"+{points}")

    def clock(self, seconds: int | None) -> str:
        """A time as 1:05:30."""
        if seconds is None:
            return ""
        minutes, rest = divmod(seconds, 60)
        return self.number(f"{minutes // 60}:{minutes % 60:02}:{rest:02}")

    def game(self, account: Account) -> str:
        """What the game is called."""
        return texts(account.game, self.language).title

    def frame(self, account: Account) -> str:
        """What a frame of the game is called."""
        racks, frames = account.game in _RACKS, account.game in _FRAMES
        return self["rack" if racks else "frame" if frames else "game"]

    def side(self, account: Account, side: str) -> str:
        """A side with its name, where it is known."""
        name = account.names["AB".index(side)]
        return f"{side} {name}".rstrip()

    def result(self, account: Account) -> str:
        """Whose match it is."""
        if not account.over:
            return self["running"]
        if account.winner is None:
            return self["level"]
        name = account.names["AB".index(account.winner)] or account.winner
        return self["won"].format(name=name)

    def winner(self, frame: Frame) -> str:
        """Whose frame it is, "" while it is played."""
        return self["level"] if frame.winner == "" else frame.winner or ""

    def facts(self, account: Account) -> Iterator[tuple[str, str]]:
        """What stands in the head of the sheet: pairs of a word and what it is in this match."""
        kept = account.kept
        if kept.number is not None:
            yield self["match"], self.number(kept.number)
        if kept.date:
            date = kept.date.replace("-", "/") if self.right_to_left else kept.date
            yield self["date"], self.number(f"{date} {kept.time}".rstrip())
        if account.duration_s is not None:
            yield self["duration"], self.clock(account.duration_s)
        if "total" in account.state:
            yield self["points"], self.number("{} : {}".format(*account.state["total"]))
        options = ", ".join(f"{key} {value}" for key, value in rules(account).items())
        if options:
            yield self["options"], options

    def signs(self, account: Account) -> dict[str, str]:
        """The signs that this match has, each with what it means."""
        found: dict[str, str] = {}
        for stroke in strokes(account):
            sign, word = _SIGNS.get(stroke.kind, ("", ""))
            if stroke.kind == "correct" and not account.sheet.game.OWN_KINDS:
                word = "points"
            if sign:
                found.setdefault(sign, self[word])
        for stroke in strokes(account):
            head = 0 if stroke.kind in ("pot", "score") else 1
            for letter, word in _LETTERS.get((account.game, stroke.kind), {}).items():
                if letter in stroke.token[head:] and self[word] not in found.values():
                    sign = f"f{letter}" if "foul" in stroke.kind else letter
                    found.setdefault(sign, self[word])
        return found


def rules(account: Account) -> dict[str, str]:
    """The header keys of the match as a scoresheet has them, `sides` left out."""
    forms, options = account.sheet.game.OPTIONS, account.sheet.options
    return {key: print_form(forms[key][0], options[key]) for key in options if key in forms}


def strokes(account: Account) -> Iterator[Stroke]:
    """All events of the match but what parts its frames."""
    for frame in account.frames:
        for visit in frame.visits:
            yield from visit.strokes


def best(frame: Frame, visit: Visit) -> bool:
    """Whether a visit is its side's high break of the frame."""
    return 0 < visit.break_ == frame.high_break(visit.side)


@functools.cache
def _read(language: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads((_FOLDER / f"{language}.json").read_text("utf-8"))
    return content
