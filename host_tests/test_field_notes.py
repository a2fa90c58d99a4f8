"""docs/field-notes.md names tests that are there, and every report."""

import ast
import re

import pytest

from tools.venv import ROOT

PAGE = (ROOT / "docs" / "field-notes.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`([\w/]+\.py)::(\w+)`", PAGE)))


@pytest.mark.parametrize("file, name", NAMED)
def test_a_test_that_is_named_is_there(file, name):
    tree = ast.parse((ROOT / "host_tests" / file).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_report_is_in_the_tables():
    told = set()
    for cell in re.findall(r"^\| (\d[\d –,]*) \|", PAGE, re.MULTILINE):
        numbers = [int(number) for number in re.findall(r"\d+", cell)]
        told |= set(range(numbers[0], numbers[-1] + 1)) if "–" in cell else set(numbers)
    assert told == set(range(1, 98))


def test_a_report_that_no_test_shows_has_a_reason():
    for line in PAGE.splitlines():
        if re.match(r"\| \d", line) and ".py::" not in line:
            assert re.search(r"\*\*|no Wi-Fi|not used|nothing|by design", line), line


@pytest.mark.parametrize(
    "path", sorted((ROOT / "firmware").rglob("*.py")), ids=lambda path: path.name
)
def test_the_firmware_catches_named_errors_only(path):
    """Ctrl-C always gets through to the REPL."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ExceptHandler):
            assert node.type is not None
            if "KeyboardInterrupt" in ast.unparse(node.type):  # only to pass it on
                assert isinstance(node.body[-1], ast.Raise)
            assert "BaseException" not in ast.unparse(node.type)
