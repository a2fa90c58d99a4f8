"""The peers' packages, pinned in requirements-peers.lock, in the folder .peers of the checkout.

They are for MicroPython and never on the path of our own Python: the folder is only what a VM
looks into. Two of them have no wheel, so pip builds one.
"""

from __future__ import annotations

import shutil
import subprocess
import sys

from tools.refusal import Refusal
from tools.venv import ROOT

FOLDER = ROOT / ".peers"

_LOCK = ROOT / "requirements-peers.lock"
_STATE = FOLDER / "lock"  # a copy of the lock, written last
_PIP_OPTIONS = (
    "--require-hashes --no-deps --ignore-requires-python --no-input --disable-pip-version-check "
    "--quiet"
).split()


def fetch() -> None:
    """Have FOLDER as the lock says. Raises Refusal where the packages can't be had."""
    lock = _LOCK.read_text(encoding="utf-8")
    if _STATE.exists() and _STATE.read_text(encoding="utf-8") == lock:
        return
    shutil.rmtree(FOLDER, ignore_errors=True)
    print("Fetching the peers' packages into .peers", file=sys.stderr)
    pip = [sys.executable, "-I", "-m", "pip", "install", *_PIP_OPTIONS]
    done = subprocess.run(
        [*pip, "--target", str(FOLDER), "-r", str(_LOCK)], capture_output=True, encoding="utf-8"
    )
    if done.returncode:
        last = done.stderr.strip().splitlines()[-1:]
        raise Refusal(f"pip could not fetch the peers' packages: {' '.join(last)}")
    _STATE.write_text(lock, encoding="utf-8", newline="\n")
