"""An event and its undo cost the same however long the match is: counted in fuel, not in time."""

import pytest

from tools.bench.work import SETTLE, settled
from tools.vm import open_vm

EARLY, LATE = 10, 10_000

# A round leads back to where it began, so that every round is the same work.
ROUND = "1 7 fx1m back f5 play A+3 - f* again - points=0-0 reds=15 turn=A"
EVENTS = len(ROUND.split())
STRETCH = 20 * EVENTS  # several pages, so that where it begins in a page hardly counts


@pytest.fixture(scope="module")
def vm():
    with open_vm("wasm") as vm:
        vm.call(SETTLE)
        vm.call(
            "from rules.notation import parse\n"
            "from rules.snooker import Snooker\n"
            "match = Snooker({})\n"
            f"events = [parse(match, token) for token in {ROUND!r}.split()]\n"
            "at = 0\n"
            "def enter(count):\n"
            "    global at\n"
            "    for _ in range(count):\n"
            "        assert match.enter(*events[at % len(events)]) == 0\n"
            "        at += 1\n"
            "def undo(count):\n"
            "    for _ in range(count):\n"
            "        assert match.undo() == 0\n"
            "def redo(count):\n"
            "    for _ in range(count):\n"
            "        assert match.redo() == 0\n"
        )
        yield vm


def fuel(vm, act, count):
    """The work of so many acts, without that of asking for them."""
    asking = settled(vm, f"{act}(0)")
    return settled(vm, f"{act}({count})") - asking


def test_the_cost_is_flat(vm):
    vm.call(f"enter({EARLY})")
    early = {act: fuel(vm, act, STRETCH) for act in ("enter", "undo", "redo")}
    vm.call(f"enter({LATE - EARLY - STRETCH})")
    late = {act: fuel(vm, act, STRETCH) for act in early}
    for act, cost in late.items():
        assert cost <= 1.1 * early[act], act
