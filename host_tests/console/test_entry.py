"""From single keys to an event."""

import pytest

from console.entry import Entry, Keys
from console.face import Face
from console.parts import DIGIT, DONE, MORE, NOTHING, NUMBER, WRONG

KEYS = Keys(
    {
        "0": (1, NOTHING, 0, b""),
        "C1": (2, NUMBER, 0, b"R"),
        "CC5": (3, DIGIT, 8, b"ON"),
    }
)


@pytest.fixture
def entry():
    return Entry()


def typed(entry, keys, table=KEYS):
    for key in keys:
        answer = entry.key(ord(key), table)
    return answer


def line(entry):
    face = Face(bytearray(4), {}, {})
    entry.draw(face)
    return face.line.decode()


def test_one_key_is_an_event(entry):
    assert typed(entry, "0") == DONE
    assert (entry.kind, entry.arg, entry.busy) == (1, 0, False)


@pytest.mark.parametrize(("keys", "event"), [("C112#", (2, 12)), ("CC55", (3, 13))])
def test_a_sequence_awaits_more_until_it_is_an_event(entry, keys, event):
    for key in keys[:-1]:
        assert typed(entry, key) == MORE
        assert entry.busy
    assert typed(entry, keys[-1]) == DONE
    assert (entry.kind, entry.arg) == event
    assert not entry.busy


@pytest.mark.parametrize("beginning", ["", "C", "CC", "C1", "C11", "CC5"])
def test_a_wrong_key_leaves_the_sequence_as_it_was(entry, beginning):
    for key in beginning:
        typed(entry, key)
    before = entry.busy, line(entry)
    assert typed(entry, "D") == WRONG
    assert (entry.busy, line(entry)) == before


def test_what_was_typed_can_be_dropped(entry):
    typed(entry, "CC5")
    entry.drop()
    assert not entry.busy
    assert typed(entry, "0") == DONE


def test_the_event_outlasts_the_sequence(entry):
    typed(entry, "C17#")
    typed(entry, "C")
    assert (entry.kind, entry.arg) == (2, 7)


@pytest.mark.parametrize(
    ("keys", "shown"), [("C", "  C-"), ("CC", " CC-"), ("C1", "R  -"), ("C112", "R 12")]
)
def test_the_line_shows_what_was_typed_and_that_more_is_awaited(entry, keys, shown):
    typed(entry, keys)
    assert line(entry) == shown


def test_a_table_over_another_has_its_own_keys_and_the_others(entry):
    above = Keys({"0": (7, NOTHING, 5, b"")}, KEYS)
    assert typed(entry, "0", above) == DONE
    assert (entry.kind, entry.arg) == (7, 5)
    assert typed(entry, "CC55", above) == DONE
    assert entry.kind == 3
    assert typed(entry, "9", above) == WRONG
