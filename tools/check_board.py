"""`check-board`: say what is wrong with a board file, or what is on it."""

import argparse

from tools.boards import digit_count, load_board

HELP = "check a board file: pins, fields, lamps"
PART = "play"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="FILE", help="a board file, or a name in boards/")


def run(args: argparse.Namespace) -> int:
    board = load_board(args.board)
    keys = len("".join(board["keypad"]["keys"]))
    print(
        f"{board['name']}: all right; {keys} keys, {digit_count(board)} digits, "
        f"{len(board['fields'])} fields, {len(board['lamps'])} lamps"
    )
    return 0
