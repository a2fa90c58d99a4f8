"""The resident interpreters: each is asked for the same things."""

import pytest

from tools.vm import NAMES, VmError, available, open_vm

ANYTHING = {"a": [1, -2.5, None, True], "ż 'q\n\x03": "long " * 20000, "": {}}


def test_a_call_returns_what_was_printed(vm):
    assert vm.call("print('a', 1)\nprint('ż', end='')") == "a 1\nż"
    assert vm.call("pass") == ""
    assert vm.call("") == ""


def test_globals_stay_from_call_to_call(vm):
    vm.call("import sys\nx = 20")
    vm.call("def twice(n):\n    return 2 * n")
    assert vm.call("print(twice(x))") == "40\n"


def test_the_interpreter_is_what_was_asked_for(vm, request):
    expected = "cpython" if "cpython" in request.node.name else "micropython"
    assert vm.call("import sys\nprint(sys.implementation.name)") == f"{expected}\n"


def test_only_wasm_has_the_integers_of_the_chip():
    with open_vm("wasm") as vm:
        assert vm.call("import sys\nprint(sys.maxsize)") == f"{2**31 - 1}\n"


def test_firmware_and_tools_can_be_imported(vm):
    vm.call("import rules.match\nimport tools.guest\nfrom micropython import const\nconst(3)")


@pytest.mark.parametrize(
    "source, reason",
    [
        ("raise ValueError('é')", "ValueError: é"),
        ("x =", "SyntaxError: invalid syntax"),
        ("raise SystemExit(3)", "SystemExit: 3"),
    ],
)
def test_an_error_carries_the_traceback(vm, source, reason):
    with pytest.raises(VmError) as caught:
        vm.call(f"print('before')\n{source}")
    assert caught.value.reason == reason
    assert 'File "<string>", line 2' in str(caught.value)
    assert vm.call("print('after')") == "after\n"


def test_data_arrives_as_it_was(vm):
    vm.put("data", ANYTHING)
    assert vm.call(
        "import json\nprint(json.dumps(data) == json.dumps(dict(data)), len(data))"
    ) == ("True 3\n")
    for key, value in ANYTHING.items():
        vm.put("key", key)
        vm.put("value", value)
        assert vm.call("print(data[key] == value)") == "True\n"


def test_much_can_be_printed(vm):
    assert vm.call("for i in range(300):\n    print('x' * 999)") == ("x" * 999 + "\n") * 300


def test_garbage_goes_between_calls_and_only_there(vm, request):
    """A collection below a big frame or a `map` frees on wasm what is in use."""
    vm.call(
        "import gc\ndef churn(n):\n    gc.collect()\n    return [bytes(n) for _ in range(300)]"
    )
    vm.call(
        "def big(a):\n    b=c=d=e=f=g=h=i=j=k=[a]\n    churn(9)\n    return b+c+d+e+f+g+h+i+j+k"
    )
    for _ in range(20):
        assert vm.call("print(big(7) == [7] * 10)") == "True\n"
        assert vm.call("print([len(x) for x in map(churn, [1, 2])])") == "[300, 300]\n"
    if "cpython" not in request.node.name:
        before = int(vm.call("print(gc.mem_alloc())"))
        vm.call("bytes(1000000)")
        assert int(vm.call("print(gc.mem_alloc())")) < before + 10000


def test_a_closed_vm_says_so(vm, request):
    name = request.node.callspec.params["vm"]
    with open_vm(name) as other:
        other.call("x = 1")
    with pytest.raises(VmError, match="the guest has ended"):
        other.call("x = 2")
    other.close()


def test_work_is_counted_exactly_on_wasm():
    source = "y = 0\nfor i in range(1000):\n    y += i"
    counts = []
    for _ in range(3):
        with open_vm("wasm") as vm:
            vm.call(source)
            counts.append(vm.fuel_used)
            vm.call("for i in range(1000):\n    pass")
            assert 0 < vm.fuel_used < counts[0]
    assert counts[0] == counts[1] == counts[2]


def test_an_endless_loop_ends_when_the_fuel_does():
    with open_vm("wasm", fuel=10**7) as vm:
        vm.call("pass")
        with pytest.raises(VmError, match="all fuel consumed"):
            vm.call("while True:\n    pass")
        with pytest.raises(VmError, match="all fuel consumed"):
            vm.call("pass")


def test_the_repository_is_read_only_on_wasm():
    with open_vm("wasm") as vm, pytest.raises(VmError):
        vm.call("open('/input/written', 'w')")


def test_an_unknown_vm_is_refused():
    with pytest.raises(ValueError, match="no VM is called 'jvm': there are cpython, wasm, unix"):
        open_vm("jvm")


def test_a_vm_that_is_not_installed_is_refused(monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    assert [name for name in NAMES if available(name)] == ["cpython", "wasm"]
    with pytest.raises(VmError, match="'unix' is not installed here, use 'wasm'"):
        open_vm("unix")
