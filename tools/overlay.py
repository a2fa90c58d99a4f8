"""`overlay`: the keypad's legends to print at true size, or a game's quick reference."""

import argparse
from pathlib import Path

from tools.boards import load_board
from tools.legends import LANGUAGES, games, texts
from tools.pictures import overlay, reference
from tools.pictures.drawing import pdf
from tools.refusal import Refusal, writing

HELP = "print the keypad's legends, or a game on one page"
PART = "pictures"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--game", choices=games(), default="snooker", help="(default: snooker)")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="(default: en)")
    parser.add_argument(
        "--blank", action="store_true", help="for a keypad without signs of its own"
    )
    parser.add_argument(
        "--pitch",
        nargs=2,
        type=float,
        default=overlay.PITCH,
        metavar=("ACROSS", "DOWN"),
        help="from key to key in mm, if yours differs (default: %s %s)" % overlay.PITCH,
    )
    parser.add_argument("--reference", action="store_true", help="the game's keys on one page")
    parser.add_argument(
        "--board", default="wall-max7219", help="whose keypad (default: wall-max7219)"
    )
    parser.add_argument(
        "--out", metavar="DIR", type=Path, default=Path(), help="where the files go (default: .)"
    )


def run(args: argparse.Namespace) -> int:
    kind = "reference" if args.reference else "blank" if args.blank else "overlay"
    stem = args.out / f"{args.game}-{args.lang}-{kind}"
    rows = load_board(args.board)["keypad"]["keys"]
    _check(args, rows)
    words = texts(args.game, args.lang)
    if args.reference:
        drawing = reference.draw(args.game, words, rows)
    else:
        drawing = overlay.draw(args.game, words, rows, args.blank, tuple(args.pitch))
    with writing():
        args.out.mkdir(parents=True, exist_ok=True)
        Path(f"{stem}.svg").write_text(drawing.svg(), encoding="utf-8", newline="\n")
        Path(f"{stem}.pdf").write_bytes(pdf([drawing]))
    print(f"{stem}.svg, {stem}.pdf" + ("" if args.reference else ": print them at 100 %"))
    return 0


def _check(args: argparse.Namespace, rows: list[str]) -> None:
    """Refuse keys that do not fit on the keypad that is drawn."""
    across, down = args.pitch
    if not (10 <= across <= 17 and 10 <= down <= 16.5):
        raise Refusal(
            f"--pitch {across:g} {down:g}: on 69 x 77 mm keys are 10 to 17 mm apart across and "
            "10 to 16.5 mm down; measure from centre to centre."
        )
    if len(rows) != 4 or any(len(row) != 4 for row in rows):
        raise Refusal(f"--board {args.board}: an overlay is for a keypad of 4 x 4 keys.")
