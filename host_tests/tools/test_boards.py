"""Board files: what is right passes, and what is wrong is named with place, reason and way out."""

import copy
import json

import pytest

from console.games import load as load_keys
from host_tests import command
from rules.games import NAMES
from tools import check_board
from tools.boards import BoardError, digit_count, display_pins, load_board

WALL = load_board("wall-max7219")


@pytest.fixture
def problems(tmp_path):
    """Write a board file, return what load_board says about it without the file's name."""

    def say(board):
        path = tmp_path / "board.json"
        path.write_text(board if isinstance(board, str) else json.dumps(board), encoding="utf-8")
        try:
            load_board(str(path))
        except BoardError as error:
            assert all(problem.startswith(str(path)) for problem in error.problems)
            return [problem.removeprefix(str(path)) for problem in error.problems]
        return []

    return say


def changed(*path, to):
    board = copy.deepcopy(WALL)
    inner = board
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return board


def without(*path):
    board = copy.deepcopy(WALL)
    inner = board
    for step in path[:-1]:
        inner = inner[step]
    del inner[path[-1]]
    return board


def test_the_reference_board_is_right(problems):
    assert problems(WALL) == []
    assert digit_count(WALL) == 16


def test_a_board_with_fewer_fields_and_lamps_is_right(problems):
    board = changed("fields", to={"score_a": [0, 1, 2], "score_b": [5, 6, 7]})
    board["displays"][0]["chips"] = 1
    board["lamps"] = {"turn_a": {"digit": 3, "segment": "."}}
    assert problems(board) == []


def test_a_name_finds_the_file_in_boards_and_a_path_is_a_path(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps(WALL))
    assert load_board(str(path)) == load_board("wall-max7219")


def test_an_unknown_name_is_told_the_known_ones():
    known = r"^no board is called 'wal': there are wall-74hc595, .*wall-max7219, .*wall-ws2812$"
    with pytest.raises(BoardError, match=known):
        load_board("wal")


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(BoardError, match=r"none\.json: No such file"):
        load_board(str(tmp_path / "none.json"))


def test_broken_json_is_shown_by_line_and_column(problems):
    assert problems('{\n  "name" "x"\n}') == [":2:10: this is not JSON: Expecting ':' delimiter"]


def test_a_name_that_stands_twice_is_named(problems):
    text = json.dumps(WALL)[:-1] + ', "chip": "esp32"}'
    assert problems(text) == [": 'chip' stands twice in one object"]


def test_a_file_that_is_no_text_is_refused(tmp_path):
    path = tmp_path / "board.json"
    path.write_bytes(b'{"title": "\xff"}')
    with pytest.raises(BoardError, match="not UTF-8"):
        load_board(str(path))


# Taking a pin from the reference board leaves it free, and it is the only free one.
@pytest.mark.parametrize(
    "pin, reason",
    [
        (0, "is a strapping pin (it selects the boot mode at power-up)"),
        (2, "is a strapping pin (it selects the boot mode at power-up)"),
        (5, "is a strapping pin (it selects the timing of SDIO at power-up)"),
        (12, "is a strapping pin (it selects the flash voltage at power-up)"),
        (15, "is a strapping pin (it silences the boot messages at power-up)"),
        (1, "is the serial line of the REPL (TX)"),
        (3, "is the serial line of the REPL (RX)"),
        (6, "belongs to the flash memory"),
        (11, "belongs to the flash memory"),
        (16, "belongs to the memory on some modules"),
        (17, "belongs to the memory on some modules"),
        (20, "is no pin of the ESP32"),
        (40, "is no pin of the ESP32"),
    ],
)
@pytest.mark.parametrize(
    "place, path, free",
    [
        ("table_lamp.pin", ("table_lamp", "pin"), 32),
        ("buzzer.pin", ("buzzer", "pin"), 4),
        ("keypad.rows[1]", ("keypad", "rows", 1), 25),
        ("keypad.columns[3]", ("keypad", "columns", 3), 22),
        ("displays[0].cs", ("displays", 0, "cs"), 19),
    ],
)
def test_a_pin_with_another_duty_is_refused(problems, place, path, free, pin, reason):
    assert problems(changed(*path, to=pin)) == [f": {place}: GPIO{pin} {reason}; choose {free}"]


@pytest.mark.parametrize("pin", [34, 35, 36, 37, 38, 39])
def test_an_input_only_pin_is_refused_for_what_it_lacks(problems, pin):
    assert problems(changed("keypad", "rows", 0, to=pin)) == [
        f": keypad.rows[0]: GPIO{pin} can only be an input; choose 33"
    ]
    assert problems(changed("keypad", "columns", 0, to=pin)) == [
        f": keypad.columns[0]: GPIO{pin} has no pull-up (with resistors of its own, "
        'say "pull_ups": "external"); choose 14'
    ]


