"""What is laid on or printed for a 4x4 membrane keypad of 69 x 77 mm, at its true size.

For a printed keypad each key has a window, to be cut out, that lets its own sign show through;
for a blank one the sign is printed too. The pitch of the keys differs between makers, so it can
be given; a rule on the page tells whether a printer kept the size.
"""

import dataclasses
from collections.abc import Sequence

from tools.legends import Texts, balls
from tools.pictures.drawing import A4_PORTRAIT, Box, Disc, Drawing, Label, Lines, Panel, Point

SIZE = (69.0, 77.0)
PITCH = (15.0, 14.3)  # of the common make; from centre to centre

_CORNER = (70.5, 50.0)  # of the keypad on the page
_WINDOW = (8.0, 7.0)
_SIGN_MM, _LEGEND_MM, _SMALLEST_MM = 6.0, 2.5, 1.6
_RULE_MM = 50
_INK, _FAINT = "#1a1a1a", "#8a8a8a"
COLOURS = {
    "red": "#c8202f", "yellow": "#f2c416", "green": "#1d8a4e", "brown": "#7a4a21",
    "blue": "#2358b8", "pink": "#ee8fae", "black": "#111111", "purple": "#6b3fa0",
    "orange": "#ef7d1a", "white": "#ffffff",
}  # fmt: skip


def draw(
    game: str, texts: Texts, rows: Sequence[str], blank: bool, pitch: Point = PITCH
) -> Drawing:
    """Draw the overlay of a game on a page of A4; `rows` are the keypad's keys."""
    drawing = Drawing(A4_PORTRAIT, texts.title)
    keypad = Box(*_CORNER, *SIZE)
    drawing.add(Panel(keypad, _INK, 0.2, radius=4))
    head = Label((keypad.centre[0], keypad.y + 6), texts.title, 3.2, "middle", "bold")
    drawing.add(_turned(head, texts))
    for row, keys in enumerate(rows):
        for column, key in enumerate(keys):
            x = keypad.centre[0] + (column - (len(keys) - 1) / 2) * pitch[0]
            y = keypad.y + 16.2 + row * pitch[1]
            with drawing.group("key", key=key):
                _key(drawing, (x, y), key, game, texts, blank, pitch)
    _rule(drawing, (keypad.centre[0] - _RULE_MM / 2, keypad.bottom + 14))
    return drawing


def _key(
    drawing: Drawing,
    centre: Point,
    key: str,
    game: str,
    texts: Texts,
    blank: bool,
    pitch: Point,
) -> None:
    (x, y), legend = centre, texts.keys.get(key, "")
    ball = balls(game).get(key)
    if blank:
        cell = Box(x - pitch[0] / 2 + 0.6, y - 5.2, pitch[0] - 1.2, pitch[1] - 1)
        drawing.add(Panel(cell, _FAINT, 0.2, radius=1.4))
        place = x - (1.7 if ball else 0)
        drawing.add(Label((place, y + 0.5), key, _SIGN_MM, "middle", "bold"))
    else:
        window = Box(x - _WINDOW[0] / 2, y - _WINDOW[1] / 2, *_WINDOW)
        drawing.add(Panel(window, _FAINT, 0.2, radius=1, dash=0.8))
    if ball:
        _ball(drawing, (x + 3.4, y - 1.6) if blank else (x + pitch[0] / 2 - 1.7, y), ball)
    first = y + (4.3 if blank else 6.2)
    lines = legend.split("\n") if legend else []
    if len(lines) == 1:
        first += 1.1
    size = min((_fitting(line, texts, pitch[0] - 1.6) for line in lines), default=_LEGEND_MM)
    for index, line in enumerate(lines):
        foot = (x, first + index * size * 1.1)
        drawing.add(_turned(Label(foot, line, size, "middle", "narrow", _INK), texts))


def _turned(label: Label, texts: Texts) -> Label:
    """The label in the direction of its language."""
    return dataclasses.replace(label, right_to_left=texts.right_to_left)


def _fitting(text: str, texts: Texts, width: float) -> float:
    """The size in which a legend has room."""
    label = _turned(Label((0, 0), text, 1, style="narrow"), texts)
    return max(_SMALLEST_MM, min(_LEGEND_MM, width / label.box.width))


def _ball(drawing: Drawing, centre: Point, colour: str) -> None:
    """A ball; one with a second colour is striped."""
    inner, *stripe = colour.split()
    drawing.add(Disc(centre, 1.3, _INK, 0.15, COLOURS[stripe[0] if stripe else inner]))
    if stripe:
        band = Box(centre[0] - 1.1, centre[1] - 0.65, 2.2, 1.3)
        drawing.add(Panel(band, fill=COLOURS[inner]))


def _rule(drawing: Drawing, start: Point) -> None:
    """A rule of a known length, with what to look for."""
    x, y = start
    drawing.add(Lines((start, (x + _RULE_MM, y)), _INK, 0.25))
    for mark in range(0, _RULE_MM + 1, 10):
        height = 2.5 if mark % 50 == 0 else 1.5
        drawing.add(Lines(((x + mark, y), (x + mark, y - height)), _INK, 0.2))
    text = f"{_RULE_MM} mm, 100 %"
    drawing.add(Label((x + _RULE_MM / 2, y + 3.4), text, 2.6, "middle", colour=_FAINT))
