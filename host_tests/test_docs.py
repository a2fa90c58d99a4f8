"""What the pages say of the repository is so: names, links, commands; and every rule its test."""

import ast
import re
from pathlib import Path

import pytest

from host_tests.cases import GAMES, load
from tools.cli import COMMANDS
from tools.venv import ROOT

TESTS = ROOT / "host_tests"
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
HELD = (ROOT / "docs" / "rules-held.md").read_text(encoding="utf-8")

# A rule of the books as the code cites it: 000/S3.12(a), 002/ch3 L25, 003/14.1 §7.2.
SOURCE = r"\b00[023]/\w+(?:\.\d+)*(?: [§L]?\d+(?:\.\d+)*)?(?:\(\w\))?"


def table_rows():
    """The rows of the page on the rules, heads left out: what it says, its sources, its tests."""
    lines = re.findall(r"^\| (.+?) \| (.*?) ?\| (.+) \|$", HELD, re.MULTILINE)
    return [line for line in lines if line[2] not in ("held by", "---")]


RULES = table_rows()


def quoted(cell):
    return re.findall("`([^`]+)`", cell)


def linked(cell):
    """The tests that a cell links to, as (file, name)."""
    links = re.findall(r"\[([^]]+)\]\(\.\./host_tests/([^)]+)\)", cell)
    return {(file, "test_" + name.replace(" ", "_")) for name, file in links}


def reasons(cell):
    return re.findall(r"\*(\w+)\*", cell)


def functions(file):
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    return {(file, node.name) for node in tree.body if isinstance(node, ast.FunctionDef)}


def each(pages):
    return pytest.mark.parametrize("page", pages, ids=[page.name for page in pages])


def test_every_rule_has_its_test_or_a_reason():
    assert len(RULES) > 250
    for rule, _, held in RULES:
        assert quoted(held) or linked(held) or reasons(held), rule


def test_the_cases_that_hold_a_rule_exist():
    cases = {case.name for game in GAMES for case in load(game)}
    assert {name for _, _, held in RULES for name in quoted(held)} <= cases


def test_the_tests_that_hold_a_rule_exist():
    named = set().union(*[linked(held) for _, _, held in RULES])
    assert named <= set().union(*[functions(file) for file, _ in named])


def test_the_reasons_are_those_that_the_page_explains():
    explained = re.findall(r"^\| \*(\w+)\* \| ", HELD, re.MULTILINE)
    assert {reason for _, _, held in RULES for reason in reasons(held)} == set(explained)


@pytest.mark.parametrize(
    "path", sorted((ROOT / "firmware/rules").glob("*.py")), ids=lambda p: p.name
)
def test_every_rule_that_the_code_cites_stands_there(path):
    listed = {tag for _, source, _ in RULES for tag in quoted(source)}
    for tag in set(re.findall(SOURCE, path.read_text(encoding="utf-8"))):
        assert any(re.match(rf"{re.escape(tag)}(?!\w)", rule) for rule in listed), tag


@each(PAGES)
def test_links_lead_somewhere(page: Path):
    links = re.findall(r"\]\(([^)#]+)", page.read_text(encoding="utf-8"))
    assert [
        link for link in links if "://" not in link and not (page.parent / link).exists()
    ] == []


@each(PAGES)
def test_commands_that_are_shown_exist(page: Path):
    shown = re.findall(r"python3 -m tools ([a-z][\w-]*)", page.read_text(encoding="utf-8"))
    assert set(shown) <= set(COMMANDS)
