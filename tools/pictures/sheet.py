"""A sheet for wiring pictures: parts with pins, tags that say where a pin leads, and the wires.

A pin has a pad on the part's edge, its name inside and a tag outside. A supply is not drawn as a
wire: each of its pins bears a flag, and what bears the same flag is joined. All other pins belong
to a net, and the router joins the pins of a net once all parts stand.
"""

import math
from collections.abc import Sequence
from typing import Literal

from tools.pictures.drawing import (
    A4_LANDSCAPE,
    Anchor,
    Box,
    Disc,
    Drawing,
    Label,
    Lines,
    Panel,
    Point,
)
from tools.pictures.route import End, Router

Side = Literal["left", "right", "top", "bottom"]

PITCH = 1.25  # of the grid on which pads and wires stand
INK, FAINT, BODY, EDGE = "#1a1a1a", "#8a8a8a", "#f6f4ee", "#5a5a5a"
RAILS = {"5 V": "#c62828", "3.3 V": "#d9730d", "GND": "#1a1a1a"}
SMALL, NORMAL = 2.2, 2.7

_DIRECTIONS = {"left": (-1, 0), "right": (1, 0), "top": (0, -1), "bottom": (0, 1)}
_TAG_HEIGHT = 2.9
_WIRE = 0.45
_MARGIN = 5.0


