"""Every board file: a frame by keys, right at every latched frame, in time, without heap."""

import copy
import json
import random
import statistics

import pytest

from host_tests.latched import Latched, now_us
from rules.notation import state
from tools.boards import load_board
from tools.vboard.device import Device
from tools.vboard.script import parse
from tools.venv import ROOT
from tools.vm import available, open_vm

NAMES = sorted(path.stem for path in (ROOT / "boards").glob("*.json") if path.stem != "schema")
BOARDS = {name: load_board(name) for name in NAMES}
MATCH = {"game": "snooker", "best-of": 3}
FRAME = "17" * 15 + "234567"
BALLS = {"red", "yellow", "green", "brown", "blue", "pink", "black"}

EVERY_BOARD = pytest.mark.parametrize("name", NAMES)


def device_on(name, **options):
    device = Device(BOARDS[name], MATCH, **options)
    device.run_ms(1000)
    return device


def tap(device, key, part=0):
    device.press(key, part)
    device.run_ms(60)
    device.release(key, part)
    device.run_ms(60)


def single_leds(device, board):
    """The digits that are LEDs on pins of their own."""
    places = []
    first = 0
    for display, part in zip(device.displays, board["displays"]):
        digits = range(first, first + len(display.digits()))
        places += digits if part["driver"] == "leds" else []
        first = digits.stop
    return places


def assert_agrees(device):
    """What is latched in the chips is the state of the match."""
    reading = device.reading()
    now = state(device.marker.console.match)
    fields = {name: text.strip() for name, text in reading["fields"].items()}
    assert [fields["score_a"], fields["score_b"]] == [str(score) for score in now["score"]]
    assert [fields["frames_a"], fields["frames_b"]] == [str(won) for won in now["frames"]]
    lamps = set(reading["lamps"])
    side = now["match_winner"] or now["winner"] or now["striker"]
    assert lamps & {"turn_a", "turn_b"} == {"turn_" + side.lower()}
    on = BALLS - {"red"} if now["on"] == "colour" else {now["on"]}
    assert lamps & BALLS == on - {None}
    assert "fault" not in lamps


def test_each_driver_and_each_chip_is_on_a_board():
    drivers = {display["driver"] for board in BOARDS.values() for display in board["displays"]}
    assert drivers == {"max7219", "tm1637", "ht16k33", "hc595", "ws2812", "leds"}
    assert drivers == {
        path.stem for path in (ROOT / "tools" / "vboard" / "chips").glob("*.py")
    } - {"__init__"}
    assert {board["chip"] for board in BOARDS.values()} == {"esp32", "esp32-s3", "esp32-c3"}


@EVERY_BOARD
def test_a_board_is_called_as_its_file(name):
    assert BOARDS[name]["name"] == name


@EVERY_BOARD
@pytest.mark.parametrize("seed", range(1, 6))
def test_a_board_wakes_up_from_any_state_and_its_displays_answer(name, seed):
    device = device_on(name, seed=seed)
    assert_agrees(device)
    assert (device.marker.panel.errors, device.marker.panel.failing) == (0, False)


@EVERY_BOARD
def test_a_frame_by_keys_is_right_at_every_latched_frame(name):
    """Each digit goes from the old value to the new one, never by a third; LEDs do so singly."""
    device = device_on(name)
    single = single_leds(device, BOARDS[name])
    watched = Latched(device)
    for key in FRAME + "#0A#DD":
        before = watched.digits()
        watched.seen.clear()
        device.press(key)
        device.run_ms(60)
        after = watched.digits()
        for _, digits in watched.seen:
            for place, now in enumerate(digits):
                old, new = before[place], after[place]
                assert (now ^ old) & (now ^ new) == 0 if place in single else now in (old, new)
        device.release(key)
        device.run_ms(60)
        if key in FRAME:
            assert_agrees(device)
    assert device.marker.console.match.frames == [1, 0]


@EVERY_BOARD
def test_the_periodic_refresh_is_not_seen(name):
    device = device_on(name)
    watched = Latched(device)
    before = watched.digits()
    device.run_ms(5000)
    assert watched.seen
    assert all(digits == before for _, digits in watched.seen)


# A LED of a strip takes 30 us, so the strips come later; the rest leaves room for the bounce.
SLOWER_MS = {"wall-ws2812": 2.2, "wall-c3": 1}


