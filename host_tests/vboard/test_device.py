"""A whole virtual board, with a toy firmware on it."""

import builtins
import copy
import json
import statistics
import sys
import time

import pytest

from tools.boards import load_board
from tools.vboard.clock import Clock
from tools.vboard.device import Device, load_firmware
from tools.vboard.machine import Machine
from tools.vboard.relay import Relay

TOY = "host_tests.vboard.toy_main"
IDLE = "host_tests.vboard.idle_main"
BOARD = load_board("wall-max7219")


def device(board=BOARD, **options):
    return Device(board, program=TOY, **options)


def booted(files, active="high"):
    clock = Clock()
    machine = Machine(clock)
    relay = Relay(clock, machine.Pin(32), active == "high")
    load_firmware(files, machine, clock, IDLE)
    return machine, relay


def latency_ms(board, key):
    """From the contact to the latch of the first digit of chip 0, its register 8."""
    latched = board.displays[0].latched = []
    began_ms = board.clock.ms
    board.press(key)
    board.run_ms(100)
    return min(ms for ms, data in latched if data[2] & 15 == 8 and data[3]) - began_ms


def test_a_board_wakes_up_dark_silent_and_with_the_lamp_off():
    reading = device().reading()
    assert reading["digits"] == [0] * 16
    assert set("".join(reading["fields"].values())) == {" "}
    assert reading["fields"].keys() == BOARD["fields"].keys()
    assert (reading["lamps"], reading["table_lamp"], reading["sounds"]) == ([], False, [])


def test_a_key_is_seen_and_heard_until_it_is_released():
    board = device()
    board.press("6")  # the toy shows the key's number: row 1, column 2 is 6
    board.run_ms(100)
    reading = board.reading()
    assert reading["fields"]["score_a"] == "6  "
    assert [hz for _, hz in reading["sounds"]] == [2000, 0]
    assert reading["ms"] == 100
    board.release("6")
    board.run_ms(100)
    assert board.reading()["fields"]["score_a"] == "   "


def test_sounds_are_told_once():
    board = device()
    board.press("5")
    board.run_ms(100)
    board.reading()
    assert board.reading()["sounds"] == []


@pytest.mark.parametrize("bounce_us", [0, 1600, 6000])
def test_a_digit_is_latched_within_the_budget_after_the_contact(bounce_us):
    latencies_ms = []
    for seed in range(1, 41):
        board = device(seed=seed)
        board.contacts.bounce_us = bounce_us
        board.run_ms(100 + seed % 2)  # the press falls between two passes, or on one
        latencies_ms.append(latency_ms(board, "5"))
    if bounce_us < 6000:
        assert statistics.median(latencies_ms) <= 8
    assert max(latencies_ms) <= 16


def test_no_latched_frame_of_a_key_shows_anything_else():
    board = device()
    looks = []

    class Looks:
        def append(self, latched):
            looks.append(board.reading()["digits"])

    board.displays[0].latched = Looks()
    board.play("6 .")
    shown = [0b1111101] + [0] * 15  # a six
    assert shown in looks
    assert all(look in (shown, [0] * 16) for look in looks)


def test_an_upset_display_is_right_again_within_two_seconds():
    board = device()
    board.run_ms(3000)
    board.press("6")
    board.run_ms(100)
    right = board.reading()["digits"]
    for register in range(1, 16):
        board.displays[0].registers[register % 2][register] ^= 0xFF
    assert board.reading()["digits"] != right
    board.run_ms(1500)
    assert board.reading()["digits"] == right


def test_the_display_is_written_again_after_the_relay_has_switched():
    board = device()
    board.run_ms(2100)
    board.press("D")  # the toy's lamp key
    board.run_ms(30)
    assert board.reading()["table_lamp"] is True
    edge_ms = board.relay.edge_times_ms()[-1]
    board.displays[0].registers[0][0x0F] = 1
    board.run_ms(edge_ms + 100 - board.clock.ms)
    assert board.reading()["digits"][7] == 0


@pytest.mark.parametrize("active", ["high", "low"])
def test_the_lamp_does_not_blink_at_power_up(active):
    board = copy.deepcopy(BOARD)
    board["table_lamp"]["active"] = active
    virtual = device(board)
    virtual.run_ms(1000)
    assert (virtual.relay.on, virtual.relay.edges) == (False, 0)
    virtual.play("D")
    assert (virtual.relay.on, virtual.relay.edges) == (True, 1)


@pytest.mark.parametrize("active, level", [("high", 0), ("low", 1)])
def test_boot_py_drives_the_relay_off_before_main_py_comes(active, level):
    board = copy.deepcopy(BOARD)
    board["table_lamp"]["active"] = active
    machine, relay = booted({"board.json": json.dumps(board)}, active)
    assert machine.Pin(32).drives() == level
    assert relay.edges == 0


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"board.json": ""},
        {"board.json": "{"},
        {"board.json": "[]"},
        {"board.json": "{}"},
        {"board.json": '{"table_lamp": null}'},
        {"board.json": '{"table_lamp": {"pin": 32}}'},
        {"board.json": '{"table_lamp": {"pin": 34, "active": "high"}}'},
    ],
)
def test_a_missing_or_broken_board_file_does_not_stop_boot_py(files):
    machine, _ = booted(files)
    assert machine.Pin(32).drives() == -1


def test_a_match_stands_for_the_defaults_of_the_board():
    board = Device(BOARD, {"game": "manual"}, program=IDLE).marker.board
    assert board["defaults"] == {"game": "manual"}
    assert BOARD["defaults"]["game"] == "snooker"


def test_the_stand_ins_are_gone_once_the_firmware_is_loaded():
    kept = sys.modules.get("machine"), sys.modules["time"], builtins.open
    device()
    assert (sys.modules.get("machine"), sys.modules["time"], builtins.open) == kept
    assert sys.modules["time"] is time
    assert "boot" not in sys.modules


def test_boards_live_side_by_side():
    one, other = device(), device()
    one.press("6")
    one.run_ms(100)
    other.run_ms(50)
    assert one.reading()["digits"] != other.reading()["digits"]
    assert (one.clock.ms, other.clock.ms) == (100, 50)


def test_the_same_seed_gives_the_same_run():
    def run(seed):
        board = device(seed=seed)
        board.contacts.bounce_us = 20000
        board.displays[0].latched = []
        board.play("1 5 9 D~ #")
        return board.displays[0].latched

    assert run(1) == run(1)
    assert run(1) != run(2)


def test_the_firmware_runs_on_over_the_wrap_of_the_ticks():
    board = device()
    board.run_ms(4950)
    for _ in range(3):  # before, during and after
        board.play("6")
    board.press("6")
    board.run_ms(50)
    assert board.reading()["fields"]["score_a"] == "6  "


def test_a_key_that_is_not_there_is_named():
    with pytest.raises(ValueError, match="no key is called 'x'; there are 1 2 3 A 4"):
        device().press("x")
