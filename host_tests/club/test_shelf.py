"""The shelf: a file a match, never over another."""

import pytest

from tools.club.shelf import Shelf

SHEET = "game: snooker\n# match 7\n\n1 7 @9\n"


def test_a_record_is_written_once(tmp_path):
    shelf = Shelf(tmp_path / "records")
    assert shelf.put("table-1", 7, SHEET) == tmp_path / "records" / "table-1-7.txt"
    assert shelf.put("table-1", 7, SHEET) is None
    assert [path.read_text() for path in shelf.folder.iterdir()] == [SHEET]


def test_another_sheet_under_the_number_lies_beside_it(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.put("table-1", 7, SHEET)
    assert shelf.put("table-1", 7, "game: pyramid\n") == tmp_path / "table-1-7-2.txt"
    assert shelf.put("table-1", 7, "game: pyramid\n") is None
    assert (tmp_path / "table-1-7.txt").read_text() == SHEET


def test_two_tables_have_the_same_numbers(tmp_path):
    shelf = Shelf(tmp_path)
    shelf.put("table-1", 7, SHEET)
    assert shelf.put("table-2", 7, SHEET) == tmp_path / "table-2-7.txt"


@pytest.mark.parametrize(
    "table, match",
    [("..", 1), ("a/b", 1), ("", 1), ("Table-1", 1), ("seventeen-letters", 1), ("table-1", -1)],
)
def test_what_is_no_table_or_match_is_no_file(tmp_path, table, match):
    with pytest.raises(ValueError, match="is no table"):
        Shelf(tmp_path).put(table, match, SHEET)
    assert list(tmp_path.iterdir()) == []


def test_what_was_cut_off_is_no_record(tmp_path):
    (tmp_path / "table-1-7.txt.part").write_text("game: sno")
    assert Shelf(tmp_path).put("table-1", 7, SHEET) == tmp_path / "table-1-7.txt"
    assert [path.name for path in tmp_path.iterdir()] == ["table-1-7.txt"]
