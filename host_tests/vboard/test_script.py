"""Key scripts."""

import pytest

from tools.vboard.script import ScriptError, parse

KEYS = "123A456B789C*0#D"


def test_keys_are_taps_parted_by_any_white_space():
    assert parse(" 1 7\n#\t", KEYS) == [("1", 80), ("7", 80), ("#", 80)]


def test_a_tilde_holds_the_key_for_a_second():
    assert parse("D~ 1", KEYS) == [("D", 1000), ("1", 80)]


def test_a_dot_waits_a_second():
    assert parse("1 . . 1", KEYS) == [("1", 80), ("", 1000), ("", 1000), ("1", 80)]


def test_an_empty_script_presses_nothing():
    assert parse("", KEYS) == []


@pytest.mark.parametrize("word", ["x", "12", "1~~", "~", "..", "~1", "É"])
def test_a_word_that_is_no_key_is_named_with_what_may_stand_there(word):
    with pytest.raises(ScriptError) as error:
        parse("1 7 " + word, KEYS)
    assert str(error.value) == (
        f"word 3: no key is called {word!r}; write one of 1 2 3 A 4 5 6 B 7 8 9 C * 0 # D, "
        "with ~ behind a key that is held, or . for a second's wait"
    )
