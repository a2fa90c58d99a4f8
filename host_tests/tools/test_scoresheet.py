"""The scoresheet as a file: what its header may say, and where each word stands."""

import pytest

from rules.games import NAMES
from rules.snooker import Snooker
from tools.scoresheet import SheetError, describe_form, read_option, read_sheet


def header(*lines):
    return read_sheet("\n".join(["game: snooker", *lines, "", "1"]))


def refused(text):
    """The place, the word and the sentence with which a sheet is refused."""
    with pytest.raises(SheetError) as caught:
        read_sheet(text)
    assert caught.value.code == "bad-header"
    token = caught.value.token
    return f"{token.line}:{token.column}", token.text, caught.value.sentence


def words(text):
    return [tuple(token) for token in read_sheet(text).tokens]


# -- the file ---------------------------------------------------------------------------------


def test_a_sheet_is_a_header_an_empty_line_and_tokens():
    sheet = read_sheet("game: snooker\nreds: 6\n\n1 7\n-\n")
    assert sheet.game is Snooker
    assert sheet.options == {"reds": 6}
    assert sheet.names == ("A", "B")
    assert [tuple(token) for token in sheet.tokens] == [("1", 4, 1), ("7", 4, 3), ("-", 5, 1)]


@pytest.mark.parametrize("end", ["", "\n", "\n\n", "\n   \n", "\n\n# nothing\n", "\n\n\n\t\n"])
def test_a_sheet_may_have_no_tokens(end):
    assert words("game: snooker" + end) == []


@pytest.mark.parametrize("line", ["", " ", "\t", "\r", " \t \r", "\v\f"])
def test_a_line_of_white_space_ends_the_header(line):
    assert words(f"game: snooker\n{line}\n1") == [("1", 3, 1)]


@pytest.mark.parametrize("line", ["#", "# reds: 2", "   # indented", "\t#\r"])
def test_a_line_with_only_a_comment_does_not(line):
    assert read_sheet(f"game: snooker\n{line}\nreds: 2\n\n1").options == {"reds": 2}


def test_carriage_returns_are_white_space():
    assert words("game: snooker\r\nreds: 3\r\n\r\n1 7\r\n\r-\r\n") == [
        ("1", 4, 1),
        ("7", 4, 3),
        ("-", 5, 2),
    ]


def test_a_carriage_return_alone_does_not_end_a_line():
    assert refused("game: snooker\r\r1\r")[0] == "1:7"
    assert words("game: snooker\n\n1\r7 # no\r-\n-") == [("1", 3, 1), ("7", 3, 3), ("-", 4, 1)]


def test_a_byte_order_mark_is_skipped_and_not_counted():
    assert words("\ufeffgame: snooker\n\n1") == [("1", 3, 1)]
    assert refused("\ufeffgame: chess\n")[0] == "1:7"


def test_a_byte_order_mark_elsewhere_is_a_character():
    assert words("game: snooker\n\n\ufeff1") == [("\ufeff1", 3, 1)]


def test_columns_count_characters():
    text = "game: snooker\nsides: Żółw | Ян # 😀\n\n# 😀\n\té 1\n  7#😀 1\n"
    assert words(text) == [("é", 5, 2), ("1", 5, 4), ("7", 6, 3)]


def test_a_comment_may_begin_within_a_word():
    assert words("game: snooker#x\n\n1#7 7\n#-\n7") == [("1", 3, 1), ("7", 5, 1)]


# -- the header -------------------------------------------------------------------------------


def test_keys_in_any_order_and_spaces_round_them():
    sheet = read_sheet("  reds :\t2 # two\r\nbreaks:B\n game  : snooker\n\n1")
    assert sheet.options == {"reds": 2, "breaks": 1}


@pytest.mark.parametrize(
    "line, options",
    [
        ("preset: pl", {"preset": 0}),
        ("preset: wpbsa", {"preset": 3}),
        ("breaks: A", {"breaks": 0}),
        ("break-order: loser", {"break-order": 2}),
        ("best-of: 1", {"best-of": 1}),
        ("best-of: 99", {"best-of": 99}),
        ("race-to: 1", {"race-to": 1}),
        ("race-to: 99", {"race-to": 99}),
        ("start: 0-0", {"start": 0}),
        ("start: 999-998", {"start": 999 | 998 << 10}),
        ("reds: 1", {"reds": 1}),
        ("reds: 15", {"reds": 15}),
        ("aggregate: no", {"aggregate": 0}),
        ("aggregate: yes\nframes: 99", {"aggregate": 1, "frames": 99}),
        ("frames: 1\naggregate: yes\npreset: ru", {"aggregate": 1, "frames": 1, "preset": 2}),
        ("aggregate: no\npreset: ir\nbest-of: 5", {"aggregate": 0, "preset": 1, "best-of": 5}),
    ],
)
def test_what_a_header_may_say(line, options):
    assert header(*line.split("\n")).options == options


