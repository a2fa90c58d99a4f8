"""What stands in the files: text that `replay` reads, JSON, CSV, HTML and PDF, for every game."""

import csv
import io
import itertools
import json
import re
import xml.etree.ElementTree as ElementTree

import pypdfium2
import pytest

from host_tests.tools.pull.matches import SNOOKER, WHOLE, account, printed, told
from rules.games import NAMES
from tools.legends import LANGUAGES, texts
from tools.pull.account import tell
from tools.pull.data import COLUMNS, as_csv, as_json
from tools.pull.kept import matches
from tools.pull.page import as_html
from tools.pull.paper import as_pdf, draw
from tools.pull.terms import Terms
from tools.replay import replay
from tools.scoresheet import read_sheet
from tools.venv import ROOT

EVERY = [SNOOKER, *WHOLE]
ONE_OF_EACH = {whole.game: whole for whole in EVERY}


def game_of(whole):
    return f"{whole.game} {len(whole.tokens.split())}"


PERSIAN = str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")


def test_every_game_is_there():
    assert set(ONE_OF_EACH) == set(NAMES)


@pytest.mark.parametrize("whole", EVERY, ids=game_of)
def test_replay_reads_the_text_as_the_match_that_was_played(whole):
    (kept,) = matches(printed(whole))
    steps = replay(read_sheet(kept.text), keep_going=False)
    assert [code for code, _ in steps if code] == []
    assert steps[-1] == replay(whole.sheet, keep_going=False)[-1]


@pytest.mark.parametrize("whole", EVERY, ids=game_of)
def test_json_has_the_events_and_the_state(whole):
    data = json.loads(as_json(account(whole)))
    assert (data["match"], data["begun"], data["seconds"]) == (12, "2026-11-30 22:34", 4000)
    assert " ".join(event["token"] for event in data["events"]) == whole.tokens
    assert data["state"] == replay(whole.sheet, keep_going=False)[-1][1]
    assert {key: data["state"][key] for key in whole.end} == whole.end
    assert [frame["frame"] for frame in data["frames"]] == list(range(1, len(data["frames"]) + 1))
    assert data["frames"][-1]["frames"] == data["state"]["frames"]


@pytest.mark.parametrize("whole", EVERY, ids=game_of)
def test_the_rows_of_the_csv_add_up(whole):
    told_ = account(whole)
    rows = list(csv.DictReader(io.StringIO(as_csv(told_, "en").decode("utf-8-sig"))))
    assert len(rows) == sum(len(frame.visits) for frame in told_.frames)
    assert not any(row["strokes"].startswith(("-", "+", "=", "@")) for row in rows)
    if told_.has_points:
        for frame in told_.frames:
            of_frame = [row for row in rows if row["frame"] == str(frame.number)]
            for place, side in enumerate("ab"):
                brought = sum(int(row[f"points_{side}"]) for row in of_frame)
                assert frame.start[place] + brought == int(of_frame[-1][f"score_{side}"])


def test_a_row_of_the_csv():
    lines = as_csv(account(SNOOKER), "en").decode("utf-8-sig").split("\r\n")
    assert lines[0].split(",") == list(COLUMNS)
    assert lines[1] == "12,2026-11-30 22:34,snooker,1,1,A,A,1 7 1 f5,9,5,1,9,16,5,1,0,"
    assert lines[3] == "12,2026-11-30 22:34,snooker,1,3,,,A+3,3,0,0,0,19,13,1,0,"
    assert lines[-2].endswith(",1:06:40")


@pytest.mark.parametrize("language, sign", [("en", ","), ("pl", ";"), ("ru", ";"), ("fa", ",")])
def test_columns_are_parted_as_spreadsheets_of_the_language_do(language, sign):
    head = as_csv(account(SNOOKER), language).decode("utf-8-sig").split("\r\n")[0]
    assert head == sign.join(COLUMNS)


# -- pages ----------------------------------------------------------------------------------------


