"""What the match itself does, under a game of mere counting: whoever has ten wins the frame."""

import pytest

from rules.match import LARGEST_SCORE, NOBODY, OWN, Match
from rules.notation import enter_token, parse
from rules.refusals import ACCEPTED, EMPTY_UNDO, NOT_NOW, OVER, RANGE
from rules.states import PLAYERS

TARGET = 10
A, B = 0, 1


class Counting(Match):
    GAME = "counting"
    PRESETS = ("only",)
    OWN_KINDS = (("<1-9>", "count"),)
    LACKS = (2,)  # nothing is ever offered, so there is no `play`

    def may_count(self, points):
        return ACCEPTED

    def do_count(self, points):
        self._add_to_break(points)
        if self.score[self.striker()] >= TARGET:
            self._end_frame(self.striker())


def played(tokens, **options):
    """The match behind these tokens, all of which it accepts."""
    match = Counting({key.replace("_", "-"): value for key, value in options.items()})
    for token in tokens.split():
        assert enter_token(match, token) == ACCEPTED, token
    return match


def event(match, token):
    kind_and_arg = parse(match, token)
    assert kind_and_arg is not None
    return kind_and_arg


def test_a_new_match_has_begun():
    match = played("")
    assert (match.striker(), match.opener, match.score, match.frames) == (A, A, [0, 0], [0, 0])
    assert (match.frame_over, match.match_over) == (False, False)
    assert (match.winner, match.match_winner) == (NOBODY, NOBODY)


def test_the_game_decides_when_a_frame_ends_and_the_match_what_follows():
    match = played("9 1", best_of=3)
    assert (match.frame_over, match.winner, match.frames) == (True, A, [1, 0])
    assert not match.match_over
    assert match.refusal(*event(match, "5")) == OVER
    match = played("9 1 / - 9 1", best_of=3)
    assert (match.match_over, match.match_winner, match.frames) == (True, A, [2, 0])


@pytest.mark.parametrize(
    "options, needed", [({}, 1), ({"best_of": 3}, 2), ({"best_of": 99}, 50), ({"race_to": 7}, 7)]
)
def test_so_many_frames_win_the_match(options, needed):
    match = played("award:B", **options)
    for won in range(1, needed):
        assert (match.frames, match.match_over) == ([0, won], False)
        for token in ("/", "award:B"):
            assert enter_token(match, token) == ACCEPTED
    assert (match.frames, match.match_over, match.match_winner) == ([0, needed], True, B)


@pytest.mark.parametrize(
    "order, openers",
    [(0, [A, B, A, B, A]), (1, [A, B, B, A, A]), (2, [A, A, A, B, B])],
    ids=["alternate", "winner", "loser"],
)
def test_who_opens_the_next_frame(order, openers):
    match = played("", best_of=99, break_order=order)
    seen = [match.opener]
    for winner in "BBAA":
        for token in ("award:" + winner, "/"):
            assert enter_token(match, token) == ACCEPTED
        seen.append(match.opener)
        assert match.striker() == match.opener
    assert seen == openers


def test_after_a_level_frame_the_opening_alternates():
    for order in range(3):
        match = played("", best_of=9, break_order=order)
        match._end_frame(NOBODY)
        assert (match.frame_over, match.winner, match.frames) == (True, NOBODY, [0, 0])
        assert enter_token(match, "/") == ACCEPTED
        assert match.opener == B


def test_the_handicap_stands_at_the_start_of_every_frame_and_in_no_break():
    match = played("3", start=7 | 2 << 10, best_of=3)
    assert (match.score, match.break_, match.high_break) == ([10, 2], 3, [3, 0])
    enter_token(match, "/")
    assert (match.score, match.past, match.high_break) == ([7, 2], [10, 2], [3, 0])
    assert match.total() == [17, 4]


def test_the_order_of_four_players():
    for opener, order in ((A, ["A1", "B1", "A2", "B2"]), (B, ["B1", "A1", "B2", "A2"])):
        match = played("", pairs=1, breaks=opener)
        seen = []
        for _ in range(8):
            seen.append(PLAYERS[match.player()])
            enter_token(match, "-")
        assert seen == order * 2


@pytest.mark.parametrize("opener", [A, B])
@pytest.mark.parametrize("misses", range(4))
@pytest.mark.parametrize("named", ["A1", "A2", "B1", "B2"])
def test_the_turn_goes_to_the_player_who_is_named(opener, misses, named):
    match = played("- " * misses + "turn=" + named, pairs=1, breaks=opener)
    assert PLAYERS[match.player()] == named
    assert match.opener == opener


