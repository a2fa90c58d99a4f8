"""The real mpremote, as its users start it."""

from __future__ import annotations

import subprocess
import sys

from tools.pty_board.board import PtyBoard


def start(board: PtyBoard, *arguments: str) -> subprocess.Popen[str]:
    """mpremote, running, connected to the board; what it says is to be read."""
    return subprocess.Popen(
        [sys.executable, "-m", "mpremote", "connect", board.port, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def mpremote(board: PtyBoard, *arguments: str, status: int = 0) -> str:
    """What mpremote says; it must end with this status within half a minute."""
    with start(board, *arguments) as running:
        try:
            said, _ = running.communicate(timeout=30)
        finally:
            running.kill()
    assert running.returncode == status, said
    return said
