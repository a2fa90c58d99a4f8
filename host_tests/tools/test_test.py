"""The command `test`, with the programs it calls replaced by notes of them."""

import argparse
from types import SimpleNamespace

import pytest

from tools import test as command


@pytest.fixture
def programs(monkeypatch):
    """The modules called, in order; `failing` are those that fail."""
    called = []
    failing = set()

    def run(arguments, **options):
        called.append(arguments[2:])
        return SimpleNamespace(returncode=int(arguments[2] in failing), stdout="its complaint")

    monkeypatch.setattr("subprocess.run", run)
    return SimpleNamespace(called=called, failing=failing)


def start(*arguments):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    return command.run(parser.parse_args(arguments))


def test_all_checks_run_and_the_tests_last(programs, capsys):
    assert start() == 0
    assert [call[0] for call in programs.called] == ["ruff", "ruff", "mypy", "mypy", "pytest"]
    assert "failed" not in capsys.readouterr().out


def test_arguments_go_to_pytest(programs):
    start("--", "-k", "match", "host_tests")
    assert programs.called[-1][-3:] == ["-k", "match", "host_tests"]


@pytest.mark.parametrize("program", ["ruff", "mypy", "pytest"])
def test_a_failure_fails_it_but_stops_nothing(programs, capsys, program):
    programs.failing.add(program)
    assert start() == 1
    assert len(programs.called) == 5
    said = capsys.readouterr()
    assert ("its complaint" in said.out) == (program != "pytest")
    assert (f"failed: {program}" in said.err) == (program != "pytest")
