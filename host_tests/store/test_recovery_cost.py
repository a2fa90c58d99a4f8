"""Bringing a match back costs little however long it is: counted in fuel, not in time.

How long a chip takes for a unit of fuel is an estimate: an ESP32 at 240 MHz that reads its program
from flash does about a hundred of the VM's instructions a microsecond, when it need not wait.
"""

import pytest

from tools.vm import open_vm

FUEL_A_SECOND = 100_000_000
EVENTS = 3000  # thirty-five frames of snooker, all of them long


@pytest.fixture(scope="module")
def vm():
    with open_vm("wasm") as vm:
        vm.call("from tools.vboard.long_match import LongMatch\nlong = LongMatch()")
        yield vm


def boot(vm):
    """(pages that can be undone, number of the first, the work of it) of a boot."""
    pages, first = vm.call("print(*long.boot())").split()
    return int(pages), int(first), vm.fuel_used


def test_the_longest_match_is_back_within_a_second_of_a_chip_by_estimate(vm):
    costs = []
    for _ in range(EVENTS // 300):
        vm.call("long.play(300)")
        costs.append(boot(vm))
    pages, first, cost = costs[-1]
    assert (pages > 80, first) == (True, 0)
    assert cost <= FUEL_A_SECOND, costs
    # A page more is a record to be read, and nothing of its events.
    short, _, cheap = costs[0]
    per_page = (cost - cheap) / (pages - short)
    enter = fuel_of_events(vm, 36)
    assert per_page < enter / 2, (per_page, enter)


def fuel_of_events(vm, count):
    vm.call("pass")
    vm.call(f"for _ in range({count}):\n    long.match.enter(7, 12)")
    return vm.fuel_used
