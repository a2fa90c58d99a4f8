"""The wiring picture of a board, made from its board file and nothing else.

Inputs stand on the left, the chip in the middle, displays on the right, what has to do with power
at the foot. Why a resistor or a chip stands where it does is told in docs/building.md.
"""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tools.boards import Board
from tools.pictures.carriers import CARRIERS
from tools.pictures.displays import KINDS, Display, Kind, Signal
from tools.pictures.drawing import Box, Disc, Drawing, Label, Lines, Panel, Point
from tools.pictures.route import NoWay
from tools.pictures.sheet import BODY, EDGE, FAINT, INK, NORMAL, RAILS, SMALL, Sheet, spread

# Wires that run side by side are told apart by these.
_COLOURS = (
    "#8d5a2b #d81b9a #6a8f00 #00897b #1565c0 #7b3fb5 #5f6b73 #b8860b "
    "#00a0c8 #c2185b #2e7d32 #4527a0"
).split()
_LIT, _DANGER = "#d84b3c", "#c62828"

_PIN = 3.75  # between the pins of a row
_LINE = 8.75  # between the lines of a filter
_WHOLE = 3  # modules that have room; of a longer chain the first and the last are shown
_FILTER = "4.7 kΩ to 3.3 V, 1 kΩ, 10 nF"
_CHIP_MA, _RELAY_MA = 500, 100  # with Wi-Fi; with its coil


class NoPicture(Exception):
    """A board that can't be drawn. The text says why."""


@dataclass(frozen=True)
class Link:
    """A pin of the chip that is in use: what it is called and where it leads."""

    gpio: int
    name: str
    part: str
    way: str  # what stands in between, in words


def links(board: Board) -> list[Link]:
    """All pins of the board file, each once, in the order of the file."""
    found: dict[int, Link] = {}
    for link in _links(board):
        first = found.setdefault(link.gpio, link)
        if first is not link:
            part = f"{first.part}; {link.part}"
            found[link.gpio] = Link(link.gpio, first.name, part, first.way)
    return list(found.values())


def _links(board: Board) -> Iterator[Link]:
    yield from _keypad_links(board["keypad"], "")
    if "second_keypad" in board:
        yield from _keypad_links(board["second_keypad"], " II")
    if "buttons" in board:
        buttons = board["buttons"]
        for pin, key in zip(buttons["pins"], buttons["keys"]):
            yield Link(pin, f"button {key}", f"button {key}", _FILTER)
    yield from _display_links(board["displays"])
    if "table_lamp" in board:
        lamp = board["table_lamp"]
        way = f"10 kΩ to {'GND' if lamp['active'] == 'high' else '3.3 V'}"
        yield Link(lamp["pin"], "lamp relay", "relay IN", way)
    yield Link(board["buzzer"]["pin"], "buzzer", "buzzer", "100 Ω")


def _keypad_links(keypad: dict[str, Any], suffix: str) -> Iterator[Link]:
    for index, pin in enumerate(keypad["rows"], 1):
        yield Link(pin, f"row {index}{suffix}", f"keypad{suffix} R{index}", "")
    for index, pin in enumerate(keypad["columns"], 1):
        yield Link(pin, f"column {index}{suffix}", f"keypad{suffix} C{index}", _FILTER)


def _display_links(displays: Sequence[Display]) -> Iterator[Link]:
    pins: dict[str, set[int]] = {}  # by what they are called on their modules
    for display, signal in _signals(displays):
        pins.setdefault(signal.pin, set()).add(display[signal.key])
    lamps = 0
    for number, display in enumerate(displays, 1):
        for pin in display.get("pins", ()):
            lamps += 1
            yield Link(pin, f"LED {lamps}", f"LED {lamps}", "330 Ω")
        for _, signal in _signals([display]):
            name = signal.pin if len(pins[signal.pin]) == 1 else f"{signal.pin} {number}"
            way = _way(KINDS[display["driver"]], signal)
            yield Link(display[signal.key], name, f"display {number}, {signal.pin}", way)


