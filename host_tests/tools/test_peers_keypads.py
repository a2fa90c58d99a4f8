"""The race of keypad drivers: its judge and its wires with toys worked out by hand, then ours.

The peers themselves are fetched from the network, so they run in `bench --peers` alone.
"""

import statistics

import pytest

from tools.bench.peers import keypads
from tools.bench.peers.keypad_scenarios import (
    GHOST,
    PULSES,
    SCENARIOS,
    Result,
    Scenario,
    judge,
    taps,
)
from tools.vboard.keypad_drivers import COLUMNS, ROWS
from tools.vboard.keypad_race import Board, Race


class Eager:
    """Reports every contact that closes."""

    def __init__(self, machine, time):
        pin = machine.Pin
        self._rows = [pin(pad, pin.OPEN_DRAIN, value=1) for pad in ROWS]
        self._columns = [pin(pad, pin.IN, pin.PULL_UP) for pad in COLUMNS]
        self._time = time
        self._closed = set()
        self._news = []

    def scan(self, elapsed_ms):
        closed = set()
        for row in range(4):
            self._rows[row](0)
            closed |= {4 * row + column for column in range(4) if not self._columns[column]()}
            self._rows[row](1)
            self._time.sleep_us(200)  # the columns are pulled up again
        self._news += sorted(closed - self._closed)
        self._closed = closed

    def take(self):
        return self._news.pop(0) if self._news else -1


class Mute:
    """Reports nothing."""

    def __init__(self, machine, time):
        pass

    def scan(self, elapsed_ms):
        pass

    def take(self):
        return -1


def played(driver, scenario):
    race = Race(Board(), driver, scenario.bounce_us)
    race.play(scenario.moves)
    return judge(scenario, race.reported)


def test_without_a_bounce_an_eager_driver_gets_every_tap_right_in_its_next_pass():
    result = played(Eager, taps(80, 120, 0))
    assert result.wrong == 0
    assert len(result.latencies_ms) == 20
    # A pass is due after at most 2 ms, and ends with the waits for four rows.
    assert max(result.latencies_ms) <= 2 + 4 * 0.2


def test_each_touch_of_a_bounce_but_the_first_is_wrong():
    """Seed 1 gives 0x8181, then 0x6021; the first and last of 16 slices are the contact's ends.

    So while the key is pressed slices 0, 7 and 8 are closed, then all after the 16th: 3 touches.
    While it is let go slices 5, 13, 14 and 15 are: 2 touches. A slice is 2 ms, as a pass is.
    """
    tap = Scenario("a tap", [(3, 1, 80_000), (3, 0, 80_000)], 32_000)
    assert played(Eager, tap) == Result(4, [0.8])


def test_each_pulse_that_is_taken_for_a_press_is_wrong():
    assert played(Eager, PULSES).wrong == 40


def test_the_fourth_corner_is_wrong_once_and_a_silent_driver_is_not():
    ghost = Scenario("no bounce", GHOST.moves, 0, GHOST.may)
    assert played(Eager, ghost).wrong == 1
    assert played(Mute, ghost).wrong == 0


def test_each_tap_that_is_not_reported_is_wrong():
    assert played(Mute, taps(45, 45, 1600)) == Result(20, [])


def test_another_key_is_wrong_and_so_is_the_one_that_is_missing():
    two = Scenario("two taps", [(1, 1, 1000), (1, 0, 1000), (2, 1, 1000), (2, 0, 1000)], 0)
    assert judge(two, [(500, 1), (2500, 2)]) == Result(0, [0.5, 0.5])
    assert judge(two, [(500, 3), (2500, 2)]) == Result(2, [0.5])
    assert judge(two, [(2000, 1), (2500, 2)]) == Result(2, [0.5])  # 1 came too late
    assert judge(two, [(500, 1), (2500, 2), (3500, 2)]) == Result(1, [0.5, 0.5])


def results(**wrong):
    """Of a driver that took 5 ms each time, and got these wrong."""
    return {
        scenario.name: Result(
            wrong.get("pulses" if scenario is PULSES else "others", 0),
            [5.0] if scenario.may is None else [],
        )
        for scenario in SCENARIOS
    }


@pytest.mark.parametrize("wrong, latencies", [({}, 8), ({"pulses": 1}, 0), ({"others": 1}, 0)])
def test_latencies_are_compared_where_the_peer_is_right_and_takes_no_pulses(wrong, latencies):
    duels = list(keypads.compare(results(), "a peer", results(**wrong)))
    assert len([duel for duel in duels if duel.unit == "keys"]) == 6
    assert len([duel for duel in duels if duel.unit == "ms"]) == latencies


def test_ours_is_right_everywhere_and_as_quick_as_the_reference():
    ours = keypads.play(keypads.OURS)
    assert [ours[scenario.name].wrong for scenario in SCENARIOS] == [0] * 6
    bounds_ms = [(7.6, 10.4), (10.6, 15.4), (19.5, 27.1), (7.0, 11.0)]
    for scenario, (mean_ms, worst_ms) in zip(SCENARIOS, bounds_ms):
        latencies_ms = ours[scenario.name].latencies_ms
        assert len(latencies_ms) == 20
        assert statistics.mean(latencies_ms) <= mean_ms
        assert max(latencies_ms) <= worst_ms


def test_ours_takes_no_heap_and_counts_its_work():
    figures = keypads.work(keypads.OURS)
    assert [value for value, unit in figures.values() if unit == "bytes"] == [0, 0]
    idle, held, _ = (value for value, unit in figures.values() if unit == "fuel")
    assert 0 < idle < held
