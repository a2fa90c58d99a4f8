"""Numbers in fields, characters in the line, lamps."""

import pytest

from console.face import Face
from tools.vboard.wall import Wall

FIELDS = {"score_a": [0, 1, 2], "frames_a": [4, 3], "info": [5, 6, 7, 8]}
LAMPS = {"turn_a": {"digit": 9, "segment": "a"}, "free": {"digit": 9, "segment": "."}}
WALL = Wall({"fields": FIELDS, "lamps": LAMPS}, [])


@pytest.fixture
def face():
    return Face(bytearray(b"\xff" * 10), FIELDS, LAMPS)


def text(face, field):
    return WALL.fields(face.segments)[field]


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (0, "  0"),
        (7, "  7"),
        (10, " 10"),
        (147, "147"),
        (999, "999"),
        (1000, "---"),
        (123456, "---"),
        (-1, " -1"),
        (-99, "-99"),
        (-100, "---"),
        (-12345, "---"),
    ],
)
def test_a_number_stands_flush_right_without_leading_zeros(face, number, shown):
    face.number("score_a", number)
    assert text(face, "score_a") == shown


def test_a_shorter_number_leaves_nothing_of_the_longer_one(face):
    for number in (147, -12, 5000, 3):
        face.number("score_a", number)
    assert text(face, "score_a") == "  3"


def test_a_field_takes_its_digits_in_the_order_of_the_board_file(face):
    face.number("frames_a", 12)
    assert (face.segments[4], face.segments[3]) == (0x06, 0x5B)  # 4 is left of 3


def test_a_number_touches_no_other_digit(face):
    face.number("score_a", -12345)
    assert bytes(face.segments[3:]) == b"\xff" * 7


def test_a_field_that_the_board_lacks_is_drawn_into_nothing(face):
    before = bytes(face.segments)
    face.number("score_b", 147)
    assert bytes(face.segments) == before


def test_a_lamp_that_the_board_lacks_is_drawn_into_nothing(face):
    before = bytes(face.segments)
    face.lamp("warn", True)
    face.lamp("warn", False)
    assert bytes(face.segments) == before


def test_lamps_of_one_digit_do_not_touch_each_other(face):
    face.segments[9] = 0
    face.lamp("turn_a", True)
    face.lamp("free", True)
    assert WALL.lamps(face.segments) == ["free", "turn_a"]
    face.lamp("turn_a", False)
    assert WALL.lamps(face.segments) == ["free"]
    face.lamp("free", False)
    assert face.segments[9] == 0


@pytest.mark.parametrize(
    ("place", "written", "line"),
    [(0, b"END", "END "), (1, b"P", " P  "), (2, b"LONG", "  LO"), (4, b"X", "    ")],
)
def test_text_is_written_from_a_place_and_cut_off(face, place, written, line):
    face.clear_line()
    face.write(place, written)
    assert face.line.decode() == line


@pytest.mark.parametrize(
    ("number", "line"),
    [(0, "AB 0"), (47, "AB47"), (147, "A147"), (2147, "2147"), (-7, "AB-7"), (32147, "2147")],
)
def test_a_number_is_written_over_the_end_of_the_line(face, number, line):
    face.line[:] = b"AB  "
    face.write_number(number)
    assert face.line.decode() == line


@pytest.mark.parametrize(
    ("place", "balls", "line"),
    [
        (1, 0b0, "AB -"),
        (1, 0b100, "AB 3"),
        (1, 0b100000001, "AB19"),
        (1, 0b1000010010, "A250"),  # the last one is ball 10
        (1, 0b1111, "AB4="),
        (1, 0b111111111, "AB9="),
        (2, 0b11, "AB12"),
        (2, 0b111, "AB3="),
        (3, 0b1, "AB 1"),
        (3, 0b11, "AB ="),
    ],
)
def test_a_set_of_balls_is_written_over_the_end_of_the_line(face, place, balls, line):
    face.line[:] = b"AB  "
    face.write_balls(place, balls)
    assert face.line.decode() == line


def test_the_line_is_seen_when_it_is_shown(face):
    face.clear_line()
    face.show_line()
    assert text(face, "info") == "    "
    face.write(0, b"E-7=")
    assert text(face, "info") == "    "
    face.show_line()
    assert text(face, "info") == "E-7="


def test_a_line_without_a_field_is_shown_nowhere():
    face = Face(bytearray(3), {"score_a": [0, 1, 2]}, {})
    face.write(0, b"ENDA")
    face.show_line()
    assert face.segments == bytes(3)
