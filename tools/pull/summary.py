"""What the sheet on paper and the page for browsers say alike: of each frame, on one line."""

from __future__ import annotations

from collections.abc import Iterator

from tools.pull.account import Account, Frame, Visit
from tools.pull.terms import Terms


def title(account: Account, terms: Terms) -> str:
    """What the document is called."""
    number = account.kept.number
    named = f"{terms['title']} · {terms.game(account)}"
    return named if number is None else f"{named} · {terms.number(number)}"


def heads(account: Account, terms: Terms) -> list[str]:
    """Over the columns of `row`."""
    names = [terms.frame(account), terms["opened"], terms["winner"]]
    for word in _columns(account):
        names += [f"{terms[word]} A", "B"]
    return [*names, terms["time"]]


def row(account: Account, terms: Terms, frame: Frame) -> list[str]:
    """What came of a frame."""
    pairs = {
        "fouls": (frame.fouls("A"), frame.fouls("B")),
        "score": frame.score or frame.start,
        "high": (frame.high_break("A"), frame.high_break("B")),
    }
    cells: list[object] = [frame.number, frame.opener, terms.winner(frame)]
    for word in _columns(account):
        cells += pairs[word]
    return [*map(terms.number, cells), terms.clock(frame.time_s)]


def _columns(account: Account) -> Iterator[str]:
    yield "fouls"
    if account.has_points:
        yield "score"
    if account.has_breaks:
        yield "high"


def name(account: Account, terms: Terms, frame: Frame) -> str:
    """What stands over the visits of a frame, as `Frame 2`."""
    word = terms.frame(account)
    return f"{word[:1].upper()}{word[1:]} {terms.number(frame.number)}"


def remark(terms: Terms, frame: Frame) -> str:
    """What stands beside it: who opened, and whose it is."""
    said = [f"{terms['opened']}: {frame.opener}"]
    if any(frame.start):
        said.append(f"{terms['start']}: {terms.number('{} : {}'.format(*frame.start))}")
    if frame.winner is not None:
        word = terms["winner"] + ": " if frame.winner else ""
        said.append(word + terms.winner(frame))
    return " · ".join(said)


def columns(account: Account, terms: Terms) -> list[str]:
    """Over the columns of a frame's visits: what is of A, what is of B, the time."""
    a, b = terms.side(account, "A"), terms.side(account, "B")
    words = [terms["points"], terms["score"]] if account.has_points else []
    return [a, *words, *reversed(words), b, terms["time"]]


def who(account: Account, terms: Terms, visit: Visit) -> str:
    """Who stands before the strokes: a player of a pair, or the referee."""
    if not visit.side:
        return terms["referee"]
    return visit.player if account.pairs else ""
