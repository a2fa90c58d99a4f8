"""The command line from outside, and what becomes of errors."""

import ast
import os
import subprocess
import sys

import pytest

from tools import cli, venv


def run(*arguments, **options):
    """The command line in a Python that has no packages at all."""
    command = [sys.executable, "-S", "-m", "tools", *arguments]
    options = {"capture_output": True, "text": True, "cwd": venv.ROOT, **options}
    return subprocess.run(command, **options)


def test_help_needs_no_packages_and_names_every_command():
    done = run("--help")
    assert done.returncode == 0
    for name in cli.COMMANDS:
        assert f"\n    {name}" in done.stdout
        assert cli._constant(name, "HELP").split()[0] in done.stdout
        assert cli._constant(name, "PART") in ("", *venv.PARTS)


@pytest.mark.parametrize("arguments", [[], ["plya"], ["--plya"], ["--"]])
def test_a_bad_command_line_is_one_sentence(arguments):
    done = run(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.splitlines()[-1].startswith("python3 -m tools: error: ")
    assert "Traceback" not in done.stderr


def test_a_reader_that_leaves_is_no_error():
    reader, writer = os.pipe()
    os.close(reader)
    done = run("--help", capture_output=False, stdout=writer, stderr=subprocess.PIPE)
    os.close(writer)
    assert done.stderr == ""
    assert done.returncode in (0, 141)  # argparse itself may have noticed, and says nothing


@pytest.mark.parametrize(
    "error, status, said",
    [(KeyboardInterrupt(), 130, ""), (venv.SetupError("Connect first."), 2, "Connect first.\n")],
)
def test_an_interruption_is_quiet_and_a_setup_error_a_sentence(
    monkeypatch, capsys, error, status, said
):
    def fail(part):
        raise error

    monkeypatch.setattr(venv, "enter", fail)
    assert cli.main(["play"]) == status
    assert capsys.readouterr() == ("", said)


def test_an_old_python_can_read_what_it_is_told():
    source = (venv.ROOT / "tools" / "__main__.py").read_text()
    ast.parse(source, feature_version=(3, 4))
    ast.parse((venv.ROOT / "tools" / "__init__.py").read_text(), feature_version=(3, 4))
    assert source.index("sys.exit(2)") < source.index("from tools")
