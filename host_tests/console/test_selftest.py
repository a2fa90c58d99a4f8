"""The self-test at power-up, on its own and on whole boards."""

import pytest

from console.selftest import SelfTest
from tools.boards import load_board
from tools.vboard.device import Device
from tools.vboard.machine import Machine
from version import __version__

BOARD = load_board("wall-max7219")
NAMES = (
    "wall-max7219",
    "wall-tm1637",
    "wall-ht16k33",
    "wall-74hc595",
    "wall-ws2812",
    "wall-s3",
    "wall-c3",
)
MATCH = {"game": "snooker"}
ALL_LIT_MS, VERSION_MS, CAUSE_MS, OVER_MS = 900, 2100, 3300, 4100


def power_on(board=BOARD, **options):
    return Device(board, MATCH, self_test=True, **options)


def run_to(device, ms):
    device.run_ms(ms - device.clock.ms)
    return device.reading()


@pytest.mark.parametrize("name", NAMES)
def test_all_segments_and_lamps_are_lit_and_a_tune_sounds(name):
    board = load_board(name)
    device = power_on(board)
    assert not any(run_to(device, 290)["digits"])  # the supply is still rising
    reading = run_to(device, ALL_LIT_MS)
    assert set(reading["lamps"]) == set(board["lamps"])
    for places in board["fields"].values():
        assert all(reading["digits"][place] & 0x7F == 0x7F for place in places)
    assert len([hz for _, hz in reading["sounds"] if hz]) == 3
    assert reading["table_lamp"] is False


def test_then_the_version_and_the_cause_of_the_reset_are_shown():
    device = power_on()
    reading = run_to(device, VERSION_MS)
    assert reading["fields"]["info"].strip() == __version__
    assert reading["fields"]["score_a"] == "   "
    assert reading["lamps"] == []
    assert run_to(device, CAUSE_MS)["fields"]["info"] == "on  "


@pytest.mark.parametrize(
    "cause, text",
    [(Machine.HARD_RESET, "HArd"), (Machine.WDT_RESET, "doG "), (Machine.SOFT_RESET, "5oFt")],
)
def test_each_cause_has_its_text(cause, text):
    assert run_to(power_on(cause=cause), CAUSE_MS)["fields"]["info"] == text


def test_then_the_board_is_as_without_it():
    device = power_on()
    without = Device(BOARD, MATCH)
    without.run_ms(OVER_MS)
    assert run_to(device, OVER_MS)["digits"] == without.reading()["digits"]
    assert device.marker.self_test is None


@pytest.mark.parametrize("at_ms", [0, 100, 400, 2000, 3500])
def test_any_key_ends_it_and_is_answered_as_ever(at_ms):
    device = power_on()
    device.run_ms(at_ms)
    device.press("1")
    device.run_ms(9)
    assert device.reading()["fields"]["score_a"] == "  1"
    assert device.marker.self_test is None


def test_a_board_that_does_not_ask_for_it_has_none():
    board = {key: BOARD[key] for key in BOARD if key != "self_test"}
    device = power_on(board)
    assert run_to(device, 50)["fields"]["score_a"] == "  0"


def with_relay():
    return {**BOARD, "self_test": {"relay": True}}


def test_the_relay_takes_part_if_it_is_asked_to():
    device = power_on(with_relay())
    assert run_to(device, 400)["table_lamp"] is False  # the supply has to settle
    assert run_to(device, 2000)["table_lamp"] is True
    assert run_to(device, OVER_MS + 1000)["table_lamp"] is False
    first, second = device.relay.edge_times_ms()
    assert second - first >= 3000


def test_a_match_that_begins_meanwhile_keeps_the_lamp_on():
    device = power_on(with_relay())
    device.run_ms(1000)
    device.play("1")
    device.run_ms(10_000)
    assert (device.reading()["table_lamp"], device.relay.edges) == (True, 1)


def test_the_key_that_ends_it_takes_no_heap(vm):
    if vm.fuel_used is None and "micropython" not in vm.call(
        "import sys; print(sys.implementation)"
    ):
        pytest.skip("this Python does not count its heap")
    vm.put("board", BOARD)
    vm.call(
        "from micropython import mem_total\n"
        "from tools.vboard.device import Device\n"
        "device = before = after = None\n"
        "for _ in range(2):\n"
        "    device = Device(board, self_test=True)\n"
        "    device.run_ms(1000)\n"
        "    before = mem_total()\n"
        "    device.press('1')\n"
        "    device.run_ms(60)\n"
        "    after = mem_total()\n"
    )
    assert vm.call("print(after - before, device.marker.self_test)") == "0 None\n"


class Recorder:
    """Stands for panel, buzzer and lamp."""

    def __init__(self):
        self.segments = bytearray(3)
        self.covered = None

    def cover(self, segments):
        self.covered = segments

    def uncover(self):
        self.covered = None

    def play(self, notes):
        pass


def test_a_board_without_an_information_field_tells_what_fits_into_the_score():
    panel = Recorder()
    test = SelfTest(panel, {"score_a": [0, 1, 2]}, panel, None)
    test.begin("1.23.4", 99, False)
    for _ in range(2):
        test.step(1300)
    assert bytes(panel.covered) == bytes([0x06 | 0x80, 0x5B, 0x4F | 0x80])
    for _ in range(2):
        test.step(1300)
    assert panel.covered is None