def _signals(displays: Sequence[Display]) -> list[tuple[Display, Signal]]:
    """The signals of all displays that are modules; LEDs on pins of their own are none."""
    modules = [display for display in displays if display["driver"] in KINDS]
    return [
        (display, signal) for display in modules for signal in KINDS[display["driver"]].signals
    ]


def _way(kind: Kind, signal: Signal) -> str:
    steps = [f"{signal.pull} to 3.3 V"] if signal.pull else []
    if kind.shifted:
        steps += ["74AHCT125", kind.series]
    return ", ".join(steps)


def supply_ma(board: Board) -> int:
    """What the 5 V supply must deliver at most, in milliamperes."""
    total = _CHIP_MA + (_RELAY_MA if "table_lamp" in board else 0)
    for display in board["displays"]:
        if display["driver"] == "leds":
            total += 10 * len(display["pins"])
        else:
            total += KINDS[display["driver"]].current_ma(display)
    return total


def draw(board: Board) -> Drawing:
    """Draw the picture. Raises NoPicture where one page can't show the board."""
    carrier = CARRIERS[board["chip"]]
    for link in links(board):
        if str(link.gpio) not in carrier.left + carrier.right:
            raise NoPicture(f"GPIO{link.gpio} ({link.name}) is on no pin of the {carrier.title}")
    try:
        return _Picture(board).drawing()
    except NoWay as error:
        raise NoPicture(f"one page has no room for all parts: no way for {error}") from None


