"""Imports point down only: main to console, store and drivers, console to rules."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.venv import ROOT

FIRMWARE = ROOT / "firmware"

# Room: what it may import. A room is a folder of firmware/, or a file that stands there by itself.
MAY_IMPORT = {
    "boot": {"json", "machine"},
    "main": {"marker"},
    "marker": {
        "assembly",
        "boardfile",
        "drivers",
        "forgetting",
        "printout",
        "store",
        "supervisor",
        "version",
        "gc",
        "machine",
        "micropython",
        "os",
        "time",
    },
    "assembly": {
        "console",
        "drivers",
        "store",
        "diarist",
        "keeper",
        "link",
        "version",
        "micropython",
    },
    "boardfile": {"json"},
    "keeper": {"console", "store"},
    "diarist": {"store"},
    "lastwords": {"io", "sys"},
    "supervisor": {"store", "lastwords", "gc", "micropython", "sys"},
    "forgetting": {"micropython", "sys"},
    "printout": set(),
    "version": set(),
    "records": {"rules", "store", "os"},
    "logbook": {"store", "json", "os"},
    "examine": {
        "boardfile",
        "marker",
        "store",
        "version",
        "gc",
        "json",
        "machine",
        "os",
        "sys",
        "time",
    },
    "store": {"store", "array", "micropython"},
    "console": {"console", "rules", "micropython"},
    "link": {
        "link",
        "rules",
        "store",
        "records",
        "_thread",
        "binascii",
        "errno",
        "json",
        "micropython",
        "network",
        "select",
        "socket",
        "ssl",
    },
    "rules": {"rules", "micropython"},
    "drivers": {"drivers", "array", "micropython"},
}


def room(path: Path) -> str:
    return path.relative_to(FIRMWARE).with_suffix("").parts[0]


def imports(tree: ast.AST) -> Iterator[str]:
    """The packages imported anywhere in a module, but not those for the type checker alone."""
    for node in ast.iter_child_nodes(tree):
        match node:
            case ast.If(test=ast.Name(id="TYPE_CHECKING")):
                continue
            case ast.Import(names=names):
                yield from (name.name.split(".")[0] for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module.split(".")[0]
            case ast.ImportFrom():
                yield "."
            case ast.Call(
                func=ast.Name(id="__import__"), args=[ast.Constant(value=str(name)), *_]
            ):
                yield name.split(".")[0]
        yield from imports(node)


@pytest.mark.parametrize("path", sorted(FIRMWARE.rglob("*.py")), ids=lambda path: path.name)
def test_a_module_imports_only_what_its_room_may(path):
    assert set(imports(ast.parse(path.read_text()))) <= MAY_IMPORT[room(path)]


@pytest.mark.parametrize(
    "source, found",
    [
        ("import tools.vm", ["tools"]),
        ("def f():\n    from console import face", ["console"]),
        ("from . import match", ["."]),
        ("x = __import__('drivers.relay')", ["drivers"]),
        ("if TYPE_CHECKING:\n    from machine import Pin\nimport gc", ["gc"]),
    ],
)
def test_imports_are_found(source, found):
    assert list(imports(ast.parse(source))) == found


def test_boards_are_data():
    assert not list((ROOT / "boards").rglob("*.py"))
