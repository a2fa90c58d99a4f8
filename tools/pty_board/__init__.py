"""`python3 -m tools vboard`: a virtual board that mpremote finds at the end of a serial line."""

from __future__ import annotations

import argparse
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from tools.refusal import Refusal
from tools.venv import ROOT

if TYPE_CHECKING:
    from tools.pty_board.board import PtyBoard

HELP = "run a virtual board on a serial line, for mpremote and the other commands"
PART = "play"

_BLOCK_KB = 4
_FEWEST_KB = 64


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command line."""
    parser.add_argument(
        "--pty", action="store_true", required=True, help="the line is a pseudo-terminal"
    )
    parser.add_argument(
        "--board", metavar="NAME", default="wall-max7219", help="what hangs on the chip's pins"
    )
    parser.add_argument(
        "--flash",
        metavar="FILE",
        type=Path,
        help="keep the flash in this file, made if it is not there; without it, it is empty and "
        "gone in the end",
    )
    parser.add_argument(
        "--size",
        metavar="KB",
        type=int,
        default=2048,
        help="of a flash that is made (%(default)s)",
    )


def run(args: argparse.Namespace) -> int:
    """Print the port, and serve until Ctrl-C; keys that are typed are pressed."""
    from tools.pty_board.board import PtyBoard, missing

    if missing():
        raise Refusal(missing())
    names = sorted(path.stem for path in (ROOT / "boards").glob("*.json"))
    names.remove("schema")
    if args.board not in names:
        raise Refusal(f"there is no board {args.board!r}; there are {', '.join(names)}.")
    if args.size < _FEWEST_KB or args.size % _BLOCK_KB:
        raise Refusal(f"--size {args.size}: a flash has {_FEWEST_KB} KB or more, in steps of 4.")
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        board = PtyBoard(args.board, args.flash, blocks=args.size // _BLOCK_KB)
    except OSError as error:
        raise Refusal(f"{args.flash}: {error.strerror}; choose another --flash.") from None
    with board:
        print(f"Board at {board.port}", flush=True)
        print("Keys typed here are pressed, Enter shows what is lit, Ctrl-C ends.", flush=True)
        for line in sys.stdin:
            print(_pressed(board, line.strip()), flush=True)
        threading.Event().wait()  # nobody types: the line is all there is
    return 0


def _pressed(board: PtyBoard, keys: str) -> str:
    """What the wall shows after these keys, or why they cannot be pressed."""
    try:
        board.tap(keys)
        reading = board.reading()
    except ValueError as error:
        return str(error)
    fields = " ".join(f"{name}[{text}]" for name, text in sorted(reading["fields"].items()))
    return f"{fields} {' '.join(reading['lamps'])}"
