"""The buzzer driver, listened to through the virtual buzzer."""

import pytest

from drivers.buzzer import ActiveBuzzer, Buzzer
from tools.vboard.buzzer import Buzzer as VirtualBuzzer
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine


class Room:
    def __init__(self, active=""):
        self.clock = Clock()
        machine = Machine(self.clock)
        if active:
            self.virtual = VirtualBuzzer(self.clock, machine.Pin(4), active)
            silent = 1 if active == "low" else 0
            pin = machine.Pin(4, machine.Pin.OUT, value=silent)
            self.buzzer = ActiveBuzzer(pin, active == "high")
            return
        self.virtual = VirtualBuzzer(self.clock, machine.Pin(4))
        self.buzzer = Buzzer(machine.PWM(machine.Pin(4), freq=1000, duty_u16=0))

    def hear(self, ms):
        """[ms, hz] of the changes that are heard in this time."""
        end_ms = self.clock.ms + ms
        while self.clock.ms < end_ms:
            self.clock.sleep_ms(2)
            self.buzzer.step(2)
        return self.virtual.news()


@pytest.fixture
def room():
    return Room()


def test_it_is_silent_until_it_plays(room):
    assert room.hear(100) == []


def test_a_tune_sounds_at_once_note_by_note_and_ends_in_silence(room):
    room.hear(10)
    room.buzzer.play(bytes((50, 4, 0, 2, 100, 3)))  # 1000 Hz 40 ms, rest 20 ms, 2000 Hz 30 ms
    assert room.hear(200) == [[10, 1000], [50, 0], [70, 2000], [100, 0]]


def test_a_new_tune_cuts_off_the_old_one(room):
    room.buzzer.play(bytes((50, 100)))
    room.hear(20)
    room.buzzer.play(bytes((100, 2)))
    assert room.hear(2000) == [[20, 2000], [40, 0]]


def test_an_empty_tune_is_silence(room):
    room.buzzer.play(bytes((50, 100)))
    room.hear(20)
    room.buzzer.play(b"")
    assert room.hear(2000) == [[20, 0]]


def test_a_pass_that_comes_late_does_not_lose_the_next_note(room):
    room.buzzer.play(bytes((50, 1, 100, 1)))
    room.clock.sleep_ms(80)
    room.buzzer.step(80)
    assert room.hear(50) == [[0, 1000], [80, 2000], [90, 0]]


@pytest.mark.parametrize("active", ["high", "low"])
def test_an_active_buzzer_has_its_own_tone_and_gaps_between_the_notes(active):
    room = Room(active)
    room.hear(10)
    room.buzzer.play(bytes((50, 6, 75, 6, 0, 5, 100, 3)))
    changes = room.hear(400)
    assert changes == [[10, 2300], [50, 0], [70, 2300], [110, 0], [180, 2300], [210, 0]]


def test_an_active_buzzer_can_be_cut_off():
    room = Room("high")
    room.buzzer.play(bytes((50, 100)))
    room.hear(20)
    room.buzzer.play(b"")
    assert room.hear(2000) == [[20, 0]]
