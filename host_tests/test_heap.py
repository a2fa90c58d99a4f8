"""On real MicroPython no key takes heap, whatever it does and however long the match."""

import json

import pytest

from rules.notation import enter_token, state
from rules.refusals import ACCEPTED
from rules.snooker import Snooker
from tools.boards import load_board
from tools.vboard.script import parse
from tools.vm import available, open_vm

BOARD = load_board("wall-max7219")
KEYS = "".join(BOARD["keypad"]["keys"])
MATCH = {"game": "snooker", "best-of": 99}

EVERYTHING = (
    # pots, no score, what the information field shows
    "1 7 1 6 0 * * * * 1 5 1 4 * 0 "
    # refused when idle and in a sequence
    "8 2 # B C 3 C 1 9 9 # C 2 9 8 D "
    # fouls with all their pieces, and what may be ordered after them
    "A # # A 5 # C 3 A 8 8 0 C B A 7 # C 4 A C C # C 4 A C C # C 4 0 A B # B 7 0 "
    # rare events: two reds, a nominated colour, corrections, the last entries
    "C 1 2 # C 2 5 5 C A 1 0 # C B 7 # C A * 5 # C * * * * * * D C * * 0 "
    # sequences lapse, the key of the lamp is refused
    "C C . . . . . . . . . A 5 . . . . . . . . . C # "
    # undo and redo, over more than a page of the history, to the last one and one more
    + "D " * 20 + "D~ " * 21 +
    # set-up, the free ball in both phases
    "C C 1 4 5 * 3 0 # C C 3 B C C 5 8 7 C C 4 4 # A B # C C 8 1 # 7 A B # C C 8 2 # 6 0 "
    "C C 5 2 A B # C C 9 2 3 4 5 6 "
    # the frame ends, is undone and ends again; the next frame, all of it undone
    "7 D 7 1 # # D D~ 1 7 0 # A 0 # D D D "
    # a tie and the re-spotted black, a claim, a concession, an award, a restart
    "# C C 1 7 * 0 # C C 5 7 A # 5 C A 7 # D A 0 D 7 # C C 1 2 0 * 0 # C C 5 7 C 6 # "
    "C 7 # # C 8 A # C 0 # 1 7 1 C C 2 1 * 1 # "
)  # fmt: skip
MANY_FRAMES = "1 7 0 A 5 C # 1 2 0 C 8 B # C A 9 9 9 # " * 24 + "D " * 60


@pytest.fixture(scope="module", params=["wasm", "unix"])
def vm(request):
    if not available(request.param):
        pytest.skip(f"the VM {request.param!r} is not installed here")
    with open_vm(request.param) as vm:
        vm.put("board", BOARD)
        vm.put("match", MATCH)
        vm.call(
            "import gc, json\n"
            "from tools.vboard.heap_of_keys import Meter\n"
            "from rules.notation import sheet, state\n"
            "from tools.vboard.device import Device\n"
            "Device(board, match).play('1 7 A # C 2 D D 8 * #')\n"  # what is made once a program
        )
        yield vm


def play(vm, script):
    """Play it on a new board in the VM with a meter."""
    vm.put("steps", parse(script, KEYS))
    vm.call("device = Device(board, match)\nmeter = Meter(device)\nmeter.play(steps)")


def value(vm, expression):
    return json.loads(vm.call(f"print(json.dumps({expression}))"))


@pytest.mark.parametrize("script", [EVERYTHING, MANY_FRAMES], ids=["everything", "many frames"])
def test_no_key_takes_heap(vm, script):
    play(vm, script)
    assert value(vm, "meter.spent") == []
    tokens = value(vm, "sheet(device.marker.console.match)")
    assert len(tokens) > 60
    assert value(vm, "state(device.marker.console.match)") == folded(tokens)


def folded(tokens):
    """The state to which the tokens lead on this Python."""
    match = Snooker({"best-of": 99})
    for token in tokens:
        assert enter_token(match, token) == ACCEPTED
    return state(match)


def test_nothing_is_left_behind_either(vm):
    vm.put("steps", parse("1 7 1 A 5 C # C 4 8 D D~ C 1 2 # * * 0", KEYS))
    vm.call(
        "before = after = 0\n"  # a new name would make the globals grow
        "meter = Meter(Device(board, match))\n"
        "before = gc.mem_alloc()\n"
        "before = gc.mem_alloc()\n"
        "meter.play(steps)\n"
        "after = gc.mem_alloc()\n"
    )
    assert value(vm, "after - before") == 0


def test_the_meter_sees_what_takes_heap(vm):
    play(vm, "1 C 9 A C C 0 # 1")  # a new match is made
    places = {place for place, _, _ in value(vm, "meter.spent")}
    assert places == {7}