@EVERY_BOARD
@pytest.mark.parametrize(
    "bounce_us, median_ms, worst_ms", [(0, 8, 10), (1600, 8, 12), (6000, 14, 16)]
)
def test_latency_from_the_contact_to_the_latched_digits(name, bounce_us, median_ms, worst_ms):
    """In virtual time, over many phases of the loop against the contact; all digits."""
    device = device_on(name)
    device.contacts.bounce_us = bounce_us
    watched = Latched(device)
    chance = random.Random(bounce_us)
    waits_ms = []
    for key in FRAME:
        device.clock.sleep_us(chance.randrange(2000))
        closed_us = now_us(device)
        watched.seen.clear()
        device.press(key)
        device.run_ms(60)
        waits_ms.append((watched.since_us() - closed_us) / 1000)
        device.release(key)
        device.run_ms(60 + chance.randrange(30))
    if bounce_us:
        median_ms += SLOWER_MS.get(name, 0)
    assert min(waits_ms) > 3  # a shorter pulse is noise
    assert statistics.median(waits_ms) <= median_ms
    assert max(waits_ms) <= worst_ms


@pytest.fixture(scope="module", params=["wasm", "unix"])
def vm(request):
    if not available(request.param):
        pytest.skip(f"the VM {request.param!r} is not installed here")
    with open_vm(request.param) as vm:
        vm.put("match", MATCH)
        vm.call(
            "import json\n"
            "from tools.vboard.heap_of_keys import Meter\n"
            "from rules.notation import state\n"
            "from tools.vboard.device import Device\n"
        )
        yield vm


def value(vm, expression):
    return json.loads(vm.call(f"print(json.dumps({expression}))"))


@EVERY_BOARD
def test_a_frame_on_a_real_micropython_takes_no_heap_and_ends_as_here(vm, name):
    script = " ".join(FRAME) + " # . 1 7 0 . . . A # D * ."
    keys = "".join(BOARDS[name]["keypad"]["keys"])
    vm.put("board", BOARDS[name])
    vm.put("steps", parse(script, keys))
    vm.call(
        "Device(board, match).play('1 7 A # D D 8 * . . #')\n"  # what is made once a program
        "device = Device(board, match)\n"
        "meter = Meter(device)\n"
        "meter.play(steps)\n"
    )
    assert value(vm, "meter.spent") == []
    here = Device(BOARDS[name], MATCH)
    here.play(script)
    assert value(vm, "state(device.marker.console.match)") == state(here.marker.console.match)
    assert value(vm, "device.reading()['digits']") == here.reading()["digits"]


# -- what goes wrong on a wall --------------------------------------------------------------------


def upset(display, driver):
    """What interference can do to a chip."""
    if driver == "max7219":
        for registers in display.registers:
            registers[0x0F] = 1
            registers[0x0C] = 0
    elif driver == "tm1637":
        display.memory[0] ^= 0x5A
        display.control = 0x80
    elif driver == "ht16k33":
        display.memory[2] ^= 0x5A
        display.oscillator = display.display = 0
    elif driver == "hc595":
        display.outputs[3] ^= 0x5A
    elif driver == "ws2812":
        for at in range(0, len(display.colours), 7):
            display.colours[at] ^= 0x5A


@EVERY_BOARD
def test_whatever_interference_does_to_a_display_is_mended_within_two_seconds(name):
    device = device_on(name)
    device.run_ms(1300)
    right = device.reading()["digits"]
    for display, part in zip(device.displays, BOARDS[name]["displays"]):
        upset(display, part["driver"])
    assert device.reading()["digits"] != right
    device.run_ms(2000)
    assert device.reading()["digits"] == right


@pytest.mark.parametrize("name", ["wall-tm1637", "wall-ht16k33"])
def test_a_display_that_is_pulled_off_stops_nothing_and_is_right_when_plugged_in_again(name):
    device = device_on(name)
    gone = device.displays[1]
    gone.present = False
    for key in "1717":
        tap(device, key)
    device.run_ms(5000)
    assert device.marker.console.match.score == [16, 0]
    assert device.reading()["fields"]["score_a"] == " 16"
    assert "fault" in device.reading()["lamps"]
    errors = device.marker.panel.errors
    device.run_ms(60_000)
    assert device.marker.panel.errors - errors <= 4  # it is left alone
    gone.plug()
    device.run_ms(31_000)
    assert_agrees(device)
    assert not device.marker.panel.failing