@pytest.mark.parametrize("row, pin", [(2, 26), (3, 27)])
def test_the_relay_is_not_put_on_a_pin_that_pulses(problems, row, pin):
    board = changed("keypad", "rows", row, to=32)
    board["table_lamp"]["pin"] = pin
    assert problems(board) == [
        f": table_lamp.pin: GPIO{pin} pulses at power-up, which would switch the relay; "
        "no pin that could do it is free"
    ]


def test_the_choice_is_among_all_free_pins(problems):
    board = changed("table_lamp", "pin", to=12)
    board["keypad"]["rows"] = [33, 25]
    board["keypad"]["keys"] = board["keypad"]["keys"][:2]
    board["displays"][0]["cs"] = 27
    assert problems(board) == [
        ": table_lamp.pin: GPIO12 is a strapping pin (it selects the flash voltage at power-up); "
        "choose one of 19, 32"
    ]


def test_a_pin_that_is_used_twice_is_named_with_both_uses(problems):
    assert problems(changed("buzzer", "pin", to=18)) == [
        ": buzzer.pin: GPIO18 is also displays[0].sck; choose 4"
    ]


def test_a_bus_that_is_used_twice_is_named(problems):
    board = copy.deepcopy(WALL)
    board["displays"].append({**board["displays"][0], "chips": 1})
    assert problems(board)[0] == ": displays[1].spi: 2 is also that of displays[0]"


@pytest.mark.parametrize("path", [("chip",), ("keypad", "rows"), ("table_lamp", "active")])
def test_what_is_missing_is_named(problems, path):
    assert problems(without(*path)) == [f": {'.'.join(path)}: is missing"]


@pytest.mark.parametrize(
    "path, to, complaint",
    [
        (("chip",), "esp8266", "chip: 'esp8266' is none of esp32, esp32-s3, esp32-c3"),
        (
            ("displays", 0, "driver"),
            "x",
            "displays[0].driver: 'x' is none of max7219, tm1637, ht16k33, hc595, ws2812, leds",
        ),
        (("buzzer", "pin"), "4", "buzzer.pin: '4' is not of type 'integer'"),
        (("buzzer", "pin"), True, "buzzer.pin: True is not of type 'integer'"),
        (
            ("displays", 0, "brightness"),
            16,
            "displays[0].brightness: 16 is greater than the maximum of 15",
        ),
        (("keypad", "keys", 0), "12 A", "keypad.keys[0]: '12 A' does not match '^[0-9A-D*#]+$'"),
        (
            ("fields", "scoreA"),
            [0],
            "fields.scoreA: is not known; there are score_a, score_b, frames_a, frames_b, info",
        ),
        (("fields", "score_a"), [0, 1], "fields.score_a: has 2, and 3 is the least"),
        (("fields", "frames_b"), [9], "fields.frames_b: has 1, and 2 is the least"),
        (("fields", "info"), [5, 6, 7], "fields.info: has 3, and 4 is the least"),
        (
            ("lamps", "red", "segment"),
            "h",
            "lamps.red.segment: 'h' is none of a, b, c, d, e, f, g, .",
        ),
    ],
)
def test_a_form_that_is_wrong_is_named(problems, path, to, complaint):
    assert problems(changed(*path, to=to)) == [f": {complaint}"]


@pytest.mark.parametrize(
    "path, to, complaint",
    [
        (
            ("fields", "score_a", 0),
            16,
            "fields.score_a[0]: there is no digit 16, the displays have 0 to 15",
        ),
        (
            ("lamps", "red", "digit"),
            16,
            "lamps.red: there is no digit 16, the displays have 0 to 15",
        ),
        (("fields", "info", 0), 3, "fields.info[0]: digit 3 is also fields.frames_a[0]"),
        (("lamps", "red", "digit"), 3, "lamps.red: digit 3 is also fields.frames_a[0]"),
        (
            ("lamps", "red", "segment"),
            "b",
            "lamps.yellow: segment b of digit 15 is also lamps.red",
        ),
    ],
)
def test_every_segment_belongs_to_one_field_or_lamp(problems, path, to, complaint):
    assert problems(changed(*path, to=to)) == [f": {complaint}"]


@pytest.mark.parametrize(
    "keys, complaint",
    [
        (["123A", "456B", "789C"], "keypad.keys: has 3 texts for 4 rows"),
        (["123", "456B", "789C", "*0#D"], "keypad.keys[0]: has 3 keys for 4 columns"),
        (["123A", "416B", "789C", "*0#D"], "keypad.keys: the key 1 is there 2 times"),
    ],
)
def test_the_keys_fit_the_matrix_and_are_different(problems, keys, complaint):
    assert problems(changed("keypad", "keys", to=keys)) == [f": {complaint}"]


