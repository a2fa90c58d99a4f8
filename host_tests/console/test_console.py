"""What the console answers: no key is silent, a refused one changes nothing, undo names itself."""

import pytest

from console import sounds
from host_tests.console.desk import KEYS, Desk
from rules.notation import position

LAPSE_MS = 8000
MESSAGE_MS = 2000
HOLD_MS = 700


@pytest.fixture
def desk():
    return Desk(best_of=3)


def last(desk):
    """The name of the tune that was played last."""
    names = [name for name in dir(sounds) if getattr(sounds, name) is desk.sounds[-1]]
    return names[0]


def everything(desk):
    return position(desk.match), desk.sheet, bytes(desk.face.segments)


def test_answers_sound_different():
    tunes = [getattr(sounds, name) for name in dir(sounds) if name.isupper()]
    assert len(tunes) == len(set(tunes)) == 10


def test_tunes_are_notes_that_a_buzzer_can_play():
    for name in filter(str.isupper, dir(sounds)):
        tune = getattr(sounds, name)
        assert len(tune) % 2 == 0
        assert all(tune[1::2])
        assert sum(tune[1::2]) <= 40  # no answer takes more than 0.4 s


# -- accepted and refused -------------------------------------------------------------------------


def test_an_accepted_key_is_heard_and_seen(desk):
    desk.tap("1")
    assert last(desk) == "ACCEPTED"
    assert desk.field("score_a") == "  1"
    assert desk.line == "B  1"


@pytest.mark.parametrize(
    ("before", "keys", "reason"),
    [
        ("", "8", "BAD"),
        ("", "2", "BALL"),
        ("", "C1 99#", "RANG"),
        ("1", "#", "NO"),
        ("", "B", "NO"),
        ("", "C3", "NO"),
        ("", "CA*5#", "RANG"),
        ("award:B", "1", "END"),
        ("award:B", "0", "END"),
        ("match:B", "#", "END"),
        ("1", "1", "BALL"),
        ("points=7-0 on=black f", "1", "NO"),
        ("points=7-0 on=black f", "0", "NO"),
        ("", "C*", "NONE"),
    ],
)
def test_a_refused_key_changes_nothing_and_says_why(desk, before, keys, reason):
    desk.happen(before)
    was = everything(desk)
    desk.tap(keys)
    assert last(desk) == "REFUSED"
    assert desk.line.strip() == reason
    desk.wait(MESSAGE_MS)
    assert everything(desk) == was


@pytest.mark.parametrize("before", ["", "CC", "CC1", "A", "A5", "C2", "CA", "C7", "CC0"])
def test_a_wrong_key_leaves_a_sequence_as_it_was(before):
    """It says BAD for a while, then the sequence stands there again."""
    wrong = 0
    for key in KEYS:
        desk = Desk()
        desk.tap(before)
        was = everything(desk)
        desk.console.press(ord(key))
        if desk.line.strip() == "BAD":
            wrong += 1
            assert last(desk) == "REFUSED"
            desk.wait(MESSAGE_MS)
            assert everything(desk) == was
    assert wrong


def test_a_refused_event_ends_its_sequence(desk):
    desk.tap("C1 99#")
    assert last(desk) == "REFUSED"
    desk.tap("1")
    assert desk.sheet == "1"


def test_the_end_of_a_frame_sounds_like_one(desk):
    desk.happen("points=20-0 on=black")
    desk.tap("7")
    assert last(desk) == "FRAME"
    assert desk.line == "ENDA"
    desk.tap("CA3#")
    assert last(desk) == "ACCEPTED"


def test_enter_begins_the_next_frame_once(desk):
    desk.happen("award:A")
    desk.tap("##")
    assert desk.sheet == "award:A /"
    assert last(desk) == "REFUSED"


# -- undo and redo --------------------------------------------------------------------------------


def test_undo_names_the_event_before_it_is_done(desk):
    desk.happen("1 7")
    desk.console.press(ord("D"))
    assert desk.line == "UP 7"
    assert desk.sheet == "1 7"
    desk.wait(80)
    desk.console.release(ord("D"))
    assert desk.sheet == "1"
    assert last(desk) == "UNDONE"
    assert desk.field("score_a") == "  1"
    assert desk.line == "UP 7"
    desk.wait(MESSAGE_MS)
    assert desk.line == "B  1"


def test_undo_at_the_start_is_refused(desk):
    was = everything(desk)
    desk.tap("D")
    assert (last(desk), desk.line) == ("REFUSED", "NONE")
    desk.wait(MESSAGE_MS)
    assert everything(desk) == was