@pytest.mark.parametrize(
    "line, place, word",
    [
        ("preset: seed", "2:9", "seed"),
        ("preset: PL", "2:9", "PL"),
        ("breaks: b", "2:9", "b"),
        ("breaks: A1", "2:9", "A1"),
        ("break-order: both", "2:14", "both"),
        ("best-of: 0", "2:10", "0"),
        ("best-of: 2", "2:10", "2"),
        ("best-of: 98", "2:10", "98"),
        ("best-of: 101", "2:10", "101"),
        ("best-of: three", "2:10", "three"),
        ("best-of: 3.0", "2:10", "3.0"),
        ("best-of: -3", "2:10", "-3"),
        ("best-of: ٣", "2:10", "٣"),
        ("race-to: 0", "2:10", "0"),
        ("race-to: 100", "2:10", "100"),
        ("start: 10", "2:8", "10"),
        ("start: 10-", "2:8", "10-"),
        ("start: 10 - 0", "2:8", "10 - 0"),
        ("start: 1000-0", "2:8", "1000-0"),
        ("start: -5-0", "2:8", "-5-0"),
        ("reds: 0", "2:7", "0"),
        ("reds: 16", "2:7", "16"),
        ("reds: 99999999999999999999", "2:7", "99999999999999999999"),
        ("aggregate: Yes", "2:12", "Yes"),
        ("aggregate: true", "2:12", "true"),
        ("frames: 3", "2:9", "3"),
        ("aggregate: yes", "1:1", "frames"),
        ("aggregate: no\nframes: 3", "3:9", "3"),
        ("aggregate: yes\nframes: 0", "3:9", "0"),
        ("aggregate: yes\nframes: 100", "3:9", "100"),
        ("aggregate: yes\nframes: 3\npreset: ir", "2:12", "yes"),
        ("aggregate: yes\nframes: 3\nbest-of: 3", "3:9", "3"),
        ("aggregate: yes\nframes: 3\nrace-to: 3", "3:9", "3"),
        ("best-of: 3\nrace-to: 2", "3:10", "2"),
        ("race-to: 2\nbest-of: 3", "2:10", "2"),
        ("reds: 3\nreds: 3", "3:1", "reds"),
        ("game: snooker", "2:1", "game"),
        ("sides: A | B\nsides: A | B", "3:1", "sides"),
        ("reds:", "2:1", "reds"),
        ("reds: # three", "2:1", "reds"),
        (": 3", "2:1", ": 3"),
        ("reds 3", "2:1", "reds 3"),
        ("1 7 1 -", "2:1", "1 7 1 -"),
        ("colour: red", "2:1", "colour"),
        ("  colour: red", "2:3", "colour"),
        ("Reds: 3", "2:1", "Reds"),
        ("best of: 3", "2:1", "best of"),
        ("pairs: 1", "2:1", "pairs"),
        ("target: 50", "2:1", "target"),
        ("three-fouls: plain", "2:1", "three-fouls"),
        ("sides: Anna", "2:8", "Anna"),
        ("sides: Anna |", "2:8", "Anna |"),
        ("sides: Anna | Bo | Cy", "2:8", "Anna | Bo | Cy"),
        ("sides: Anna, Zoe | Bo", "2:8", "Anna, Zoe | Bo"),
        ("sides: Anna, Zoe | Bo,", "2:8", "Anna, Zoe | Bo,"),
        ("sides: A, B, C | D, E, F", "2:8", "A, B, C | D, E, F"),
    ],
)
def test_what_a_header_may_not_say_and_where_it_is_reported(line, place, word):
    where, what, sentence = refused(f"game: snooker\n{line}\n\n1")
    assert (where, what) == (place, word)
    assert sentence


@pytest.mark.parametrize(
    "text, place, word",
    [
        ("", "1:1", "game"),
        ("\ngame: snooker\n", "1:1", "game"),
        ("reds: 3\n\n1", "1:1", "game"),
        ("Game: snooker\n\n1", "1:1", "game"),
        ("game: Snooker\n\n1", "1:7", "Snooker"),
        ("game:chess\n\n1", "1:6", "chess"),
        ("reds: 3\n game :  chess\n\n1", "2:10", "chess"),
    ],
)
def test_the_game_is_needed(text, place, word):
    assert refused(text)[:2] == (place, word)


def test_names_and_pairs():
    sheet = header("sides: Anna Maria | Bo-Jo: the 2nd")
    assert sheet.names == ("Anna Maria", "Bo-Jo: the 2nd")
    assert sheet.options == {}
    sheet = header("sides: Anna,Zoe|  Bo , Cy ")
    assert sheet.names == ("Anna,Zoe", "Bo , Cy")
    assert sheet.options == {"pairs": 1}


# -- what people are told ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "form, words",
    [
        ("<no|yes>", "no or yes"),
        ("<pl|ir|ru|wpbsa>", "pl, ir, ru or wpbsa"),
        ("<1-99>", "1 to 99"),
        ("<0-999>-<0-999>", "0 to 999-0 to 999"),
    ],
)
def test_a_form_is_put_into_words(form, words):
    assert describe_form(form) == words


@pytest.mark.parametrize(
    "key, value, sentence",
    [
        ("reds", "16", "'reds' takes 1 to 15, not '16'"),
        ("breaks", "b", "'breaks' takes A or B, not 'b'"),
    ],
)
def test_a_value_that_does_not_fit_is_told_what_would(key, value, sentence):
    with pytest.raises(ValueError) as caught:
        read_option(Snooker, key, value)
    assert str(caught.value) == sentence


def test_an_unknown_key_is_told_the_known_ones():
    sentence = refused("game: snooker\ntarget: 50\n")[2]
    assert sentence.startswith("the game snooker has no key 'target'")
    assert all(key in sentence for key in ("sides", *Snooker.OPTIONS))


def test_an_unknown_game_is_told_the_known_ones():
    sentence = refused("game: chess\n")[2]
    assert sentence == "there is no game 'chess'; there are: " + ", ".join(NAMES)
