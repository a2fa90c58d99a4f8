"""The wiring picture of every board file: each pin once, nothing on top of anything else."""

import itertools
import json
import xml.etree.ElementTree as ElementTree

import pytest

from tools import boards
from tools.boards import load_board
from tools.pictures import board as picture
from tools.pictures.drawing import Box, Group, Lines
from tools.venv import ROOT

SVG = "{http://www.w3.org/2000/svg}"
NAMES = sorted(path.stem for path in (ROOT / "boards").glob("*.json") if path.stem != "schema")
MARGIN = 5.0

RELAY_LOW = {"table_lamp": {"pin": 32, "active": "low"}}
LONG_CHAIN = {
    "displays": [
        {
            "driver": "max7219",
            "spi": 2,
            "sck": 18,
            "mosi": 23,
            "cs": 19,
            "baudrate": 1000000,
            "chips": 8,
            "brightness": 8,
        }
    ]
}


def board_with(**changes):
    return {**json.loads((ROOT / "boards" / "wall-max7219.json").read_text()), **changes}


def all_boards():
    yield from ((name, load_board(name)) for name in NAMES)
    yield "a relay that is low active", board_with(**RELAY_LOW)
    yield "a chain of eight", board_with(**LONG_CHAIN)


@pytest.fixture(scope="module", params=all_boards(), ids=lambda case: case[0])
def case(request):
    _, board = request.param
    return board, picture.draw(board)


def pins_of(board):
    """Every pin that the board file gives away, as the checker of board files sees it."""
    return {use.pin for use in boards._uses(board)}


def test_every_pin_of_the_board_file_is_there_once_with_its_net(case):
    board, drawing = case
    root = ElementTree.fromstring(drawing.svg())
    pins = [g for g in root.iter(f"{SVG}g") if g.get("class") == "pin"]
    assert sorted(int(g.get("data-gpio")) for g in pins) == sorted(pins_of(board))
    names = {link.gpio: link.name for link in picture.links(board)}
    for pin in pins:
        assert pin.get("data-net") == names[int(pin.get("data-gpio"))]
        labels = [g.get("aria-label") for g in pin.iter(f"{SVG}g") if g.get("role")]
        assert labels == [f"IO{pin.get('data-gpio')}", pin.get("data-net")]
    assert len(set(names.values())) == len(names)


def test_every_net_of_a_pin_has_a_wire(case):
    board, drawing = case
    root = ElementTree.fromstring(drawing.svg())
    wires = {g.get("data-net") for g in root.iter(f"{SVG}g") if g.get("class") == "wire"}
    assert {link.name for link in picture.links(board)} <= wires


def test_no_label_lies_on_another_or_leaves_the_page(case):
    _, drawing = case
    labels = list(drawing.labels())
    page = Box(MARGIN, MARGIN, drawing.width - 2 * MARGIN, drawing.height - 2 * MARGIN)
    for label in labels:
        assert page.x <= label.box.x and label.box.right <= page.right, label.text
        assert page.y <= label.box.y and label.box.bottom <= page.bottom, label.text
    for one, other in itertools.combinations(labels, 2):
        touching = one.box.grown(-0.1).overlaps(other.box.grown(-0.1))
        assert not touching, (one.text, other.text)


def test_no_wire_runs_over_a_label(case):
    _, drawing = case
    labels = list(drawing.labels())
    for group in drawing._shapes:
        if isinstance(group, Group) and group.kind == "wire":
            for line in (shape for shape in group.shapes if isinstance(shape, Lines)):
                for (x1, y1), (x2, y2) in itertools.pairwise(line.points):
                    run = Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
                    over = [label.text for label in labels if label.box.overlaps(run.grown(0.2))]
                    assert not over, group.data


def test_letters_are_large_enough_to_be_read_on_paper(case):
    _, drawing = case
    assert (drawing.width, drawing.height) == (297, 210)
    assert min(label.size for label in drawing.labels()) >= 2.2  # mm, 6 points


def texts(drawing):
    return [label.text for label in drawing.labels()]


def test_a_chip_on_five_volts_gets_a_level_shifter_and_the_pins_say_which_channel():
    drawing = picture.draw(board_with())
    assert "74AHCT125" in texts(drawing)
    ways = {link.name: link.way for link in picture.links(board_with())}
    assert ways["DIN"] == ways["CS"] == ways["CLK"] == "74AHCT125, 47 Ω"


@pytest.mark.parametrize("active, rail", [("high", "GND"), ("low", "3.3 V")])
def test_the_relay_is_held_off_while_the_pin_floats(active, rail):
    board = board_with(table_lamp={"pin": 32, "active": active})
    (link,) = (link for link in picture.links(board) if link.gpio == 32)
    assert link.way == f"10 kΩ to {rail}"
    assert texts(picture.draw(board)).count("10 kΩ") == 1


def test_every_column_has_its_filter():
    drawing = picture.draw(board_with())
    assert texts(drawing).count("4.7 kΩ") == texts(drawing).count("10 nF") == 4


def test_a_long_chain_shows_its_ends_and_says_what_is_left_out():
    said = texts(picture.draw(board_with(**LONG_CHAIN)))
    assert "Display 1: MAX7219, 1 of 8" in said
    assert "Display 1: MAX7219, 8 of 8" in said
    assert "modules 2 to 7 stand in between, wired alike" in said


def test_the_supply_grows_with_the_displays():
    assert picture.supply_ma(board_with(**LONG_CHAIN)) > picture.supply_ma(board_with())


def test_a_pin_that_the_carrier_lacks_is_named():
    with pytest.raises(picture.NoPicture, match="GPIO37 .buzzer. is on no pin of the ESP32"):
        picture.draw(board_with(buzzer={"pin": 37}))
