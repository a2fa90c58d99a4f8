"""The quick reference of a game on one page: its keys, the sequences, what the board shows.

The page of a language that is written from right to left is a mirror image; sequences of keys
stand from left to right in every language, as they are pressed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tools.legends import Texts, balls
from tools.pictures.drawing import A4_PORTRAIT, Box, Disc, Drawing, Label, Panel, Point
from tools.pictures.overlay import COLOURS

_MARGIN, _GUTTER = 15.0, 8.0
_SIZES = (3.2, 3.0, 2.8, 2.6, 2.4)  # the largest in which all has room
_INK, _FAINT, _CAP = "#1a1a1a", "#707070", "#f1eee6"
_KEYS = Box(55, 32, 100, 72)
_STARTS = {"fouls": "A ", "special": "B ", "rare": "C ", "set_up": "C C "}  # the last that fits


@dataclass(frozen=True)
class _Section:
    title: str
    rows: list[tuple[str, str]]


class NoRoom(Exception):
    """A reference that is longer than a page."""


def draw(game: str, texts: Texts, rows: Sequence[str]) -> Drawing:
    """Draw the page; `rows` are the keypad's keys."""
    for size in _SIZES:
        page = _Page(texts, size)
        page.head()
        page.keypad(game, rows)
        if page.sections(list(_sections(texts))):
            return page.drawing
    raise NoRoom(f"the reference of {game} does not fit on one page")


def _sections(texts: Texts) -> Iterator[_Section]:
    words = texts.words
    found: dict[str, list[tuple[str, str]]] = {name: [] for name in _STARTS}
    for sequence, text in sorted(texts.sequences.items(), key=_order):
        starts = [name for name in _STARTS if f"{sequence} ".startswith(_STARTS[name])]
        found[starts[-1]].append((sequence, text))
    if texts.on_break:
        yield _Section(words["break"], list(texts.on_break.items()))
    for name, rows in found.items():
        if rows:
            yield _Section(words[name], rows)
    yield _Section(words["board"], [(f"={sign}", text) for sign, text in texts.board.items()])


def _order(item: tuple[str, str]) -> list[int]:
    """The plain ones first, then as one looks for keys."""
    return ["#0123456789ABCD*".find(step[0]) for step in item[0].split()]


