"""`set`: what a board shall have otherwise than its board file; it stays over a `flash`."""

from __future__ import annotations

import argparse
import json

from tools import settings
from tools.boards import Board
from tools.link import Link, find_port
from tools.refusal import Refusal

HELP = "set what a board has otherwise than its board file, as displays.0.brightness=4"
PART = "board"

_BOARD = "board.json"
_START_S = 20.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "wishes",
        nargs="*",
        metavar="KEY=VALUE",
        help="KEY= takes a setting back; without any, what is set is shown",
    )
    parser.add_argument("--port", help="where the board is, if there are several")


def run(args: argparse.Namespace) -> int:
    with Link(find_port(args.port)) as link:
        before = _settings(link)
        if not args.wishes:
            print(_shown(before))
            return 0
        after = settings.changed(_board(link), before, args.wishes)
        if after != before:
            link.write(settings.FILE, settings.written(after))
        print(_shown(after))
        link.restart()
        print(link.listen("Marker ", _START_S) or "the board does not tell that it has started.")
    return 0


def _board(link: Link) -> Board:
    try:
        content: Board = json.loads(link.read(_BOARD))
    except (FileNotFoundError, ValueError):
        raise Refusal(
            f"{link.port}: there is no {_BOARD} on the board; run `python3 -m tools flash` first."
        ) from None
    return content


def _settings(link: Link) -> settings.Settings:
    try:
        return settings.read(link.read(settings.FILE))
    except FileNotFoundError:
        return {}


def _shown(found: settings.Settings) -> str:
    lines = [f"{path}={settings.text(value)}" for path, value in sorted(found.items())]
    return "\n".join(lines) or "nothing is set: the board goes by its board file."
