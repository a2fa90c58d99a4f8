"""Manual is one sequence away from every game, and the game one from manual; the score is kept."""

from console import sounds
from host_tests.console.desk import Desk


def last(desk):
    return desk.sounds[-1]


def test_manual_takes_over_the_score_the_frames_and_the_turn():
    desk = Desk(best_of=5)
    desk.tap("C8A # 0 1 7 CC#")
    assert desk.match.GAME == "manual"
    assert desk.match.score == [8, 0]
    assert desk.match.frames == [1, 0]
    assert desk.match.striker() == 0
    assert last(desk) == sounds.ACCEPTED


def test_what_was_scored_meanwhile_comes_back_as_corrections():
    desk = Desk(best_of=5)
    desk.tap("1 7 CC# A 3 # B 5 # B * 1 # CC#")
    assert desk.match.GAME == "snooker"
    assert desk.match.score == [11, 4]
    assert desk.match.break_ == 8  # a correction is no break
    assert desk.sheet == "1 7 A+3 B+4"
    desk.tap("D D")
    assert desk.sheet == "1 7"


def test_frames_and_turn_come_back_as_a_set_up():
    desk = Desk(best_of=5)
    desk.tap("1 CC# C8B # CC#")  # the frame goes to B, who opens the next one
    assert desk.match.frames == [0, 1]
    assert desk.sheet.split()[:2] == ["1", "frames=0-1"]


def test_nothing_scored_leaves_nothing_behind():
    desk = Desk()
    desk.tap("1 7 CC# CC#")
    assert desk.sheet == "1 7"
    assert desk.match.on == 1


def test_manual_itself_and_a_match_that_is_over_have_no_way_there():
    desk = Desk()
    desk.tap("C9A CC#")
    assert last(desk) == sounds.REFUSED
    assert desk.match.GAME == "snooker"
