"""No event takes heap on a real MicroPython, neither kept nor given back at once.

host_tests/test_frames.py reads the same from the compiled files, as far as call frames go.
"""

import json

import pytest

from host_tests.rules.walks import MATCH_KINDS, NEVER, new_match, walk
from rules.match import OWN
from rules.notation import parse
from tools.vm import available, open_vm

LENGTH = 500
WALKS = [(options, walk(options, seed=11, length=LENGTH, undo=False)) for options in MATCH_KINDS]


@pytest.fixture(scope="module", params=["wasm", "unix"])
def vm(request):
    if not available(request.param):
        pytest.skip(f"the VM {request.param} is not to be had on this system")
    with open_vm(request.param) as vm:
        vm.call("import json\nfrom host_tests.rules.heap_bench import Bench")
        yield vm


def begin(vm, options, tokens):
    vm.put("tokens", tokens)
    vm.call(f"bench = Bench({options!r}, tokens)")


def value(vm, expression):
    return json.loads(vm.call(f"print(json.dumps({expression}))"))


def test_the_walks_hold_every_kind_of_event():
    kinds = set()
    for options, tokens in WALKS:
        match = new_match(options)
        kinds |= {parse(match, token)[0] for token in [*tokens, "match:A"]}
    assert kinds == {*range(len(match.KINDS)), *range(OWN, OWN + len(match.OWN_KINDS))}


@pytest.mark.parametrize("options, tokens", WALKS)
def test_no_event_undo_or_redo_takes_heap(vm, options, tokens):
    tokens = [*tokens, "match:A"]
    begin(vm, options, tokens)
    vm.call("bench.run()")
    taken = value(vm, "list(bench.taken)")
    assert len(taken) == 3 * len(tokens)
    assert not [(tokens[place // 3], spent) for place, spent in enumerate(taken) if spent]
    assert value(vm, "bench.match.history.page.before.before is not None")  # pages were turned


def test_refusing_and_looking_back_take_no_heap(vm):
    options, tokens = WALKS[0]
    begin(vm, options, tokens)
    vm.call("bench.run()")
    match = new_match(options)
    refused = [parse(match, token) for token in NEVER if parse(match, token)]
    assert value(vm, f"[bench.enter(*event) for event in {refused}]") == [0] * len(refused)
    assert value(vm, "[bench.look_back(steps) for steps in (1, 2, 40, 600)]") == [0] * 4


def test_undoing_all_of_it_takes_no_heap(vm):
    options, tokens = WALKS[1]
    begin(vm, options, tokens)
    vm.call("bench.run()")
    assert value(vm, f"[bench.undo() for _ in range({LENGTH} + 1)]") == [0] * (LENGTH + 1)
    assert value(vm, f"[bench.redo() for _ in range({LENGTH} + 1)]") == [0] * (LENGTH + 1)


def test_the_measure_is_exact(vm):
    begin(vm, {}, [])
    assert value(vm, "bench.nothing()") == 0
    vm.call("bench.match._do[0] = lambda match, arg: [arg]")
    assert value(vm, "bench.enter(0, 0)") > 0
