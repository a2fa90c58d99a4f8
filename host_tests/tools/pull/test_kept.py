"""What a board prints is parted into matches again, and what it says of damage is heard."""

from host_tests.tools.pull.matches import WHOLE, printed
from tools.pull.kept import broken, matches


def test_matches_come_back_in_the_order_in_which_they_were_begun():
    text = printed(WHOLE[0], 40, "") + printed(WHOLE[1], 12)
    first, second = matches(text)
    assert (first.number, first.date, first.time) == (12, "2026-11-30", "22:34")
    assert (second.number, second.date, second.time) == (40, "", "")
    assert (first.name, second.name) == ("2026-11-30-match-12", "match-40")
    assert first.text == printed(WHOLE[1], 12).rstrip("\n") + "\n"


def test_the_line_ends_of_a_serial_line_make_no_difference():
    text = printed(WHOLE[0])
    assert matches(text.replace("\n", "\r\n")) == matches(text)


def test_a_scoresheet_of_people_keeps_what_stands_before_its_game():
    (kept,) = matches("# the final\nsides: Anna | Bo\ngame: snooker\n\n1 7\n")
    assert kept.text == "# the final\nsides: Anna | Bo\ngame: snooker\n\n1 7\n"
    assert (kept.number, kept.name, kept.damage) == (None, "", "")


def test_damage_is_found():
    text = "game: manual\n# match 3\n\nA+9 @4\n# page 1 makes no sense\nB+9 @9\n\n"
    text += "# a record makes no sense: there is no game called gnu\n\n"
    (kept,) = matches(text)
    assert kept.damage == "page 1 makes no sense"
    assert broken(text) == ["a record makes no sense: there is no game called gnu"]
    (kept,) = matches("game: manual\n# match 3\n# the pages before 2 are lost\n\nA+9 @4\n")
    assert kept.damage == "the pages before 2 are lost"


def test_nothing_is_no_match():
    assert matches("") == matches("\n# a record makes no sense: x\n") == []
