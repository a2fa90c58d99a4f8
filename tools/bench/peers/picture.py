"""The picture of the duels: how many times ours each peer's figure is, as bars grouped by part.

The scale is logarithmic; the line is at ours, and bars to its left are figures where a peer is
ahead. Of each part, peer and unit the two ends are drawn, where the peer is best off beside us and
where worst; only the best if these are too many for a page. What takes something of a peer and
nothing of ours has a bar over the whole width, with the peer's figure.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import groupby

from tools.bench.peers.duel import Duel
from tools.pictures.drawing import Box, Drawing, Label, Lines, Panel, Point

_MARGIN, _SCALE, _FIGURE = 6.0, 78.0, 46.0
_MOST = 32
_TOP, _STEP, _BAR, _HEAD = 16.0, 7.0, 4.4, 8.0
_SIZE, _PART_SIZE = 3.0, 3.6
_BEHIND, _AHEAD, _INK, _GRID = "#2f7d4f", "#b3362b", "#222222", "#dddddd"
_TITLE = "Times ours: figures of peers by ours"


class _Scale:
    """Where a ratio stands: whole powers of ten at both ends, 1 always within."""

    def __init__(self, left: float, ratios: Iterable[float]):
        powers = [math.log10(ratio) for ratio in ratios]
        self.left, self.right = left, left + _SCALE
        self.first = min(-1, *map(math.floor, powers), 0)
        self.last = max(1, *map(math.ceil, powers), 0)

    def at(self, ratio: float) -> float:
        """The x of a ratio."""
        share = (math.log10(ratio) - self.first) / (self.last - self.first)
        return self.left + share * _SCALE

    def end(self, ratio: float) -> float:
        """The x where its bar ends; nothing and everything have one too."""
        if ratio == 0:
            return self.left
        return self.right if ratio == math.inf else self.at(ratio)


def draw_duels(duels: Iterable[Duel]) -> Drawing:
    """Bars from the line at ours: to the right where the peer's figure is the larger one."""
    parts = _parts(duels)
    rows = [duel for _, members in parts for duel in members]
    names = max((_name(duel, (0, 0)).box.width for duel in rows), default=0)
    scale = _Scale(names + 2 * _MARGIN, [duel.ratio for duel in rows if duel.ratio])
    bottom = _TOP + _HEAD * len(parts) + _STEP * len(rows)
    size = scale.right + _FIGURE, bottom + 4
    drawing = Drawing(size, _TITLE)
    drawing.add(Panel(Box(0, 0, *size), fill="#ffffff"))
    _grid(drawing, scale, bottom)
    top = _TOP
    for part, members in parts:
        drawing.add(Label((_MARGIN, top + 5), part, _PART_SIZE, style="bold", colour=_INK))
        top += _HEAD
        for duel in members:
            _bar(drawing, duel, top, scale)
            top += _STEP
    ours = scale.at(1)
    drawing.add(Lines(((ours, _TOP - 4), (ours, bottom)), _INK, 0.4))
    return drawing


def telling(duels: Iterable[Duel]) -> list[Duel]:
    """Of each part, peer and unit the duels of the least and of the largest ratio."""
    groups: dict[tuple[str, str, str], list[Duel]] = {}
    for duel in duels:
        groups.setdefault((duel.part, duel.peer, duel.unit), []).append(duel)
    least = [min(members, key=_ratio) for members in groups.values()]
    largest = [max(members, key=_ratio) for members in groups.values()]
    both = [duel for ends in zip(least, largest) for duel in dict.fromkeys(ends)]
    return both if len(both) <= _MOST else least


def _ratio(duel: Duel) -> float:
    """For the order: nothing to nothing is as much as ours, something to nothing is most."""
    if duel.ratio is not None:
        return duel.ratio
    return math.inf if duel.theirs else 1.0


def _parts(duels: Iterable[Duel]) -> list[tuple[str, list[Duel]]]:
    chosen = sorted(telling(duels), key=lambda duel: duel.part)
    return [(part, list(members)) for part, members in groupby(chosen, lambda duel: duel.part)]


def _grid(drawing: Drawing, scale: _Scale, bottom: float) -> None:
    for power in range(scale.first, scale.last + 1):
        x = scale.at(10.0**power)
        name = "ours" if power == 0 else f"{10.0**power:,g}×"
        drawing.add(
            Lines(((x, _TOP - 4), (x, bottom)), _GRID, 0.2),
            Label((x, _TOP - 6), name, _SIZE, "middle", colour=_INK),
        )


def _bar(drawing: Drawing, duel: Duel, top: float, scale: _Scale) -> None:
    foot = top + _BAR - 1.1
    ours, end = scale.at(1), scale.end(_ratio(duel))
    width = max(abs(end - ours), 0.3)
    drawing.add(
        _name(duel, (scale.left - 3, foot)),
        Panel(Box(min(ours, end), top, width, _BAR), fill=_BEHIND if duel.held else _AHEAD),
        Label((max(end, ours) + 2, foot), _figure(duel), _SIZE, colour=_INK),
    )


def _name(duel: Duel, foot: Point) -> Label:
    return Label(foot, f"{duel.peer}, {duel.what}", _SIZE, "end", colour=_INK)


def _figure(duel: Duel) -> str:
    if duel.ratio:
        return f"{duel.ratio:.3g}×"
    return f"{duel.theirs:,.4g} {duel.unit}, ours {duel.ours:,.4g}"
