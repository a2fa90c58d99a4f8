"""The clocks count right through undo, pause and days, warn in time, and never score."""

import pytest

from console.clocks import EARLY, EXPIRED, PAYING, SILENT, TICK, Clocks
from console.sounds import CLOCK_OVER, CLOCK_TICK, CLOCK_WARNING
from host_tests.console.desk import Desk

DAY_S = 24 * 60 * 60


def signals(clocks, seconds, step_ms=1000):
    """Return {second: signal} of what is signalled in so many seconds."""
    heard = {}
    for ms in range(step_ms, 1000 * seconds + 1, step_ms):
        signal = clocks.step(step_ms)
        if signal != SILENT:
            heard[ms // 1000] = signal
    return heard


def playing(**settings):
    clocks = Clocks(settings)
    clocks.attend(True, True)
    clocks.stroke()
    return clocks


def test_the_shot_clock_ticks_in_the_last_five_seconds_and_only_signals_its_end():
    clocks = playing(shot_s=30)
    assert signals(clocks, 60) == {25: TICK, 26: TICK, 27: TICK, 28: TICK, 29: TICK, 30: EXPIRED}


@pytest.mark.parametrize("step_ms", [2, 5, 250, 500])
def test_how_often_time_is_looked_at_makes_no_difference(step_ms):
    clocks = playing(shot_s=8)
    assert signals(clocks, 10, step_ms) == {
        3: TICK,
        4: TICK,
        5: TICK,
        6: TICK,
        7: TICK,
        8: EXPIRED,
    }


def test_every_stroke_begins_the_shot_clock_anew():
    clocks = playing(shot_s=10)
    clocks.step(9000)
    clocks.stroke()
    assert clocks.shot_s == 10


def test_an_extension_is_given_once_a_frame_and_side():
    clocks = playing(shot_s=30, extension_s=25)
    clocks.step(20_000)
    assert clocks.extend(0)
    assert clocks.shot_s == 35
    assert not clocks.extend(0)
    assert clocks.extend(1)
    clocks.attend(True, False)
    clocks.attend(True, True)
    assert clocks.extend(0)


def test_there_is_no_extension_without_a_shot_clock_or_a_frame():
    assert not playing().extend(0)
    assert not Clocks({"shot_s": 30}).extend(0)


def test_frame_and_match_are_timed_and_an_interval_between_is_only_the_matchs():
    clocks = playing()
    clocks.step(100_000)
    clocks.attend(True, False)
    clocks.step(50_000)
    assert (clocks.frame_s, clocks.match_s) == (100, 150)
    clocks.attend(True, True)
    assert (clocks.frame_s, clocks.match_s) == (0, 150)
    clocks.attend(False, False)
    clocks.step(50_000)
    assert clocks.match_s == 150


def test_undo_leads_back_into_what_goes_on():
    clocks = playing()
    clocks.step(100_000)
    clocks.attend(False, False)
    clocks.attend(True, True, anew=False)
    assert (clocks.frame_s, clocks.match_s) == (100, 100)
    clocks.attend(False, False)
    clocks.attend(True, True)
    assert (clocks.frame_s, clocks.match_s) == (0, 0)


def test_a_pause_stops_what_is_of_the_match_and_nothing_else():
    clocks = playing(shot_s=30)
    clocks.rent(0)
    clocks.start_interval(2)
    clocks.pause()
    clocks.step(10_000)
    assert (clocks.shot_s, clocks.frame_s, clocks.match_s) == (30, 0, 0)
    assert (clocks.interval_s, clocks.table_s) == (110, 11)
    clocks.pause()
    clocks.step(10_000)
    assert (clocks.shot_s, clocks.frame_s, clocks.match_s) == (20, 10, 10)


def test_an_interval_warns_early_and_signals_its_end():
    clocks = Clocks({"early_s": 120})
    clocks.start_interval(15)
    assert signals(clocks, 1000) == {13 * 60: EARLY, 15 * 60: EXPIRED}


def test_paid_time_warns_ends_and_has_a_grace():
    clocks = Clocks({"paying_s": 300, "grace_s": 120})
    clocks.rent(60)
    assert signals(clocks, 3600) == {55 * 60: PAYING, 3600: EXPIRED}
    clocks.step(119_000)
    assert clocks.rented
    clocks.step(1000)
    assert not clocks.rented


def test_a_table_that_is_rented_without_an_end_counts_up_until_it_is_given_back():
    clocks = Clocks({})
    clocks.rent(0)
    assert signals(clocks, 7200) == {}
    assert clocks.table_s == 7201  # the first second has begun
    clocks.rent(0)
    assert not clocks.rented


def test_a_warning_is_not_lost_when_the_loop_stood_still():
    clocks = Clocks({"early_s": 120})
    clocks.start_interval(15)
    assert clocks.step(14 * 60 * 1000) == EARLY
    assert clocks.step(10 * 60 * 1000) == EXPIRED


def test_thirty_days_are_counted_to_the_second():
    clocks = playing()
    clocks.rent(0)
    for _ in range(30 * 24):
        clocks.step(60 * 60 * 1000)
    assert clocks.match_s == clocks.frame_s == 30 * DAY_S
    assert clocks.table_s == 30 * DAY_S + 1


# -- at the console -------------------------------------------------------------------------------


def test_the_clock_runs_through_undo():
    desk = Desk(clocks={"shot_s": 30})
    desk.tap("1 7")
    desk.wait(9800)
    desk.tap("D")
    assert 19 <= desk.clocks.shot_s <= 20
    desk.tap("7 D")
    assert 29 <= desk.clocks.shot_s <= 30  # a stroke was entered, then taken back: time goes on
    desk.wait(5000)
    assert 24 <= desk.clocks.shot_s <= 25


def test_the_shot_clock_is_heard_and_shown_and_scores_nothing():
    desk = Desk(clocks={"shot_s": 12})
    desk.tap("1 ****")
    assert desk.line == " 0.1" + "1"  # eleven seconds left, minutes and seconds
    state = desk.state
    desk.sounds.clear()
    desk.wait(20_000)
    assert desk.sounds == [CLOCK_TICK] * 5 + [CLOCK_OVER]
    assert desk.state == state


def test_the_extension_has_its_keys():
    desk = Desk(clocks={"shot_s": 30, "extension_s": 20})
    desk.tap("1 CC*")
    assert desk.clocks.shot_s >= 49
    desk.tap("CC*")
    assert desk.line.strip() == "NO"


def test_the_star_held_pauses_and_held_again_goes_on():
    desk = Desk()
    desk.tap("1")
    desk.hold("*", 800)
    assert desk.clocks.paused
    desk.hold("*", 800)
    assert not desk.clocks.paused
    desk.tap("*")
    assert not desk.clocks.paused


def test_an_interval_is_shown_by_itself_between_frames():
    desk = Desk(best_of=3)
    desk.tap("C8A CC6 15 #")
    desk.wait(2000)
    assert desk.line.replace(".", "").strip() == "1458"
    desk.tap("#")
    desk.tap("1")
    assert desk.line == "B  1"


def test_a_rented_table_has_light_without_a_match_until_the_time_is_over():
    desk = Desk(clocks={"grace_s": 60})
    desk.wait(2000)
    desk.tap("CC7 10 #")
    desk.wait(4000)
    assert desk.relay.on
    desk.wait(300_000)
    assert CLOCK_WARNING in desk.sounds
    desk.wait(360_000)
    assert not desk.relay.on


def test_the_rents_end_does_not_darken_a_frame():
    desk = Desk(clocks={"grace_s": 60})
    desk.tap("CC7 1 # 1")
    desk.wait(200_000)
    assert desk.relay.on
