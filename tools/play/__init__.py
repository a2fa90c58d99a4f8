"""`play`: the firmware on a virtual board, in real time behind a page, or key by key."""

import argparse
import json
import os
import socket
import threading
import webbrowser
from typing import Any

from tools.boards import load_board
from tools.play.server import Server
from tools.play.session import SHOWN, Session
from tools.refusal import Refusal
from tools.scoresheet import Sheet, SheetError, read_sheet
from tools.vm import VmError

HELP = "try the board in the browser: the firmware on a real MicroPython"
PART = "play"

_HOST = "127.0.0.1"
_PORT = 8147
# Header keys of the scoresheet, with what the help says of them.
_HEADER = {
    "game": "which game, else as the board file says",
    "preset": "the edition of the rules",
    "best-of": "frames of the match, an odd number",
    "race-to": "frames that win the match",
    "breaks": "who opens, A or B",
    "sides": 'two names, "Anna | Bo"',
    "reds": "reds at the start of a frame",
    "target": "points that win a frame, 150 or 150-100",
    "start": "points at the start of a frame, 10-0",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--board", default="wall-max7219", help="a board's name or file")
    for key, help_text in _HEADER.items():
        parser.add_argument(f"--{key}", metavar=key.upper(), help=help_text)
    parser.add_argument("--vm", default="wasm", help="what runs it: wasm, unix or cpython")
    parser.add_argument("--port", type=int, default=_PORT, help=f"of the page ({_PORT})")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument(
        "--keys",
        help='no page: press these, "1 7 D~ . #" (~ held, . wait), and print JSON; '
        "also power=off power=on reset display=off display=on noise=on noise=off jam=7 free=7",
    )


def run(args: argparse.Namespace) -> int:
    board = load_board(args.board)
    sheet = _sheet(args, board)
    try:
        if args.keys is not None:
            return _type(args, board, sheet)
        with _listen(args.port) as listener, Session(args.vm, board, sheet) as session:
            address = "http://{}:{}/".format(*listener.getsockname())
            Server(session).run(listener, lambda: _announce(address, not args.no_browser))
            return 0
    except ValueError as error:  # no such VM, no such key
        raise Refusal(f"play: {error}") from None
    except VmError as error:
        raise Refusal(f"play: the firmware stopped: {error.reason}") from None


def _type(args: argparse.Namespace, board: dict[str, Any], sheet: Sheet) -> int:
    """Print one JSON object: what the board shows in the end, then key by key, a line each."""
    with Session(args.vm, board, sheet) as session:
        keys = list(session.type(args.keys))
        shown = {name: session.state[name] for name in SHOWN}
    shown["sounds"] = [sound for key in keys for sound in key["sounds"]]
    shown["sheet"] = session.tokens
    print(json.dumps(shown)[:-1] + ', "keys": [')
    print(",\n".join(json.dumps(key) for key in keys) + "\n]}")
    return 0


def _announce(address: str, open_browser: bool) -> None:
    print(f"The board hangs at {address} (Ctrl-C takes it down)", flush=True)
    if open_browser:  # some browsers return only when they are closed
        threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()


def _sheet(args: argparse.Namespace, board: dict[str, Any]) -> Sheet:
    """Read the match from the options, as from the header of a scoresheet."""
    given = {key: getattr(args, key.replace("-", "_")) for key in _HEADER}
    given = {key: value for key, value in given.items() if value is not None}
    header = board["defaults"] | given
    if header["game"] != board["defaults"]["game"] and "preset" not in given:
        header.pop("preset", None)  # it belongs to the board's own game
    try:
        return read_sheet("\n".join(f"{key}: {value}" for key, value in header.items()))
    except SheetError as error:
        raise Refusal(f"play: {error.sentence}") from None


def _listen(port: int) -> socket.socket:
    try:
        return socket.create_server((_HOST, port))
    except OverflowError:
        raise Refusal(f"play: --port takes a number from 0 to 65535, not {port}") from None
    except OSError as error:
        reason = os.strerror(error.errno or 0)
        raise Refusal(
            f"play: port {port} cannot be had: {reason}; --port 0 takes one that is free"
        ) from None
