"""The small parts of the virtual board: relay, buzzer, chance, what the wall says."""

import pytest

from console.glyphs import glyph
from tools.vboard.buzzer import Buzzer
from tools.vboard.chance import Chance
from tools.vboard.clock import Clock
from tools.vboard.machine import Machine
from tools.vboard.relay import Relay
from tools.vboard.wall import Wall


@pytest.mark.parametrize("active_high", [True, False])
def test_the_relay_stays_off_while_its_pin_floats(active_high):
    clock = Clock()
    pin = Machine(clock).Pin
    relay = Relay(clock, pin(32), active_high)
    pin(32, pin.IN)
    assert (relay.on, relay.edges) == (False, 0)


def test_an_active_low_relay_clicks_when_its_output_is_made_without_a_value():
    clock = Clock()
    pin = Machine(clock).Pin
    relay = Relay(clock, pin(32), active_high=False)
    pin(32, pin.OUT)
    pin(32).value(1)
    assert (relay.on, relay.edges) == (False, 2)


def test_the_relay_keeps_the_times_of_its_last_32_edges():
    clock = Clock()
    pin = Machine(clock).Pin
    relay = Relay(clock, pin(32), active_high=True)
    control = pin(32, pin.OUT, value=0)
    for edge in range(40):
        clock.sleep_ms(10)
        control(not edge % 2)
    assert relay.edges == 40
    assert relay.edge_times_ms() == list(range(90, 410, 10))


def test_the_buzzer_tells_every_change_once():
    clock = Clock()
    machine = Machine(clock)
    buzzer = Buzzer(clock, machine.Pin(4))
    pwm = machine.PWM(machine.Pin(4), freq=1000, duty_u16=32768)
    clock.sleep_ms(30)
    pwm.duty_u16(0)
    pwm.duty_u16(0)
    assert buzzer.news() == [[0, 1000], [30, 0]]
    assert buzzer.news() == []


def test_the_buzzer_keeps_the_last_64_changes():
    clock = Clock()
    machine = Machine(clock)
    buzzer = Buzzer(clock, machine.Pin(4))
    pwm = machine.PWM(machine.Pin(4), freq=1000, duty_u16=0)
    for _ in range(50):
        pwm.duty_u16(32768)
        clock.sleep_ms(1)
        pwm.duty_u16(0)
        clock.sleep_ms(1)
    news = buzzer.news()
    assert len(news) == 64
    assert (news[0], news[-1]) == ([36, 1000], [99, 0])


def test_chance_repeats_with_its_seed_and_does_not_stop():
    one, other = Chance(7), Chance(7)
    drawn = [one.bits() for _ in range(1000)]
    assert drawn == [other.bits() for _ in range(1000)]
    assert len(set(drawn)) > 990
    assert Chance(0).bits() != 0


def wall(fields=None, lamps=None):
    return Wall({"fields": fields or {}, "lamps": lamps or {}}, [])


def test_a_field_reads_as_text_with_its_points():
    fields = {"score_a": [2, 1, 0]}
    assert wall(fields).fields([0x06, 0x5B | 0x80, 0x40]) == {"score_a": "-2.1"}


def test_what_is_no_character_reads_as_a_star():
    assert wall({"info": [0, 1]}).fields([0b0110101, 0]) == {"info": "* "}


def test_lamps_are_lit_by_their_segment():
    lamps = {"red": {"digit": 1, "segment": "c"}, "warn": {"digit": 0, "segment": "."}}
    assert wall({}, lamps).lamps([0, 0b100]) == ["red"]
    assert wall({}, lamps).lamps([0x80, 0b100]) == ["red", "warn"]


@pytest.mark.parametrize("code", range(ord("-"), ord("_") + 1))
def test_every_glyph_of_the_firmware_reads_as_its_character(code):
    segments = glyph(code)
    if segments and chr(code) not in ".S":  # a point is no character, S looks like 5
        text = wall({"info": [0]}).fields([segments])["info"]
        assert text.upper() == chr(code)
