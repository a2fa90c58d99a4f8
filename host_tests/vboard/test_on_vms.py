"""The drivers and the virtual board on real MicroPython: the same results, and no heap."""

import json
from pathlib import Path

import pytest

from host_tests.drivers.keypad_bench import pulses, taps, three_corners
from tools.boards import load_board
from tools.vboard.device import Device
from tools.vm import available, open_vm

HERE = Path(__file__).parent
BOARD = load_board("wall-max7219")
TOY = "host_tests.vboard.toy_main"
SCRIPT = "6 . D D~ 1 5"


@pytest.fixture(scope="module", params=["wasm", "unix"])
def vm(request):
    if not available(request.param):
        pytest.skip(f"the VM {request.param!r} is not installed here")
    with open_vm(request.param) as vm:
        vm.put("board", BOARD)
        vm.call(
            "import json, micropython\n"
            "from tools.vboard.device import Device\n"
            "from host_tests.drivers.keypad_bench import Bench, pulses, taps, three_corners\n"
            f"def board_on(seed): return Device(board, seed=seed, program={TOY!r})\n"
        )
        yield vm


def value(vm, expression):
    return json.loads(vm.call(f"print(json.dumps({expression}))"))


@pytest.mark.parametrize("call", ["taps(20, 80, 120, 6000)", "taps(20, 45, 45, 1600)"])
def test_taps_come_out_as_on_this_python(vm, call):
    assert value(vm, call) == list(eval(call, {"taps": taps}))


def test_pulses_and_ghosts_come_out_as_on_this_python(vm):
    assert value(vm, "pulses(40, 2500)") == pulses(40, 2500) == 0
    assert value(vm, "three_corners(4, 1, 0)") == three_corners(4, 1, 0)


def test_a_script_gives_the_same_frames_and_sounds_as_on_this_python(vm):
    here = Device(BOARD, seed=3, program=TOY)
    here.displays[0].latched = []
    here.play(SCRIPT)
    vm.call(f"there = board_on(3)\nthere.displays[0].latched = []\nthere.play({SCRIPT!r})")
    frames = value(vm, "[[ms, list(data)] for ms, data in there.displays[0].latched]")
    assert frames == [[ms, list(data)] for ms, data in here.displays[0].latched]
    assert value(vm, "there.reading()") == here.reading()


def test_a_key_from_contact_to_wire_takes_no_heap_virtual_board_included(vm):
    vm.call((HERE / "heap_of_a_key.py").read_text(encoding="utf-8"))
    assert value(vm, "heap_of_a_key(board_on(1))") == {
        "a pass without a key": 0,
        "a key down": 0,
        "a key up": 0,
        "two keys": 0,
        "three corners": 0,
        "a relay edge": 0,
        "the periodic refresh": 0,
        "a stuck key": 0,
        "its release": 0,
    }
