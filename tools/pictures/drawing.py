"""A drawing: shapes and labels on a page that is measured in millimetres, y downwards.

It is written as SVG with letters as outlines, so it looks the same wherever it is opened, as PNG
from that, and as pages of a PDF with embedded fonts, so its words can be searched. All three have
the page at its true size.
"""

import contextlib
import datetime
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal
from xml.sax.saxutils import quoteattr

import resvg_py
from fontTools.ttLib import TTFont
from fpdf import FPDF

from tools.pictures.letters import ASCENT, DESCENT, Face, Line, Run, cut_font, outline, set_line

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]
A4_LANDSCAPE = (297.0, 210.0)
A4_PORTRAIT = (210.0, 297.0)

_DATE = datetime.datetime(2000, 1, 1, tzinfo=datetime.timezone.utc)  # of every PDF alike

_SHIFT = {"start": 0.0, "middle": 0.5, "end": 1.0}


@dataclass(frozen=True)
class Box:
    """An upright rectangle."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def centre(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def grown(self, by: float) -> "Box":
        return Box(self.x - by, self.y - by, self.width + 2 * by, self.height + 2 * by)

    def overlaps(self, other: "Box") -> bool:
        return (
            self.x < other.right
            and other.x < self.right
            and self.y < other.bottom
            and other.y < self.bottom
        )


@dataclass(frozen=True)
class Lines:
    """Straight lines from point to point; `fill` makes an area of them."""

    points: tuple[Point, ...]
    stroke: str = ""
    width: float = 0.25
    fill: str = ""
    closed: bool = False
    dash: float = 0.0


@dataclass(frozen=True)
class Panel:
    """A rectangle, its corners rounded with a radius."""

    box: Box
    stroke: str = ""
    width: float = 0.25
    fill: str = ""
    radius: float = 0.0
    dash: float = 0.0


@dataclass(frozen=True)
class Disc:
    """A circle."""

    centre: Point
    radius: float
    stroke: str = ""
    width: float = 0.25
    fill: str = ""


@dataclass(frozen=True)
class Label:
    """A line of text; `foot` is the point on its base line that the anchor means."""

    foot: Point
    text: str
    size: float
    anchor: Anchor = "start"
    style: str = "regular"
    colour: str = "#000000"
    right_to_left: bool = False

    @property
    def line(self) -> Line:
        return set_line(self.text, self.style, self.right_to_left)

    @property
    def start(self) -> float:
        """The x of the left end."""
        return self.foot[0] - _SHIFT[self.anchor] * self.line.width * self.size

    @property
    def box(self) -> Box:
        height = (ASCENT + DESCENT) * self.size
        top = self.foot[1] - ASCENT * self.size
        return Box(self.start, top, self.line.width * self.size, height)


@dataclass(frozen=True)
class Group:
    """Shapes that belong together; the SVG says what they are, for those who read it."""

    kind: str
    data: dict[str, str]
    shapes: "list[Shape]" = field(default_factory=list)


Shape = Lines | Panel | Disc | Label | Group


class Drawing:
    """A page and what is on it, the first below."""

    def __init__(self, size: Point, title: str):
        self.width, self.height = size
        self.title = title
        self._shapes: list[Shape] = []

    def add(self, *shapes: Shape) -> None:
        self._shapes.extend(shapes)

    @contextlib.contextmanager
    def group(self, kind: str, **data: str) -> Iterator[None]:
        """What is added within belongs together."""
        outer, self._shapes = self._shapes, []
        try:
            yield
        finally:
            outer.append(Group(kind, data, self._shapes))
            self._shapes = outer

    def shapes(self) -> Iterator[Lines | Panel | Disc | Label]:
        """All shapes, taken out of their groups."""
        return _flat(self._shapes)

    def labels(self) -> Iterator[Label]:
        return (shape for shape in self.shapes() if isinstance(shape, Label))

    def svg(self) -> str:
        """The page as SVG."""
        return _Svg(self._shapes).page(self)

    def png(self, dpi: int = 200) -> bytes:
        """The page as PNG on white."""
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=self.svg(), dpi=dpi, background="#ffffff", skip_system_fonts=True
            )
        )


Cut = Callable[[Face, str], TTFont]


def pdf(drawings: Sequence[Drawing], cut: Cut = cut_font) -> bytes:
    """Drawings as pages of one PDF, at their true size; the same bytes for the same drawings.

    `cut` makes fonts as cut_font does.
    """
    # On Windows the shaper may still hold a font when the folder goes.
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        return _Pdf(drawings, Path(folder), cut).bytes()


def _flat(shapes: list[Shape]) -> Iterator[Lines | Panel | Disc | Label]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from _flat(shape.shapes)
        else:
            yield shape


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


class _Svg:
    """Shapes as SVG elements; a glyph is defined once and used wherever it stands."""

    def __init__(self, shapes: list[Shape]):
        self._glyphs: dict[tuple[object, int], str] = {}
        self._outlines: list[str] = []
        self._body = "\n".join(self._element(shape) for shape in shapes)

    def page(self, drawing: Drawing) -> str:
        width, height = _number(drawing.width), _number(drawing.height)
        title = quoteattr(drawing.title)[1:-1]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm" '
            f'viewBox="0 0 {width} {height}">\n<title>{title}</title>\n'
            f"<defs>\n{chr(10).join(self._outlines)}\n</defs>\n{self._body}\n</svg>\n"
        )

    def _element(self, shape: Shape) -> str:
        match shape:
            case Lines():
                ends = " ".join(f"{_number(x)},{_number(y)}" for x, y in shape.points)
                name = "polygon" if shape.closed else "polyline"
                return f'<{name} points="{ends}"{_look(shape)}/>'
            case Panel():
                return f"<rect{_frame(shape.box)}{_radius(shape.radius)}{_look(shape)}/>"
            case Disc():
                x, y, radius = map(_number, (*shape.centre, shape.radius))
                return f'<circle cx="{x}" cy="{y}" r="{radius}"{_look(shape)}/>'
            case Label():
                return self._text(shape)
            case Group():
                data = "".join(f" data-{key}={quoteattr(to)}" for key, to in shape.data.items())
                inside = "\n".join(self._element(part) for part in shape.shapes)
                return f'<g class="{shape.kind}"{data}>\n{inside}\n</g>'

    def _text(self, label: Label) -> str:
        scale = label.size / 1000
        uses = "".join(
            f'<use href="#{self._glyph(run, glyph.number)}"'
            f"{_place(x=run.x + glyph.x, y=glyph.y)}/>"
            for run in label.line.runs
            for glyph in run.glyphs
            if outline(run.face, glyph.number)
        )
        place = f"translate({_number(label.start)} {_number(label.foot[1])})"
        return (
            f'<g role="text" aria-label={quoteattr(label.text)} fill="{label.colour}" '
            f'transform="{place} scale({scale:.6f} {-scale:.6f})">{uses}</g>'
        )

    def _glyph(self, run: Run, number: int) -> str:
        key = (run.face, number)
        if key not in self._glyphs:
            self._glyphs[key] = f"g{len(self._glyphs)}"
            path = f'<path id="{self._glyphs[key]}" d="{outline(run.face, number)}"/>'
            self._outlines.append(path)
        return self._glyphs[key]


def _place(x: float, y: float) -> str:
    """Where a glyph stands; what is 0 is left out, as SVG has it."""
    places = (("x", round(x * 1000)), ("y", round(y * 1000)))
    return "".join(f' {name}="{value}"' for name, value in places if value)


def _frame(box: Box) -> str:
    names = zip(("x", "y", "width", "height"), (box.x, box.y, box.width, box.height))
    return "".join(f' {name}="{_number(value)}"' for name, value in names)


def _radius(radius: float) -> str:
    return f' rx="{_number(radius)}"' if radius else ""


def _look(shape: Lines | Panel | Disc) -> str:
    look = f' fill="{shape.fill or "none"}"'
    if shape.stroke:
        look += f' stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"'
        look += ' stroke-linejoin="round" stroke-linecap="round"'
    if not isinstance(shape, Disc) and shape.dash:
        look += f' stroke-dasharray="{_number(shape.dash)}"'
    return look


class _Pdf:
    """Drawings as pages; the letters stay letters."""

    def __init__(self, drawings: Sequence[Drawing], folder: Path, cut: Cut):
        self._pdf = FPDF(unit="mm")
        self._pdf.set_creator("Marker")
        self._pdf.set_creation_date(_DATE)
        self._pdf.set_title(drawings[0].title)
        self._pdf.set_auto_page_break(False)
        self._pdf.c_margin = 0.0
        self._add_fonts(drawings, folder, cut)
        for drawing in drawings:
            self._pdf.add_page(format=(drawing.width, drawing.height))
            for shape in drawing.shapes():
                self._paint(shape)

    def bytes(self) -> bytes:
        return bytes(self._pdf.output())

    def _add_fonts(self, drawings: Sequence[Drawing], folder: Path, cut: Cut) -> None:
        """Add each face with the characters that are set in it, by way of a file in `folder`."""
        characters: dict[Face, set[str]] = {}
        for drawing in drawings:
            for label in drawing.labels():
                for run in label.line.runs:
                    characters.setdefault(run.face, set()).update(run.text)
        for face, wanted in characters.items():
            path = folder / f"{_name(face)}.ttf"
            cut(face, "".join(sorted(wanted))).save(path)
            self._pdf.add_font(_name(face), fname=path)

    def _paint(self, shape: Lines | Panel | Disc | Label) -> None:
        if isinstance(shape, Label):
            self._text(shape)
            return
        look = self._take(shape)
        match shape:
            case Lines():
                if shape.closed or shape.fill:
                    self._pdf.polygon(shape.points, style=look)
                else:
                    self._pdf.polyline(shape.points, style=look)
            case Panel():
                box = shape.box
                corners = bool(shape.radius)
                self._pdf.rect(
                    *(box.x, box.y, box.width, box.height),
                    style=look,
                    round_corners=corners,
                    corner_radius=shape.radius,
                )
            case Disc():
                self._pdf.circle(*shape.centre, shape.radius, style=look)

    def _take(self, shape: Lines | Panel | Disc) -> str:
        """Take the shape's pen and brush; returns the style that fpdf wants."""
        if shape.stroke:
            self._pdf.set_draw_color(shape.stroke)
            self._pdf.set_line_width(shape.width)
            dash = 0.0 if isinstance(shape, Disc) else shape.dash
            self._pdf.set_dash_pattern(dash=dash, gap=dash)
        if shape.fill:
            self._pdf.set_fill_color(shape.fill)
        return ("D" if shape.stroke else "") + ("F" if shape.fill else "")

    def _text(self, label: Label) -> None:
        self._pdf.set_text_color(label.colour)
        for run in label.line.runs:
            self._pdf.set_font(_name(run.face), size=label.size * self._pdf.k)
            direction = "rtl" if run.right_to_left else "ltr"
            self._pdf.set_text_shaping(use_shaping_engine=True, direction=direction)
            # The base line of a cell is 0.5 heights and 0.3 sizes below its top.
            self._pdf.set_xy(label.start + run.x * label.size, label.foot[1] - 0.3 * label.size)
            self._pdf.cell(run.width * label.size, 0, run.text)


def _name(face: Face) -> str:
    return f"{face.family} {face.style}"
