"""`lock`: pin the newest of what pyproject.toml names, for every system, in the two locks."""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

from tools.venv import PARTS, ROOT, SetupError

HELP = "renew requirements.lock and requirements-peers.lock from pyproject.toml"
PART = ""

_HEAD = """\
# The packages of the tools, pinned, for Python 3.10 and newer on Linux, macOS and Windows.
# Made by `python3 -m tools lock` from the groups in pyproject.toml.
"""
_PEERS_HEAD = """\
# What `python3 -m tools bench --peers` puts beside ours, pinned.
# Made by `python3 -m tools lock` from the group in pyproject.toml.
"""
_UV_OPTIONS = "--universal --generate-hashes --no-header --no-annotate --quiet".split()
_PYTHON = "3.10"  # the oldest that the tools run on
_PEERS_PYTHON = "3.12"  # what MicroPython code asks of CPython means nothing: no CPython runs it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """It has no options."""


def run(args: argparse.Namespace) -> int:
    """Resolve all groups together, then say of each package which part needs it first."""
    with tempfile.TemporaryDirectory() as folder:
        uv = _install_uv(Path(folder))
        left = _resolve(uv, PARTS[-1])
        text = _HEAD
        for part in PARTS:
            names = {name for name, _ in _resolve(uv, part)}
            text += f"\n# part: {part}\n" + "".join(pin for name, pin in left if name in names)
            left = [(name, pin) for name, pin in left if name not in names]
        peers = _PEERS_HEAD + "".join(pin for _, pin in _resolve(uv, "peers", _PEERS_PYTHON))
    if "://" in text + peers or folder in text + peers:
        raise SetupError("uv wrote an address into a lock; both are left as they were.")
    for name, pins in (("requirements.lock", text), ("requirements-peers.lock", peers)):
        (ROOT / name).write_text(pins, encoding="utf-8", newline="\n")
    return 0


def _install_uv(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
    _call(scripts / "python", "-I", "-m", "pip", "install", "--quiet", "uv")
    return scripts / "uv"


def _resolve(uv: Path, group: str, python: str = _PYTHON) -> list[tuple[str, str]]:
    """The packages of a group, each with its lines of the lock, in order."""
    options = (*_UV_OPTIONS, f"--python-version={python}", f"--group=pyproject.toml:{group}")
    text = _call(uv, "pip", "compile", *options)
    pins = re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]
    return [(pin.split("==")[0], pin) for pin in pins]


def _call(program: Path, *arguments: str) -> str:
    done = subprocess.run(
        [str(program), *arguments], cwd=ROOT, capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        raise SetupError(f"{program.name} failed:\n{done.stderr.strip()}")
    return done.stdout
