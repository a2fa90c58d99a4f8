"""The lamp over the table: on when a match is played, never off in a frame, switched gently."""

import random

import pytest

from console.lamp import Lamp
from host_tests.console.desk import Relay

PLAYING = (True, True)
BETWEEN_FRAMES = (True, False)
NO_MATCH = (False, False)
LEAST_MS = 3000
SETTLE_MS = 500
LINGER_MS = 600_000


class Room:
    """A lamp, and time that passes in it."""

    def __init__(self):
        self.relay = Relay()
        self.lamp = Lamp(self.relay, {})

    def wait(self, ms, step_ms=10, saving=False):
        for _ in range(ms // step_ms):
            self.relay.ms += step_ms
            self.lamp.step(step_ms, saving)

    @property
    def on(self):
        return self.relay.on


@pytest.fixture
def room():
    return Room()


@pytest.fixture
def settled():
    room = Room()
    room.wait(SETTLE_MS)
    return room


def test_it_is_off_until_something_is_played(room):
    room.lamp.attend(*NO_MATCH)
    room.wait(60_000)
    assert not room.on
    assert room.relay.edges_ms == []


def test_it_goes_on_with_the_first_event(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(10)
    assert settled.on


def test_it_waits_until_the_event_is_saved(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(250, saving=True)
    assert not settled.on
    settled.wait(10)
    assert settled.on


def test_a_flash_that_takes_nothing_keeps_it_waiting_for_half_a_second(settled):
    for _ in range(2):  # each time anew
        wanted = not settled.on
        assert settled.lamp.toggle()
        settled.wait(490, saving=True)
        assert settled.on != wanted
        settled.wait(10, saving=True)
        assert settled.on == wanted
        settled.wait(LEAST_MS)


def test_it_waits_half_a_second_after_power_up(room):
    room.lamp.attend(*PLAYING)
    room.wait(5000)
    assert room.relay.edges_ms == [SETTLE_MS]


def test_no_key_switches_it_off_in_a_frame(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    assert not settled.lamp.toggle()
    settled.wait(LEAST_MS)
    assert settled.on


def test_it_stays_on_between_frames(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    settled.lamp.attend(*BETWEEN_FRAMES)
    settled.wait(LINGER_MS)
    assert settled.on


def test_a_key_switches_it_between_frames_and_the_next_frame_switches_it_on(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    settled.lamp.attend(*BETWEEN_FRAMES)
    assert settled.lamp.toggle()
    settled.wait(LEAST_MS)
    assert not settled.on
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    assert settled.on


def test_it_lingers_for_ten_minutes_after_the_match(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    settled.lamp.attend(*NO_MATCH)
    settled.wait(LINGER_MS - 10)
    assert settled.on
    settled.wait(10)
    assert not settled.on


def test_an_undone_end_of_the_match_keeps_it_on(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    settled.lamp.attend(*NO_MATCH)
    settled.wait(LINGER_MS // 2)
    settled.lamp.attend(*PLAYING)
    settled.wait(2 * LINGER_MS, 100)
    assert settled.on


def test_switched_on_by_hand_it_stays_on(settled):
    assert settled.lamp.toggle()
    settled.wait(2 * LINGER_MS, 100)
    assert settled.on


def test_switched_off_by_hand_after_the_match_it_stays_off(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    settled.lamp.attend(*NO_MATCH)
    assert settled.lamp.toggle()
    settled.wait(2 * LINGER_MS, 100)
    assert len(settled.relay.edges_ms) == 2
    assert not settled.on


def test_switched_by_hand_after_the_match_it_lingers_no_more(settled):
    settled.lamp.attend(*PLAYING)
    settled.wait(LEAST_MS)
    settled.lamp.attend(*NO_MATCH)
    settled.lamp.toggle()
    settled.wait(LEAST_MS)
    settled.lamp.toggle()
    settled.wait(2 * LINGER_MS, 100)
    assert settled.on


def test_fast_keys_never_switch_it_fast(settled):
    for _ in range(41):
        settled.lamp.toggle()
        settled.wait(100)
    settled.wait(LEAST_MS)
    edges_ms = settled.relay.edges_ms
    assert all(after - before >= LEAST_MS for before, after in zip(edges_ms, edges_ms[1:]))
    assert settled.on  # 41 times switched: what was wanted last


@pytest.mark.parametrize("seed", range(5))
def test_whatever_happens_it_is_switched_gently_and_not_off_in_a_frame(seed):
    chance = random.Random(seed)
    room = Room()
    now = NO_MATCH
    for _ in range(400):
        if chance.random() < 0.5:
            room.lamp.toggle()
        else:
            now = chance.choice([PLAYING, BETWEEN_FRAMES, NO_MATCH])
            room.lamp.attend(*now)
        before = room.on
        room.wait(chance.choice([0, 10, 500, 2500, 8000]), 10)
        assert not (now == PLAYING and before and not room.on)
    edges_ms = room.relay.edges_ms
    assert len(edges_ms) > 20
    assert edges_ms[0] >= SETTLE_MS
    assert all(after - before >= LEAST_MS for before, after in zip(edges_ms, edges_ms[1:]))
