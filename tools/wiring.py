"""`wiring`: draw how a board is wired, as SVG and PNG, and print a table of its pins."""

import argparse
from pathlib import Path

from tools.boards import load_board
from tools.pictures.board import Link, NoPicture, draw, links
from tools.refusal import Refusal, writing

HELP = "draw how a board is wired; print its pins"
PART = "pictures"

_HEAD = Link(0, "signal", "leads to", "by way of")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("board", metavar="BOARD", help="a board file, or a name in boards/")
    parser.add_argument(
        "--out",
        metavar="DIR",
        type=Path,
        default=Path(),
        help="where they go (default: .)",
    )


def run(args: argparse.Namespace) -> int:
    board = load_board(args.board)
    try:
        drawing = draw(board)
    except NoPicture as error:
        raise Refusal(f"{args.board}: {error}; change the board file.") from None
    stem = args.out / f"{board['name']}-wiring"
    with writing():
        args.out.mkdir(parents=True, exist_ok=True)
        stem.with_suffix(".svg").write_text(drawing.svg(), encoding="utf-8", newline="\n")
        stem.with_suffix(".png").write_bytes(drawing.png())
    print(table(links(board)))
    print(f"{stem}.svg, {stem}.png")
    return 0


def table(pins: list[Link]) -> str:
    """The pins as lines of text."""
    rows = [
        (f"IO{pin.gpio}" if pin is not _HEAD else "pin", pin.name, pin.part, pin.way)
        for pin in (_HEAD, *pins)
    ]
    widths = [max(map(len, column)) for column in zip(*rows)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows
    )
