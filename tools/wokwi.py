"""`wokwi`: a board as a project of the Wokwi simulator: diagram.json and wokwi.toml.

Wokwi has models of the ESP32 boards, a membrane keypad, buttons, a buzzer, a relay, LEDs, WS2812
strips, 74HC595 with single digits, and a TM1637 of four digits. What else a board has is named,
and nothing is written.
"""

import argparse
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.boards import Board, load_board
from tools.pictures.carriers import CARRIERS
from tools.refusal import Refusal, writing

HELP = "write a board as a project of the Wokwi simulator"
PART = "play"

_TOML = """\
# Put MicroPython's firmware for the {chip} beside this file as micropython.bin. While the
# simulation runs, from the checkout:
#   mpremote connect port:rfc2217://localhost:4000 fs cp -r firmware/. : \\
#     + fs cp {file} :board.json + reset
[wokwi]
version = 1
firmware = "micropython.bin"
elf = "micropython.bin"
rfc2217ServerPort = 4000
"""
_RAILS = {"3.3 V": "orange", "5 V": "red", "GND": "black"}
_COLOURS = ("green", "blue", "purple", "gold", "cyan", "magenta", "limegreen", "brown")

Display = dict[str, Any]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a board file, or a name in boards/")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="where it goes (default: .)",
    )


def run(args: argparse.Namespace) -> int:
    board = load_board(args.board)
    if missing := list(missing_parts(board)):
        raise Refusal(f"{args.board}: Wokwi has no {'; no '.join(missing)}.")
    text = json.dumps(diagram(board), indent=2)
    toml = _TOML.format(chip=board["chip"].upper(), file=f"boards/{board['name']}.json")
    with writing():
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "diagram.json").write_text(text + "\n", encoding="utf-8", newline="\n")
        (args.out / "wokwi.toml").write_text(toml, encoding="utf-8", newline="\n")
    print(f"{args.out / 'diagram.json'}, {args.out / 'wokwi.toml'}")
    return 0


def missing_parts(board: Board) -> Iterator[str]:
    """The parts of a board that have no model in Wokwi."""
    for key in ("keypad", "second_keypad"):
        keys = board.get(key, {}).get("keys", ["123A"] * 4)
        if len(keys) != 4 or len(keys[0]) not in (3, 4):
            yield f"keypad of {len(keys)} rows and {len(keys[0])} columns ({key})"
    for index, display in enumerate(board["displays"]):
        if display["driver"] not in _DISPLAYS:
            yield f"{display['driver'].upper()} with digits (displays[{index}])"
        elif display["driver"] == "tm1637" and display["order"] != [0, 1, 2, 3]:
            yield f"TM1637 but one of four digits in order (displays[{index}])"
    if board.get("table_lamp", {}).get("active") == "low":
        yield "relay that is switched on by a low level (table_lamp)"


def diagram(board: Board) -> dict[str, Any]:
    """The content of diagram.json."""
    drawing = _Diagram(board)
    for key, top in (("keypad", 0), ("second_keypad", 320)):
        if key in board:
            drawing.keypad(key, board[key], top)
    if "buttons" in board:
        drawing.buttons(board["buttons"])
    for number, display in enumerate(board["displays"], 1):
        _DISPLAYS[display["driver"]](drawing, number, display)
    if "table_lamp" in board:
        drawing.relay(board["table_lamp"]["pin"])
    drawing.buzzer(board["buzzer"]["pin"])
    return drawing.content()