@pytest.mark.parametrize(
    "misses, to_a, to_b", [(0, "A1", "B1"), (1, "A2", "B1"), (2, "A2", "B2"), (3, "A1", "B2")]
)
def test_the_turn_goes_to_the_next_player_of_the_side(misses, to_a, to_b):
    for side, player in (("A", to_a), ("B", to_b)):
        match = played("- " * misses + "turn=" + side, pairs=1)
        assert PLAYERS[match.player()] == player


def test_what_the_game_lacks_is_no_event():
    match = played("")
    assert parse(match, "play") is None
    assert parse(match, "-") == (0, 0)
    assert parse(match, "9") == (OWN, 9)


def test_corrections_change_points_only():
    match = played("4 A+999 B+1 A-3")
    assert match.score == [1000, 1]
    assert (match.break_, match.high_break, match.striker()) == (4, [4, 0], A)
    for token in ("A+0", "B-0", f"A+{LARGEST_SCORE + 1}", "B-2"):
        assert match.refusal(*event(match, token)) == RANGE


def test_a_correction_past_the_target_waits_for_the_next_point():
    match = played("A+12")
    assert not match.frame_over
    assert enter_token(match, "1") == ACCEPTED
    assert (match.frame_over, match.score) == (True, [13, 0])


def test_set_up_never_decides():
    match = played("points=9-30", best_of=3)
    assert not match.frame_over
    assert match.refusal(*event(match, "frames=2-0")) == RANGE
    assert match.refusal(*event(match, "points=1000-0")) == RANGE
    assert match.refusal(*event(match, "frames=1-1")) == ACCEPTED


def test_a_frame_played_again_leaves_nothing_but_the_opener():
    match = played("3 - 4 - 2", breaks=B, best_of=3)
    enter_token(match, "restart")
    assert (match.score, match.high_break, match.striker()) == ([0, 0], [0, 0], B)
    match = played("7 - award:A / 9 restart", best_of=3)
    assert (match.high_break, match.opener, match.frames) == ([7, 0], B, [1, 0])


def test_asking_and_refusing_change_nothing():
    match = played("3 - 4", best_of=3)
    before = {name: getattr(match, name) for name in match.FIELDS if name not in ("score",)}
    length = len(list(match.history.events()))
    for token in ("/", "A+0", "frames=9-9", "B-5"):
        assert match.enter(*event(match, token)) != ACCEPTED
    for token in ("9", "concede", "match:A", "restart", "A+3"):
        assert match.refusal(*event(match, token)) == ACCEPTED
    assert {name: getattr(match, name) for name in before} == before
    assert (match.score, len(list(match.history.events()))) == ([3, 4], length)


def test_undo_and_redo_name_the_event():
    match = played("3 A+5")
    assert match.undo() == ACCEPTED
    assert (match.history.kind, match.history.arg) == event(match, "A+5")
    assert match.undo() == ACCEPTED
    assert (match.history.kind, match.history.arg) == event(match, "3")
    assert match.undo() == EMPTY_UNDO
    assert match.redo() == ACCEPTED
    assert (match.history.kind, match.history.arg) == event(match, "3")


def test_the_clock_is_no_part_of_the_state():
    match = played("@5 3 @9 u")
    assert match.time_s == 9
    assert match.stamp(8) == RANGE
    assert match.stamp(9) == ACCEPTED
    assert match.redo() == ACCEPTED


def test_the_match_is_awarded_between_frames_without_another_frame():
    match = played("award:B / award:A match:B", best_of=9)
    assert (match.frames, match.winner, match.match_winner) == ([1, 1], A, B)
    assert match.refusal(*event(match, "/")) == OVER


def test_nothing_goes_on_after_the_match():
    match = played("concede")
    for token in ("-", "/", "1", "concede", "award:A", "match:A", "restart", "turn=A"):
        assert match.refusal(*event(match, token)) == OVER
    assert match.refusal(*event(match, "A+1")) == ACCEPTED


def test_the_next_frame_waits_for_the_end_of_this_one():
    match = played("3")
    assert match.refusal(*event(match, "/")) == NOT_NOW


@pytest.mark.parametrize(
    "options, fault",
    [
        ({}, ""),
        ({"best-of": 99}, ""),
        ({"best-of": 4}, "best-of"),
        ({"race-to": 4}, ""),
        ({"best-of": 3, "race-to": 2}, "race-to"),
    ],
)
def test_options_that_do_not_go_together_are_named(options, fault):
    assert Counting.option_fault(options) == fault