def test_all_problems_are_told_at_once(problems):
    board = changed("table_lamp", "pin", to=12)
    board["buzzer"]["pin"] = 1
    assert len(problems(board)) == 2


def check(argument, capsys):
    return command.run(check_board, argument), *capsys.readouterr()


def test_the_command_says_what_is_on_a_right_board(capsys):
    assert check("wall-max7219", capsys) == (
        0,
        "wall-max7219: all right; 16 keys, 16 digits, 5 fields, 13 lamps\n",
        "",
    )


def test_the_command_ends_with_status_2_and_the_sentence(capsys):
    status, out, err = check("no-such-board", capsys)
    assert (status, out) == (2, "")
    assert err.startswith("no board is called 'no-such-board'")


@pytest.mark.parametrize(
    "defaults, sentence",
    [
        ({"game": "polo"}, "there is no game 'polo'"),
        ({"game": "snooker", "preset": "club"}, "'preset' takes pl, ir, ru or wpbsa, not 'club'"),
        ({"game": "snooker", "best-of": 4}, "'best-of: 4' does not go with"),
        ({"game": "snooker", "colour": "red"}, "has no key 'colour'"),
    ],
)
def test_the_match_must_be_one_that_a_scoresheet_could_ask_for(problems, defaults, sentence):
    [problem] = problems(changed("defaults", to=defaults))
    assert problem.startswith(": defaults: ")
    assert sentence in problem


def test_what_the_information_field_may_show_is_checked(problems):
    assert problems(changed("infos", to=["break", "on"])) == []
    assert "infos[0]" in problems(changed("infos", to=["weather"]))[0]


@pytest.mark.parametrize("game", NAMES)
def test_a_board_may_choose_among_all_that_a_game_can_show(problems, game):
    assert problems(changed("infos", to=list(load_keys(game).INFOS))) == []


def test_a_pin_with_a_decimal_point_is_no_pin(problems):
    board = json.dumps(WALL).replace('"buzzer": {"pin": 4}', '"buzzer": {"pin": 4.0}')
    assert "buzzer.pin" in problems(board)[0]


def on(name, *path, to):
    """Another board with one thing changed."""
    board = copy.deepcopy(load_board(name))
    inner = board
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = to
    return board


@pytest.mark.parametrize(
    "name, pin, reason",
    [
        ("wall-s3", 0, "is a strapping pin (it selects the boot mode at power-up)"),
        ("wall-s3", 3, "is a strapping pin (it selects the source of JTAG at power-up)"),
        ("wall-s3", 45, "is a strapping pin (it selects the flash voltage at power-up)"),
        ("wall-s3", 46, "is a strapping pin (it selects the boot mode and silences its messages)"),
        ("wall-s3", 30, "belongs to the flash memory"),
        ("wall-s3", 35, "belongs to the memory on modules with eight data lines"),
        ("wall-s3", 43, "is the serial line of the REPL (TX)"),
        ("wall-s3", 44, "is the serial line of the REPL (RX)"),
        ("wall-s3", 19, 'is the native USB (free where the board file says "repl": "uart")'),
        ("wall-s3", 22, "is no pin of the ESP32-S3"),
        ("wall-c3", 2, "is a strapping pin (it selects the boot mode at power-up)"),
        ("wall-c3", 8, "is a strapping pin (it selects the boot mode at power-up)"),
        ("wall-c3", 9, "is a strapping pin (it selects the boot mode at power-up)"),
        ("wall-c3", 12, "belongs to the flash memory"),
        ("wall-c3", 21, "is the serial line of the REPL (TX)"),
        ("wall-c3", 22, "is no pin of the ESP32-C3"),
    ],
)
def test_each_chip_has_its_own_pins(problems, name, pin, reason):
    [problem] = problems(on(name, "buzzer", "pin", to=pin))
    assert problem.startswith(f": buzzer.pin: GPIO{pin} {reason}; ")


@pytest.mark.parametrize("pin", [18, 21])
def test_the_relay_of_an_esp32_s3_is_not_put_on_a_pin_that_pulses(problems, pin):
    board = on("wall-s3", "table_lamp", "pin", to=pin)
    board["buttons"] = {"pins": [1], "keys": "A"}
    board["displays"][1]["pins"] = [39]
    board["lamps"] = {"turn_a": {"digit": 16, "segment": "a"}}
    [problem] = problems(board)
    assert problem.startswith(f": table_lamp.pin: GPIO{pin} pulses at power-up")