class _Picture:
    def __init__(self, board: Board):
        self._board = board
        self._sheet = Sheet(f"Wiring of {board['name']}")
        self._links = {link.gpio: link for link in links(board)}
        for link, colour in zip(self._links.values(), itertools.cycle(_COLOURS)):
            self._sheet.colour(link.name, colour)
            self._sheet.colour(f"{link.name}'", colour)  # behind what stands in between

    def drawing(self) -> Drawing:
        sheet, board = self._sheet, self._board
        sheet.text((10, 13), board["title"], 4.2, style="bold")
        sheet.text((10, 17.6), f"boards/{board['name']}.json", 2.6, colour=FAINT)
        self._carrier((142.5, 30))
        self._inputs()
        self._displays()
        if "table_lamp" in board:
            self._relay((127.5, 131.25))
        self._supply((10, 173.75))
        self._notes(Box(62.5, 171.25, 227.5, 32))
        sheet.wires()
        return sheet.drawing

    # The chip.

    def _carrier(self, first: Point) -> None:
        carrier = CARRIERS[self._board["chip"]]
        rows = max(len(carrier.left), len(carrier.right))
        left, right = first[0], first[0] + 27.5
        top, bottom = first[1] - 5, first[1] + (rows - 1) * _PIN + 6.25
        self._sheet.part(Box(left, top, right - left, bottom - top), carrier.title)
        centre = (left + right) / 2
        self._antenna(Box(centre - 6.5, top + 1.2, 13, 8))
        usb = Box(centre - 3.5, bottom - 3, 7, 4)
        self._sheet.drawing.add(Panel(usb, EDGE, 0.3, "#c9c9c9", radius=0.6))
        self._sheet.text((centre, bottom - 0.2), "USB", SMALL, "middle", blocks=False)
        self._sheet.block(usb.grown(0.6))
        for x, side, names in ((left, "left", carrier.left), (right, "right", carrier.right)):
            for pad, name in zip(spread((x, first[1]), len(names), (0, _PIN)), names):
                self._carrier_pin(pad, side, name)

    def _carrier_pin(self, pad: Point, side: Any, name: str) -> None:
        if not name.isdigit():
            rail = {"3V3": "3.3 V", "5V": "5 V", "GND": "GND"}.get(name, "")
            self._sheet.pin(pad, side, name, rail)
        elif link := self._links.get(int(name)):
            with self._sheet.drawing.group("pin", gpio=name, net=link.name):
                self._sheet.pin(pad, side, f"IO{name}", link.name, link.name)
        else:
            self._sheet.pin(pad, side, f"IO{name}")

    def _antenna(self, box: Box) -> None:
        self._sheet.drawing.add(Panel(box, EDGE, 0.3, "#dcd8cc", radius=0.5))
        steps = 5
        width = (box.width - 3) / steps
        points: list[Point] = [(box.x + 1.5, box.bottom - 1.2)]
        for step in range(steps):
            y = box.y + 1.4 if step % 2 == 0 else box.bottom - 3.2
            points += [(points[-1][0], y), (points[-1][0] + width, y)]
        self._sheet.line(*points, colour=FAINT)

    # What is pressed.

    def _inputs(self) -> None:
        """Keypads and buttons, and the filters between them and the chip."""
        y = 30.0
        for key in ("keypad", "second_keypad"):
            if keypad := self._board.get(key):
                title = "Keypad" if key == "keypad" else "Second keypad"
                self._keypad(keypad, title, Box(10, y, 40, 45))
                self._filter(keypad["columns"], (81.25, y + 13.75))
                y += 62.5
        if buttons := self._board.get("buttons"):
            self._buttons(buttons, (10, y + 3.75))
            self._filter(buttons["pins"], (81.25, y))

    def _keypad(self, keypad: dict[str, Any], title: str, box: Box) -> None:
        keys = keypad["keys"]
        self._sheet.part(box, title, "from the front; tails differ")
        step = (box.width - 7) / len(keys[0]), (box.height - 2) / len(keys)
        for row, column in itertools.product(range(len(keys)), range(len(keys[0]))):
            x, y = box.x + 1.5 + step[0] * column, box.y + 1.5 + step[1] * row
            self._key(Box(x, y, step[0] - 1.2, step[1] - 1.2), keys[row][column])
        pads = iter(spread((box.right, box.y + 6.25), 28, (0, _PIN)))
        for index, pin in enumerate(keypad["rows"], 1):
            name = self._links[pin].name
            self._sheet.pin(next(pads), "right", f"R{index}", name, f"IO{pin}")
        for index, pin in enumerate(keypad["columns"], 1):
            name = self._links[pin].name
            self._sheet.pin(next(pads), "right", f"C{index}", f"{name}'", name)

    def _key(self, box: Box, name: str) -> None:
        colour = "#4a7fb5" if name.isdigit() else "#c4463f"
        self._sheet.drawing.add(Panel(box, fill=colour, radius=1.0))
        x, y = box.centre
        self._sheet.text((x, y + 1.4), name, 4, "middle", "bold", "#ffffff", blocks=False)

    def _buttons(self, buttons: dict[str, Any], corner: Point) -> None:
        pins = buttons["pins"]
        box = Box(*corner, 40, 7.5 * len(pins))
        self._sheet.part(box, "Buttons")
        for index, (pin, key) in enumerate(zip(pins, buttons["keys"])):
            y = box.y + 3.75 + 7.5 * index
            name = self._links[pin].name
            self._sheet.pin((box.right, y), "right", "", f"{name}'", name)
            self._button((box.x + 15, y), key)
            self._sheet.line((box.x + 24, y), (box.right - 0.75, y))

    def _button(self, point: Point, key: str) -> None:
        """A contact to ground, open, with the key's name on its cap."""
        x, y = point
        self._sheet.line((x - 5, y), (x, y))
        self._sheet.line((x - 5, y), (x - 5, y + 1))
        self._sheet.ground((x - 5, y + 1))
        self._sheet.line((x, y), (x + 8, y - 1.6), width=0.45)
        self._sheet.node((x, y))
        self._sheet.node((x + 9, y))
        self._sheet.text((x - 12, y + 1.2), key, 3.4, style="bold", blocks=False)

    def _filter(self, pins: list[int], corner: Point) -> None:
        """What keeps noise on the cable away from the pins that read."""
        box = Box(*corner, 28.75, _LINE * len(pins) + 3.75)
        self._sheet.part(box, "Pull-ups, filter", "next to the ESP32")
        for index, pin in enumerate(pins):
            name, y = self._links[pin].name, box.y + 8.75 + _LINE * index
            self._sheet.pin((box.x, y), "left", "", f"{name}'", name)
            self._sheet.pin((box.right, y), "right", "", name, f"IO{pin}")
            self._filter_line(box.x, box.right, y)

    def _filter_line(self, left: float, right: float, y: float) -> None:
        sheet = self._sheet
        up, down = left + 3.5, right - 7
        sheet.line((left + 0.75, y), (up, y))
        sheet.resistor((up, y), (up, y - 5.4), "4.7 kΩ")
        sheet.rail((up, y - 5.4), "3.3 V")
        sheet.node((up, y))
        sheet.line((up, y), (up + 8, y))
        sheet.resistor((up + 8, y), (down, y), "1 kΩ")
        sheet.node((down, y))
        sheet.line((down, y), (right - 0.75, y))
        sheet.capacitor((down, y), (down, y + 2.6), "10 nF", (down + 1.7, y + 2.4))
        sheet.ground((down, y + 2.6))

    # What shows.

    def _displays(self) -> None:
        """The level shifters on the way, then the modules, from left to right as seen."""
        shifters = self._shifters((203.75, 36.25))
        below = self._pull_ups((203.75, 36.25 + 58.75 * shifters))
        self._buzzer((203.75, max(below, 113.75)))
        digit, y = 0, 36.25
        for number, display in enumerate(self._board["displays"], 1):
            if display["driver"] == "leds":
                y = self._leds((246.25, y - 6.25), display, digit)
                digit += (len(display["pins"]) + 7) // 8
                continue
            kind = KINDS[display["driver"]]
            modules = kind.modules(display)
            whole = len(modules) <= _WHOLE
            shown = range(len(modules)) if whole else (0, len(modules) - 1)
            for place in shown:
                title = f"Display {number}: {kind.title}"
                if len(modules) > 1:
                    title += f", {place + 1} of {len(modules)}"
                box = Box(246.25, y, 42.5, 27.5)
                self._module(box, display, place, title)
                self._digits(box, [digit + offset for offset in modules[place]])
                y += 45 if kind.signals[0].out else 38.75
                if place == 0 and not whole:
                    self._skip((268, y - 9), len(modules))
                    y += 6.25
            digit += sum(map(len, modules))

    def _skip(self, foot: Point, modules: int) -> None:
        text = f"modules 2 to {modules - 1} stand in between, wired alike"
        self._sheet.text(foot, text, SMALL, "middle", "narrow")

    def _shifters(self, corner: Point) -> int:
        """Draw as many as are needed; returns how many."""
        signals = [
            (self._links[display[signal.key]], KINDS[display["driver"]].series)
            for display, signal in _signals(self._board["displays"])
            if KINDS[display["driver"]].shifted
        ]
        starts = range(0, len(signals), 4)
        for number, start in enumerate(starts):
            self._shifter((corner[0], corner[1] + 58.75 * number), signals[start : start + 4])
        return len(starts)

    def _shifter(self, corner: Point, signals: list[tuple[Link, str]]) -> None:
        """A 74AHCT125, drawn by its functions; the numbers are those of its pins."""
        box = Box(*corner, 17.5, 45)
        self._sheet.part(box, "74AHCT125", "level shifter")
        for index, (into, out) in enumerate(((2, 3), (5, 6), (9, 8), (12, 11))):
            y = box.y + 5 + 6.25 * index
            self._gate((box.x + 5.5, y), index < len(signals))
            if index < len(signals):
                link, series = signals[index]
                self._sheet.pin((box.x, y), "left", str(into), link.name, f"IO{link.gpio}")
                self._output((box.right, y), out, link.name, series)
            else:
                self._sheet.pin((box.x, y), "left", str(into), "GND")
                self._sheet.pin((box.right, y), "right", str(out))
        y = box.y + 30
        self._sheet.pin((box.x, y), "left", "14 VCC", "5 V")
        self._sheet.pin((box.x, y + 2 * _PIN), "left", "7 GND", "GND")
        self._sheet.capacitor((box.x + 3.5, y + 1.8), (box.x + 3.5, y + 5.2), "100 nF")
        for index, enable in enumerate((1, 4, 10, 13)):
            place = (box.right, y + _PIN * index)
            self._sheet.pin(place, "right", f"OE {enable}", "GND")

    def _gate(self, point: Point, used: bool) -> None:
        x, y = point
        colour = INK if used else FAINT
        triangle = ((x, y - 1.7), (x + 3.4, y), (x, y + 1.7))
        self._sheet.drawing.add(Lines(triangle, colour, 0.3, "#ffffff", closed=True))
        self._sheet.line((x + 3.4, y), (x + 6.2, y), colour=colour)
        self._sheet.line((x - 1.2, y), (x, y), colour=colour)

    def _output(self, point: Point, number: int, name: str, series: str) -> None:
        x, y = point
        pad = (x + 7.5, y)
        self._sheet.pin(point, "right", str(number))
        self._sheet.resistor((x + 0.75, y), pad, series)
        self._sheet.block(Box(x, y - 4, 7, 6))
        self._sheet.pin(pad, "right", "", f"{name}'", name)

    def _pull_ups(self, corner: Point) -> float:
        """Pull-ups of lines that displays want, joined to their wires; returns what is free."""
        pulls = {
            display[signal.key]: signal.pull
            for display, signal in _signals(self._board["displays"])
            if signal.pull
        }
        if not pulls:
            return corner[1]
        box = Box(*corner, 22.5, 5 * len(pulls) + 2.5)
        self._sheet.part(box, "Pull-ups")
        for index, (pin, value) in enumerate(pulls.items()):
            y = box.y + 3.75 + 5 * index
            self._sheet.pin((box.x, y), "left", "", self._links[pin].name, f"IO{pin}")
            self._sheet.resistor((box.x + 0.75, y), (box.right - 8, y), value)
            self._rail_name((box.right - 7.2, y + 0.8))
        return box.bottom + 11.25

    def _rail_name(self, foot: Point) -> None:
        self._sheet.text(foot, "3.3 V", colour=RAILS["3.3 V"], blocks=False)

    def _module(self, box: Box, display: Display, place: int, title: str) -> None:
        """One module with its pins: those that come in above, those that lead on below."""
        kind, sheet = KINDS[display["driver"]], self._sheet
        sheet.drawing.add(Panel(box, EDGE, 0.35, BODY, radius=1.2))
        sheet.block(box.grown(0.6))
        count = 2 + len(kind.signals)
        pitch = 7.5 if count <= 5 else 6.25
        pads = spread((box.x + 5, box.y), count, (pitch, 0))
        sheet.pin(pads[0], "top", "VCC", kind.supply)
        sheet.pin(pads[1], "top", "GND", "GND")
        y = box.y + 5.8
        after = (pads[1][0] + 1.2, y + 0.8)
        sheet.capacitor((pads[0][0], y), (pads[1][0], y), kind.decoupling, after)
        for pad, signal in zip(pads[2:], kind.signals):
            self._module_pins(pad, box, display, signal, place)
        sheet.text((box.x + 1.5, box.y + 23.4), title, SMALL, style="bold", blocks=False)
        if detail := kind.detail(display):
            foot = (box.right - 1.5, box.y + 8.8)
            sheet.text(foot, detail, SMALL, "end", "narrow", blocks=False)

    def _module_pins(
        self, pad: Point, box: Box, display: Display, signal: Signal, place: int
    ) -> None:
        """A signal's pins; along a chain each piece of its wire is a net of its own."""
        kind, pin = KINDS[display["driver"]], display[signal.key]
        count = len(kind.modules(display))
        whole, last = count <= _WHOLE, place == count - 1
        name = self._links[pin].name
        first = f"{name}'" if kind.shifted else name
        into, out = (f"{name}'{at}" if at else first for at in (place, place + 1))
        for lead in (into, out):
            self._sheet.colour(lead, self._sheet.colour_of(name))
        tag = signal.pin if kind.shifted or place else f"IO{pin}"
        self._sheet.pin(pad, "top", signal.pin, into, tag, joined=whole or place == 0)
        if signal.out:
            below, lead = (pad[0], box.bottom), "" if last else out
            self._sheet.pin(below, "bottom", signal.out, lead, signal.out, joined=whole)

    def _digits(self, module: Box, digits: list[int]) -> None:
        """The digits of a module, and what is shown on them."""
        box = Box(module.x + 1, module.y + 9.5, module.width - 2, 12)
        width = min(box.width / len(digits), 8)
        place = 0
        for owner, group in itertools.groupby(digits, self._owner):
            count = len(list(group))
            x = box.x + width * place
            shade = Box(x + 0.3, box.y, width * count - 0.6, 8.4)
            self._sheet.drawing.add(Panel(shade, fill="#e9e4d6", radius=0.6))
            for index in range(count):
                centre = x + width * (index + 0.5)
                half = min(1.5, width * 0.32)
                self._digit(Box(centre - half, box.y + 1.2, 2 * half, 6))
            self._field_name(x + width * count / 2, box.y + 10.9, width * count, owner)
            place += count

    def _field_name(self, x: float, y: float, room: float, name: str) -> None:
        label = Label((x, y), name, SMALL, "middle", "narrow")
        if label.box.width > room:  # an initial and the side: "fA"
            name = "".join(word[0] for word in name.split())
        self._sheet.text((x, y), name, SMALL, "middle", "narrow", blocks=False)

    def _owner(self, digit: int) -> str:
        for name, digits in self._board["fields"].items():
            if digit in digits:
                return str(name).replace("_a", " A").replace("_b", " B")
        lamps = self._board["lamps"].values()
        return "lamps" if any(lamp["digit"] == digit for lamp in lamps) else "free"

    def _digit(self, box: Box) -> None:
        middle = box.centre[1]
        around = (box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)
        self._sheet.line(*around, around[0], colour=_LIT, width=0.55)
        self._sheet.line((box.x, middle), (box.right, middle), colour=_LIT, width=0.55)

    def _leds(self, corner: Point, display: Display, digit: int) -> float:
        """LEDs on pins of their own; returns where the next display may begin."""
        pins, high = display["pins"], display["active"] == "high"
        box = Box(*corner, 42.5, 5 * len(pins) + 2.5)
        self._sheet.part(box, "Lamps")
        for index, pin in enumerate(pins):
            y = box.y + 3.75 + 5 * index
            self._sheet.pin((box.x, y), "left", "", self._links[pin].name, f"IO{pin}")
            self._sheet.resistor((box.x + 0.75, y), (box.x + 12, y), "330 Ω")
            self._led((box.x + 14, y), high)
            self._sheet.text((box.x + 23, y + 0.8), self._lamp(digit, index), blocks=False)
        return box.bottom + 18.75

    def _led(self, point: Point, high: bool) -> None:
        x, y = point
        tip, base = (x + 2.2, x) if high else (x, x + 2.2)
        triangle = ((base, y - 1.3), (tip, y), (base, y + 1.3))
        self._sheet.drawing.add(Lines(triangle, INK, 0.3, "#ffffff", closed=True))
        self._sheet.line((tip, y - 1.3), (tip, y + 1.3))
        self._sheet.line((x - 2, y), (x, y))
        self._sheet.line((x + 2.2, y), (x + 4.5, y))
        if high:
            self._sheet.line((x + 4.5, y), (x + 4.5, y + 0.8))
            self._sheet.ground((x + 4.5, y + 0.8))
        else:
            self._rail_name((x + 4.8, y + 0.8))

    def _lamp(self, digit: int, index: int) -> str:
        output = (digit + index // 8, "abcdefg."[index % 8])
        for name, lamp in self._board["lamps"].items():
            if (lamp["digit"], lamp["segment"]) == output:
                return str(name).replace("_a", " A").replace("_b", " B")
        return "free"

    # Power.

    def _relay(self, corner: Point) -> None:
        """The relay with its pull resistor, and the lamp's circuit behind it."""
        (x, y), sheet, lamp = corner, self._sheet, self._board["table_lamp"]
        sheet.part(Box(x, y, 36.25, 27.5), "Relay module", f"on when IN is {lamp['active']}")
        name, line = self._links[lamp["pin"]].name, y + 8.75
        sheet.pin((x, line), "left", "", name, f"IO{lamp['pin']}")
        inner = Box(x + 17, y + 2.5, 12, 22.5)
        sheet.drawing.add(Panel(inner, EDGE, 0.3, "#a9c3da", radius=0.8))
        sheet.line((x + 0.75, line), (inner.x, line))
        sheet.text((inner.x + 1, line + 0.8), "IN", SMALL, style="narrow", blocks=False)
        node = (x + 5, line)
        sheet.node(node)
        if lamp["active"] == "high":
            rails = [("VCC", "5 V"), ("GND", "GND")]
            sheet.resistor(node, (node[0], line + 5.2), "10 kΩ")
            sheet.ground((node[0], line + 5.2))
        else:  # its input is fed apart from its coil, or 3.3 V would not switch it off
            rails = [("VCC", "3.3 V"), ("JD-VCC", "5 V"), ("GND", "GND")]
            sheet.resistor(node, (node[0], line - 5.2), "10 kΩ")
            sheet.rail((node[0], line - 5.2), "3.3 V")
        for index, (pin, rail) in enumerate(rails):
            sheet.pin((x, y + 17.5 + _PIN * index), "left", pin, rail)
        self._contacts(inner, x + 36.25)
        self._mains(Box(x + 37.5, y - 3, 57.5, 30), y)

    def _contacts(self, relay: Box, edge: float) -> None:
        for name, dy in (("COM", 3.75), ("NO", 11.25), ("NC", 18.75)):
            y = relay.y + dy - 1.25
            self._sheet.line((relay.right, y), (edge - 0.75, y))
            self._sheet.text(
                (relay.right - 1, y + 0.8), name, SMALL, "end", "narrow", blocks=False
            )
            self._sheet.pin((edge, y), "right", "")

    def _mains(self, box: Box, top: float) -> None:
        """The lamp between the relay's contact and the mains, fused, with a snubber across it."""
        sheet = self._sheet
        sheet.drawing.add(Panel(box, _DANGER, 0.4, dash=1.5, radius=1.0))
        sheet.block(box.grown(0.6))
        sheet.text(
            (box.x + 2, box.bottom - 1.2),
            "mains: work for an electrician",
            style="bold",
            colour=_DANGER,
            blocks=False,
        )
        x, com, no = box.x, top + 5, top + 12.5
        sheet.line((x - 0.5, com), (x + 48, com), colour=_DANGER, width=0.5)
        sheet.drawing.add(Panel(Box(x + 28, com - 1, 6, 2), INK, 0.3, "#ffffff"))
        sheet.text((x + 31, com - 1.8), "fuse", SMALL, "middle", blocks=False)
        sheet.line((x - 0.5, no), (x + 48, no), colour=_DANGER, width=0.5)
        self._lamp_sign((x + 20, no))
        for y, name in ((com, "L"), (no, "N")):
            sheet.drawing.add(Disc((x + 48.7, y), 0.8, _DANGER, 0.4, "#ffffff"))
            sheet.text((x + 50.6, y + 0.8), name, NORMAL, style="bold", blocks=False)
        low = no + 5
        sheet.line((x + 8, no), (x + 8, low), (x + 12, low))
        sheet.resistor((x + 8, low), (x + 20, low), "100 Ω", (x + 10.4, low + 3.2))
        sheet.capacitor((x + 20, low), (x + 32, low), "100 nF X2", (x + 22, low + 3.9))
        sheet.line((x + 32, low), (x + 32, no))
        sheet.node((x + 8, no))
        sheet.node((x + 32, no))

    def _lamp_sign(self, centre: Point) -> None:
        x, y = centre
        self._sheet.drawing.add(Disc(centre, 2.4, INK, 0.35, "#fff3b0"))
        self._sheet.line((x - 1.7, y - 1.7), (x + 1.7, y + 1.7))
        self._sheet.line((x - 1.7, y + 1.7), (x + 1.7, y - 1.7))
        self._sheet.text((x + 3.4, y - 1.4), "lamp", blocks=False)

    def _buzzer(self, corner: Point) -> None:
        (x, y), sheet, pin = corner, self._sheet, self._board["buzzer"]["pin"]
        kind = self._board["buzzer"].get("kind", "passive")
        sheet.part(Box(x, y, 28.75, 11.25), "Buzzer", f"{kind} piezo")
        line = y + 6.25
        sheet.pin((x, line), "left", "", self._links[pin].name, f"IO{pin}")
        sheet.resistor((x + 0.75, line), (x + 13, line), "100 Ω")
        sheet.drawing.add(Disc((x + 17, line), 4, EDGE, 0.35, "#d9d9d9"))
        sheet.drawing.add(Disc((x + 17, line), 1, EDGE, 0.3, "#8a8a8a"))
        sheet.line((x + 21, line), (x + 25, line), (x + 25, line + 2))
        sheet.ground((x + 25, line + 2))

    def _supply(self, corner: Point) -> None:
        (x, y), sheet = corner, self._sheet
        amperes = -(-supply_ma(self._board) * 5 // 4 // 500) / 2  # a quarter more, in halves
        sheet.part(Box(x, y, 32.5, 18.75), "5 V supply", f"{amperes:g} A or more")
        for name, rail, dy in (("+", "5 V", 3.75), ("−", "GND", 15)):
            sheet.pin((x + 32.5, y + dy), "right", name, rail)
        sheet.capacitor((x + 20, y + 3.75), (x + 20, y + 15), "1000 µF")
        sheet.line((x + 20, y + 3.75), (x + 29, y + 3.75))
        sheet.line((x + 20, y + 15), (x + 29, y + 15))
        box = Box(x + 3, y + 3, 12, 12.75)
        sheet.drawing.add(Panel(box, EDGE, 0.3, "#dddddd", radius=0.8))
        sheet.text((box.x + 6, box.y + 6), "mains", SMALL, "middle", blocks=False)
        sheet.text((box.x + 6, box.y + 9), "to 5 V", SMALL, "middle", blocks=False)
        for dy in (3.75, 15):
            sheet.line((box.right, y + dy), (x + 20, y + dy))
            sheet.node((x + 20, y + dy))

    def _notes(self, box: Box) -> None:
        """What the picture can't show, in three columns."""
        width = (box.width - 10) / 3
        column, y = 0, box.y
        for number, note in enumerate(notes(self._board), 1):
            x = box.x + column * (width + 5)
            height = self._sheet.paragraph((x, y), width, f"{number}  {note}")
            y += height + 1.2
            if y > box.bottom - 6 and column < 2:
                column, y = column + 1, box.y


def notes(board: Board) -> list[str]:
    """What a builder must know beyond the picture."""
    kinds = {display["driver"]: display for display in board["displays"]}
    modules = [KINDS[name] for name in kinds if name in KINDS]
    found = [
        "What bears the same flag is joined. Lead 5 V and GND from the supply to each display in "
        "wires of their own, not through the ESP32's board, and join all GND at the supply.",
        _filter_note(board),
    ]
    if any(kind.shifted for kind in modules):
        found.append(
            "The level shifter and its resistors stand next to the ESP32. Keep the cable to the "
            "first display short, with a GND beside each signal: less than 1 m without resistors "
            "has failed. If digits flicker, try up to 100 Ω and a lower baud rate."
        )
    found += [kind.note for kind in modules if kind.note]
    if "table_lamp" in board:
        found.append(
            "The relay's pin floats until the firmware starts: 10 kΩ hold it off. LED lamps draw "
            "far more current at the moment they are switched on, which welds contacts: take a "
            "relay or a contactor rated for that."
        )
    return found


def _filter_note(board: Board) -> str:
    inputs = [board.get(key, {}) for key in ("keypad", "second_keypad", "buttons")]
    if any(part.get("pull_ups") == "external" for part in inputs):
        pull_ups = "; the pull-ups may not, these pins have none of their own"
    else:
        pull_ups = ", the pull-ups too"
    return (
        f"1 kΩ and 10 nF may be left out where the cable is shorter than 20 cm{pull_ups}. "
        "Take no larger capacitor: the firmware waits 120 µs a row."
    )
