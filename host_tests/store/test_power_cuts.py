"""Whenever the power goes, nothing is lost that was marked as saved."""

import json

import pytest

from host_tests.rules.walks import walk
from host_tests.store.cuts import Cuts, Table
from tools.littlefs_flash import FlashFiles
from tools.vm import available, open_vm

OPTIONS = {"best-of": 99}
EVENTS = walk(OPTIONS, seed=7, length=150)
HANDOVERS = [
    *EVENTS[:40], "manual", "A+5", "B+3", *["A+1"] * 30, "game", *EVENTS[40:90],
    "manual", "turn=A", "game", "u", "u", "match:A", "new", *EVENTS[:20],
]  # fmt: skip


def test_no_cut_loses_an_event():
    table = Table(FlashFiles, "snooker", OPTIONS)
    cuts = Cuts(table)
    table.play(EVENTS)
    assert cuts.images > 600
    assert cuts.lost == []


def test_no_cut_loses_the_way_back_to_the_first_event():
    table = Table(FlashFiles, "snooker", OPTIONS)
    cuts = Cuts(table, modes=("half",), undo=True)
    table.play(EVENTS)
    assert cuts.lost == []


def test_no_cut_hurts_manual_nor_the_match_that_it_stands_in_for():
    table = Table(FlashFiles, "snooker", OPTIONS)
    cuts = Cuts(table)
    table.play(HANDOVERS)
    assert cuts.lost == []


def test_no_cut_loses_an_event_on_the_file_system_of_micropython():
    if not available("unix"):
        pytest.skip("the VM 'unix' is not installed here")
    with open_vm("unix") as vm:
        vm.put("steps", EVENTS)
        vm.put("options", OPTIONS)
        vm.call(
            "from host_tests.store.cuts import Cuts, Table\n"
            "from tools.vboard.vfs import mount\n"
            "table = Table(mount, 'snooker', options)\n"
            "cuts = Cuts(table)"
        )
        for at in range(len(EVENTS)):
            vm.call(f"table.play(steps[{at}:{at + 1}])")  # garbage is collected between two calls
        images, lost = json.loads(
            vm.call("import json\nprint(json.dumps([cuts.images, cuts.lost]))")
        )
    assert images > 600
    assert lost == []


def test_events_are_safe_in_time_and_with_few_erases():
    table = Table(FlashFiles, "snooker", OPTIONS)
    table.play(EVENTS)
    assert table.latest_ms <= 250
    assert 0 < table.flash.erases / len(EVENTS) <= 0.06
