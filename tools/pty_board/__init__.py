"""`python3 -m tools vboard`: a virtual board that mpremote finds at the end of a serial line."""

from __future__ import annotations

import argparse
import threading
from pathlib import Path

from tools.refusal import Refusal

HELP = "run a virtual board on a serial line, for mpremote and the other commands"
PART = "play"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command line."""
    parser.add_argument("--pty", action="store_true", help="on a pseudo-terminal (the only way)")
    parser.add_argument("--board", default="wall-max7219", help="what hangs on its pins")
    parser.add_argument(
        "--flash", type=Path, help="a file that keeps its flash; made if it is not there"
    )


def run(args: argparse.Namespace) -> int:
    """Print the port and serve until Ctrl-C."""
    from tools.pty_board.board import PtyBoard, missing

    if missing():
        raise Refusal(missing())
    with PtyBoard(args.board, args.flash) as board:
        print(f"Board at {board.port}", flush=True)
        threading.Event().wait()
    return 0
