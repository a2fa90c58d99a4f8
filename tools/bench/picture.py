"""The picture of the table: of each part the row that comes nearest to its budget, as a bar."""

from __future__ import annotations

from collections.abc import Iterable

from tools.bench.row import Row
from tools.pictures.drawing import Box, Drawing, Label, Lines, Panel

_WIDTH, _LEFT, _RIGHT = 220.0, 100.0, 180.0
_TOP, _STEP, _BAR = 16.0, 9.0, 5.0
_SIZE = 3.2
_HELD, _BROKEN, _INK = "#2f7d4f", "#b3362b", "#222222"


def draw(rows: Iterable[Row]) -> Drawing:
    """Bars of figure against budget; the line is where the budget is used up."""
    nearest = _nearest(rows)
    most = max((_share(row) for row in nearest), default=1.0)
    scale = (_RIGHT - _LEFT) / max(most, 1.0)
    bottom = _TOP + _STEP * len(nearest)
    drawing = Drawing((_WIDTH, bottom + 6), "Figures against their budgets")
    drawing.add(
        Panel(Box(0, 0, _WIDTH, bottom + 6), fill="#ffffff"),
        Label((_LEFT + scale, _TOP - 6), "budget", _SIZE, "middle", colour=_INK),
    )
    for index, row in enumerate(nearest):
        _bar(drawing, row, _TOP + index * _STEP, scale)
    drawing.add(Lines(((_LEFT + scale, _TOP - 4), (_LEFT + scale, bottom)), _INK, 0.4))
    return drawing


def _bar(drawing: Drawing, row: Row, top: float, scale: float) -> None:
    foot = top + _BAR - 1.2
    width = max(_share(row) * scale, 0.3)
    colour = _HELD if row.held else _BROKEN
    figure = f"{row.figure:,.4g} of {row.budget:,.4g} {row.unit}"
    if row.figure >= 1e4:
        figure = f"{row.figure / 1e6:.1f} of {(row.budget or 0) / 1e6:.0f} M {row.unit}"
    # No label stands on the line: it is either left of it or right of it.
    label = Label((_LEFT + width + 2, foot), figure, _SIZE, colour=_INK)
    if label.box.x < _LEFT + scale + 2 and label.box.right > _LEFT + scale - 2:
        label = Label((_LEFT + scale + 2, foot), figure, _SIZE, colour=_INK)
    drawing.add(
        Label((_LEFT - 2, foot), row.what, _SIZE, "end", colour=_INK),
        Panel(Box(_LEFT, top, width, _BAR), fill=colour),
        label,
    )


def _nearest(rows: Iterable[Row]) -> list[Row]:
    """Of each part and unit the row that uses most of its budget."""
    found: dict[tuple[str, str], Row] = {}
    for row in rows:
        if row.budget is None:
            continue
        key = (row.part, row.unit)
        if key not in found or _share(row) > _share(found[key]):
            found[key] = row
    return list(found.values())


def _share(row: Row) -> float:
    """How much of the budget is used; where it is nothing, anything is twice too much."""
    if not row.budget:
        return 2.0 if row.figure else 0.0
    return row.figure / row.budget