def test_the_pins_of_the_usb_are_free_where_the_repl_is_on_the_serial_line(problems):
    board = copy.deepcopy(load_board("wall-c3"))
    del board["repl"]
    assert [problem.split(" (")[0] for problem in problems(board)] == [
        ": displays[0].pin: GPIO18 is the native USB",
        ": buzzer.pin: GPIO19 is the native USB",
    ]


@pytest.mark.parametrize("pin", [36, 39])
def test_a_cable_is_not_put_on_the_pins_that_see_pulses(problems, pin):
    [problem] = problems(on("wall-tm1637", "keypad", "columns", 0, to=pin))
    assert "reads short pulses that are not there, and is next to EN" in problem


def test_input_only_pins_are_columns_with_resistors_of_their_own(problems):
    assert problems(on("wall-tm1637", "keypad", "pull_ups", to="external")) == []
    assert [
        problem.split(" (")[0]
        for problem in problems(on("wall-tm1637", "keypad", "pull_ups", to="internal"))
    ] == [
        ": keypad.columns[0]: GPIO34 has no pull-up",
        ": keypad.columns[1]: GPIO35 has no pull-up",
    ]


@pytest.mark.parametrize(
    "name, path, to, complaint",
    [
        (
            "wall-tm1637",
            ("displays", 0, "order"),
            [0, 1, 3],
            "displays[0]: order has each of the addresses 0 to 5 or fewer once, not [0, 1, 3]",
        ),
        (
            "wall-74hc595",
            ("displays", 0, "order"),
            [0, 1, 3],
            "displays[0]: order has every chip of the chain once, not [0, 1, 3]",
        ),
        (
            "wall-ht16k33",
            ("displays", 1, "order"),
            [0, 1, 2, 16],
            "displays[1]: order has different bytes of 0 to 15, not [0, 1, 2, 16]",
        ),
        (
            "wall-ws2812",
            ("displays", 1, "digits"),
            "iixi",
            "displays[1]: digits has x, which is none of the colours",
        ),
        (
            "wall-ht16k33",
            ("displays", 3, "address"),
            112,
            "displays[3].address: 112 is also that of displays[0]",
        ),
        (
            "wall-ht16k33",
            ("displays", 2, "frequency"),
            100000,
            "displays[2].frequency: 100000 is 400000 in displays[0], on the same bus",
        ),
        ("wall-ht16k33", ("displays", 2, "i2c"), 2, "displays[2].i2c: 2 is none of 0, 1, soft"),
        (
            "wall-74hc595",
            ("displays", 0, "outputs"),
            "aabcdefg",
            "displays[0].outputs: 'aabcdefg' does not match '^(?!.*(.).*\\\\1)[a-g.]{8}$'",
        ),
        (
            "wall-s3",
            ("buttons", "keys"),
            "AB01D",
            "buttons.keys: has 5 keys for 6 pins",
        ),
        (
            "wall-s3",
            ("buttons", "keys"),
            "AB01DD",
            "buttons.keys: the key D is there 2 times",
        ),
        (
            "wall-tm1637",
            ("displays", 0, "cs"),
            5,
            "displays[0].cs: is not known; there are driver, clk, dio, order, brightness",
        ),
    ],
)
def test_a_display_that_can_not_be_is_named(problems, name, path, to, complaint):
    assert problems(on(name, *path, to=to)) == [f": {complaint}"]


def test_a_bus_that_the_chip_does_not_have_is_named(problems):
    board = copy.deepcopy(load_board("wall-c3"))
    board["displays"] = [{**WALL["displays"][0], "sck": 18, "mosi": 3, "cs": 4}]
    assert ": displays[0].spi: the ESP32-C3 has no bus 2, only 1" in problems(board)


def test_a_line_that_displays_share_is_not_the_line_of_anything_else(problems):
    [problem] = problems(on("wall-tm1637", "buzzer", "pin", to=18))
    assert problem.startswith(": buzzer.pin: GPIO18 is also displays[0].clk; ")
    [problem] = problems(on("wall-tm1637", "displays", 1, "dio", to=19))
    assert problem.startswith(": displays[1].dio: GPIO19 is also displays[0].dio; ")


def test_a_second_keypad_needs_pins_of_its_own(problems):
    board = copy.deepcopy(load_board("wall-s3"))
    board["second_keypad"] = {"rows": [4], "columns": [38], "keys": ["0"]}
    [problem] = problems(board)
    assert problem.startswith(": second_keypad.rows[0]: GPIO4 is also keypad.rows[0]; ")


def test_the_pins_of_a_display_come_from_its_part_of_the_schema():
    assert display_pins(WALL["displays"][0]) == {"sck": [18], "mosi": [23], "cs": [19]}
    [_, leds] = load_board("wall-s3")["displays"]
    assert display_pins(leds) == {"pins": [21, 39, 40, 41]}
