"""The history on its own, under a match that is one number, and under matches of snooker."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from host_tests.rules.walks import MATCH_KINDS, new_match, walk
from rules.cursor import Cursor, width
from rules.history import PAGE_BYTES, History
from rules.notation import enter_token, sheet, state
from rules.refusals import ACCEPTED

# Both sides of every number of bytes that an argument may take.
ARGS = [0, 1, 127, 128, (1 << 14) - 1, 1 << 14, (1 << 21) - 1, 1 << 21, (1 << 28) - 1]


class Tape:
    """A match whose state is a checksum of its events in their order."""

    def __init__(self):
        self.sum = 1
        self.history = History(self)

    def enter(self, kind, arg):
        self.history.append(kind, arg)
        self.apply(kind, arg)

    def apply(self, kind, arg):
        self.sum = (self.sum * 31 + kind * 7 + arg) % (1 << 28)

    def pack(self, cursor):
        cursor.put_signed(self.sum)

    def unpack(self, cursor):
        self.sum = cursor.get_signed()


def pages(history):
    """Every page from the first to the one behind the last."""
    page = history.page
    while page.before is not None:
        page = page.before
    while page is not None:
        yield page
        page = page.after


def filled(count):
    """A tape with so many events, and its sums from the start on."""
    tape = Tape()
    sums = [tape.sum]
    for number in range(count):
        tape.enter(number % 30, number)
        sums.append(tape.sum)
    return tape, sums


def test_numbers_of_every_width_come_back():
    cursor = Cursor(bytearray(PAGE_BYTES))
    for number in ARGS:
        cursor.at = 0
        cursor.put(number)
        assert cursor.at == width(number)
        cursor.at = 0
        assert cursor.get() == number
        for signed in (number, -number):
            cursor.at = 0
            cursor.put_signed(signed)
            cursor.at = 0
            assert cursor.get_signed() == signed


def test_at_the_start_there_is_nothing_to_undo_or_redo():
    tape = Tape()
    assert not tape.history.undo()
    assert not tape.history.redo()
    assert not tape.history.look_back(1)
    assert list(tape.history.events()) == []
    assert tape.sum == 1


def test_a_history_has_begun_as_long_as_an_event_is_left():
    tape, _ = filled(100)
    for _ in range(100):
        assert tape.history.begun()
        tape.history.undo()
    assert not tape.history.begun()
    tape.history.redo()
    assert tape.history.begun()


def test_events_of_every_width_come_back():
    tape = Tape()
    events = [(kind, arg) for kind in (0, 29, 127, 128, 255) for arg in ARGS]
    for event in events:
        tape.enter(*event)
    assert list(tape.history.events()) == events
    for event in reversed(events):
        assert tape.history.undo()
        assert (tape.history.kind, tape.history.arg) == event
    for event in events:
        assert tape.history.redo()
        assert (tape.history.kind, tape.history.arg) == event


def test_3000_events_are_undone_to_the_start_and_redone_to_the_end():
    tape, sums = filled(3000)
    for before in reversed(sums[:-1]):
        assert tape.history.undo()
        assert tape.sum == before
    assert not tape.history.undo()
    for after in sums[1:]:
        assert tape.history.redo()
        assert tape.sum == after
    assert not tape.history.redo()


def test_no_page_outgrows_a_slot_of_the_flash():
    tape, _ = filled(3000)
    turned = list(pages(tape.history))
    assert len(turned) > 50
    assert max(page.end for page in turned) <= PAGE_BYTES <= 128 - 8  # a header lies before it


def test_no_page_is_turned_while_an_event_still_fits():
    tape, _ = filled(3000)
    events = list(tape.history.events())
    at = 0
    for page in list(pages(tape.history))[:-1]:
        end = page.start
        while end < page.end:
            end += width(events[at][0]) + width(events[at][1])
            at += 1
        assert end == page.end
        assert end + width(events[at][0]) + width(events[at][1]) > PAGE_BYTES


def test_look_back_reads_any_event_and_leaves_the_match_alone():
    tape, sums = filled(300)
    for steps in range(1, 301):
        assert tape.history.look_back(steps)
        assert (tape.history.kind, tape.history.arg) == ((300 - steps) % 30, 300 - steps)
    assert not tape.history.look_back(301)
    assert tape.sum == sums[-1]
    assert tape.history.undo() and tape.sum == sums[-2]


def test_look_back_does_not_see_what_is_undone():
    tape, _ = filled(100)
    for _ in range(70):
        tape.history.undo()
    assert tape.history.look_back(1)
    assert tape.history.arg == 29
    assert not tape.history.look_back(31)


def test_the_events_undone_are_not_among_the_events():
    tape, _ = filled(100)
    for left in range(99, -1, -1):
        tape.history.undo()
        assert [arg for _, arg in tape.history.events()] == list(range(left))


@pytest.mark.parametrize("undone", range(1, 100))
def test_a_new_event_forgets_what_was_undone_wherever_it_stood(undone):
    tape, sums = filled(100)
    for _ in range(undone):
        tape.history.undo()
    tape.enter(5, 500)
    assert not tape.history.redo()
    assert [arg for _, arg in tape.history.events()] == [*range(100 - undone), 500]
    assert tape.history.undo()
    assert tape.sum == sums[100 - undone]
    assert tape.history.redo()
    assert not tape.history.redo()


def test_the_page_that_is_forgotten_is_used_again():
    tape, _ = filled(100)
    while tape.history.undo():
        pass
    spare = tape.history.page.after
    tape.enter(0, 0)
    for number in range(1, 60):
        tape.enter(0, number)
    assert spare in pages(tape.history)
    assert [arg for _, arg in tape.history.events()] == list(range(60))


@given(st.lists(st.one_of(st.sampled_from(["undo", "redo", "tidy"]), st.sampled_from(ARGS))))
def test_it_behaves_like_a_list_with_a_place_in_it(acts):
    tape, events, at = Tape(), [], 0
    for act in acts * 5:
        if act == "undo":
            assert tape.history.undo() == (at > 0)
            at -= at > 0
        elif act == "redo":
            assert tape.history.redo() == (at < len(events))
            at += at < len(events)
        elif act == "tidy":
            tape.history.tidy()
        else:
            tape.enter(3, act)
            del events[at:]
            events.append((3, act))
            at += 1
        assert list(tape.history.events()) == events[:at]
    anew = Tape()
    for event in events[:at]:
        anew.enter(*event)
    assert tape.sum == anew.sum


def test_the_largest_state_of_snooker_leaves_room_for_events():
    match = new_match(MATCH_KINDS[0])
    for name in match.FIELDS:
        kept = getattr(match, name)
        setattr(match, name, [1 << 20, 1 << 20] if isinstance(kept, list) else 255)
    cursor = Cursor(bytearray(2 * PAGE_BYTES))
    match.pack(cursor)
    assert cursor.at < PAGE_BYTES - 4 * (1 + 4)


@pytest.mark.parametrize("options", MATCH_KINDS)
def test_a_long_match_is_undone_to_its_start_event_by_event(options):
    match = new_match(options)
    states = [state(match)]
    for token in walk(options, seed=5, length=1000, undo=False):
        assert enter_token(match, token) == ACCEPTED
        states.append(state(match))
    for before in reversed(states[:-1]):
        assert enter_token(match, "u") == ACCEPTED
        assert state(match) == before
    for after in states[1:]:
        assert enter_token(match, "U") == ACCEPTED
        assert state(match) == after


@pytest.mark.parametrize("options", MATCH_KINDS)
def test_whatever_changes_in_a_match_is_a_field_that_undo_brings_back(options):
    match = new_match(options)
    fixed = set(vars(match)) - {*match.FIELDS, "history", "time_s"}
    before = {name: repr(getattr(match, name)) for name in fixed}
    for token in walk(options, seed=5, length=500):
        enter_token(match, token)
        assert {name: repr(getattr(match, name)) for name in fixed} == before


@pytest.mark.parametrize("options", MATCH_KINDS)
def test_the_events_that_are_left_fold_to_the_same_match(options):
    match = new_match(options)
    for token in walk(options, seed=6, length=1000):
        assert enter_token(match, token) == ACCEPTED
    anew = new_match(options)
    for token in sheet(match):
        assert enter_token(anew, token) == ACCEPTED
    assert [getattr(anew, name) for name in anew.FIELDS] == [
        getattr(match, name) for name in match.FIELDS
    ]
    assert sheet(anew) == sheet(match)
