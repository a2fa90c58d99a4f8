"""Board files: reads them and says what is wrong with one before it can do harm.

The form of a file is that of boards/schema.json. Beyond it stands what the chip and the wall
ask for: which pin can do what, that nothing is used twice, that fields and lamps find room.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator, ValidationError

from tools.scoresheet import SheetError, read_sheet

Board = dict[str, Any]

_BOARDS = Path(__file__).resolve().parent.parent / "boards"
_SCHEMA = _BOARDS / "schema.json"
_DIGITS_A_CHIP = 8
_MOST_KEYS = 28  # of drivers/keypad.py


class BoardError(Exception):
    """A board file that can't be used. `problems` has a sentence for each thing to mend."""

    def __init__(self, problems: Iterable[str]):
        self.problems = list(problems)
        super().__init__("\n".join(self.problems))


@dataclass(frozen=True)
class _Use:
    """A pin that the board file gives away."""

    place: str
    pin: int
    role: str


# ESP32: its technical reference manual and data sheet, MicroPython's quick reference, and
# reports of relays that pulse at power-up.
_PINS = [pin for pin in range(40) if pin not in (20, 24, 28, 29, 30, 31)]
_TAKEN = {
    0: "is a strapping pin (it selects the boot mode at power-up)",
    1: "is the serial line of the REPL (TX)",
    2: "is a strapping pin (it selects the boot mode at power-up)",
    3: "is the serial line of the REPL (RX)",
    5: "is a strapping pin (it selects the timing of SDIO at power-up)",
    12: "is a strapping pin (it selects the flash voltage at power-up)",
    15: "is a strapping pin (it silences the boot messages at power-up)",
    16: "belongs to the memory on some modules",
    17: "belongs to the memory on some modules",
    **dict.fromkeys(range(6, 12), "belongs to the flash memory"),
}
_INPUT_ONLY = range(34, 40)
_PULSES = (14, 21, 22, 26, 27)


def load_board(name_or_path: str) -> Board:
    """Return the checked content of a board file; a bare name means boards/NAME.json.

    Raises BoardError where there is something to mend.
    """
    path = Path(name_or_path)
    if path.suffix != ".json" and not path.exists():
        path = _BOARDS / f"{name_or_path}.json"
        if not path.exists():
            raise BoardError([f"no board is called {name_or_path!r}: there are {_names()}"])
    board = _read(path)
    problems = _problems_of_form(board) or _problems_of_wiring(board)
    if problems:
        raise BoardError(f"{path}: {problem}" for problem in problems)
    return board


def digit_count(board: Board) -> int:
    return sum(_DIGITS_A_CHIP * display["chips"] for display in board["displays"])


def _names() -> str:
    return ", ".join(sorted(path.stem for path in _BOARDS.glob("*.json") if path != _SCHEMA))


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
    return board


def _problems_of_form(board: Board) -> list[str]:
    schema = json.loads(_SCHEMA.read_text(encoding="utf-8"))
    errors = sorted(Draft202012Validator(schema).iter_errors(board), key=lambda e: e.json_path)
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
        yield f"{start}{found!r} is none of {', '.join(map(str, wanted))}"
    else:
        yield f"{start}{error.message}"


def _problems_of_wiring(board: Board) -> list[str]:
    return [
        *_problems_of_keypad(board["keypad"]),
        *_problems_of_buses(board["displays"]),
        *_problems_of_pins(list(_uses(board))),
        *_problems_of_digits(board),
        *_problems_of_match(board["defaults"]),
    ]


def _problems_of_keypad(keypad: dict[str, Any]) -> Iterator[str]:
    rows, columns, keys = len(keypad["rows"]), len(keypad["columns"]), keypad["keys"]
    if rows * columns > _MOST_KEYS:
        yield f"keypad: has {rows * columns} keys, and {_MOST_KEYS} is the most"
    if len(keys) != rows:
        yield f"keypad.keys: has {len(keys)} texts for {rows} rows"
    for row, text in enumerate(keys):
        if len(text) != columns:
            yield f"keypad.keys[{row}]: has {len(text)} keys for {columns} columns"
    names = "".join(keys)
    for name in sorted(set(names)):
        if names.count(name) > 1:
            yield f"keypad.keys: the key {name} is there {names.count(name)} times"


def _problems_of_buses(displays: list[dict[str, Any]]) -> Iterator[str]:
    first: dict[int, int] = {}
    for index, display in enumerate(displays):
        if first.setdefault(display["spi"], index) != index:
            other = first[display["spi"]]
            yield f"displays[{index}].spi: {display['spi']} is also that of displays[{other}]"


def _uses(board: Board) -> Iterator[_Use]:
    for line in ("rows", "columns"):
        for index, pin in enumerate(board["keypad"][line]):
            yield _Use(f"keypad.{line}[{index}]", pin, line)
    for index, display in enumerate(board["displays"]):
        for line in ("sck", "mosi", "cs"):
            yield _Use(f"displays[{index}].{line}", display[line], "output")
    yield _Use("table_lamp.pin", board["table_lamp"]["pin"], "relay")
    yield _Use("buzzer.pin", board["buzzer"]["pin"], "output")


def _problems_of_pins(uses: list[_Use]) -> Iterator[str]:
    first: dict[int, str] = {}
    for use in uses:
        reason = _why_not(use.pin, use.role)
        if not reason and use.pin in first:
            reason = f"is also {first[use.pin]}"
        first.setdefault(use.pin, use.place)
        if reason:
            yield f"{use.place}: GPIO{use.pin} {reason}; {_choice(use.role, uses)}"


def _why_not(pin: int, role: str) -> str:
    """Why the pin can't do this, or an empty text."""
    if pin not in _PINS:
        return "is no pin of the ESP32"
    if pin in _TAKEN:
        return _TAKEN[pin]
    if pin in _INPUT_ONLY:
        return "has no pull-up" if role == "columns" else "can only be an input"
    if role == "relay" and pin in _PULSES:
        return "pulses at power-up, which would switch the relay"
    return ""


def _choice(role: str, uses: list[_Use]) -> str:
    used = {use.pin for use in uses}
    free = [str(pin) for pin in _PINS if pin not in used and not _why_not(pin, role)]
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
