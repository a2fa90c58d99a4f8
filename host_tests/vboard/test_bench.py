"""What hands do to a board, and that the board stands it."""

import pytest

from tools.boards import load_board
from tools.vboard.bench import ACTS, Bench

MATCH = {"game": "snooker", "best-of": 5}
WITH_CABLE = ("max7219", "74hc595", "ht16k33", "tm1637", "ws2812")


def bench_with(keys, board="wall-max7219"):
    bench = Bench(load_board(board), MATCH)
    bench.run_ms(1000)
    for key in keys:
        tap(bench, key)
    bench.run_ms(4000)  # what a key made the line say has gone, all is on the flash
    return bench


def tap(bench, key):
    bench.act(f"+{key}")
    bench.run_ms(80)
    bench.act(f"-{key}")
    bench.run_ms(120)


def shown(bench, *names):
    fields = bench.reading()["fields"]
    return [fields[name].strip() for name in names or ("score_a", "score_b")]


def test_every_act_may_come_at_any_time_and_again():
    bench = bench_with("17")
    for _ in range(2):
        for act in ("power off", *ACTS, "jam 8", *ACTS, "free 8", *reversed(ACTS), "power on"):
            bench.act(act)
            bench.act(act)
            bench.run_ms(10)
    bench.act("display on")
    bench.run_ms(2000)
    assert shown(bench) == ["8", "0"]


@pytest.mark.parametrize("board", WITH_CABLE)
def test_a_display_that_was_unplugged_is_right_two_seconds_after(board):
    bench = bench_with("171", f"wall-{board}")
    before = bench.reading()["digits"]
    bench.act("display off")
    bench.run_ms(300)
    assert set(bench.reading()["digits"]) == {0}
    bench.act("display on")
    bench.run_ms(2000)
    assert bench.reading()["digits"] == before


def test_keys_count_while_the_display_is_unplugged():
    bench = bench_with("1")
    bench.act("display off")
    tap(bench, "7")
    bench.act("display on")
    bench.run_ms(2000)
    assert shown(bench) == ["8", "0"]


def test_a_display_stays_unplugged_when_the_power_comes_back():
    bench = bench_with("1")
    for act in ("display off", "power off", "power on"):
        bench.act(act)
    bench.run_ms(3000)
    assert set(bench.reading()["digits"]) == {0}


@pytest.mark.parametrize("board", WITH_CABLE)
def test_noise_garbles_the_display_and_it_is_right_two_seconds_after(board):
    bench = bench_with("171", f"wall-{board}")
    before = bench.reading()["digits"]
    bench.act("noise on")
    assert bench.reading()["digits"] != before
    bench.run_ms(2000)
    assert bench.reading()["digits"] == before


def test_each_switching_of_the_lamp_disturbs_twice():
    bench = Bench(load_board("wall-max7219"), MATCH)
    bench.act("noise on")
    bench.run_ms(3000)
    tap(bench, "C")
    bench.act("+#")  # the lamp's key
    times = []
    for ms in range(2000):
        bench.run_ms(1)
        if bench.device.relay.on and bench.reading()["fields"]["score_a"] != "  0":
            times.append(ms)
    assert times and max(times) > 400
    bench.act("-#")
    bench.run_ms(6000)
    assert bench.device.relay.edges == 1
    assert shown(bench, "score_a", "frames_a", "frames_b", "score_b") == ["0"] * 4


def test_a_quiet_relay_disturbs_nothing():
    bench = Bench(load_board("wall-max7219"), MATCH)
    bench.run_ms(1000)
    bench.act("+1")
    for _ in range(1000):
        bench.run_ms(2)
        assert shown(bench, "score_b")[0].rstrip(".") == "0"  # the point: not saved yet
    assert bench.device.relay.edges == 1


def test_a_jammed_key_is_left_out_after_thirty_seconds_and_named():
    bench = bench_with("1")
    bench.act("jam 7")
    bench.run_ms(29_000)
    assert bench.reading()["lamps"].count("fault") == 0
    bench.run_ms(1500)
    assert "fault" in bench.reading()["lamps"]
    assert shown(bench, "info") == ["5tU7"]
    tap(bench, "1")
    assert shown(bench) == ["9", "0"]


def test_a_jammed_key_cannot_be_let_go_but_freed():
    bench = bench_with("1")
    for act in ("+7", "jam 7", "-7"):
        bench.act(act)
        bench.run_ms(100)
    assert bench.device.contacts._pressed
    bench.act("free 7")
    bench.run_ms(100)
    assert not bench.device.contacts._pressed
    assert shown(bench) == ["8", "0"]


def test_a_jammed_key_is_still_down_when_the_power_comes_back():
    bench = bench_with("1")
    for act in ("jam 8", "power off", "power on"):
        bench.act(act)
    bench.run_ms(31_000)
    assert shown(bench, "info") == ["5tU8"]
