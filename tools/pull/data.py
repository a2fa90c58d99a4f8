"""A match for programs and spreadsheets: JSON with all that is known, CSV with a row a visit."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from tools.pull.account import Account, Frame, Visit
from tools.pull.terms import rules, shown

COLUMNS = (
    "match begun game frame visit side player strokes points_a points_b fouls break "
    "score_a score_b frames_a frames_b time"
).split()
# In these languages a comma parts the decimals, so spreadsheets part columns with another sign.
_SEMICOLON = ("pl", "ru")


def as_json(account: Account) -> bytes:
    """The match as one JSON object; docs/records.md lists its keys."""
    kept = account.kept
    whole = {
        "match": kept.number,
        "begun": f"{kept.date} {kept.time}".rstrip() or None,
        "game": account.game,
        "options": rules(account),
        "sides": list(account.sheet.names),
        "seconds": account.duration_s,
        "events": _events(account),
        "frames": [_frame(account, frame) for frame in account.frames],
        "state": account.state,
    }
    return (json.dumps(whole, ensure_ascii=False, indent=1) + "\n").encode()


def as_csv(account: Account, language: str) -> bytes:
    """A row a visit, UTF-8 with the mark by which spreadsheets know it."""
    text = io.StringIO()
    comma = ";" if language in _SEMICOLON else ","
    rows = csv.writer(text, delimiter=comma, lineterminator="\r\n")
    rows.writerow(COLUMNS)
    for frame in account.frames:
        for number, visit in enumerate(frame.visits, 1):
            rows.writerow(_row(account, frame, number, visit))
    return text.getvalue().encode("utf-8-sig")


def _events(account: Account) -> list[dict[str, Any]]:
    """All events; one that parts two frames is of nobody."""
    events: list[dict[str, Any]] = []
    for frame in account.frames:
        if events:
            events.append({"token": "/", "side": None, "seconds": None})
        for visit in frame.visits:
            for stroke in visit.strokes:
                side = visit.player or None
                events.append({"token": stroke.token, "side": side, "seconds": stroke.time_s})
    return events


def _frame(account: Account, frame: Frame) -> dict[str, Any]:
    told: dict[str, Any] = {"frame": frame.number, "opener": frame.opener}
    told["over"] = frame.winner is not None
    told["winner"] = frame.winner or None
    told["frames"] = list(frame.frames)
    if account.has_points:
        told["score"] = list(frame.score or frame.start)
    if account.has_breaks:
        told["high_break"] = [frame.high_break("A"), frame.high_break("B")]
    told["fouls"] = [frame.fouls("A"), frame.fouls("B")]
    told["visits"] = [_visit(account, visit) for visit in frame.visits]
    return told


def _visit(account: Account, visit: Visit) -> dict[str, Any]:
    told: dict[str, Any] = {"side": visit.side or None, "player": visit.player or None}
    told["strokes"] = [stroke.token for stroke in visit.strokes]
    if account.has_points:
        told["points"] = list(visit.change)
        told["score"] = list(visit.score or ())
    if account.has_breaks:
        told["break"] = visit.break_
    told["fouls"] = visit.fouls
    told["seconds"] = visit.time_s
    return told


def _row(account: Account, frame: Frame, number: int, visit: Visit) -> list[Any]:
    kept = account.kept
    points: tuple[Any, ...] = visit.change if account.has_points else ("", "")
    score: tuple[Any, ...] = visit.score or ("", "")
    return [
        kept.number,
        f"{kept.date} {kept.time}".rstrip(),
        account.game,
        frame.number,
        number,
        visit.side,
        visit.player,
        " ".join(map(shown, visit.strokes)),
        *points,
        visit.fouls,
        visit.break_ if account.has_breaks else "",
        *score,
        *frame.frames,
        "" if visit.time_s is None else _clock(visit.time_s),
    ]


def _clock(seconds: int) -> str:
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
