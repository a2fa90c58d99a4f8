"""Buttons with a pin each, and the keyboard of all keys."""

import pytest

from drivers.buttons import Buttons
from drivers.keyboard import UP, Keyboard
from drivers.keys import Keys
from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts, Ground
from tools.vboard.machine import Machine

PINS = (13, 14, 18, 19, 21, 22)


class Bench:
    def __init__(self, bounce_us=0, external=False):
        self.clock = Clock()
        pin = Machine(self.clock).Pin
        pull = None if external else pin.PULL_UP
        pins = [pin(number, pin.IN, pull) for number in PINS]
        self.contacts = Contacts(self.clock, [Ground()], pins, 1, external)
        self.contacts.bounce_us = bounce_us
        self.buttons = Buttons(pins)
        self.keyboard = Keyboard()
        self.keyboard.add(self.buttons, b"AB01D#")

    def run_ms(self, ms):
        events = []
        for _ in range(ms // 2):
            self.clock.sleep_ms(2)
            self.keyboard.scan(2)
            event = self.keyboard.take()
            while event >= 0:
                events.append(chr(event & ~UP) + ("-" if event & UP else "+"))
                event = self.keyboard.take()
        return events


@pytest.mark.parametrize("external", [False, True])
@pytest.mark.parametrize("bounce_us", [0, 1600, 6000, 20000])
def test_each_button_is_one_press_and_one_release(bounce_us, external):
    bench = Bench(bounce_us, external)
    for key, char in enumerate("AB01D#"):
        bench.contacts.press(key)
        events = bench.run_ms(80)
        bench.contacts.release(key)
        assert events + bench.run_ms(120) == [char + "+", char + "-"]


def test_all_buttons_at_once_are_all_reported():
    bench = Bench()
    for key in range(6):
        bench.contacts.press(key)
    assert sorted(bench.run_ms(20)) == sorted(char + "+" for char in "AB01D#")


def test_pulses_of_2500_us_are_no_presses():
    bench = Bench()
    for _ in range(40):
        bench.contacts.press(2)
        bench.clock.sleep_us(2500)
        bench.contacts.release(2)
        assert bench.run_ms(50) == []


def test_a_button_that_is_stuck_is_named_and_the_others_go_on():
    bench = Bench()
    bench.contacts.press(4)
    assert bench.run_ms(31_000) == ["D+", "D-"]
    assert chr(bench.keyboard.stuck) == "D"
    bench.contacts.press(0)
    assert bench.run_ms(60) == ["A+"]
    bench.contacts.release(4)
    bench.run_ms(60)
    assert bench.keyboard.stuck == 0


def test_a_contact_is_moving_until_it_is_believed():
    bench = Bench()
    assert not bench.keyboard.moving
    bench.contacts.press(0)
    bench.run_ms(2)
    assert bench.keyboard.moving
    bench.run_ms(10)
    assert not bench.keyboard.moving


@pytest.mark.parametrize("count", [0, 29])
def test_no_keys_or_more_than_28_are_refused(count):
    with pytest.raises(ValueError, match="1 to 28 keys"):
        Keys(count)


def test_what_is_known_of_the_wear_is_told_by_the_characters():
    bench = Bench()
    bench.contacts.press(2)
    bench.run_ms(100)
    bench.keyboard._parts[0].longest_ms[2] = 7
    assert bench.keyboard.wear == [([1, 0, 0, 0, 0], {"0": 7}, 0)]


def test_keys_that_count_no_more_are_named():
    bench = Bench()
    assert bench.keyboard.silent == ""
    for key in (1, 3):
        bench.contacts.press(key)
    bench.clock.sleep_ms(10)
    bench.keyboard.begin()
    assert bench.keyboard.silent == "B1"
    bench.contacts.release(1)
    bench.run_ms(100)
    assert bench.keyboard.silent == "1"
    bench.contacts.press(1)
    bench.run_ms(31_000)
    assert bench.keyboard.silent == "B1"
