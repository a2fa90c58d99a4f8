"""A board as a project of Wokwi: parts and pins that exist there, or a sentence."""

import json
import re

import pytest

from host_tests import command
from tools import wokwi
from tools.venv import ROOT

# The pins of Wokwi's parts, as its documentation names them.
PINS = {
    "wokwi-membrane-keypad": "R[1-4]|C[1-4]",
    "wokwi-tm1637-7segment": "CLK|DIO|VCC|GND",
    "wokwi-74hc595": "DS|SHCP|STCP|OE|MR|VCC|GND|Q[0-7]|Q7S",
    "wokwi-7segment": "[A-G]|DP|COM",
    "wokwi-led-strip": "VDD|DIN|VSS|DOUT",
    "wokwi-led": "A|C",
    "wokwi-resistor": "1|2",
    "wokwi-relay-module": "VCC|GND|IN|COM|NO|NC",
    "wokwi-buzzer": "1|2",
    "wokwi-pushbutton": "[12]\\.[lr]",
    "board-esp32-devkit-c-v4": "3V3|5V|GND\\.[1-3]|TX|RX|\\d+",
    "board-esp32-s3-devkitc-1": "3V3\\.[12]|5V|GND\\.[1-4]|TX|RX|\\d+",
    "board-esp32-c3-devkitm-1": "3V3\\.[12]|5V\\.[12]|GND\\.\\d+|TX|RX|\\d+",
}
TM1637 = {"driver": "tm1637", "clk": 18, "dio": 19, "order": [0, 1, 2, 3], "brightness": 4}
HC595 = {
    "driver": "hc595",
    "sck": 18,
    "mosi": 23,
    "latch": 19,
    "oe": 5,
    "order": [1, 0, 2],
    "outputs": "abcdefg.",
    "active": "high",
}
WS2812 = {"driver": "ws2812", "pin": 18, "leds": 2, "digits": "ab", "lamps": [[1, 2, 3]] * 3}
LEDS = {"driver": "leds", "pins": [16, 17], "active": "high"}


def board_with(*displays, **changes):
    board = json.loads((ROOT / "boards" / "wall-max7219.json").read_text())
    return {**board, "displays": list(displays), **changes}


CASES = {
    "tm1637": board_with(TM1637),
    "shift registers": board_with({**HC595, "active": "low"}, LEDS),
    "strip": board_with(WS2812, chip="esp32-c3"),
    "buttons": board_with(TM1637, buttons={"pins": [5, 17], "keys": "AB"}, chip="esp32-s3"),
}


@pytest.mark.parametrize("board", CASES.values(), ids=CASES)
def test_a_diagram_has_the_form_and_the_pins_that_wokwi_knows(board):
    assert not list(wokwi.missing_parts(board))
    diagram = wokwi.diagram(board)
    assert diagram["version"] == 1 and diagram["editor"] == "wokwi"
    kinds = {part["id"]: part["type"] for part in diagram["parts"]}
    assert len(kinds) == len(diagram["parts"])
    for part in diagram["parts"]:
        assert set(part) == {"type", "id", "left", "top", "attrs"}
    for start, end, colour, route in diagram["connections"]:
        assert isinstance(colour, str) and route == []
        for pin in (start, end):
            name, _, place = pin.partition(":")
            if name != "$serialMonitor":
                assert re.fullmatch(PINS[kinds[name]], place), pin


@pytest.mark.parametrize("board", CASES.values(), ids=CASES)
def test_no_pin_of_the_chip_is_given_to_two_signals(board):
    leads = {}
    for start, end, *_ in wokwi.diagram(board)["connections"]:
        if re.fullmatch(r"esp:\d+", end):
            leads.setdefault(end, set()).add(start)
    for pin, places in leads.items():
        kinds = {place.split(":")[1] for place in places}
        assert len(kinds) == 1, pin  # a shared line meets pins of one name


def test_a_chain_of_registers_shows_digits_where_the_order_says():
    diagram = wokwi.diagram(CASES["shift registers"])
    lefts = {part["id"]: part["left"] for part in diagram["parts"]}
    assert lefts["digit1_1"] < lefts["digit1_0"] < lefts["digit1_2"]
    pairs = [connection[:2] for connection in diagram["connections"]]
    assert ["chip1_0:DS", "esp:23"] in pairs
    assert ["chip1_2:DS", "chip1_1:Q7S"] in pairs
    assert ["chip1_0:Q7", "digit1_0:DP"] in pairs


def test_a_strip_has_all_its_pixels():
    parts = wokwi.diagram(CASES["strip"])["parts"]
    assert [part["attrs"]["pixels"] for part in parts if "pixels" in part["attrs"]] == [
        "14",
        "14",
        "3",
    ]


def test_the_project_is_written_and_says_how_to_go_on(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(wokwi, "load_board", lambda name: CASES["tm1637"])
    assert run("any", "--out", str(tmp_path / "new")) == 0
    content = json.loads((tmp_path / "new" / "diagram.json").read_text())
    assert content == wokwi.diagram(CASES["tm1637"])
    toml = (tmp_path / "new" / "wokwi.toml").read_text()
    assert "[wokwi]\nversion = 1\n" in toml and "boards/wall-max7219.json :board.json" in toml
    assert capsys.readouterr().out.count("\n") == 1


def run(*options):
    return command.run(wokwi, *options)


@pytest.mark.parametrize(
    "options, said",
    [
        (["wall-max7219"], "wall-max7219: Wokwi has no MAX7219 with digits (displays[0]).\n"),
        (["nowhere"], "no board is called 'nowhere'"),
    ],
)
def test_what_wokwi_lacks_is_said_and_nothing_written(options, said, tmp_path, capsys):
    assert run(*options, "--out", str(tmp_path)) == 2
    heard = capsys.readouterr()
    assert said in heard.err and heard.err.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_each_missing_part_is_named():
    six = {**TM1637, "order": [2, 1, 0, 5, 4, 3]}
    low = {"pin": 32, "active": "low"}
    pad = {"rows": [1, 2], "columns": [3, 4], "keys": ["12", "34"]}
    found = list(wokwi.missing_parts(board_with(six, table_lamp=low, second_keypad=pad)))
    assert found == [
        "keypad of 2 rows and 2 columns (second_keypad)",
        "TM1637 but one of four digits in order (displays[0])",
        "relay that is switched on by a low level (table_lamp)",
    ]
