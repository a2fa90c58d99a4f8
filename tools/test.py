"""`test`: what has to hold before a change lands: style, types, and the tests in host_tests/."""

from __future__ import annotations

import argparse
import importlib.metadata
import shutil
import subprocess
import sys
from pathlib import Path

from tools.venv import ROOT

HELP = "check style and types and run all tests"
PART = "test"

_STUBS = ("micropython-esp32-stubs", "micropython-stdlib-stubs")
_CHECKS = {
    "ruff check": "ruff check",
    "ruff format": "ruff format --check",
    "mypy": "mypy",
    "mypy firmware": "mypy --config-file tools/mypy-firmware.ini",
}

# A file's tests stay together, since they share a VM or a browser.
_IN_PARALLEL = ("--numprocesses=auto", "--dist=loadfile")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "pytest", nargs="*", metavar="ARG", help="for pytest, after --, as in: test -- -k match"
    )


def run(args: argparse.Namespace) -> int:
    _lay_stubs(ROOT / ".mypy_cache" / "typings")
    failed = [name for name, command in _CHECKS.items() if not _passes(name, command)]
    command = [sys.executable, "-m", "pytest", *_IN_PARALLEL, *args.pytest]
    tests = subprocess.run(command, cwd=ROOT).returncode
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed or tests else 0


def _lay_stubs(folder: Path) -> None:
    """Put MicroPython's stubs apart from Python's packages, as mypy wants its library."""
    shutil.rmtree(folder, ignore_errors=True)
    for package in _STUBS:
        for file in importlib.metadata.files(package) or ():
            if file.suffix == ".pyi" or file.name == "VERSIONS":
                target = folder / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file.locate(), target)


def _passes(name: str, command: str) -> bool:
    print(f"{name:<16}", end="", flush=True)
    done = subprocess.run(
        [sys.executable, "-m", *command.split()],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    print("failed" if done.returncode else "ok", flush=True)
    if done.returncode:
        print(done.stdout, flush=True)
    return not done.returncode
