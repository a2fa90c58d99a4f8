"""The worked cases of host_tests/cases, on this Python and on real MicroPythons."""

import json

import pytest

from host_tests.cases import GAMES, Case, load
from rules.notation import enter_token, state
from tools.replay import replay
from tools.scoresheet import SheetError, read_sheet
from tools.vm import available, open_vm

CASES = [case for game in GAMES for case in load(game)]
PLAYED = [case for case in CASES if not case.malformed]
MALFORMED = [case for case in CASES if case.malformed]


def each(cases):
    return pytest.mark.parametrize("case", cases, ids=[case.name for case in cases])


def test_the_names_of_the_cases_are_unique():
    assert len({case.name for case in CASES}) == len(CASES)


@each(PLAYED)
def test_the_state_is_the_one_of_the_rule_book(case: Case):
    steps = replay(read_sheet(case.sheet), keep_going=True)
    state = steps[-1][1]
    assert [code for code, _ in steps if code] == case.refused
    assert {key: state.get(key, "missing") for key in case.state} == case.state
    assert not [key for key in case.absent if key in state]


@each(MALFORMED)
def test_the_sheet_is_refused_whole(case: Case):
    with pytest.raises(SheetError) as caught:
        read_sheet(case.sheet)
    token = caught.value.token
    assert f"{caught.value.code} {token.line}:{token.column}" == case.malformed


@each(PLAYED)
def test_a_refused_token_changes_nothing(case: Case):
    steps = replay(read_sheet(case.sheet), keep_going=True)
    for (_, before), (code, after) in zip(steps, steps[1:]):
        assert not code or after == before


@each(PLAYED)
def test_undo_goes_back_to_the_start_and_redo_to_the_end(case: Case):
    sheet = read_sheet(case.sheet)
    match = sheet.game(sheet.options)
    start = state(match)
    for token in sheet.tokens:
        enter_token(match, token.text)
    end = state(match)
    undone = 0
    while enter_token(match, "u") == 0:
        undone += 1
    assert state(match) == start
    for _ in range(undone):
        assert enter_token(match, "U") == 0
    assert state(match) == end


@pytest.mark.parametrize("vm_name", ["wasm", "unix"])
def test_a_real_micropython_goes_through_the_same_states(vm_name: str):
    if not available(vm_name):
        pytest.skip(f"the VM {vm_name} is not installed: the cases were not tried on it")
    sheets = [read_sheet(case.sheet) for case in PLAYED]
    jobs = [
        [sheet.game.GAME, sheet.options, [token.text for token in sheet.tokens], True]
        for sheet in sheets
    ]
    expected = [replay(sheet, keep_going=True) for sheet in sheets]
    with open_vm(vm_name) as vm:
        vm.put("jobs", jobs)
        vm.call("from tools.fold import fold, print_steps")
        printed = vm.call("for job in jobs:\n    print_steps(fold(*job), len(job[2]) + 1)")
    lines = iter(printed.splitlines())
    for case, steps in zip(PLAYED, expected):
        assert [json.loads(next(lines)) for _ in steps] == steps, case.name
    assert next(lines, None) is None
