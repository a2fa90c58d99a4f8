"""Virtual time."""

import pytest

from tools.vboard.clock import Clock

PERIOD = 2**30


def test_time_stands_still_until_somebody_waits():
    clock = Clock()
    assert clock.ticks_us() == clock.ticks_us()
    assert (clock.ms, clock.us) == (0, 0)


def test_the_ticks_begin_five_seconds_before_they_wrap():
    clock = Clock()
    clock.sleep_ms(4999)
    assert clock.ticks_ms() == PERIOD - 1
    clock.sleep_ms(1)
    assert clock.ticks_ms() == 0
    assert clock.ms == 5000


def test_waits_add_up_to_the_microsecond():
    clock = Clock()
    start_us = clock.ticks_us()
    for _ in range(7):
        clock.sleep_us(300)
    assert (clock.ms, clock.us) == (2, 100)
    assert clock.ticks_diff(clock.ticks_us(), start_us) == 2100
    clock.sleep_ms(10)
    assert (clock.ms, clock.us) == (12, 0)
    clock.sleep(0.5)
    assert (clock.ms, clock.us) == (512, 0)


def test_a_week_passes_at_once():
    clock = Clock()
    week_ms = 7 * 24 * 3600 * 1000
    clock.advance_to(week_ms)
    assert (clock.ms, clock.us) == (week_ms, 0)
    assert clock.ticks_ms() == (week_ms - 5000) % PERIOD
    assert clock.ticks_us() == 1000 * (week_ms - 5000) % PERIOD


def test_a_moment_that_is_over_is_not_waited_for():
    clock = Clock()
    clock.advance_to(50)
    clock.advance_to(20)
    clock.sleep_us(-1)
    assert (clock.ms, clock.us) == (50, 0)


@pytest.mark.parametrize(
    "end, start, diff",
    [
        (5, 3, 2),
        (3, 5, -2),
        (1, PERIOD - 1, 2),
        (PERIOD - 1, 1, -2),
        (PERIOD // 2 - 1, 0, PERIOD // 2 - 1),
        (PERIOD // 2, 0, -PERIOD // 2),
    ],
)
def test_ticks_diff_is_the_shorter_way_round(end, start, diff):
    assert Clock().ticks_diff(end, start) == diff


def test_ticks_add_wraps():
    clock = Clock()
    assert clock.ticks_add(PERIOD - 1, 2) == 1
    assert clock.ticks_add(1, -2) == PERIOD - 1


@pytest.mark.parametrize("delta", [PERIOD // 2, -PERIOD // 2])
def test_ticks_add_refuses_half_a_period_as_the_chip_does(delta):
    with pytest.raises(OverflowError):
        Clock().ticks_add(0, delta)
