"""The command line. A command is a module of tools/ with

    HELP                    one line
    PART                    the part of requirements.lock it needs, "" for none
    add_arguments(parser)   its options
    run(args)               what it does; returns the exit status

HELP and PART are read from the module's text: `--help` neither imports nor installs anything.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import os
import sys
from collections.abc import Sequence

from tools import venv
from tools.refusal import Refusal

COMMANDS = (
    "play",
    "replay",
    "check-board",
    "wiring",
    "overlay",
    "overlay-page",
    "pull",
    "wokwi",
    "flash",
    "set",
    "network",
    "time",
    "doctor",
    "log",
    "simulate",
    "bench",
    "club",
    "vboard",
    "test",
    "lock",
)

_PROG = "python3 -m tools"
_ELSEWHERE = {"vboard": "pty_board"}  # tools/vboard/ is read by MicroPython too


def main(argv: Sequence[str]) -> int:
    """Run a command line and return its exit status: 2 for what the user has to mend."""
    try:
        try:
            return _run(argv)
        finally:
            sys.stdout.flush()
    except Refusal as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        # The reader has gone. What is still buffered goes nowhere, without a complaint at the end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141


def _run(argv: Sequence[str]) -> int:
    name = _parser().parse_args(argv[:1]).command
    venv.enter(_constant(name, "PART"))
    sys.path[:0] = [str(venv.ROOT / "firmware"), str(venv.ROOT / "tools" / "cpython")]
    command = importlib.import_module(f"tools.{_module(name)}")
    parser = argparse.ArgumentParser(prog=f"{_PROG} {name}", description=command.HELP)
    command.add_arguments(parser)
    status: int = command.run(parser.parse_args(argv[1:]))
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog=_PROG,
        description="Try, check, build and test the marker.",
        epilog=f"`{_PROG} COMMAND --help` tells more about one of them.",
    )
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in COMMANDS:
        commands.add_parser(name, help=_constant(name, "HELP"))
    return parser


def _module(name: str) -> str:
    return _ELSEWHERE.get(name, name.replace("-", "_"))


def _constant(name: str, constant: str) -> str:
    path = venv.ROOT / "tools" / _module(name)
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        match node:
            case ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant(value=str(value))):
                if found == constant:
                    return value
    raise LookupError(f"{path} has no {constant}")