def test_held_it_is_redo_and_no_undo(desk):
    desk.happen("1 7 u")
    desk.hold("D", HOLD_MS)
    assert desk.sheet == "1 7"
    assert last(desk) == "REDONE"
    assert desk.line == "RP 7"


def test_held_a_little_less_it_is_undo(desk):
    desk.happen("1 7 u")
    desk.hold("D", HOLD_MS - 10)
    assert desk.sheet == ""


def test_redo_without_anything_undone_is_refused_and_undoes_nothing(desk):
    desk.happen("1 7")
    desk.hold("D", HOLD_MS)
    assert desk.sheet == "1 7"
    assert (last(desk), desk.line) == ("REFUSED", "NONE")


def test_held_for_long_it_redoes_once(desk):
    desk.happen("1 7 u u")
    desk.hold("D", 40_000)
    assert desk.sheet == "1"


def test_undo_goes_back_over_the_end_of_the_match_to_the_start(desk):
    start = desk.state
    desk.tap("C8A # 1 7 C9B")
    assert desk.match.match_over
    desk.tap("DDDDD")
    assert desk.state == start
    for _ in range(5):
        desk.hold("D", HOLD_MS)
    assert desk.sheet == "award:A / 1 7 match:B"


def test_a_key_before_undo_was_let_go_comes_after_it(desk):
    """Fast fingers: D is still down as the next key goes down."""
    desk.happen("1 7")
    desk.console.press(ord("D"))
    desk.wait(50)
    desk.console.press(ord("5"))
    desk.console.release(ord("D"))
    desk.console.release(ord("5"))
    assert desk.sheet == "1 5"


# -- sequences ------------------------------------------------------------------------------------


@pytest.mark.parametrize("keys", ["A", "C", "CC", "C1", "C1 2", "CA", "CC1 4 *", "A 8 C"])
def test_a_sequence_lapses_with_a_sound_after_eight_seconds(desk, keys):
    was = everything(desk)
    desk.tap(keys)
    desk.wait(LAPSE_MS - 200 - 10)
    assert last(desk) == "MORE"
    assert everything(desk) != was
    desk.wait(10)
    assert last(desk) == "LAPSED"
    assert everything(desk) == was
    desk.tap("1")
    assert desk.sheet == "1"


def test_each_key_gives_eight_more_seconds(desk):
    desk.tap("C1")
    desk.wait(LAPSE_MS - 1000)
    desk.tap("2")
    desk.wait(LAPSE_MS - 1000)
    desk.tap("#")
    assert desk.sheet == "1x2"


@pytest.mark.parametrize("keys", ["A", "A5", "C", "CC5", "CB*7"])
def test_undo_drops_a_sequence_and_undoes_nothing(desk, keys):
    desk.happen("1")
    was = everything(desk)
    desk.tap(keys)
    desk.tap("D")
    assert last(desk) == "LAPSED"
    assert everything(desk) == was
    desk.tap("D")
    assert desk.sheet == ""


def test_nothing_lapses_when_nothing_was_begun(desk):
    desk.tap("1")
    heard = len(desk.sounds)
    desk.wait(3 * LAPSE_MS)
    assert len(desk.sounds) == heard


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        ("C", "  C-"),
        ("CC", " CC-"),
        ("C1", "R  -"),
        ("C1 12", "R 12"),
        ("C2", "N  -"),
        ("C7", "CON?"),
        ("C8", "AUA?"),
        ("C9", "FIN?"),
        ("C0", "R5T?"),
        ("CA", "   -"),
        ("CB*", "-  -"),
        ("CB*12", "- 12"),
        ("CC1", "A  -"),
        ("CC1 45", "A 45"),
        ("CC1 45*", "B  -"),
        ("CC3", "TRN?"),
        ("CC4", "R  -"),
        ("CC5", "CC5-"),
        ("CC8", "FR -"),
        ("CC0", "NEU?"),
    ],
)
def test_a_sequence_shows_what_is_awaited(desk, keys, line):
    desk.tap(keys)
    assert desk.line == line
    assert last(desk) == "MORE"


def test_in_pairs_the_player_is_awaited():
    desk = Desk(pairs=1)
    desk.tap("CC3B")
    assert desk.line == "TRN?"
    desk.tap("2")
    assert desk.sheet == "turn=B2"


# -- the last entries -----------------------------------------------------------------------------


def test_the_star_goes_back_through_the_last_entries(desk):
    desk.happen("1 7 1 -")
    lines = []
    desk.tap("C*")
    for _ in range(5):
        lines.append(desk.line)
        desk.tap("*")
    assert lines == ["10  ", "2R 1", "3P 7", "4R 1", "NONE"]
    assert desk.sheet == "1 7 1 -"


