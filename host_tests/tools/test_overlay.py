"""Overlays at true size and references on one page, in every game and language."""

import itertools
import xml.etree.ElementTree as ElementTree

import pypdfium2
import pytest

from host_tests.command import run
from tools import overlay as command
from tools.legends import LANGUAGES, games, texts
from tools.pictures import overlay, reference
from tools.pictures.drawing import Box, Panel

ROWS = ["123A", "456B", "789C", "*0#D"]
SVG = "{http://www.w3.org/2000/svg}"
MM_A_POINT = 25.4 / 72
CASES = list(itertools.product(games(), LANGUAGES))


def drawings(game, language):
    words = texts(game, language)
    yield overlay.draw(game, words, ROWS, blank=False)
    yield overlay.draw(game, words, ROWS, blank=True)
    yield reference.draw(game, words, ROWS)


@pytest.mark.parametrize("game, language", CASES)
def test_no_text_lies_on_another_or_leaves_its_page(game, language):
    for drawing in drawings(game, language):
        labels = list(drawing.labels())
        for one, other in itertools.combinations(labels, 2):
            touching = one.box.grown(-0.2).overlaps(other.box.grown(-0.2))
            assert not touching, (one.text, other.text)
        for label in labels:
            assert 10 <= label.box.x and label.box.right <= drawing.width - 10, label.text
            assert label.box.bottom <= drawing.height - 10, label.text


@pytest.mark.parametrize("game, language", CASES)
def test_legends_stay_on_the_keypad_and_out_of_the_windows(game, language):
    drawing = overlay.draw(game, texts(game, language), ROWS, blank=False)
    panels = [shape.box for shape in drawing.shapes() if isinstance(shape, Panel)]
    keypad, windows = panels[0], [box for box in panels if box.width == 8]
    assert (keypad.width, keypad.height) == (69, 77)
    assert len(windows) == 16
    for label in drawing.labels():
        if keypad.overlaps(label.box):
            assert keypad.x < label.box.x and label.box.right < keypad.right
            assert not any(box.overlaps(label.box.grown(-0.2)) for box in windows), label.text


def test_keys_stand_at_the_pitch_that_is_given():
    drawing = overlay.draw("snooker", texts("snooker"), ROWS, blank=False, pitch=(16, 15))
    windows = [s.box for s in drawing.shapes() if isinstance(s, Panel) and s.box.width == 8]
    assert windows[1].x - windows[0].x == pytest.approx(16)
    assert windows[4].y - windows[0].y == pytest.approx(15)


def test_only_a_blank_keypad_gets_the_signs():
    for blank in (False, True):
        drawing = overlay.draw("snooker", texts("snooker"), ROWS, blank)
        signs = [label.text for label in drawing.labels() if label.size == 6]
        assert "".join(signs) == ("123A456B789C*0#D" if blank else "")


def test_persian_legends_run_from_right_to_left():
    drawing = overlay.draw("snooker", texts("snooker", "fa"), ROWS, blank=False)
    (label,) = (label for label in drawing.labels() if label.text == "توپ آزاد")
    assert label.right_to_left
    assert all(run.right_to_left for run in label.line.runs)


def test_a_persian_page_is_a_mirror_image_but_not_its_keypad():
    pages = {
        lang: reference.draw("snooker", texts("snooker", lang), ROWS) for lang in ("en", "fa")
    }
    titles = {lang: next(pages[lang].labels()) for lang in pages}
    assert titles["en"].box.x == pytest.approx(15)
    assert titles["fa"].box.right == pytest.approx(210 - 15)
    for page in pages.values():
        caps = {label.text: label.box for label in page.labels() if label.size == 5}
        assert caps["1"].x < caps["2"].x < caps["A"].x


def test_the_files_are_written_at_their_size(tmp_path, capsys):
    assert run(command, "--lang", "fa", "--out", str(tmp_path / "new")) == 0
    stem = tmp_path / "new" / "snooker-fa-overlay"
    assert capsys.readouterr().out == f"{stem}.svg, {stem}.pdf: print them at 100 %\n"
    document = pypdfium2.PdfDocument(f"{stem}.pdf")
    assert len(document) == 1
    size = [length * MM_A_POINT for length in document[0].get_size()]
    assert size == pytest.approx([210, 297], abs=0.02)
    root = ElementTree.parse(f"{stem}.svg").getroot()
    assert (root.get("width"), root.get("height")) == ("210mm", "297mm")
    assert len([g for g in root.iter(f"{SVG}g") if g.get("class") == "key"]) == 16


def test_a_reference_is_one_page_with_words_that_can_be_found(tmp_path):
    options = ("--reference", "--game", "eight-ball", "--lang", "ru", "--out", str(tmp_path))
    assert run(command, *options) == 0
    document = pypdfium2.PdfDocument(tmp_path / "eight-ball-ru-reference.pdf")
    assert len(document) == 1
    assert "неправильное разбитие" in document[0].get_textpage().get_text_range()


@pytest.mark.parametrize(
    "options, said",
    [
        (["--pitch", "30", "15"], "--pitch 30 15: on 69 x 77 mm"),
        (["--board", "nowhere"], "no board is called 'nowhere'"),
        (["--out", __file__], "choose another --out."),
    ],
)
def test_what_can_not_be_done_is_one_sentence(options, said, capsys):
    assert run(command, *options) == 2
    heard = capsys.readouterr()
    assert said in heard.err
    assert heard.err.count("\n") == 1 and heard.out == ""


def test_a_page_that_is_too_small_is_said(monkeypatch):
    monkeypatch.setattr(reference, "_KEYS", Box(55, 32, 100, 220))
    with pytest.raises(reference.NoRoom, match="snooker"):
        reference.draw("snooker", texts("snooker"), ROWS)
