"""The frame check, on functions that a MicroPython is asked about as well."""

import pytest

from tools import framecheck
from tools.vm import open_vm

SOURCE = """\
class Table:
    def __init__(self):
        self.items = []

    def call(self, n):
        pass

    def small(self, n):
        self.call(n)

    def full(self, n):
        for i in range(n):
            for j in range(n):
                self.call(j)

    def nested(self, n):
        k = 0
        for i in range(n):
            for j in range(n):
                self.call(k)

    def caught(self, n):
        try:
            self.call(n)
        except ValueError as error:
            pass

    def generator(self, n):
        k = 0
        for i in range(n):
            for j in range(n):
                yield self.call(k)


def many(a, b, c, d, e, f, g, *, h, i=1, j=2, k=3, l=4, m=5, n=6):
    return [a, b, c, d, e, f, g, h, i, j, k, l, m, n]
"""


@pytest.fixture
def source(tmp_path):
    path = tmp_path / "table.py"
    path.write_text(SOURCE)
    return path


def test_frames_are_counted(source):
    found = {frame.name: frame for frame in framecheck.frames(source)}
    assert {name: frame.words for name, frame in found.items() if name.startswith("Table.")} == {
        "Table.__init__": 3,
        "Table.call": 3,
        "Table.small": 5,
        "Table.full": 11,
        "Table.nested": 12,
        "Table.caught": 15,
        "Table.generator": 12,
    }
    assert [frame.name for frame in found.values() if frame.on_heap] == [
        "Table.nested",
        "Table.caught",
        "many",
    ]
    assert found["many"].words == 28


def test_the_interpreter_agrees(source):
    frames = {frame.name: frame for frame in framecheck.frames(source)}
    with open_vm("wasm") as vm:
        vm.call(f"from micropython import mem_total\n{SOURCE}\ntable = Table()")
        for name in ("small", "full", "nested", "caught"):
            vm.call(f"before = mem_total()\ntable.{name}(1)\ntaken = mem_total() - before")
            taken = int(vm.call("print(taken)"))
            assert (taken > 0) == frames[f"Table.{name}"].on_heap, f"{name} took {taken} bytes"


def test_a_frame_tells_its_line(source):
    lines = SOURCE.splitlines()
    found = {frame.name: lines[frame.line - 1].strip() for frame in framecheck.frames(source)}
    assert found["Table.small"] == "self.call(n)"
    assert found["Table.nested"] == "k = 0"
    assert found["many"].startswith("return")


def test_the_command_names_the_functions_on_the_heap(source, capsys):
    assert framecheck.main([str(source)]) == 1
    first, *_ = capsys.readouterr().out.splitlines()
    assert first == f"{source}:17: Table.nested takes 12 words"


def test_the_command_is_silent_where_all_fit(tmp_path, capsys):
    path = tmp_path / "fine.py"
    path.write_text("TABLE = (1, 2.5, 'a', b'b', None, (3, 'c'))\n\n\ndef f(a):\n    return a\n")
    assert framecheck.main([str(path)]) == 0
    assert capsys.readouterr().out == ""


def test_what_does_not_compile_is_named(tmp_path):
    path = tmp_path / "wrong.py"
    path.write_text("def f(:\n")
    with pytest.raises(ValueError, match=r"wrong\.py does not compile: (?s:.*)SyntaxError"):
        framecheck.frames(path)
