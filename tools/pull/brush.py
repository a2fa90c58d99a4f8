"""Pages of A4 that fill from the top, and what is drawn on them.

All lengths are millimetres; `x` counts from the margin where lines begin, so the page of a
language that is written from right to left is a mirror image.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tools.pictures.drawing import A4_PORTRAIT, Anchor, Box, Drawing, Label, Lines, Panel
from tools.pull.terms import Terms

WIDTH = A4_PORTRAIT[0] - 2 * 14.0
BOTTOM = A4_PORTRAIT[1] - 16.0
INK, FAINT, FOUL = "#1a1a1a", "#707070", "#b3261e"
SIZE, SMALL = 2.9, 2.3
LEAD = 4.3  # from line to line

_MARGIN, _TOP = 14.0, 16.0
_LINE, _BAND = "#b9b4a6", "#f1eee6"
_MIRRORED: dict[Anchor, Anchor] = {"start": "end", "middle": "middle", "end": "start"}


@dataclass(frozen=True)
class Part:
    """A piece of a page: how high it is, and what draws it from a height on.

    `keep` is what must follow on the same page.
    """

    height: float
    draw: Callable[[float], None]
    keep: float = 0.0


class Brush:
    """Draws on the last of its `pages`."""

    def __init__(self, title: str, terms: Terms) -> None:
        self.pages: list[Drawing] = []
        self._title = title
        self._terms = terms

    def new_page(self) -> float:
        """Go on on a new page; where it begins."""
        self.pages.append(Drawing(A4_PORTRAIT, self._title))
        return _TOP

    def put(self, part: Part, y: float) -> float:
        """Draw a part, on a new page if this one has no room; where the next one begins."""
        if y + part.height + part.keep > BOTTOM:
            y = self.new_page()
        part.draw(y)
        return y + part.height

    def number_pages(self) -> None:
        """Write under each page what it belongs to."""
        terms = self._terms
        foot = A4_PORTRAIT[0] / 2, A4_PORTRAIT[1] - 11
        for number, page in enumerate(self.pages, 1):
            counted = terms["page"].format(n=number, all=len(self.pages))
            text = f"{self._title} · {terms.number(counted)}"
            page.add(Label(foot, text, SMALL, "middle", "regular", FAINT, terms.right_to_left))

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        colour: str = INK,
        anchor: Anchor = "start",
        style: str = "regular",
        plain: bool = False,
    ) -> None:
        """Write; `plain`: from left to right in every language, as tokens are."""
        turned = self._terms.right_to_left
        if text:
            at = _MIRRORED[anchor] if turned else anchor
            label = Label((self._x(x), y), text, size, at, style, colour, turned and not plain)
            self.pages[-1].add(label)

    def measure(self, text: str, size: float, style: str = "regular") -> float:
        """How wide a text is, its digits those of the language."""
        turned = self._terms.right_to_left
        text = self._terms.number(text)
        return Label((0, 0), text, size, style=style, right_to_left=turned).box.width

    def fitting(self, text: str, size: float, width: float, style: str = "regular") -> float:
        """The size, or a smaller one in which a text has room."""
        return min(size, size * width / max(1.0, self.measure(text, size, style)))

    def rule(self, start: float, end: float, y: float, colour: str = _LINE) -> None:
        """A line across."""
        self.pages[-1].add(Lines(((self._x(start), y), (self._x(end), y)), colour, 0.15))

    def band(self, y: float, height: float) -> None:
        """What heads of columns stand on."""
        self.pages[-1].add(Panel(Box(_MARGIN, y, WIDTH, height), fill=_BAND))

    def _x(self, x: float) -> float:
        return _MARGIN + (WIDTH - x if self._terms.right_to_left else x)
