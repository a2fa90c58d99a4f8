"""Letters for pictures: a text becomes glyphs with places, the same on paper and on a screen.

Shaping (joining, marks, kerning) is HarfBuzz's, the order of mixed directions that of the Unicode
Bidirectional Algorithm. The fonts are Noto Sans and Noto Sans Arabic; they come with the packages,
so what a system has installed makes no difference.
"""

import functools
import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import fontpkg
import uharfbuzz as hb
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from fpdf.bidi import BidiParagraph
from fpdf.enums import TextDirection

_FAMILIES = {"latin": "noto-sans", "arabic": "noto-sans-arabic"}
STYLES = {
    "regular": {"wght": 400.0, "wdth": 100.0},
    "bold": {"wght": 700.0, "wdth": 100.0},
    "narrow": {"wght": 500.0, "wdth": 75.0},
}
_NON_JOINER = "\u200c"
ASCENT = 0.75  # of the size: what a line of capitals and accents needs above its foot
DESCENT = 0.25  # and below


@dataclass(frozen=True)
class Face:
    """A font in one of the STYLES."""

    family: str
    style: str


@dataclass(frozen=True)
class Glyph:
    """A glyph of a face and where it stands in its run, in parts of the size."""

    number: int
    name: str
    cluster: int  # the place in the run's text that it comes from
    x: float
    y: float


@dataclass(frozen=True)
class Run:
    """A stretch of text in one face and one direction, `x` from the start of the line."""

    text: str
    face: Face
    right_to_left: bool
    x: float
    width: float
    glyphs: tuple[Glyph, ...]


@dataclass(frozen=True)
class Line:
    """A line of text as it is seen from left to right; lengths are parts of the size."""

    runs: tuple[Run, ...]
    width: float


@functools.cache
def set_line(text: str, style: str = "regular", right_to_left: bool = False) -> Line:
    """Set a text; `right_to_left` is the direction of the line, not that of its words."""
    runs: list[Run] = []
    x = 0.0
    for part, leftwards in _visual_parts(text, right_to_left):
        for piece in reversed(list(_pieces(part))) if leftwards else _pieces(part):
            run = _shape(piece, Face(_family(piece), style), leftwards, x)
            runs.append(run)
            x += run.width
    return Line(tuple(runs), x)


def cut_font(face: Face, characters: str) -> TTFont:
    """A font of its own with no more than these characters, to be put into a document."""
    font = TTFont(_file(face.family), recalcTimestamp=False)
    options = Options(layout_features=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(text=characters)
    subsetter.subset(font)  # first, since the next step takes its time with each glyph
    return instantiateVariableFont(font, STYLES[face.style], inplace=True)


@functools.cache
def outline(face: Face, number: int) -> str:
    """A glyph as an SVG path, y upwards, in units of 1/1000 of the size."""
    pen = SVGPathPen(None, ntos=lambda value: f"{value:.0f}")
    _font(face).draw_glyph_with_pen(number, pen)
    return str(pen.getCommands())


@functools.cache
def _font(face: Face) -> hb.Font:
    font = hb.Font(hb.Face(hb.Blob.from_file_path(_file(face.family))))
    font.set_variations(STYLES[face.style])
    return font


def _file(family: str) -> str:
    return str(fontpkg.path(_FAMILIES[family]))


def _visual_parts(text: str, right_to_left: bool) -> list[tuple[str, bool]]:
    """Parts of one direction, from left to right as seen (rule L2 of the algorithm)."""
    base = TextDirection.RTL if right_to_left else TextDirection.LTR
    paragraph = BidiParagraph(text, base, preserve_bn_chars=True)
    characters = paragraph.get_characters_with_embedding_level()
    levels = [
        ("".join(character.character for character in group), level)
        for level, group in itertools.groupby(characters, lambda c: c.embedding_level)
    ]
    for least in range(max((level for _, level in levels), default=0), 0, -1):
        levels = list(_reverse_from(levels, least))
    return [(part, level % 2 == 1) for part, level in levels]


def _reverse_from(levels: list[tuple[str, int]], least: int) -> Iterator[tuple[str, int]]:
    for high, group in itertools.groupby(levels, lambda part: part[1] >= least):
        parts = list(group)
        yield from reversed(parts) if high else parts


def _pieces(text: str) -> Iterator[str]:
    """Stretches of one family, parted where letters must not join."""
    piece = ""
    for character in text:
        changes = _family(character) != _family(piece) and not character.isspace()
        if piece and (changes or character == _NON_JOINER):
            yield piece
            piece = ""
        if character != _NON_JOINER:
            piece += character
    if piece:
        yield piece


def _family(text: str) -> str:
    return "arabic" if any("\u0600" <= character <= "\u06ff" for character in text) else "latin"


def _shape(text: str, face: Face, right_to_left: bool, x: float) -> Run:
    font = _font(face)
    buffer = hb.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if right_to_left else "ltr"
    hb.shape(font, buffer)
    scale = font.face.upem
    glyphs: list[Glyph] = []
    pen = 0
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions):
        place = ((pen + position.x_offset) / scale, position.y_offset / scale)
        name = font.glyph_to_string(info.codepoint)
        glyphs.append(Glyph(info.codepoint, name, info.cluster, *place))
        pen += position.x_advance
    return Run(text, face, right_to_left, x, pen / scale, tuple(glyphs))