class _Diagram:
    """Parts and connections; displays stand to the right of the chip, one below the other."""

    def __init__(self, board: Board):
        self._carrier = CARRIERS[board["chip"]]
        self._parts: list[dict[str, Any]] = []
        self._connections: list[list[Any]] = [
            ["esp:TX", "$serialMonitor:RX", "", []],
            ["esp:RX", "$serialMonitor:TX", "", []],
        ]
        self._colours = itertools.cycle(_COLOURS)
        self._top = 0  # of the next display
        self._part(self._carrier.wokwi, "esp", 400, 0)

    def content(self) -> dict[str, Any]:
        return {
            "version": 1,
            "author": "Marker",
            "editor": "wokwi",
            "parts": self._parts,
            "connections": self._connections,
            "dependencies": {},
        }

    def keypad(self, name: str, keypad: dict[str, Any], top: int) -> None:
        keys = [key for row in keypad["keys"] for key in row]
        columns = str(len(keypad["keys"][0]))
        self._part("wokwi-membrane-keypad", name, 0, top, keys=keys, columns=columns)
        for line, pins in (("R", keypad["rows"]), ("C", keypad["columns"])):
            for index, pin in enumerate(pins, 1):
                self._join(f"{name}:{line}{index}", f"esp:{pin}")
        if keypad.get("pull_ups") == "external":
            self._pull_ups(keypad["columns"], top)

    def buttons(self, buttons: dict[str, Any]) -> None:
        for index, (pin, key) in enumerate(zip(buttons["pins"], buttons["keys"])):
            name = f"button{index + 1}"
            self._part("wokwi-pushbutton", name, 90 * index, 660, label=key)
            self._join(f"{name}:1.l", f"esp:{pin}")
            self._rail(f"{name}:2.l", "GND")
        if buttons.get("pull_ups") == "external":
            self._pull_ups(buttons["pins"], 600)

    def tm1637(self, number: int, display: Display) -> None:
        name = f"display{number}"
        self._part("wokwi-tm1637-7segment", name, 600, self._next(120))
        self._join(f"{name}:CLK", f"esp:{display['clk']}")
        self._join(f"{name}:DIO", f"esp:{display['dio']}")
        self._rail(f"{name}:VCC", "3.3 V")
        self._rail(f"{name}:GND", "GND")

    def hc595(self, number: int, display: Display) -> None:
        """A register and a digit for each chip of the chain; Wokwi's digits need no resistors."""
        high, top = display["active"] == "high", self._next(260)
        common, rail = ("cathode", "GND") if high else ("anode", "5 V")
        places = {chip: place for place, chip in enumerate(display["order"])}
        for chip in range(len(display["order"])):
            name, digit = f"chip{number}_{chip}", f"digit{number}_{chip}"
            left = 600 + 120 * places[chip]
            self._part("wokwi-74hc595", name, left, top + 140)
            self._part("wokwi-7segment", digit, left, top, common=common)
            source = f"chip{number}_{chip - 1}:Q7S" if chip else f"esp:{display['mosi']}"
            self._join(f"{name}:DS", source)
            for pin, key in (("SHCP", "sck"), ("STCP", "latch"), ("OE", "oe")):
                self._join(f"{name}:{pin}", f"esp:{display[key]}")
            for pin, supply in (("MR", "5 V"), ("VCC", "5 V"), ("GND", "GND")):
                self._rail(f"{name}:{pin}", supply)
            for output, segment in enumerate(display["outputs"]):
                pin = "DP" if segment == "." else segment.upper()
                self._join(f"{name}:Q{output}", f"{digit}:{pin}")
            self._rail(f"{digit}:COM", rail)

    def ws2812(self, number: int, display: Display) -> None:
        """A strip for each digit, one for the lamps, in the order of the data."""
        segments = len(display.get("segments", "abcdefg"))
        pixels = [display["leds"] * segments] * len(display["digits"])
        if display.get("lamps"):
            pixels.append(len(display["lamps"]))
        pixels[0] += display.get("skip", 0)
        source = f"esp:{display['pin']}"
        for index, count in enumerate(pixels):
            name = f"strip{number}_{index}"
            self._part("wokwi-led-strip", name, 600, self._next(50), pixels=str(count))
            self._join(f"{name}:DIN", source)
            self._rail(f"{name}:VDD", "5 V")
            self._rail(f"{name}:VSS", "GND")
            source = f"{name}:DOUT"

    def leds(self, number: int, display: Display) -> None:
        top = self._next(80)
        to, rail = ("A", "GND") if display["active"] == "high" else ("C", "3.3 V")
        other = "C" if to == "A" else "A"
        for index, pin in enumerate(display["pins"]):
            name, resistor = f"led{number}_{index}", f"r{number}_{index}"
            self._part("wokwi-led", name, 600 + 60 * index, top, color="red")
            self._part("wokwi-resistor", resistor, 600 + 60 * index, top + 60, value="330")
            self._join(f"{resistor}:1", f"esp:{pin}")
            self._join(f"{resistor}:2", f"{name}:{to}")
            self._rail(f"{name}:{other}", rail)

    def relay(self, pin: int) -> None:
        """The relay, and a lamp in its contact."""
        self._part("wokwi-relay-module", "relay", 380, 330)
        self._part("wokwi-led", "lamp", 560, 320, color="yellow")
        self._part("wokwi-resistor", "lamp_r", 540, 380, value="330")
        self._join("relay:IN", f"esp:{pin}")
        self._rail("relay:VCC", "5 V")
        self._rail("relay:GND", "GND")
        self._rail("relay:COM", "5 V")
        self._join("relay:NO", "lamp_r:1")
        self._join("lamp_r:2", "lamp:A")
        self._rail("lamp:C", "GND")

    def buzzer(self, pin: int) -> None:
        self._part("wokwi-buzzer", "buzzer", 400, 450)
        self._join("buzzer:2", f"esp:{pin}")
        self._rail("buzzer:1", "GND")

    def _pull_ups(self, pins: list[int], top: int) -> None:
        for index, pin in enumerate(pins):
            name = f"pull{pin}"
            self._part("wokwi-resistor", name, 300, top + 30 * index, value="4700")
            self._join(f"{name}:1", f"esp:{pin}")
            self._rail(f"{name}:2", "3.3 V")

    def _next(self, height: int) -> int:
        top, self._top = self._top, self._top + height
        return top

    def _part(self, kind: str, name: str, left: int, top: int, **attributes: Any) -> None:
        part = {"type": kind, "id": name, "left": left, "top": top, "attrs": attributes}
        self._parts.append(part)

    def _join(self, one: str, other: str) -> None:
        self._connections.append([one, other, next(self._colours), []])

    def _rail(self, pin: str, rail: str) -> None:
        where = f"esp:{self._carrier.wokwi_rails[rail]}"
        self._connections.append([pin, where, _RAILS[rail], []])


_DISPLAYS = {
    "tm1637": _Diagram.tm1637,
    "hc595": _Diagram.hc595,
    "ws2812": _Diagram.ws2812,
    "leds": _Diagram.leds,
}