class Sheet:
    """A drawing on A4 with what is to be joined by wires."""

    def __init__(self, title: str):
        self.drawing = Drawing(A4_LANDSCAPE, title)
        self._nets: dict[str, list[End]] = {}
        self._colours: dict[str, str] = {}
        self._blocks: list[Box] = []

    def colour(self, net: str, colour: str) -> None:
        """Say what colour the wires and tags of a net have."""
        self._colours[net] = colour

    def colour_of(self, net: str) -> str:
        return self._colours[net]

    def block(self, box: Box) -> None:
        """Keep wires out of a rectangle."""
        self._blocks.append(box)

    def part(self, box: Box, title: str, subtitle: str = "") -> None:
        """Draw the body of a part, with its title above the body."""
        self.drawing.add(Panel(box, stroke=EDGE, width=0.35, fill=BODY, radius=1.2))
        self.block(box.grown(PITCH / 2))
        above = (subtitle, SMALL, "regular"), (title, NORMAL, "bold")
        foot = box.y - 1.2
        for text, size, style in above:
            if text:
                self.text((box.x, foot), text, size, style=style)
                foot -= size + 0.9

    def text(
        self,
        foot: Point,
        text: str,
        size: float = SMALL,
        anchor: Anchor = "start",
        style: str = "regular",
        colour: str = INK,
        blocks: bool = True,
    ) -> None:
        """Write a text that wires keep out of, unless it stands in a part, where none pass."""
        label = Label(foot, text, size, anchor, style, colour)
        self.drawing.add(label)
        if blocks:
            self.block(label.box.grown(PITCH / 2))

    def pin(
        self,
        pad: Point,
        side: Side,
        name: str,
        lead: str = "",
        tag: str = "",
        joined: bool = True,
    ) -> None:
        """Draw a pin. It leads to a rail, to the net `lead`, or, without one, to nothing.

        One that is not `joined` has a tag only: the other end is not in the picture.
        """
        self._pad(pad, side, name, bool(lead))
        if lead in RAILS:
            self._tag(pad, side, lead, RAILS[lead], filled=True)
        elif lead:
            far = self._tag(pad, side, tag, self._colours[lead])
            if joined:
                self._nets.setdefault(lead, []).append(End(far, *_DIRECTIONS[side]))

    def wires(self) -> None:
        """Join the pins of each net."""
        size = self.drawing.width - 2 * _MARGIN, self.drawing.height - 2 * _MARGIN
        router = Router(Box(_MARGIN, _MARGIN, *size), PITCH)
        for box in self._blocks:
            router.block(box)
        for net, wire in router.route(self._nets).items():
            colour = self._colours[net]
            with self.drawing.group("wire", net=net):
                for line in wire.lines:
                    self.drawing.add(Lines(line, colour, _WIRE))
                for point in wire.junctions:
                    self.drawing.add(Disc(point, 0.7, fill=colour))

    def resistor(self, start: Point, end: Point, value: str, name: Point | None = None) -> None:
        """Draw a resistor between two points of a line; `name` is where its value stands."""
        self.drawing.add(Lines((start, end), INK, 0.3))
        (x, y), upright = _middle(start, end), start[0] == end[0]
        width, height = (1.5, 3.8) if upright else (3.8, 1.5)
        body = Box(x - width / 2, y - height / 2, width, height)
        self.drawing.add(Panel(body, INK, 0.3, "#ffffff"))
        foot = name or ((x + 1.4, y + 0.8) if upright else (x, y - 1.3))
        self._value(foot, value, upright or name is not None)

    def capacitor(self, start: Point, end: Point, value: str, name: Point | None = None) -> None:
        """Draw a capacitor between two points."""
        (x, y), upright = _middle(start, end), start[0] == end[0]
        dx, dy = (0.0, 0.4) if upright else (0.4, 0.0)
        self.drawing.add(Lines((start, (x - dx, y - dy)), INK, 0.3))
        self.drawing.add(Lines(((x + dx, y + dy), end), INK, 0.3))
        for sign in (-1, 1):
            px, py = x + sign * dx, y + sign * dy
            across, along = 3.5 * dy, 3.5 * dx
            ends = (px - across, py - along), (px + across, py + along)
            self.drawing.add(Lines(ends, INK, 0.4))
        foot = name or ((x + 2.0, y + 0.8) if upright else (x, y - 2.0))
        self._value(foot, value, upright or name is not None)

    def _value(self, foot: Point, value: str, beside: bool) -> None:
        anchor: Anchor = "start" if beside else "middle"
        self.text(foot, value, SMALL, anchor, "narrow", blocks=False)

    def paragraph(self, corner: Point, width: float, text: str, size: float = SMALL) -> float:
        """Write a text in lines of a width; returns the height it takes."""
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and Label((0, 0), longer, size).box.width <= width:
                lines[-1] = longer
            else:
                lines.append(word)
        for index, line in enumerate(lines):
            self.text((corner[0], corner[1] + size * (0.8 + 1.25 * index)), line, size)
        return size * 1.25 * len(lines)

    def node(self, point: Point) -> None:
        """Draw the dot where lines meet."""
        self.drawing.add(Disc(point, 0.5, fill=INK))

    def line(self, *points: Point, colour: str = INK, width: float = 0.3) -> None:
        """Draw a line within a part."""
        self.drawing.add(Lines(tuple(points), colour, width))

    def ground(self, point: Point) -> None:
        """Draw the sign for GND below a point."""
        for index, half in enumerate((1.3, 0.85, 0.4)):
            y = point[1] + 0.55 * index
            self.line((point[0] - half, y), (point[0] + half, y), width=0.35)

    def rail(self, point: Point, name: str, anchor: Anchor = "middle") -> None:
        """Draw the bar of a supply above a point."""
        colour = RAILS[name]
        self.line((point[0] - 1.3, point[1]), (point[0] + 1.3, point[1]), colour=colour, width=0.5)
        self.text((point[0], point[1] - 0.7), name, anchor=anchor, colour=colour, blocks=False)

    def _pad(self, pad: Point, side: Side, name: str, used: bool) -> None:
        self.drawing.add(Disc(pad, 0.75, EDGE, 0.3, "#e8c558" if used else "#ffffff"))
        dx, dy = _DIRECTIONS[side]
        x, y = pad[0] - 1.6 * dx, pad[1] - 1.6 * dy + 0.8
        if dy:
            y = pad[1] + (3.3 if dy < 0 else -1.6)
        anchor: Anchor = {-1: "start", 0: "middle", 1: "end"}[dx]  # type: ignore[assignment]
        if name:
            colour = INK if used else FAINT
            self.text((x, y), name, SMALL, anchor, "narrow", colour, blocks=False)

    def _tag(self, pad: Point, side: Side, text: str, colour: str, filled: bool = False) -> Point:
        """Draw what a pin leads to; returns the point where its wire begins."""
        dx, dy = _DIRECTIONS[side]
        label = Label((0, 0), text, SMALL, "middle", "bold" if filled else "narrow")
        width, height = label.box.width + 1.5, _TAG_HEIGHT
        gap = 1.6
        depth = width if dx else height
        length = math.ceil((gap + depth + 0.6) / PITCH) * PITCH
        far = pad[0] + dx * length, pad[1] + dy * length
        near = pad[0] + dx * 0.75, pad[1] + dy * 0.75
        self.line(near, (pad[0] + dx * gap, pad[1] + dy * gap), colour=colour, width=_WIRE)
        x, y = pad[0] + dx * (gap + depth / 2), pad[1] + dy * (gap + depth / 2)
        if not filled:
            self.line((x, y), far, colour=colour, width=_WIRE)
        box = Box(x - width / 2, y - height / 2, width, height)
        self.drawing.add(Panel(box, colour, 0.35, colour if filled else "#ffffff", radius=1.0))
        ink = "#ffffff" if filled else INK
        self.text((x, y + 0.8), text, SMALL, "middle", label.style, ink, blocks=False)
        self.block(box.grown(0.3))
        self.block(_between(pad, (x, y)).grown(0.3))
        return far


def _between(one: Point, other: Point) -> Box:
    x, y = min(one[0], other[0]), min(one[1], other[1])
    return Box(x, y, abs(one[0] - other[0]), abs(one[1] - other[1]))


def _middle(start: Point, end: Point) -> Point:
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2


def grid(value: float) -> float:
    """The line of the grid next to a length."""
    return round(value / PITCH) * PITCH


def spread(first: Point, count: int, step: Point) -> Sequence[Point]:
    """Points in a row."""
    return [(first[0] + index * step[0], first[1] + index * step[1]) for index in range(count)]
