import pytest

from tools.play.visits import visits
from tools.scoresheet import read_sheet


def rows(header: str, tokens: str) -> list[list[object]]:
    sheet = read_sheet(f"game: snooker\nsides: Anna | Bo\n{header}")
    return [list(row.values()) for row in visits(sheet, tokens.split())]


def test_an_empty_sheet_has_no_visits():
    assert rows("", "") == []


@pytest.mark.parametrize(
    "tokens, expected",
    [
        ("1 7 1", [["A", "1 7 1", 9, "9 – 0"]]),
        ("1 7 - -", [["A", "1 7 -", 8, "8 – 0"], ["B", "-", 0, "8 – 0"]]),
        ("1 f5", [["A", "1 f5", 1, "1 – 5"]]),
        (
            "f again 1",
            [["A", "f", 0, "0 – 4"], ["B", "again", 0, "0 – 4"], ["A", "1", 1, "1 – 4"]],
        ),
    ],
)
def test_a_visit_is_a_row_with_its_points_and_the_score_after_it(tokens, expected):
    assert rows("", tokens) == expected


def test_a_frame_that_is_over_is_closed_with_a_line():
    assert rows("best-of: 3", "1 concede / - 1") == [
        ["A", "1 concede", 1, "1 – 0"],
        ["", "frame 1 to Bo, 0 – 1", 0, ""],
        ["B", "-", 0, "0 – 0"],
        ["A", "1", 1, "1 – 0"],
    ]


def test_a_correction_after_the_frame_stands_below_its_line():
    assert rows("best-of: 3", "concede A+3")[1:] == [
        ["", "frame 1 to Bo, 0 – 1", 0, ""],
        ["A", "A+3", 3, "3 – 0"],
    ]
