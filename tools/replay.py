"""`replay`: read a scoresheet, judge every token, print the states. See docs/scoresheet.md."""

import argparse
import json
import sys
from typing import Any

from tools.fold import fold
from tools.scoresheet import SENTENCES, Sheet, SheetError, Token, read_sheet
from tools.vm import NAMES, open_vm

HELP = "judge a scoresheet and print the state it leads to"
PART = "play"

Step = list[Any]  # [error code or None, state]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", help="a scoresheet; '-' reads standard input")
    parser.add_argument("--json", action="store_true", help="print the final state as JSON")
    parser.add_argument("--trace", action="store_true", help="print a JSON object a token")
    parser.add_argument(
        "--keep-going", action="store_true", help="skip a refused token, as the board does"
    )
    parser.add_argument("--vm", choices=NAMES, default="cpython", help="where the rules run")


def run(args: argparse.Namespace) -> int:
    try:
        sheet = read_sheet(_read(args.file))
    except SheetError as error:
        _complain(args.file, error.token, error.code, error.sentence)
        return 2
    except OSError as error:
        print(f"{args.file}: {error.strerror}", file=sys.stderr)
        return 2
    steps = replay(sheet, args.keep_going, args.vm)
    refused = False
    for token, (code, state) in zip(sheet.tokens, steps[1:]):
        if args.trace:
            shown = {"token": token.text, "ok": code is None, "error": code, "state": state}
            print(json.dumps(shown))
        if code:
            refused = True
            _complain(args.file, token, code, SENTENCES[code])
    if args.json:
        print(json.dumps(steps[-1][1]))
    elif not args.trace:
        print(summary(sheet, steps[-1][1]))
    return 2 if refused else 0


def replay(sheet: Sheet, keep_going: bool, vm_name: str = "cpython") -> list[Step]:
    """Return [error code, state] at the start and after each token that was tried."""
    tokens = [token.text for token in sheet.tokens]
    arguments = (sheet.game.GAME, sheet.options, tokens, keep_going)
    if vm_name == "cpython":
        return list(fold(*arguments))
    with open_vm(vm_name) as vm:
        printed = vm.call(f"from tools.fold import print_fold\nprint_fold{arguments!r}")
    return [_in_order(sheet, json.loads(line)) for line in printed.splitlines()]


def summary(sheet: Sheet, state: dict[str, Any]) -> str:
    """Say in one line how the match stands, for people."""
    parts = [" – ".join(sheet.names)]
    if "score" in state:
        parts.append("{}–{}".format(*state["score"]))
    parts.append("frames {}–{}".format(*state["frames"]))
    if state["match_over"]:
        winner = state["match_winner"]
        parts.append("match: " + (sheet.names["AB".index(winner)] if winner else "level"))
    elif state["frame_over"]:
        parts.append("the frame is over")
    else:
        parts.append("at the table: " + sheet.names["AB".index(state["striker"])])
    return ", ".join(parts)


def _in_order(sheet: Sheet, step: Step) -> Step:
    """Give the keys the page's order; a dict of MicroPython has none."""
    code, state = step
    keys = ["game"] + [row[0] for row in sheet.game.STATE]
    return [code, {key: state[key] for key in keys if key in state}]


def _read(name: str) -> str:
    data = sys.stdin.buffer.read() if name == "-" else open(name, "rb").read()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise SheetError(Token(f"byte {error.start}", line, 1), "the file is not UTF-8") from None


def _complain(name: str, token: Token, code: str, sentence: str) -> None:
    place = f"{name}:{token.line}:{token.column}"
    print(f"{place}: {token.text}: {code}: {sentence}", file=sys.stderr)
