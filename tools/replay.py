"""`replay`: read a scoresheet, judge every token, print the states. See docs/scoresheet.md."""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.states import state_rows
from tools.fold import fold
from tools.refusal import Refusal
from tools.scoresheet import SENTENCES, Sheet, SheetError, Token, read_sheet
from tools.vm import NAMES, Vm, available, open_vm

HELP = "judge a scoresheet and print the state it leads to"
PART = "play"

_BATCH = 1000  # steps a VM is asked for at once: it frees memory between two calls

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
    if not available(args.vm):
        raise Refusal(f"the VM '{args.vm}' is not installed here, use 'wasm'")
    try:
        sheet = read_sheet(_read(args.file))
    except SheetError as error:
        raise Refusal(_complaint(args.file, error.token, error.code, error.sentence)) from None
    except OSError as error:
        raise Refusal(f"{args.file}: {error.strerror}") from None
    steps = replay(sheet, args.keep_going, args.vm)
    refused = False
    for token, (code, state) in zip(sheet.tokens, steps[1:]):
        if args.trace:
            shown = {"token": token.text, "ok": code is None, "error": code, "state": state}
            print(json.dumps(shown))
        if code:
            refused = True
            print(_complaint(args.file, token, code, SENTENCES[code]), file=sys.stderr)
    if args.json:
        print(json.dumps(steps[-1][1]))
    elif not args.trace:
        print(summary(sheet, steps[-1][1]))
    return 2 if refused else 0


def replay(sheet: Sheet, keep_going: bool, vm_name: str = "cpython") -> list[Step]:
    """Return [error code, state] at the start and after each token that was tried."""
    if vm_name == "cpython":
        return list(fold(sheet.game.GAME, sheet.options, _texts(sheet), keep_going))
    with open_vm(vm_name) as vm:
        return list(_replay_on(vm, sheet, keep_going))


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


def _texts(sheet: Sheet) -> list[str]:
    return [token.text for token in sheet.tokens]


def _replay_on(vm: Vm, sheet: Sheet, keep_going: bool) -> Iterator[Step]:
    vm.put("tokens", _texts(sheet))
    vm.call("from tools.fold import fold, print_steps")
    vm.call(f"steps = fold({sheet.game.GAME!r}, {sheet.options!r}, tokens, {keep_going})")
    while printed := vm.call(f"print_steps(steps, {_BATCH})"):
        for line in printed.splitlines():
            yield _in_order(sheet, json.loads(line))


def _in_order(sheet: Sheet, step: Step) -> Step:
    """Give the keys the page's order; a dict of MicroPython has none."""
    code, state = step
    keys = ["game"] + [row[0] for row in state_rows(sheet.game.GAME)]
    return [code, {key: state[key] for key in keys if key in state}]


def _read(name: str) -> str:
    data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        lines = data[: error.start].decode("utf-8").removeprefix("\ufeff").split("\n")
        at = Token(f"0x{data[error.start]:02x}", len(lines), len(lines[-1]) + 1)
        raise SheetError(at, "the file is not UTF-8") from None


def _complaint(name: str, token: Token, code: str, sentence: str) -> str:
    return f"{name}:{token.line}:{token.column}: {token.text}: {code}: {sentence}"
