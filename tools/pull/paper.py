"""The printed scoresheet: A4 pages as a recorder fills them in.

The head says what is known of the match, a summary has a row a frame, then come the visits of each
frame (ledger.py). Names that nobody wrote down get a line to write on, and so do those who sign.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, partial

from fontTools.ttLib import TTFont

from tools.pictures.drawing import Drawing, pdf
from tools.pictures.letters import Face, cut_font
from tools.pull import summary
from tools.pull.account import Account
from tools.pull.brush import FAINT, INK, LEAD, SIZE, SMALL, WIDTH, Brush, Part
from tools.pull.ledger import Ledger
from tools.pull.terms import Terms

_HANDS = 14.0  # room for those who sign
_ALPHABETS = {
    "latin": [*map(chr, [*range(32, 127), *range(160, 384), *range(0x400, 0x460)])],
    "arabic": [*map(chr, range(0x600, 0x700))],
}


def draw(account: Account, terms: Terms) -> list[Drawing]:
    """The pages of a match."""
    return _Paper(account, terms).pages()


def as_pdf(account: Account, terms: Terms) -> bytes:
    """The pages of a match as a PDF; the same bytes for the same match."""
    return pdf(draw(account, terms), _cut)


def _cut(face: Face, characters: str) -> TTFont:
    """A font for these characters: the same one for nearly all matches, for cutting takes long."""
    return _cut_once(face, "".join(sorted({*characters, *_ALPHABETS[face.family]})))


_cut_once = cache(cut_font)


class _Paper:
    def __init__(self, account: Account, terms: Terms) -> None:
        self._account = account
        self._terms = terms
        self._brush = Brush(summary.title(account, terms), terms)

    def pages(self) -> list[Drawing]:
        """Draw the head, the summary and the frames, and number the pages."""
        brush, ledger = self._brush, Ledger(self._account, self._terms, self._brush)
        y = brush.new_page()
        for part in self._head():
            y = brush.put(part, y)
        for frame in self._account.frames:
            y = ledger.draw(frame, y)
        for part in self._foot():
            y = brush.put(part, y)
        brush.number_pages()
        return brush.pages

    def _head(self) -> Iterator[Part]:
        yield Part(9, self._draw_title)
        for fact in self._facts():
            yield Part(4.2, partial(self._draw_fact, fact))
        yield Part(17, self._draw_sides)
        account, terms = self._account, self._terms
        rows = [summary.row(account, terms, frame) for frame in account.frames]
        yield Part(5, partial(self._draw_summary, summary.heads(account, terms), True))
        for row in rows:
            yield Part(5, partial(self._draw_summary, row, False))
        yield Part(5, lambda y: None)

    def _facts(self) -> Iterator[str]:
        """What is known of the match, as many facts to a line as fit."""
        line = ""
        for word, value in self._terms.facts(self._account):
            fact = f"{word}: {value}"
            longer = f"{line} · {fact}" if line else fact
            if line and self._brush.measure(longer, SIZE) > WIDTH:
                yield line
                longer = fact
            line = longer
        if line:
            yield line

    def _draw_fact(self, fact: str, y: float) -> None:
        self._brush.text(0, y + 3, fact, SIZE, FAINT)

    def _draw_title(self, y: float) -> None:
        self._brush.text(0, y + 5, self._terms.game(self._account), 6.5, style="bold")
        self._brush.text(WIDTH, y + 5, self._terms["title"], 4, FAINT, "end")

    def _draw_sides(self, y: float) -> None:
        """Both names, or lines for them, and how the match stands between them."""
        for side, start, end in (("A", 0.0, 66.0), ("B", WIDTH - 66.0, WIDTH)):
            self._brush.text(start, y + 8, side, 4.5, style="bold")
            name = self._account.names["AB".index(side)]
            self._brush.text(start + 6, y + 8, name, self._brush.fitting(name, 4, end - start - 6))
            self._brush.rule(start + 6, end, y + 9.2, INK)
        self._draw_won(y + 8)
        result = self._terms.result(self._account)
        size = self._brush.fitting(result, SIZE, WIDTH)
        self._brush.text(WIDTH / 2, y + 13.5, result, size, FAINT, "middle")

    def _draw_won(self, y: float) -> None:
        """The frames of A and of B, on their sides of a colon in the middle."""
        won = map(self._terms.number, self._account.frames[-1].frames)
        middle = WIDTH / 2
        self._brush.text(middle, y, ":", 8, INK, "middle", "bold")
        self._brush.text(middle - 5, y, next(won), 8, INK, "end", "bold")
        self._brush.text(middle + 5, y, next(won), 8, INK, "start", "bold")

    def _draw_summary(self, row: list[str], head: bool, y: float) -> None:
        if head:
            self._brush.band(y, 5)
        wide = WIDTH / (len(row) + 1)  # pairs of columns stand closer together
        for place, cell in enumerate(row):
            x = WIDTH * (place + 0.5) / len(row)
            style = "narrow" if head else "regular"
            size = self._brush.fitting(cell, SIZE, wide, style)
            self._brush.text(x, y + 3.6, cell, size, FAINT if head else INK, "middle", style)
        self._brush.rule(0, WIDTH, y + 5)

    def _foot(self) -> Iterator[Part]:
        signs = self._terms.signs(self._account)
        lines = self._wrapped([f"{sign}  {text}" for sign, text in signs.items()])
        rest = LEAD * len(lines) + _HANDS
        title = self._terms["signs"]
        yield Part(6, lambda y: self._brush.text(0, y + 4.5, title, SIZE, style="bold"), rest)
        for line in lines:
            yield Part(LEAD, partial(self._draw_signs, line))
        yield Part(_HANDS, self._draw_hands)

    def _wrapped(self, texts: list[str]) -> list[list[str]]:
        lines: list[list[str]] = []
        width = 0.0
        for text in texts:
            more = self._brush.measure(text, SMALL) + 5
            if not lines or width + more > WIDTH:
                lines.append([])
                width = 0.0
            lines[-1].append(text)
            width += more
        return lines

    def _draw_signs(self, line: list[str], y: float) -> None:
        x = 0.0
        for text in line:
            sign, _, word = text.partition("  ")
            self._brush.text(x, y + 3, sign, SMALL, style="bold", plain=True)
            lead = self._brush.measure(sign, SMALL, "bold") + 1.2
            self._brush.text(x + lead, y + 3, word, SMALL, FAINT)
            x += self._brush.measure(text, SMALL) + 5

    def _draw_hands(self, y: float) -> None:
        """Lines for those who sign."""
        for word, start in (("recorder", 0.0), ("referee", WIDTH / 2 + 5)):
            self._brush.text(start, y + 12, self._terms[word], SIZE, FAINT)
            lead = self._brush.measure(self._terms[word], SIZE) + 2
            self._brush.rule(start + lead, start + WIDTH / 2 - 5, y + 12.6, INK)