@pytest.mark.parametrize("name", ["wall-tm1637", "wall-ht16k33"])
def test_a_board_starts_without_any_of_its_displays(name):
    device = Device(BOARDS[name], MATCH)
    for display in device.displays:
        display.present = False
    for key in "171":
        tap(device, key)
    assert device.marker.console.match.score == [9, 0]
    for display in device.displays:
        display.plug()
    device.run_ms(31_000)
    assert_agrees(device)


# A press while the flash is erased: the chip stands still for 45 to 80 ms as a rule, for 400 ms at
# worst. A contact that is still closed when it is over is seen; one that has opened again by then
# is not, since nobody looked (why no interrupt helps: docs/field-notes.md).


@pytest.mark.parametrize("stall_ms", [80, 400])
@pytest.mark.parametrize("before_ms", [0, 1, 2, 3, 5])
def test_a_key_that_is_still_down_after_a_stall_is_not_lost(stall_ms, before_ms):
    device = device_on("wall-max7219")
    device.press("1")
    device.run_ms(before_ms)
    device.stall_ms(stall_ms)
    device.run_ms(10)
    assert device.marker.console.match.score == [1, 0]
    device.release("1")
    device.run_ms(60)
    tap(device, "7")
    assert device.marker.console.match.score == [8, 0]


@pytest.mark.parametrize("stall_ms", [80, 400])
@pytest.mark.parametrize("offset_ms", [0, 30, 70])
def test_a_tap_that_outlasts_a_stall_by_the_debouncing_is_counted_once(stall_ms, offset_ms):
    device = device_on("wall-max7219")
    device.clock.advance_to(device.clock.ms + offset_ms)
    device.press("1")
    device.stall_ms(stall_ms - offset_ms)
    device.run_ms(14)  # 1.6 ms of bounce are long over
    device.release("1")
    device.run_ms(100)
    assert device.marker.console.match.score == [1, 0]


@pytest.mark.parametrize("stall_ms", [80, 400])
def test_a_key_that_is_down_before_a_stall_counts_once(stall_ms):
    device = device_on("wall-max7219")
    device.press("1")
    device.run_ms(30)
    device.stall_ms(stall_ms)
    device.run_ms(30)
    device.release("1")
    device.stall_ms(stall_ms)
    device.run_ms(60)
    assert device.marker.console.match.score == [1, 0]
    tap(device, "7")
    assert device.marker.console.match.score == [8, 0]


@pytest.mark.parametrize("stall_ms", [80, 400])
def test_a_tap_within_a_stall_is_not_seen_and_nothing_else_is(stall_ms):
    """The limit of looking at contacts: nobody looked."""
    device = device_on("wall-max7219")
    device.press("1")
    device.stall_ms(stall_ms // 2)
    device.release("1")
    device.stall_ms(stall_ms // 2)
    device.run_ms(200)
    assert device.marker.console.match.score == [0, 0]
    tap(device, "1")
    assert device.marker.console.match.score == [1, 0]


# -- other ways to press a key --------------------------------------------------------------------


def test_the_buttons_of_the_club_board_are_keys_of_the_console():
    device = device_on("wall-s3")
    for key in "10D":
        tap(device, key, part=1)
    assert device.marker.console.match.score == [1, 0]
    tap(device, "7")  # the keypad goes on
    assert device.marker.console.match.score == [8, 0]


def test_buttons_bounce_and_get_stuck_as_keys_do():
    device = device_on("wall-s3")
    device.keys[1].bounce_us = 6000
    for key in "1A#":
        tap(device, key, part=1)
    device.press("0", 1)
    device.run_ms(31_000)
    assert chr(device.marker.keyboard.stuck) == "0"
    assert "fault" in device.reading()["lamps"]
    tap(device, "1", part=1)
    device.release("0", 1)
    device.run_ms(100)
    assert device.marker.keyboard.stuck == 0


def test_a_second_keypad_has_keys_and_ghosts_of_its_own():
    board = copy.deepcopy(BOARDS["wall-s3"])
    board["second_keypad"] = {
        "rows": [1, 2, 15, 16],
        "columns": [17, 18, 38, 48],
        "keys": board["keypad"]["keys"],
    }
    del board["buttons"]
    device = Device(board, MATCH)
    device.run_ms(1000)
    device.press("2")
    device.press("4", 1)  # no corner of a rectangle, for they are two matrices
    device.press("5", 1)
    device.run_ms(60)
    for key, part in (("2", 0), ("4", 1), ("5", 1)):
        device.release(key, part)
    device.run_ms(60)
    for key in "17":
        tap(device, key, part=1)
    assert device.marker.console.match.score == [8, 0]