SHEETS = {
    **{game: account(whole) for game, whole in ONE_OF_EACH.items()},
    "pairs": told(
        "1 7 - 1 f1x2w* * 7 - A+3 1 - -", sides="Anna, Zoe | Bo, Cy", aggregate="yes", frames="2"
    ),
    "long": told(
        "1 7 " * 15 + "2 3 4 5 6 7 / - -",
        sides="Bartholomew " * 4 + " | " + "Bo " * 20,
        **{"best-of": "3"},
    ),
    "nothing yet": told("@5"),
    "between frames": told("1 concede / @9", **{"best-of": "3"}),
    "all signs": told(
        "f5x1wm* back f!w - f7mm - f again 1 n5 5 A+3 B-1 restart points=3-4 reds=2 on=red turn=B "
        "frames=1-1 1 concede:A / award:A",
        preset="ru",
        **{"best-of": "7"},
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", SHEETS)
def test_no_text_of_a_sheet_lies_on_another_or_leaves_its_page(name, language):
    for page in draw(SHEETS[name], Terms(language)):
        labels = [label for label in page.labels() if label.text.strip()]
        for label in labels:
            assert 10 <= label.box.x and label.box.right <= page.width - 10, label.text
            assert label.box.bottom <= page.height - 8, label.text
        for one, other in itertools.combinations(labels, 2):
            touching = one.box.grown(-0.25).overlaps(other.box.grown(-0.25))
            assert not touching, (one.text, other.text)


def long_match():
    """A frame over more than a page: reds and blacks, and misses."""
    return told("1 - " * 7 + "- " * 80 + "1 7 " * 8 + "f7 " * 9, sides="Anna | Bo")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_long_frame_goes_on_on_further_pages(language):
    pages = draw(long_match(), Terms(language))
    assert len(pages) >= 2
    texts = [[label.text for label in page.labels()] for page in pages]
    assert all(any("Anna" in text for text in page) for page in texts)
    numbers = [Terms(language).number(number) for number in (1, len(pages))]
    assert all(any(numbers[1] in text for text in page[-1:]) for page in texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ONE_OF_EACH)
def test_the_page_for_browsers_is_well_formed(game, language):
    told_ = account(ONE_OF_EACH[game])
    page = ElementTree.fromstring(as_html(told_, Terms(language)).decode().split("\n", 1)[1])
    assert page.get("dir") == ("rtl" if language == "fa" else "ltr")
    assert page.find(".//h1").text.strip() == texts(game, language).title
    frames = page.findall(".//table")[1:]
    rows = [len(frame.findall("tbody/tr")) for frame in frames]
    assert rows == [len(frame.visits) for frame in told_.frames]
    tokens = " ".join(bdi.text for bdi in page.findall(".//td[@class='strokes']/bdi"))
    wanted = [token for token in ONE_OF_EACH[game].tokens.split() if token != "/"]
    wanted = ["–" + token[1:] if token[0] == "-" else token for token in wanted]
    assert tokens == Terms(language).number(" ".join(wanted))


def test_names_cannot_break_the_page():
    told_ = told("1 7 -", sides="<b>Anna</b> & Co | Bo")
    page = ElementTree.fromstring(as_html(told_, Terms("en")).decode().split("\n", 1)[1])
    assert "".join(page.find(".//div[@class='sides']/div").itertext()) == "A <b>Anna</b> & Co"


def text_of(pdf):
    document = pypdfium2.PdfDocument(pdf)
    return "\n".join(page.get_textpage().get_text_bounded() for page in document)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_pdf_can_be_found(language):
    terms = Terms(language)
    text = text_of(as_pdf(account(SNOOKER), terms))
    # the match is B's by 2 to 1, each frame begins with A's seven points
    for found in ("f5", "2026", "19", "13"):
        assert terms.number(found) in text
    if language != "fa":  # there the words are in the order in which they are seen
        for word in ("title", "recorder", "referee", "signs", "points"):
            assert terms[word] in text
        assert terms["won"].format(name="B") in text
        assert "1:06:40" in text


def test_the_same_match_is_the_same_pdf():
    told_ = account(ONE_OF_EACH["carom"])
    assert as_pdf(told_, Terms("en")) == as_pdf(told_, Terms("en"))


def test_a_persian_sheet_is_a_mirror_image_with_persian_digits():
    (page,) = draw(account(SNOOKER), Terms("fa"))
    title = next(page.labels())
    assert title.box.right == pytest.approx(210 - 14)
    digits = "".join(label.text for label in page.labels() if label.style == "bold")
    assert "16".translate(PERSIAN) in digits
    assert "16" not in digits


def test_every_language_has_every_word():
    words = [set(Terms(language)._words) for language in LANGUAGES]
    assert words == [words[0]] * 4


def test_a_sheet_explains_its_signs():
    signs = Terms("en").signs(told("1 - f5wm* back f f again"))
    assert signs == {
        "–": "no score",
        "f": "foul",
        "again": "the offender plays again",
        "back": "balls put back",
        "fw": "white lost",
        "fm": "miss",
        "f*": "free ball given",
    }


def test_names_that_nobody_wrote_down_get_a_line():
    (page,) = draw(account(SNOOKER), Terms("en"))
    (named,) = draw(told("1 7 -", sides="Anna | Bo"), Terms("en"))
    assert "Anna" in [label.text for label in named.labels()]
    assert not any(label.text.startswith("A ") for label in page.labels())


def test_the_picture_in_the_docs_is_the_sheet_of_the_text_beside_it():
    docs = ROOT / "docs"
    page = (docs / "records.md").read_text(encoding="utf-8")
    text = re.search(r"```\n(game: .*?)```", page, re.DOTALL).group(1)
    (kept,) = matches(text)
    (sheet,) = draw(tell(kept), Terms("en"))
    assert (docs / "sheet.svg").read_text(encoding="utf-8") == sheet.svg()
    assert all(f"`{column}`" in page for column in COLUMNS)
