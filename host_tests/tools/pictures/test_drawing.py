"""What is drawn comes out at its true size, in SVG, PNG and PDF."""

import struct
import xml.etree.ElementTree as ElementTree

import pypdfium2
import pytest

from tools.pictures.drawing import Box, Disc, Drawing, Label, Lines, Panel, pdf

SVG = "{http://www.w3.org/2000/svg}"
MM_A_POINT = 25.4 / 72


@pytest.fixture
def drawing():
    drawing = Drawing((120, 80), "a & b")
    with drawing.group("pin", net="row 1"):
        drawing.add(Panel(Box(10, 20, 30, 40), stroke="#ff0000", fill="#00ff00", radius=2))
        drawing.add(Disc((90, 40), 10, fill="#0000ff"))
    drawing.add(Lines(((0, 0), (120, 80)), "#000000", 0.5, dash=2))
    drawing.add(Label((60, 70), "foul", 5, "middle", "bold"))
    return drawing


def test_the_svg_has_the_page_in_millimetres_and_names_what_is_on_it(drawing):
    root = ElementTree.fromstring(drawing.svg())
    assert (root.get("width"), root.get("height")) == ("120mm", "80mm")
    assert root.get("viewBox") == "0 0 120 80"
    assert root.findtext(f"{SVG}title") == "a & b"
    (group,) = (g for g in root.iter(f"{SVG}g") if g.get("class") == "pin")
    assert group.get("data-net") == "row 1"
    assert [g.get("aria-label") for g in root.iter(f"{SVG}g") if g.get("role")] == ["foul"]


def test_the_svg_needs_no_font_and_no_other_file(drawing):
    text = drawing.svg()
    assert "<text" not in text and "font" not in text
    ids = set(ElementTree.fromstring(text).findall(f".//{SVG}use[@href]"))
    assert all(use.get("href").startswith("#") for use in ids)


def test_the_png_has_the_size_and_the_colours(drawing):
    png = drawing.png(dpi=254)
    assert struct.unpack(">II", png[16:24]) == (1200, 800)


def test_the_pdf_has_the_page_at_its_size_and_words_that_can_be_searched(drawing):
    document = pypdfium2.PdfDocument(pdf([drawing, drawing]))
    assert len(document) == 2
    width, height = document[0].get_size()
    assert (width * MM_A_POINT, height * MM_A_POINT) == pytest.approx((120, 80), abs=0.01)
    assert document[0].get_textpage().get_text_range().strip() == "foul"


@pytest.mark.parametrize("text, right_to_left", [("Wolna bila", False), ("توپ آزاد", True)])
def test_svg_and_pdf_show_the_same(text, right_to_left):
    drawing = Drawing((60, 20), "x")
    drawing.add(Label((30, 12), text, 6, "middle", "bold", right_to_left=right_to_left))
    bitmap = pypdfium2.PdfDocument(pdf([drawing]))[0].render(scale=8).to_pil().convert("L")
    box = drawing.png(dpi=72 * 8)
    from io import BytesIO

    from PIL import Image, ImageChops

    other = Image.open(BytesIO(box)).convert("L").resize(bitmap.size)
    difference = ImageChops.difference(bitmap, other).point(lambda value: 255 * (value > 128))
    dark = bitmap.point(lambda value: 255 * (value < 128)).histogram()[255]
    assert difference.histogram()[255] < 0.08 * dark


def test_a_label_knows_its_box():
    box = Label((50, 30), "AV", 10, "end").box
    assert box.right == pytest.approx(50)
    assert box.y == pytest.approx(22.5) and box.bottom == pytest.approx(32.5)
    assert box.overlaps(Box(45, 25, 1, 1)) and not box.overlaps(Box(50, 25, 1, 1))
