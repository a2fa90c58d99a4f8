"""Board files: reads them and says what is wrong with one before it can do harm.

The form of a file is that of boards/schema.json. Beyond it stands what the chip and the wall
ask for: which pin can do what (tools/chips.py), that nothing is used twice, that fields and lamps
find room. Which pins and how many digits a display has is not written here: the one stands in its
part of the schema, the other its driver says.
"""

import importlib
import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from tools.chips import CHIPS, Chip
from tools.refusal import Refusal
from tools.scoresheet import SheetError, read_sheet

Board = dict[str, Any]

_BOARDS = Path(__file__).resolve().parent.parent / "boards"
_SHARED_PIN = "#/$defs/shared_pin"
_PIN_PARTS = ("#/$defs/pin", "#/$defs/pins", _SHARED_PIN)
_SCHEMA = _BOARDS / "schema.json"
_MOST_KEYS = 28  # of drivers/keys.py
_LONGEST = 200  # characters of a value or a message


class BoardError(Refusal):
    """A board file that can't be used. `problems` has a sentence for each thing to mend."""

    def __init__(self, problems: Iterable[str]):
        self.problems = list(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True)
class _Use:
    """A pin that the board file gives away. Uses with the same `shared` may be on one pin."""

    place: str
    pin: int
    role: str
    shared: str = ""


def load_board(name_or_path: str) -> Board:
    """Return the checked content of a board file; a bare name means boards/NAME.json.

    Raises BoardError where there is something to mend.
    """
    path = Path(name_or_path)
    if path.suffix != ".json" and not os.path.exists(path):  # false too for what no file can be
        path = _BOARDS / f"{name_or_path}.json"
        if not os.path.exists(path):
            raise BoardError([f"no board is called {name_or_path!r}: there are {_names()}"])
    try:
        board = _read(path)
        problems = problems_of(board)
    except RecursionError:
        problems = ["has lists or objects within each other deeper than any board"]
    if problems:
        raise BoardError(f"{path}: {problem}" for problem in problems)
    return board


def problems_of(board: Board) -> list[str]:
    """Return a sentence for each thing to mend in a board file's content."""
    return _problems_of_form(board) or _problems_of_wiring(board)


def part_names(part: str) -> list[str]:
    """Return the names that the schema knows in a part of a board that is an object."""
    return list(_schema()["properties"][part]["properties"])


def digit_count(board: Board) -> int:
    """Return how many digits all displays of a board have."""
    return sum(_made(display).digits for display in board["displays"])


def display_pins(display: dict[str, Any]) -> dict[str, list[int]]:
    """Return the pins of a display by the names of its lines, in the order of the schema."""
    pins: dict[str, list[int]] = {}
    for line, part in _schema()["$defs"][display["driver"]]["properties"].items():
        if part.get("$ref") in _PIN_PARTS and line in display:
            pins[line] = display[line] if isinstance(display[line], list) else [display[line]]
    return pins


class _Unwired:
    """Wiring for a driver that is made to be asked, and never started."""

    sleep_us = bitstream = None

    def __getattr__(self, name: str) -> Any:
        return lambda *pins: None


def _made(display: dict[str, Any]) -> Any:
    """Make the driver of a display; ValueError where it can't be as the board file says."""
    return importlib.import_module(f"drivers.{display['driver']}").wired(display, _Unwired())


def _schema() -> Any:
    return json.loads(_SCHEMA.read_text(encoding="utf-8"))


def board_names() -> list[str]:
    """Return the names of the board files in boards/."""
    return sorted(path.stem for path in _BOARDS.glob("*.json") if path != _SCHEMA)


def _names() -> str:
    return ", ".join(board_names())


def _read(path: Path) -> Board:
    def no_name_twice(pairs: list[tuple[str, Any]]) -> Board:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                raise BoardError([f"{path}: {name!r} stands twice in one object"])
        return dict(pairs)

    try:
        board: Board = json.loads(
            path.read_text(encoding="utf-8"),
            object_pairs_hook=no_name_twice,
            parse_float=str,  # 4.0 is an integer for a schema, but no pin for the firmware
        )
    except OSError as error:
        raise BoardError([f"{path}: {error.strerror}"]) from None
    except UnicodeDecodeError:
        raise BoardError([f"{path}: the file is not UTF-8"]) from None
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}:{error.colno}"
        raise BoardError([f"{place}: this is not JSON: {error.msg}"]) from None
    except ValueError:  # of int()
        raise BoardError([f"{path}: a number in it has thousands of digits"]) from None
    return board


