"""The table of a frame's visits: A's strokes, points and score, then B's; beside them the time."""

from __future__ import annotations

import itertools

from tools.pull import summary
from tools.pull.account import Account, Frame, Stroke, Visit
from tools.pull.brush import BOTTOM, FAINT, FOUL, INK, LEAD, SIZE, SMALL, WIDTH, Brush, Part
from tools.pull.terms import Terms, best, shown

_GAP = 1.3  # between strokes
# Of A, then the same of B in reverse: strokes, points, score. What is left is for the time.
_POINTS = (57.0, 12.0, 14.0)
_NO_POINTS = (83.0,)


class Ledger:
    """Draws the frames of a match with a brush."""

    def __init__(self, account: Account, terms: Terms, brush: Brush) -> None:
        self._account = account
        self._terms = terms
        self._brush = brush
        half = _POINTS if account.has_points else _NO_POINTS
        widths = [*half, *reversed(half), WIDTH - 2 * sum(half)]
        # Where each column begins, and how wide it is.
        self._columns = list(zip(itertools.accumulate(widths, initial=0.0), widths))

    def draw(self, frame: Frame, y: float) -> float:
        """Draw the frame from `y` on, over as many pages as it takes."""
        if not frame.visits:
            return y
        first = self._row(frame, frame.visits[0])
        head = Part(13, lambda y: self._draw_frame(y, frame), first.height)
        y = self._brush.put(head, y)
        for visit in frame.visits:
            part = self._row(frame, visit)
            if y + part.height > BOTTOM:
                y = self._brush.put(head, self._brush.new_page())
            y = self._brush.put(part, y)
        return y + 3

    def _draw_frame(self, y: float, frame: Frame) -> None:
        name = summary.name(self._account, self._terms, frame)
        self._brush.text(0, y + 6, name, 3.8, style="bold")
        remark = summary.remark(self._terms, frame)
        self._brush.text(WIDTH, y + 6, remark, SIZE, FAINT, "end")
        self._draw_heads(y + 8)

    def _draw_heads(self, y: float) -> None:
        self._brush.band(y, 5)
        heads = summary.columns(self._account, self._terms)
        for (x, width), cell in zip(self._columns, heads):
            size = self._brush.fitting(cell, SIZE, width - 1, "narrow")
            if width > 40:  # of strokes, which begin at its edge
                self._brush.text(x + 1, y + 3.6, cell, size, FAINT, "start", "narrow")
            else:
                self._brush.text(x + width / 2, y + 3.6, cell, size, FAINT, "middle", "narrow")

    def _row(self, frame: Frame, visit: Visit) -> Part:
        columns = self._columns
        place = -2 if visit.side == "B" else 0
        lines = self._stroke_lines(visit, columns[place][1] - 2)
        height = LEAD * len(lines) + 1
        return Part(height, lambda y: self._draw_row(y, height, frame, visit, lines))

    def _draw_row(
        self, y: float, height: float, frame: Frame, visit: Visit, lines: list[list[Stroke]]
    ) -> None:
        columns = self._columns
        self._strokes(columns[-2 if visit.side == "B" else 0][0] + 1, y + 3.6, visit, lines)
        if visit.score:
            for side in (0, 1):
                self._draw_points(y, frame, visit, side)
        x, width = columns[-1]
        time = self._terms.clock(visit.time_s)
        self._brush.text(x + width / 2, y + 3.6, time, SMALL, FAINT, "middle")
        self._brush.rule(0, WIDTH, y + height)

    def _draw_points(self, y: float, frame: Frame, visit: Visit, side: int) -> None:
        """What a visit brought a side, and its score after it."""
        columns, score = self._columns, visit.score or (0, 0)
        change = visit.change[side]
        own = visit.side == "AB"[side]
        x, width = columns[1 + 3 * side]
        if change or own:
            style = "bold" if own and best(frame, visit) else "regular"
            ink = INK if own or not visit.side else FOUL
            text = self._terms.change(change, own)
            self._brush.text(x + width / 2, y + 3.6, text, SIZE, ink, "middle", style, plain=True)
        x, width = columns[2 + side]
        style = "bold" if change else "regular"
        ink = INK if change else FAINT
        number = self._terms.number(score[side])
        self._brush.text(x + width / 2, y + 3.6, number, SIZE, ink, "middle", style)

    def _stroke_lines(self, visit: Visit, width: float) -> list[list[Stroke]]:
        """The strokes in lines of a width."""
        lines: list[list[Stroke]] = [[]]
        x = self._lead(visit)
        for stroke in visit.strokes:
            wide = self._brush.measure(shown(stroke), SIZE, _style(stroke)) + _GAP
            if lines[-1] and x + wide > width:
                lines.append([])
                x = self._lead(visit)
            lines[-1].append(stroke)
            x += wide
        return lines

    def _strokes(self, x: float, y: float, visit: Visit, lines: list[list[Stroke]]) -> None:
        self._brush.text(x, y, summary.who(self._account, self._terms, visit), SMALL, FAINT)
        for number, line in enumerate(lines):
            at = x + self._lead(visit)
            for stroke in line:
                text, style = shown(stroke), _style(stroke)
                ink = FOUL if stroke.foul else INK if visit.side else FAINT
                foot = y + number * LEAD
                self._brush.text(
                    at, foot, self._terms.number(text), SIZE, ink, style=style, plain=True
                )
                at += self._brush.measure(text, SIZE, style) + _GAP

    def _lead(self, visit: Visit) -> float:
        who = summary.who(self._account, self._terms, visit)
        return self._brush.measure(who, SMALL) + 1.5 if who else 0.0


def _style(stroke: Stroke) -> str:
    return "bold" if stroke.foul else "regular"
