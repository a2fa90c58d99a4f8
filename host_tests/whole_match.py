"""A whole match by keys alone, from the contact to the wire, here and on real MicroPythons."""

import json
from typing import Any, NamedTuple

import pytest

from rules.notation import sheet, state
from tools.boards import load_board
from tools.replay import replay
from tools.scoresheet import Sheet, read_sheet
from tools.vboard.device import Device
from tools.vboard.script import parse
from tools.vm import Vm, available

BOARD = load_board("wall-max7219")
KEYS = "".join(BOARD["keypad"]["keys"])


class WholeMatch(NamedTuple):
    """What is played, the keys that are pressed, the scoresheet that they make, the end."""

    game: str
    header: dict[str, Any]
    keys: str
    tokens: str
    end: dict[str, Any]

    @property
    def script(self) -> str:
        """The keys, one by one."""
        return " ".join(self.keys.replace(" ", ""))

    @property
    def settings(self) -> dict[str, Any]:
        return {"game": self.game, **self.header}

    @property
    def sheet(self) -> Sheet:
        lines = [f"{key}: {value}" for key, value in self.settings.items()]
        return read_sheet("\n".join([*lines, "", self.tokens]))


class WholeMatches:
    """The tests of some whole matches; a module names the matches in a subclass.

    `CORNERS` are further settings and keys, many of them refused, that enter so many events.
    """

    MATCHES: list[WholeMatch] = []
    CORNERS: list[tuple[dict[str, Any], str, int]] = []

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        if "whole" in metafunc.fixturenames:
            names = [f"{whole.game} {len(whole.tokens.split())}" for whole in self.MATCHES]
            metafunc.parametrize("whole", self.MATCHES, ids=names)
        if "corner" in metafunc.fixturenames:
            games = [settings["game"] for settings, _, _ in self.CORNERS]
            metafunc.parametrize("corner", self.CORNERS, ids=games)

    def test_the_keys_of_a_match(self, whole: WholeMatch) -> None:
        ends_as_it_should(whole)

    @pytest.mark.parametrize("vm_name", ["wasm", "unix"])
    def test_the_scoresheet_leads_to_the_same_states(
        self, vm_name: str, whole: WholeMatch
    ) -> None:
        if not available(vm_name):
            pytest.skip(f"the VM {vm_name} is not to be had on this system")
        assert replay(whole.sheet, False, vm_name) == replay(whole.sheet, False)

    def test_no_key_of_it_takes_heap(self, board_vm: Vm, whole: WholeMatch) -> None:
        assert heap_of_keys(board_vm, whole.settings, whole.script) == []
        assert entered(board_vm) == whole.tokens

    def test_no_other_key_takes_heap_either(
        self, board_vm: Vm, corner: tuple[dict[str, Any], str, int]
    ) -> None:
        settings, script, events = corner
        assert heap_of_keys(board_vm, settings, script) == []
        assert len(entered(board_vm).split()) >= events


def ends_as_it_should(whole: WholeMatch) -> None:
    """The keys make the scoresheet, it leads to the same state, and the board names the winner."""
    device = Device(BOARD, whole.settings)
    device.play(whole.script)
    match = device.marker.console.match
    assert " ".join(sheet(match)) == whole.tokens
    now = state(match)
    assert now["match_over"]
    assert {key: now[key] for key in whole.end} == whole.end
    assert replay(whole.sheet, keep_going=False)[-1] == [None, now]
    reading = device.reading()
    assert reading["fields"]["info"].upper() == "FIN" + now["match_winner"]
    assert f"turn_{now['match_winner'].lower()}" in reading["lamps"]


def get_ready(vm: Vm) -> None:
    """Import in the VM what `heap_of_keys` needs there."""
    vm.put("board", BOARD)
    vm.call(
        "import json\n"
        "from tools.vboard.heap_of_keys import Meter\n"
        "from rules.notation import sheet\n"
        "from tools.vboard.device import Device\n"
    )


def heap_of_keys(vm: Vm, settings: dict[str, Any], script: str) -> list[Any]:
    """What each key of a script takes from the heap, where it takes any."""
    vm.put("match", settings)
    vm.put("first", " ".join(script.split()[:20]))
    vm.put("steps", parse(script, KEYS))
    vm.call(
        "Device(board, match).play(first)\n"  # what is made once a program
        "device = Device(board, match)\nmeter = Meter(device)\nmeter.play(steps)"
    )
    spent: list[Any] = json.loads(vm.call("print(json.dumps(meter.spent))"))
    return spent


def entered(vm: Vm) -> str:
    """The scoresheet of the match that was played last in the VM."""
    return vm.call("print(' '.join(sheet(device.marker.console.match)))").strip()