def _problems_of_form(board: Board) -> list[str]:
    errors = sorted(Draft202012Validator(_schema()).iter_errors(board), key=lambda e: e.json_path)
    return [sentence for error in errors for sentence in _sentences(error)]


def _sentences(error: ValidationError) -> Iterator[str]:
    place = error.json_path.removeprefix("$").removeprefix(".")
    start = f"{place}: " if place else ""
    inside = f"{place}." if place else ""
    found, wanted = error.instance, error.validator_value
    if error.validator == "required":
        yield from (f"{inside}{name}: is missing" for name in wanted if name not in found)
    elif error.validator == "additionalProperties" and wanted is False:
        known = ", ".join(error.schema["properties"])
        unknown = [name for name in found if name not in error.schema["properties"]]
        yield from (f"{inside}{name}: is not known; there are {known}" for name in unknown)
    elif error.validator == "minItems":
        yield f"{start}has {len(found)}, and {wanted} is the least"
    elif error.validator == "enum":
        yield f"{start}{_short(repr(found))} is none of {', '.join(map(str, wanted))}"
    else:
        yield f"{start}{_short(error.message)}"


def _short(text: str) -> str:
    """The text, or both its ends: a value may be as long as a file."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST // 2]} … {text[-_LONGEST // 2 :]}"


def _problems_of_wiring(board: Board) -> list[str]:
    problems = [
        *_problems_of_keypad("keypad", board["keypad"]),
        *_problems_of_keypad("second_keypad", board.get("second_keypad")),
        *_problems_of_buttons(board.get("buttons")),
        *_problems_of_displays(board["displays"]),
        *_problems_of_buses(board),
        *_problems_of_pins(board),
    ]
    # A display that can't be made has no digits to count.
    return problems or [*_problems_of_digits(board), *_problems_of_match(board["defaults"])]


def _problems_of_keypad(part: str, keypad: dict[str, Any] | None) -> Iterator[str]:
    if keypad is None:
        return
    rows, columns, keys = len(keypad["rows"]), len(keypad["columns"]), keypad["keys"]
    if rows * columns > _MOST_KEYS:
        yield f"{part}: has {rows * columns} keys, and {_MOST_KEYS} is the most"
    if len(keys) != rows:
        yield f"{part}.keys: has {len(keys)} texts for {rows} rows"
    for row, text in enumerate(keys):
        if len(text) != columns:
            yield f"{part}.keys[{row}]: has {len(text)} keys for {columns} columns"
    yield from _problems_of_names(part, "".join(keys))


def _problems_of_buttons(buttons: dict[str, Any] | None) -> Iterator[str]:
    if buttons is None:
        return
    if len(buttons["keys"]) != len(buttons["pins"]):
        yield f"buttons.keys: has {len(buttons['keys'])} keys for {len(buttons['pins'])} pins"
    yield from _problems_of_names("buttons", buttons["keys"])


def _problems_of_names(part: str, names: str) -> Iterator[str]:
    for name in sorted(set(names)):
        if names.count(name) > 1:
            yield f"{part}.keys: the key {name} is there {names.count(name)} times"


def _problems_of_displays(displays: list[dict[str, Any]]) -> Iterator[str]:
    """What their drivers would refuse."""
    for index, display in enumerate(displays):
        try:
            _made(display)
        except ValueError as error:
            yield f"displays[{index}]: {error}"


def _problems_of_buses(board: Board) -> Iterator[str]:
    """An SPI belongs to one display; an I2C bus has the same lines wherever it is named."""
    chip = CHIPS[board["chip"]]
    first: dict[tuple[str, Any], int] = {}
    for index, display in enumerate(board["displays"]):
        place = f"displays[{index}]"
        for kind, numbers in (("spi", chip.spi), ("i2c", (*chip.i2c, "soft"))):
            if kind not in display:
                continue
            number = display[kind]
            other = first.setdefault((kind, number), index)
            if number not in numbers:
                there = ", ".join(map(str, numbers))
                yield f"{place}.{kind}: the {chip.name} has no bus {number}, only {there}"
            elif other != index and kind == "spi":
                yield f"{place}.spi: {number} is also that of displays[{other}]"
            elif other != index:
                yield from _problems_of_shared_bus(place, display, other, board["displays"][other])


def _problems_of_shared_bus(
    place: str, display: dict[str, Any], index: int, other: dict[str, Any]
) -> Iterator[str]:
    for line in ("scl", "sda", "frequency"):
        if display[line] != other[line]:
            yield (
                f"{place}.{line}: {display[line]} is {other[line]} in displays[{index}], "
                "on the same bus"
            )
    if display["address"] == other["address"]:
        yield f"{place}.address: {display['address']} is also that of displays[{index}]"


def _uses(board: Board) -> Iterator[_Use]:
    for part in ("keypad", "second_keypad"):
        if part in board:
            for index, pin in enumerate(board[part]["rows"]):
                yield _Use(f"{part}.rows[{index}]", pin, "output")
            yield from _inputs(f"{part}.columns", board[part]["columns"], board[part])
    if "buttons" in board:
        yield from _inputs("buttons.pins", board["buttons"]["pins"], board["buttons"])
    for index, display in enumerate(board["displays"]):
        yield from _display_uses(f"displays[{index}]", display)
    if "table_lamp" in board:
        yield _Use("table_lamp.pin", board["table_lamp"]["pin"], "relay")
    yield _Use("buzzer.pin", board["buzzer"]["pin"], "output")


def _inputs(place: str, pins: list[int], part: dict[str, Any]) -> Iterator[_Use]:
    role = "input" if part.get("pull_ups") == "external" else "pulled-up input"
    for index, pin in enumerate(pins):
        yield _Use(f"{place}[{index}]", pin, role)


def _display_uses(place: str, display: dict[str, Any]) -> Iterator[_Use]:
    parts = _schema()["$defs"][display["driver"]]["properties"]
    for line, pins in display_pins(display).items():
        shared = f"{display['driver']}.{line}" if parts[line]["$ref"] == _SHARED_PIN else ""
        for index, pin in enumerate(pins):
            number = f"[{index}]" if isinstance(display[line], list) else ""
            yield _Use(f"{place}.{line}{number}", pin, "output", shared)


def _problems_of_pins(board: Board) -> Iterator[str]:
    chip, repl = CHIPS[board["chip"]], board.get("repl", "usb")
    uses = list(_uses(board))
    first: dict[int, _Use] = {}
    for use in uses:
        reason = chip.why_not(use.pin, use.role, repl)
        other = first.setdefault(use.pin, use)
        if not reason and other is not use and not (use.shared and use.shared == other.shared):
            reason = f"is also {other.place}"
        if reason:
            free = _free(chip, repl, use.role, uses)
            yield f"{use.place}: GPIO{use.pin} {reason}; {free}"


def _free(chip: Chip, repl: str, role: str, uses: list[_Use]) -> str:
    used = {use.pin for use in uses}
    free = [
        str(pin)
        for pin in sorted(chip.pins)
        if pin not in used and not chip.why_not(pin, role, repl)
    ]
    if not free:
        return "no pin that could do it is free"
    return f"choose one of {', '.join(free)}" if len(free) > 1 else f"choose {free[0]}"


def _problems_of_digits(board: Board) -> Iterator[str]:
    """Every segment belongs to one field or one lamp."""
    digits = digit_count(board)
    fields: dict[int, str] = {}
    for name, places in board["fields"].items():
        for index, digit in enumerate(places):
            place = f"fields.{name}[{index}]"
            if digit >= digits:
                yield f"{place}: {_outside(digit, digits)}"
            elif digit in fields:
                yield f"{place}: digit {digit} is also {fields[digit]}"
            fields.setdefault(digit, place)
    lamps: dict[tuple[int, str], str] = {}
    for name, lamp in board["lamps"].items():
        digit, segment = output = lamp["digit"], lamp["segment"]
        if digit >= digits:
            yield f"lamps.{name}: {_outside(digit, digits)}"
        elif digit in fields:
            yield f"lamps.{name}: digit {digit} is also {fields[digit]}"
        elif output in lamps:
            yield f"lamps.{name}: segment {segment} of digit {digit} is also {lamps[output]}"
        lamps.setdefault(output, f"lamps.{name}")


def _problems_of_match(defaults: dict[str, Any]) -> Iterator[str]:
    """The match must be one that a scoresheet's header could ask for."""
    try:
        read_sheet("\n".join(f"{key}: {value}" for key, value in defaults.items()))
    except SheetError as error:
        yield f"defaults: {error.sentence}"


def _outside(digit: int, digits: int) -> str:
    return f"there is no digit {digit}, the displays have 0 to {digits - 1}"
