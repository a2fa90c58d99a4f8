"""A match as the recorder tells it: whose visit it was, what it brought, what it adds up to."""

import itertools

import pytest

from host_tests.cases import GAMES, load
from host_tests.tools.pull.matches import SNOOKER, WHOLE, account, told
from rules.notation import enter_token, sheet
from tools.pull.account import Unplayable, tell
from tools.pull.kept import matches
from tools.replay import replay

EVERY = [SNOOKER, *WHOLE]
NAMES = [f"{whole.game} {len(whole.tokens.split())}" for whole in EVERY]


@pytest.mark.parametrize("whole", EVERY, ids=NAMES)
def test_all_that_visits_bring_makes_the_score_of_the_frame(whole):
    told = account(whole)
    state = replay(whole.sheet, keep_going=False)[-1][1]
    assert told.state == state
    for frame in told.frames:
        for side in (0, 1):
            brought = sum(visit.change[side] for visit in frame.visits)
            assert frame.start[side] + brought == (frame.score or frame.start)[side]
    if told.has_points:
        assert list(told.frames[-1].score) == state["score"]
    if "high_break" in state:
        high = [max(frame.high_break(side) for frame in told.frames) for side in "AB"]
        assert high == state["high_break"]
    assert list(told.frames[-1].frames) == state["frames"]
    assert told.winner == state["match_winner"]


@pytest.mark.parametrize("whole", EVERY, ids=NAMES)
def test_every_event_stands_in_some_visit_and_nobody_plays_twice_in_a_row(whole):
    told = account(whole)
    parts = []
    for frame in told.frames:
        parts.append(" ".join(stroke.token for v in frame.visits for stroke in v.strokes))
        who = [(visit.side, visit.player) for visit in frame.visits]
        assert all(one != other for one, other in zip(who, who[1:]))
    assert " / ".join(parts) == whole.tokens


@pytest.mark.parametrize("game", GAMES)
def test_all_worked_cases_add_up(game):
    """Those that no token of is refused."""
    whole = [case for case in load(game) if not case.refused and not case.malformed]
    assert len(whole) > 10
    for case in whole:
        (kept,) = matches(case.sheet)
        told_ = tell(kept)
        for frame, side in itertools.product(told_.frames, (0, 1)):
            brought = sum(visit.change[side] for visit in frame.visits)
            assert frame.start[side] + brought == (frame.score or frame.start)[side], case.name
        if "high_break" in told_.state:
            high = [max(frame.high_break(side) for frame in told_.frames) for side in "AB"]
            assert high == told_.state["high_break"], case.name


def test_a_frame_of_snooker():
    first, second, third = account(SNOOKER).frames
    assert [visit.side for visit in first.visits] == ["A", "B", "", "A", "B"]
    # 1 + 7 + 1 and the foul on the blue; 1 + 7 on top of its five points
    assert [visit.change for visit in first.visits] == [(9, 5), (0, 8), (3, 0), (0, 0), (0, 0)]
    assert [visit.score for visit in first.visits] == [
        (16, 5),
        (16, 13),
        (19, 13),
        (19, 13),
        (19, 13),
    ]
    assert [visit.break_ for visit in first.visits] == [9, 8, 0, 0, 0]
    assert (first.high_break("A"), first.high_break("B"), first.fouls("A")) == (9, 8, 1)
    assert (second.opener, second.winner, second.frames) == ("B", "B", (1, 1))


def test_what_was_undone_is_not_told():
    told_ = told("1 7 u 5 - u u U 1 @30")
    assert [stroke.token for stroke in told_.frames[0].visits[0].strokes] == ["1", "5", "1"]
    assert told_.duration_s == 30


def test_times_stand_at_the_stroke_before_them():
    strokes = told("1 7 @12 1 - @40 1").frames[0].visits
    assert [visit.time_s for visit in strokes] == [40, None]
    assert [stroke.time_s for stroke in strokes[0].strokes] == [None, 12, None, 40]


def test_pairs_have_their_players():
    told_ = told("1 - - 1 - -", sides="A1, A2 | B1, B2")
    assert [visit.player for visit in told_.frames[0].visits] == ["A1", "B1", "A2", "B2"]
    assert (told_.pairs, told_.names) == (True, ("", ""))


def test_plus_and_minus_has_points_of_sides():
    visits = told("A+9 - B+7 A-4", "manual").frames[0].visits
    assert [(visit.side, visit.change) for visit in visits] == [
        ("A", (9, 0)),
        ("B", (0, 7)),
        ("A", (-4, 0)),
    ]


def test_what_the_rules_refuse_is_no_account():
    (kept,) = matches("game: snooker\n\n1 9\n")
    with pytest.raises(Unplayable, match="line 3: 9: there is no such event in this game"):
        tell(kept)


def test_the_text_leads_to_the_same_match():
    for whole in EVERY:
        told_ = account(whole)
        match = told_.sheet.game(told_.sheet.options)
        for token in told_.sheet.tokens:
            assert enter_token(match, token.text) == 0
        assert " ".join(sheet(match)) == whole.tokens


def test_a_frame_that_has_not_begun_stands_as_the_one_before():
    frames = told("1 concede / @9", **{"best-of": "3"}).frames
    assert [frame.frames for frame in frames] == [(0, 1), (0, 1)]
    assert (frames[1].visits, frames[1].winner, frames[1].opener) == ([], None, "B")


def test_breaks_of_a_frame_that_is_played_again_are_wiped_but_not_runs_of_straight_pool():
    assert told("1 7 - restart 1 -").frames[0].high_break("A") == 1
    assert told("5 - restart 3 -", "14.1").frames[0].high_break("A") == 5
