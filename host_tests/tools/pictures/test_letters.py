"""Texts become glyphs in the right order and form."""

import pytest

from tools.pictures.letters import Face, cut_font, outline, set_line


def glyph_names(text, right_to_left=True):
    line = set_line(text, "regular", right_to_left)
    return [glyph.name for run in line.runs for glyph in run.glyphs]


def test_persian_is_joined_and_runs_from_right_to_left():
    (run,) = set_line("خطا", right_to_left=True).runs
    assert run.right_to_left
    forms = [glyph.name for glyph in run.glyphs if not glyph.name.startswith("dot")]
    assert [name.partition(".")[2] for name in forms] == ["fina", "medi", "init"]
    clusters = [glyph.cluster for glyph in run.glyphs]
    assert clusters == sorted(clusters, reverse=True)


def test_the_non_joiner_parts_letters_without_a_gap_and_without_a_glyph():
    parted = set_line("نگه\u200cدار", right_to_left=True)
    assert [run.text for run in parted.runs] == ["دار", "نگه"]
    joined = glyph_names("نگهدار")
    assert glyph_names("نگه\u200cدار") != joined
    assert "space" not in glyph_names("نگه\u200cدار")


@pytest.mark.parametrize(
    "text, right_to_left, seen",
    [
        ("C 3 یا #", True, ["#", " یا ", "C 3"]),
        ("foul خطا 7", False, ["foul ", "7", " ", "خطا"]),
        ("A و B", True, ["B", " و ", "A"]),
        ("Foul & miss", False, ["Foul & miss"]),
    ],
)
def test_mixed_directions_stand_as_they_are_read(text, right_to_left, seen):
    runs = set_line(text, "regular", right_to_left).runs
    assert "".join(run.text for run in runs).replace(" ", "") == "".join(seen).replace(" ", "")
    assert [run.x for run in runs] == sorted(run.x for run in runs)


def test_runs_follow_each_other_without_gaps_and_make_up_the_width():
    line = set_line("توپ آزاد: A سپس 7", "bold", True)
    at = 0.0
    for run in line.runs:
        assert run.x == pytest.approx(at)
        at += run.width
    assert line.width == pytest.approx(at)


@pytest.mark.parametrize("text", ["ąęłżźćńóś ĄĘŁ", "Свободный шар ёЁ", "пچگژیک‌", "Ω µ − × … –"])
def test_the_fonts_have_every_letter_of_every_language(text):
    for style in ("regular", "bold", "narrow"):
        for run in set_line(text, style).runs:
            assert all(glyph.number for glyph in run.glyphs), run.text


def test_narrow_is_narrower_and_bold_is_wider():
    widths = {style: set_line("free ball", style).width for style in ("narrow", "regular", "bold")}
    assert widths["narrow"] < widths["regular"] < widths["bold"]


def test_a_font_cut_down_keeps_its_advances():
    font = cut_font(Face("latin", "bold"), "ABC")
    (run,) = set_line("ABC", "bold").runs
    cut = sum(font["hmtx"][font.getBestCmap()[ord(letter)]][0] for letter in "ABC") / 1000
    assert cut == pytest.approx(run.width, abs=0.03)  # that of the whole font is kerned
    assert outline(run.face, run.glyphs[0].number).startswith("M")
