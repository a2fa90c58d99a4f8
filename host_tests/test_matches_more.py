"""A whole match of each of the five further games, by keys alone, from the contact to the wire.

It ends with the right winner, its scoresheet leads to the same state on every Python, and on a
real MicroPython none of its keys takes heap.
"""

import json

import pytest

from rules.notation import sheet, state
from tools.boards import load_board
from tools.replay import replay
from tools.scoresheet import read_sheet
from tools.vboard.device import Device
from tools.vboard.script import parse
from tools.vm import available, open_vm

BOARD = load_board("wall-max7219")
KEYS = "".join(BOARD["keypad"]["keys"])

# What is played; its header, the keys, the scoresheet that they make, the end.
MATCHES = {
    "ten-ball": (
        {"best-of": 3},
        # a ball not as called is handed back; the ten falls as the last one
        "3# 1 0 A# C52# C3 C145# 6 7 8 9 C2 # "
        # a push-out is handed back; the third foul, after the warning, loses the rack
        "0 B1# C3 A2# 0 A# C4 0 A# # "
        # the ten falls on the break and is spotted
        "C23# C7#",
        "b3 1 - f x2 pass 4+5 6 7 8 9 10 / b po+1 pass f+2 - f warn - f / b3+10 concede",
        {"match_winner": "B", "frames": [1, 2]},
    ),
    "free-pyramid": (
        {"race-to": 2},
        # the penalty ball and all that falls count; the last point is a penalty
        "2 0 A# 3 0 1 0 2 # 8 # 0 7 0 A#",
        "2 - f 3 - 1 - 2 / 8 / - 7 - f",
        {"match_winner": "B", "frames": [1, 2], "score": [0, 8]},
    ),
    "dynamic-pyramid": (
        {"white-again": "no"},
        # the ball for the white is taken once and forgone once
        "1 B # 0 C12 1 A0# 5",
        "1 c take - 2c 1 fw 5",
        {"match_winner": "A", "score": [8, 3], "on_table": 4},
    ),
    "carom": (
        {"target": "10-8"},
        # the equalising inning ends a point short
        "1 1 0 3 A# C18# 4 0",
        "1 1 - 3 f 8 4 -",
        {"match_winner": "A", "score": [10, 7], "innings": [2, 2], "average": [5000, 3500]},
    ),
    "billiards": (
        {"target": 20},
        "3 6 0 1 B136# A2# C4 2 3 B36# A# # 3 5 6",
        "r ir - c crir fw spot w r rir f play r iw ir",
        {"match_winner": "B", "score": [19, 20], "high_break": [11, 10]},
    ),
}

# What those matches do not come by.
CORNERS = [
    ("ten-ball", {"preset": "upa", "best-of": 3}, "B C6 B C5 C23# # B # C3 2 C51# 3 CC59 9 C2 #"),
    ("ten-ball", {"three-fouls": "plain"}, "A1# A2# C10# 0 B# C3 CC50 C50# C3 C2"),
    ("free-pyramid", {"start": "2-0", "best-of": 3}, "8 # CC17*7# A # # CC31 C0# B C11 9"),
    ("dynamic-pyramid", {"white-again": "no", "lost-white": "anywhere"}, "B B # A0# B 1 A0 D A#"),
    ("carom", {"target": 3, "innings": 2, "best-of": 5}, "3 3 # 1 0 A# 2 0 0 # 4 C1999# CA2#"),
    ("carom", {"target": 500, "equal-innings": "no"}, "C199# * * * 0 C199# C2 B CC1400*3#"),
    (
        "billiards",
        {"to": "time", "hazards": 3, "cannons": 2},
        "0 1 1 1 3 3 3 6 B# B125# A02# # C5#",
    ),
]


def each(test):
    rows = [(game, *MATCHES[game]) for game in MATCHES]
    names = "game, header, keys, tokens, end"
    return pytest.mark.parametrize(names, rows, ids=list(MATCHES))(test)


def script(keys):
    return " ".join(keys.replace(" ", ""))


def sheet_of(game, header, tokens):
    lines = [f"{key}: {value}" for key, value in {"game": game, **header}.items()]
    return read_sheet("\n".join([*lines, "", tokens]))


@each
def test_the_keys_of_a_match(game, header, keys, tokens, end):
    device = Device(BOARD, {"game": game, **header})
    device.play(script(keys))
    match = device.marker.console.match
    assert " ".join(sheet(match)) == tokens
    assert state(match)["match_over"]
    assert {key: state(match)[key] for key in end} == end
    assert replay(sheet_of(game, header, tokens), keep_going=False)[-1] == [None, state(match)]
    reading = device.reading()
    assert reading["fields"]["info"].upper() == "FIN" + end["match_winner"]
    assert f"turn_{end['match_winner'].lower()}" in reading["lamps"]


@each
@pytest.mark.parametrize("vm_name", ["wasm", "unix"])
def test_the_scoresheet_leads_to_the_same_states(vm_name, game, header, keys, tokens, end):
    if not available(vm_name):
        pytest.skip(f"the VM {vm_name} is not to be had on this system")
    match_sheet = sheet_of(game, header, tokens)
    assert replay(match_sheet, False, vm_name) == replay(match_sheet, False)


@pytest.fixture(scope="module", params=["wasm", "unix"])
def board_vm(request):
    if not available(request.param):
        pytest.skip(f"the VM {request.param} is not to be had on this system")
    with open_vm(request.param) as vm:
        vm.put("board", BOARD)
        vm.call(
            "import json\n"
            "from host_tests.heap_of_keys import Meter\n"
            "from rules.notation import sheet\n"
            "from tools.vboard.device import Device\n"
        )
        yield vm


AROUND = "*****9C9#D" + "D" * 8


@pytest.mark.parametrize(
    ("game", "header", "keys"),
    [(game, *MATCHES[game][:2]) for game in MATCHES] + CORNERS,
    ids=[*MATCHES, *[f"{game}-corners" for game, _, _ in CORNERS]],
)
def test_no_key_takes_heap(board_vm, game, header, keys):
    """Nor do undo, redo, what the star shows, and what is refused."""
    board_vm.put("match", {"game": game, **header})
    board_vm.put("first", script(keys))
    board_vm.put("steps", parse(script(keys + AROUND) + " D~" * 9, KEYS))
    board_vm.call(
        "Device(board, match).play(first)\n"  # what is made once a program
        "device = Device(board, match)\nmeter = Meter(device)\nmeter.play(steps)"
    )
    assert json.loads(board_vm.call("print(json.dumps(meter.spent))")) == []
    assert board_vm.call("print(*sheet(device.marker.console.match))").strip()