class _Page:
    def __init__(self, texts: Texts, size: float):
        self.drawing = Drawing(A4_PORTRAIT, texts.title)
        self._texts = texts
        self._size = size
        self._width = (A4_PORTRAIT[0] - 2 * _MARGIN - _GUTTER) / 2

    def head(self) -> None:
        """The title, and how sequences are written."""
        side = A4_PORTRAIT[0] - _MARGIN if self._texts.right_to_left else _MARGIN
        self._text((side, 20), self._texts.title, 7, "bold")
        self._text((side, 26.5), self._texts.words["n"], 2.8, colour=_FAINT)

    def keypad(self, game: str, rows: Sequence[str]) -> None:
        """The keypad with what each key means when pressed alone."""
        width, height = _KEYS.width / len(rows[0]), _KEYS.height / len(rows)
        for row, keys in enumerate(rows):
            for column, key in enumerate(keys):
                x, y = _KEYS.x + column * width, _KEYS.y + row * height
                box = Box(x + 0.8, y + 0.8, width - 1.6, height - 1.6)
                self.drawing.add(Panel(box, _FAINT, 0.25, _CAP, radius=1.6))
                self._key(box, key, balls(game).get(key, ""))

    def sections(self, sections: list[_Section]) -> bool:
        """Fill two columns from the start of the line on; False if there is too little room."""
        top, bottom = _KEYS.bottom + 9, A4_PORTRAIT[1] - _MARGIN
        heights = [self._height(section) for section in sections]
        half = self._best_split(heights)
        if max(sum(heights[:half]), sum(heights[half:])) > bottom - top:
            return False
        for column, part in enumerate((sections[:half], sections[half:])):
            at = 1 - column if self._texts.right_to_left else column
            x, y = _MARGIN + at * (self._width + _GUTTER), top
            for section in part:
                self._section((x, y), section)
                y += self._height(section)
        return True

    def _best_split(self, heights: list[float]) -> int:
        return min(
            range(len(heights) + 1), key=lambda at: max(sum(heights[:at]), sum(heights[at:]))
        )

    def _height(self, section: _Section) -> float:
        lead = self._lead(section)
        return 2.6 * self._size + sum(self._row_height(row, lead) for row in section.rows)

    def _lead(self, section: _Section) -> float:
        """The room for the keys, before the texts of a section begin."""
        widest = max(self._sequence_width(sequence) for sequence, _ in section.rows)
        return max(0.2 * self._width, widest + 0.9 * self._size)

    def _row_height(self, row: tuple[str, str], lead: float) -> float:
        return len(self._wrap(row[1], lead)) * 1.25 * self._size + 0.75 * self._size

    def _section(self, corner: Point, section: _Section) -> None:
        x, y = corner
        near = x + self._width if self._texts.right_to_left else x
        self._text((near, y + self._size), section.title, self._size * 1.15, "bold")
        y += 1.8 * self._size
        lead = self._lead(section)
        for row in section.rows:
            self._row((x, y), row, lead)
            y += self._row_height(row, lead)

    def _row(self, corner: Point, row: tuple[str, str], lead: float) -> None:
        (x, y), size = corner, self._size
        sequence, text = row
        turned = self._texts.right_to_left
        if turned:
            self._steps((x + self._width - self._sequence_width(sequence), y), sequence)
        else:
            self._steps((x, y), sequence)
        start = x + self._width - lead if turned else x + lead
        for index, line in enumerate(self._wrap(text, lead)):
            self._text((start, y + 1.2 * size + index * 1.25 * size), line, size)

    def _wrap(self, text: str, lead: float) -> list[str]:
        lines: list[str] = []
        for word in text.split():
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and self._measure(longer) <= self._width - lead:
                lines[-1] = longer
            else:
                lines.append(word)
        return lines

    def _measure(self, text: str) -> float:
        turned = self._texts.right_to_left
        return Label((0, 0), text, self._size, right_to_left=turned).box.width

    def _steps(self, corner: Point, sequence: str) -> None:
        """Keys as caps, what the board shows as it is."""
        (x, y), size = corner, self._size
        for cap, text in _caps(sequence):
            style = "bold" if cap else "regular"
            label = Label((0, 0), text, size * 0.95, "middle", style)
            width = self._cap_width(cap, text)
            if cap:
                box = Box(x, y, width, 1.65 * size)
                self.drawing.add(Panel(box, _FAINT, 0.2, _CAP, radius=0.6))
            foot = (x + width / 2, y + 1.18 * size)
            self.drawing.add(Label(foot, text, label.size, "middle", style, _INK))
            x += width + 0.22 * size

    def _sequence_width(self, sequence: str) -> float:
        caps = list(_caps(sequence))
        gaps = 0.22 * self._size * (len(caps) - 1)
        return sum(self._cap_width(cap, text) for cap, text in caps) + gaps

    def _cap_width(self, cap: bool, text: str) -> float:
        style = "bold" if cap else "regular"
        width = Label((0, 0), text, self._size * 0.95, style=style).box.width
        return max(1.65 * self._size, width + 0.7 * self._size) if cap else width

    def _key(self, box: Box, key: str, ball: str) -> None:
        x, y = box.centre
        self.drawing.add(Label((box.x + 1.8, box.y + 5.6), key, 5, "start", "bold"))
        if ball:
            inner, *stripe = ball.split()
            place = (box.right - 3.6, box.y + 3.8)
            outer = COLOURS[stripe[0] if stripe else inner]
            self.drawing.add(Disc(place, 1.9, _INK, 0.2, outer))
            if stripe:
                band = Box(place[0] - 1.65, place[1] - 0.9, 3.3, 1.8)
                self.drawing.add(Panel(band, fill=COLOURS[inner]))
        lines = self._texts.keys.get(key, "").split("\n")
        turned = self._texts.right_to_left
        for index, line in enumerate(lines):
            foot = (x, box.bottom - 1.9 - (len(lines) - 1 - index) * 3.3)
            self.drawing.add(Label(foot, line, 3.1, "middle", "narrow", _INK, turned))

    def _text(
        self, foot: Point, text: str, size: float, style: str = "regular", colour: str = _INK
    ) -> None:
        """Write from the side where lines of the language begin."""
        turned = self._texts.right_to_left
        anchor = "end" if turned else "start"
        self.drawing.add(Label(foot, text, size, anchor, style, colour, turned))  # type: ignore[arg-type]


def _caps(sequence: str) -> Iterator[tuple[bool, str]]:
    """The parts of a sequence: (is a key, what stands there)."""
    if sequence.startswith("="):
        yield False, sequence[1:]
        return
    for step in sequence.split():
        if step in ("n", "…"):
            yield False, step
        elif len(step) == 3 and step[1] == "-":
            yield from ((True, step[0]), (False, "–"), (True, step[2]))
        else:
            for index, key in enumerate(step.split("/")):
                if index:
                    yield False, "/"
                yield True, key
