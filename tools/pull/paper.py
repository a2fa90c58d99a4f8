"""The printed scoresheet: A4 pages as a recorder fills them in, A's column and B's side by side.

A row is a visit: its strokes, what they brought, the score after it, when. Fouls are red, a high
break of the frame is bold. Names that nobody wrote down get a line to write on. The sheet of a
language that is written from right to left is a mirror image.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fontTools.ttLib import TTFont

from tools.pictures.drawing import A4_PORTRAIT, Anchor, Box, Drawing, Label, Lines, Panel, pdf
from tools.pictures.letters import Face, cut_font
from tools.pull.account import Account, Frame, Stroke, Visit
from tools.pull.terms import Terms, best, shown

_MARGIN = 14.0
_WIDTH = A4_PORTRAIT[0] - 2 * _MARGIN
_TOP, _BOTTOM = 16.0, A4_PORTRAIT[1] - 16.0
_INK, _FAINT, _LINE, _BAND, _FOUL = "#1a1a1a", "#707070", "#b9b4a6", "#f1eee6", "#b3261e"
_SIZE, _SMALL = 2.9, 2.3
_LEAD = 4.3  # from line to line
_GAP = 1.3  # between strokes
_HANDS = 14.0  # room for those who sign
_ALPHABETS = {
    "latin": [*map(chr, [*range(32, 127), *range(160, 384), *range(0x400, 0x460)])],
    "arabic": [*map(chr, range(0x600, 0x700))],
}


@dataclass(frozen=True)
class _Part:
    """A piece of a page: how high it is, and what draws it from a height on.

    `keep` is what must follow on the same page.
    """

    height: float
    draw: Callable[[float], None]
    keep: float = 0.0


def draw(account: Account, terms: Terms) -> list[Drawing]:
    """The pages of a match."""
    return _Paper(account, terms).pages()


def as_pdf(account: Account, terms: Terms) -> bytes:
    """The pages of a match as a PDF; the same bytes for the same match."""
    return pdf(draw(account, terms), _cut)


def _cut(face: Face, characters: str) -> TTFont:
    """A font for these characters: the same one for nearly all matches, for cutting takes long."""
    return _cut_once(face, "".join(sorted({*characters, *_ALPHABETS[face.family]})))


_cut_once = functools.cache(cut_font)


class _Paper:
    def __init__(self, account: Account, terms: Terms) -> None:
        self._account = account
        self._terms = terms
        self._pages: list[Drawing] = []
        points = account.has_points
        # In order: strokes of A, points, score; score, points, strokes of B; time.
        self._widths = [57.0, 12, 14, 14, 12, 57] if points else [83.0, 0, 0, 0, 0, 83]
        self._widths.append(_WIDTH - sum(self._widths))

    def pages(self) -> list[Drawing]:
        """Draw the head, the summary and the frames, and number the pages."""
        y = self._new_page()
        for part in self._head():
            y = self._put(part, y)
        for frame in self._account.frames:
            y = self._frame(frame, y)
        for part in self._foot():
            y = self._put(part, y)
        self._number()
        return self._pages

    # -- pages --------------------------------------------------------------------------------

    def _new_page(self) -> float:
        self._pages.append(Drawing(A4_PORTRAIT, self._title()))
        return _TOP

    def _put(self, part: _Part, y: float) -> float:
        """Draw a part, on a new page if this one has no room; where the next one begins."""
        if y + part.height + part.keep > _BOTTOM:
            y = self._new_page()
        part.draw(y)
        return y + part.height

    def _number(self) -> None:
        count = len(self._pages)
        for number, page in enumerate(self._pages, 1):
            text = f"{self._title()} · {self._terms['page'].format(n=number, all=count)}"
            foot = A4_PORTRAIT[0] / 2, A4_PORTRAIT[1] - 11
            rtl = self._terms.right_to_left
            text = self._terms.number(text)
            page.add(Label(foot, text, _SMALL, "middle", colour=_FAINT, right_to_left=rtl))

    def _title(self) -> str:
        number = self._account.kept.number
        title = f"{self._terms['title']} · {self._terms.game(self._account)}"
        return title if number is None else f"{title} · {self._terms.number(number)}"

    # -- head and foot ------------------------------------------------------------------------

    def _head(self) -> Iterator[_Part]:
        yield _Part(9, self._draw_title)
        for fact in self._facts():
            yield _Part(4.2, lambda y, fact=fact: self._text(0, y + 3, fact, _SIZE, _FAINT))  # type: ignore[misc]
        yield _Part(17, self._draw_sides)
        rows = self._summary()
        for number, row in enumerate(rows):
            yield _Part(5, lambda y, row=row, head=not number: self._draw_summary(y, row, head))  # type: ignore[misc]
        yield _Part(5, lambda y: None)

    def _facts(self) -> Iterator[str]:
        """What is known of the match, as many facts to a line as fit."""
        line = ""
        for word, value in self._terms.facts(self._account):
            fact = f"{word}: {value}"
            longer = f"{line} · {fact}" if line else fact
            if line and self._measure(longer, _SIZE) > _WIDTH:
                yield line
                longer = fact
            line = longer
        if line:
            yield line

    def _draw_title(self, y: float) -> None:
        self._text(0, y + 5, self._terms.game(self._account), 6.5, style="bold")
        self._text(_WIDTH, y + 5, self._terms["title"], 4, _FAINT, "end")

    def _draw_sides(self, y: float) -> None:
        """Both names, or lines for them, and how the match stands between them."""
        account, number = self._account, self._terms.number
        won = account.frames[-1].frames
        for side, start, end in (("A", 0.0, 66.0), ("B", _WIDTH - 66.0, _WIDTH)):
            self._text(start, y + 8, side, 4.5, style="bold")
            name = account.names["AB".index(side)]
            self._text(start + 6, y + 8, name, self._fitting(name, 4, end - start - 6))
            self._rule(start + 6, end, y + 9.2, _INK)
        for place, anchor, text in (
            (-5.0, "end", won[0]),
            (0.0, "middle", ":"),
            (5.0, "start", won[1]),
        ):
            self._text(_WIDTH / 2 + place, y + 8, number(text), 8, anchor=anchor, style="bold")  # type: ignore[arg-type]
        result = self._terms.result(account)
        size = self._fitting(result, _SIZE, _WIDTH)
        self._text(_WIDTH / 2, y + 13.5, result, size, _FAINT, "middle")

    def _summary(self) -> list[list[str]]:
        """A row a frame: what comes of it on one line."""
        account, terms = self._account, self._terms
        head = [terms.frame(account), terms["opened"], terms["winner"], terms["fouls"] + " A", "B"]
        head += [terms["score"] + " A", "B"] if account.has_points else []
        head += [terms["high"] + " A", "B"] if account.has_breaks else []
        return [[*head, terms["time"]]] + [self._summary_of(frame) for frame in account.frames]

    def _summary_of(self, frame: Frame) -> list[str]:
        account, terms = self._account, self._terms
        row: list[object] = [frame.number, frame.opener, terms.winner(frame)]
        row += [frame.fouls("A"), frame.fouls("B")]
        row += list(frame.score or frame.start) if account.has_points else []
        row += [frame.high_break("A"), frame.high_break("B")] if account.has_breaks else []
        return [*map(terms.number, row), terms.clock(frame.time_s)]

    def _draw_summary(self, y: float, row: list[str], head: bool) -> None:
        if head:
            self._band(y, 5)
        wide = _WIDTH / (len(row) + 1)  # pairs of columns stand closer together
        for place, cell in enumerate(row):
            x = _WIDTH * (place + 0.5) / len(row)
            style = "narrow" if head else "regular"
            size = self._fitting(cell, _SIZE, wide, style)
            self._text(x, y + 3.6, cell, size, _FAINT if head else _INK, "middle", style)
        self._rule(0, _WIDTH, y + 5)

    def _foot(self) -> Iterator[_Part]:
        signs = self._terms.signs(self._account)
        lines = self._wrapped([f"{sign}  {text}" for sign, text in signs.items()])
        rest = _LEAD * len(lines) + _HANDS
        title = self._terms["signs"]
        yield _Part(6, lambda y: self._text(0, y + 4.5, title, _SIZE, style="bold"), rest)
        for line in lines:
            yield _Part(_LEAD, lambda y, line=line: self._draw_signs(y, line))  # type: ignore[misc]
        yield _Part(_HANDS, self._draw_hands)

    def _wrapped(self, texts: list[str]) -> list[list[str]]:
        lines: list[list[str]] = []
        width = 0.0
        for text in texts:
            more = self._measure(text, _SMALL) + 5
            if not lines or width + more > _WIDTH:
                lines.append([])
                width = 0.0
            lines[-1].append(text)
            width += more
        return lines

    def _draw_signs(self, y: float, line: list[str]) -> None:
        x = 0.0
        for text in line:
            sign, _, word = text.partition("  ")
            self._text(x, y + 3, sign, _SMALL, style="bold", plain=True)
            lead = self._measure(sign, _SMALL, "bold") + 1.2
            self._text(x + lead, y + 3, word, _SMALL, _FAINT)
            x += self._measure(text, _SMALL) + 5

    def _draw_hands(self, y: float) -> None:
        """Lines for those who sign."""
        for word, start in (("recorder", 0.0), ("referee", _WIDTH / 2 + 5)):
            self._text(start, y + 12, self._terms[word], _SIZE, _FAINT)
            lead = self._measure(self._terms[word], _SIZE) + 2
            self._rule(start + lead, start + _WIDTH / 2 - 5, y + 12.6, _INK)

    # -- frames -------------------------------------------------------------------------------

    def _frame(self, frame: Frame, y: float) -> float:
        """Draw the frame from `y` on, over as many pages as it takes."""
        if not frame.visits:
            return y
        first = self._row(frame, frame.visits[0])
        head = _Part(13, lambda y: self._draw_frame(y, frame), first.height)
        y = self._put(head, y)
        for visit in frame.visits:
            part = self._row(frame, visit)
            if y + part.height > _BOTTOM:
                y = self._put(head, self._new_page())
            y = self._put(part, y)
        return y + 3

    def _draw_frame(self, y: float, frame: Frame) -> None:
        terms, account = self._terms, self._account
        title = f"{terms.frame(account)} {terms.number(frame.number)}"
        self._text(0, y + 6, title[:1].upper() + title[1:], 3.8, style="bold")
        said = [f"{terms['opened']}: {frame.opener}"]
        if any(frame.start):
            said.append(f"{terms['start']}: {terms.number('{} : {}'.format(*frame.start))}")
        if frame.winner is not None:
            word = terms["winner"] + ": " if frame.winner else ""
            said.append(word + terms.winner(frame))
        self._text(_WIDTH, y + 6, " · ".join(said), _SIZE, _FAINT, "end")
        self._draw_heads(y + 8)

    def _draw_heads(self, y: float) -> None:
        terms, account = self._terms, self._account
        self._band(y, 5)
        cells = [terms.side(account, "A"), terms.side(account, "B")]
        if account.has_points:
            words = [terms["points"], terms["score"]]
            cells = [cells[0], *words, *reversed(words), cells[1]]
        for place, cell in zip(self._columns(), [*cells, terms["time"]]):
            x, width = place
            edge = x == 0 or width > 40
            size = self._fitting(cell, _SIZE, width - 1, "narrow")
            at = (x + 1, "start") if edge else (x + width / 2, "middle")
            self._text(at[0], y + 3.6, cell, size, _FAINT, at[1], "narrow")  # type: ignore[arg-type]

    def _columns(self) -> list[tuple[float, float]]:
        """Where each column begins, and how wide it is."""
        columns, x = [], 0.0
        for width in self._widths:
            if width:
                columns.append((x, width))
            x += width
        return columns

    def _row(self, frame: Frame, visit: Visit) -> _Part:
        columns = self._columns()
        place = -2 if visit.side == "B" else 0
        lines = self._stroke_lines(visit, columns[place][1] - 2)
        height = _LEAD * len(lines) + 1
        return _Part(height, lambda y: self._draw_row(y, height, frame, visit, lines))

    def _draw_row(
        self, y: float, height: float, frame: Frame, visit: Visit, lines: list[list[Stroke]]
    ) -> None:
        columns = self._columns()
        self._strokes(columns[-2 if visit.side == "B" else 0][0] + 1, y + 3.6, visit, lines)
        if visit.score:
            for side in (0, 1):
                self._draw_points(y, frame, visit, side)
        x, width = columns[-1]
        time = self._terms.clock(visit.time_s)
        self._text(x + width / 2, y + 3.6, time, _SMALL, _FAINT, "middle")
        self._rule(0, _WIDTH, y + height)

    def _draw_points(self, y: float, frame: Frame, visit: Visit, side: int) -> None:
        """What a visit brought a side, and its score after it."""
        columns, score = self._columns(), visit.score or (0, 0)
        change = visit.change[side]
        own = visit.side == "AB"[side]
        x, width = columns[1 + 3 * side]
        if change or own:
            style = "bold" if own and best(frame, visit) else "regular"
            ink = _INK if own or not visit.side else _FOUL
            text = self._terms.change(change, own)
            self._text(x + width / 2, y + 3.6, text, _SIZE, ink, "middle", style, plain=True)
        x, width = columns[2 + side]
        style = "bold" if change else "regular"
        ink = _INK if change else _FAINT
        number = self._terms.number(score[side])
        self._text(x + width / 2, y + 3.6, number, _SIZE, ink, "middle", style)

    def _stroke_lines(self, visit: Visit, width: float) -> list[list[Stroke]]:
        """The strokes in lines of a width."""
        lines: list[list[Stroke]] = [[]]
        x = self._lead(visit)
        for stroke in visit.strokes:
            wide = self._measure(shown(stroke), _SIZE, self._style(stroke)) + _GAP
            if lines[-1] and x + wide > width:
                lines.append([])
                x = self._lead(visit)
            lines[-1].append(stroke)
            x += wide
        return lines

    def _strokes(self, x: float, y: float, visit: Visit, lines: list[list[Stroke]]) -> None:
        if self._who(visit):
            self._text(x, y, self._who(visit), _SMALL, _FAINT)
        for number, line in enumerate(lines):
            at = x + self._lead(visit)
            for stroke in line:
                text, style = shown(stroke), self._style(stroke)
                ink = _FOUL if stroke.foul else _INK if visit.side else _FAINT
                foot = y + number * _LEAD
                self._text(at, foot, self._terms.number(text), _SIZE, ink, style=style, plain=True)
                at += self._measure(text, _SIZE, style) + _GAP

    def _style(self, stroke: Stroke) -> str:
        return "bold" if stroke.foul else "regular"

    def _who(self, visit: Visit) -> str:
        """Who stands before the strokes: a player of a pair, or the referee."""
        if not visit.side:
            return self._terms["referee"]
        return visit.player if self._account.pairs else ""

    def _lead(self, visit: Visit) -> float:
        who = self._who(visit)
        return self._measure(who, _SMALL) + 1.5 if who else 0.0

    # -- what a page is drawn with, from the side where lines begin -----------------------------

    def _text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str = _INK,
        anchor: Anchor = "start",
        style: str = "regular",
        plain: bool = False,
    ) -> None:
        """Write; `plain`: from left to right in every language, as tokens are."""
        turned = self._terms.right_to_left
        if not text:
            return
        if turned:
            anchor = {"start": "end", "middle": "middle", "end": "start"}[anchor]  # type: ignore[assignment]
        foot = self._x(x), y
        self._pages[-1].add(Label(foot, text, size, anchor, style, colour, turned and not plain))

    def _x(self, x: float) -> float:
        return _MARGIN + (_WIDTH - x if self._terms.right_to_left else x)

    def _measure(self, text: str, size: float, style: str = "regular") -> float:
        turned = self._terms.right_to_left
        text = self._terms.number(text)
        return Label((0, 0), text, size, style=style, right_to_left=turned).box.width

    def _fitting(self, text: str, size: float, width: float, style: str = "regular") -> float:
        """The size, or a smaller one in which a text has room."""
        return min(size, size * width / max(1.0, self._measure(text, size, style)))

    def _rule(self, start: float, end: float, y: float, colour: str = _LINE) -> None:
        points = (self._x(start), y), (self._x(end), y)
        self._pages[-1].add(Lines(points, colour, 0.15))

    def _band(self, y: float, height: float) -> None:
        self._pages[-1].add(Panel(Box(_MARGIN, y, _WIDTH, height), fill=_BAND))