def test_recall_reaches_back_over_frames_and_many_pages(desk):
    desk.happen("- " * 200 + "award:A / 1")
    desk.tap("C* * *")
    assert desk.line == "3AUA"
    desk.tap("*" * 200)
    assert desk.line == "30  "
    assert desk.sounds.count(sounds.REFUSED) == 0
    desk.tap("*")
    assert last(desk) == "REFUSED"


def test_after_a_while_the_star_is_the_information_key_again(desk):
    desk.happen("1 7")
    desk.tap("C*")
    desk.wait(MESSAGE_MS)
    assert desk.line == "B  8"
    desk.tap("*")
    assert desk.line == "R139"


@pytest.mark.parametrize("wait_ms", [0, MESSAGE_MS])
def test_a_key_while_entries_are_shown_is_not_lost(desk, wait_ms):
    desk.happen("1")
    desk.tap("C*")
    desk.wait(wait_ms)
    desk.tap("7")
    assert desk.sheet == "1 7"
    assert last(desk) == "ACCEPTED"


# -- messages, faults, the lamp, a new match ------------------------------------------------------


def test_a_message_stands_for_two_seconds_then_the_state_is_back(desk):
    desk.console.press(ord("2"))
    desk.wait(MESSAGE_MS - 10)
    assert desk.line == "BALL"
    desk.wait(10)
    assert desk.line == "5NOO"  # what is offered, as before


def test_a_key_takes_a_message_away(desk):
    desk.tap("2")
    desk.tap("1")
    assert desk.line == "B  1"


def test_a_message_in_a_sequence_gives_way_to_its_prompt(desk):
    desk.tap("C2 9")
    assert desk.line.strip() == "BAD"
    desk.wait(MESSAGE_MS)
    assert desk.line == "N  -"


def test_a_fault_is_shown_until_it_is_gone(desk):
    desk.console.fault(True)
    assert "fault" in desk.lamps
    desk.tap("1 A 5 # CC0#")
    assert "fault" in desk.lamps
    desk.console.fault(False)
    assert "fault" not in desk.lamps


def test_a_stuck_key_is_named_once_and_audibly(desk):
    desk.tap("1")
    desk.sounds.clear()
    for _ in range(3):
        desk.console.stuck(ord("5"))
    assert desk.line == "5TU5"
    assert len(desk.sounds) == 1
    desk.console.stuck(0)
    desk.wait(MESSAGE_MS)
    assert desk.line == "B  1"


def test_the_lamp_goes_on_with_the_first_event_and_no_key_puts_it_out_in_a_frame(desk):
    desk.wait(2000)
    assert not desk.relay.on
    desk.tap("1")
    assert desk.relay.on
    desk.tap("C#")
    assert last(desk) == "REFUSED"
    desk.wait(10_000)
    assert desk.relay.on


def test_the_lamp_key_works_before_the_match_and_between_frames(desk):
    desk.wait(1000)
    desk.tap("C#")
    assert last(desk) == "ACCEPTED"
    assert desk.relay.on
    desk.tap("1 C8A")
    desk.wait(5000)
    desk.tap("C#")
    assert not desk.relay.on
    desk.wait(5000)
    desk.tap("#")
    assert desk.relay.on


def test_the_lamp_is_put_out_ten_minutes_after_the_match(desk):
    desk.tap("1 C9A")
    desk.wait(599_000)
    assert desk.relay.on
    desk.wait(2000)
    assert not desk.relay.on


def test_a_new_match_is_the_same_again(desk):
    desk.tap("C8A # 1 7 C9A")
    desk.tap("CC0")
    assert desk.line == "NEU?"
    desk.tap("#")
    assert last(desk) == "FRAME"
    assert desk.state == Desk(best_of=3).state
    assert desk.sheet == ""
    assert desk.match.frames_needed == 2
    desk.tap("1")
    assert desk.sheet == "1"


def test_a_match_that_is_played_is_not_wiped_for_a_new_one(desk):
    desk.tap("1 7 CC0#")
    assert last(desk) == "REFUSED"
    assert desk.sheet == "1 7"


def test_the_lamp_waits_for_a_new_match_to_begin(desk):
    desk.tap("1 7 C9A CC0#")
    desk.wait(5000)
    desk.tap("C#")
    assert last(desk) == "ACCEPTED"
    assert not desk.relay.on
    desk.wait(5000)
    desk.tap("1")
    assert desk.relay.on


def test_a_new_match_needs_its_enter(desk):
    desk.tap("1")
    for key in "0123456789ABC*":
        desk.tap("CC0" + key + "D")
        assert desk.sheet == "1"
