"""Every character that the board shows has a form, and hardly any form stands for two."""

import pytest

from console.glyphs import POINT, glyph
from tools.vboard.wall import Wall

SHOWN = "-.0123456789=?ABCDEFGHIJLNOPQRSTUY_"
WALL = Wall({"fields": {"x": [0]}, "lamps": {}}, [])


@pytest.mark.parametrize("char", SHOWN.replace("S", "").replace(".", ""))
def test_a_character_is_read_from_the_wall_as_what_it_is(char):
    assert WALL.fields([glyph(ord(char))])["x"].upper() == char


def test_only_s_and_5_share_a_form():
    forms = {}
    for char in SHOWN:
        forms.setdefault(glyph(ord(char)), []).append(char)
    assert [chars for chars in forms.values() if len(chars) > 1] == [["5", "S"]]


def test_the_other_characters_are_dark():
    shown = [chr(code) for code in range(128) if glyph(code)]
    assert "".join(shown) == SHOWN


def test_the_point_is_a_segment_of_its_own():
    assert glyph(ord(".")) == POINT
    assert not any(glyph(ord(char)) & POINT for char in SHOWN if char != ".")


@pytest.mark.parametrize("char", SHOWN)
def test_with_128_more_a_character_has_its_point(char):
    assert glyph(ord(char) + 128) == glyph(ord(char)) | POINT


@pytest.mark.parametrize("code", [-1, 0, 32, 44, 96, 172, 255, 1000])
def test_a_code_outside_the_table_is_dark(code):
    assert glyph(code) == 0
