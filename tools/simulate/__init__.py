"""`simulate`: a season of matches by chance on the virtual board, checked after every act.

One seed drives everything: the games and their options, the boards, legal and illegal keys with
their bounce, and what goes wrong meanwhile (see tools/vboard/faults.py). What has to hold stands
in checks.py.
A match that breaks a rule ends the season; it is printed with the shortest script that repeats
it. A match can be played again on a MicroPython VM, which must come to the same, and where no
key of it may take heap.
"""

from __future__ import annotations

import argparse
import itertools
import json
import time
from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tools.refusal import Refusal
from tools.simulate.broken import Broken
from tools.simulate.replica import Replica
from tools.simulate.script import read_script
from tools.simulate.season import Plan, Played, plan, play
from tools.simulate.shrink import shrink
from tools.vm import NAMES, available

HELP = "play a season of matches by chance, with faults, and check everything"
PART = "play"

_MATCHES = 150
_MATCHES_A_LINE = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1, help="the season (1)")
    matches = f"how many of its matches ({_MATCHES})"
    parser.add_argument("--matches", type=_count_of, default=_MATCHES, help=matches)
    parser.add_argument("--match", type=_count_of, help="only this one, counted from 0")
    parser.add_argument("--script", help="what happens in it, instead of chance")
    parser.add_argument("--soak", action="store_true", help="go on until Ctrl-C or a failure")
    parser.add_argument("--vm", choices=NAMES, help="play each match there once more")
    parser.add_argument("--json", action="store_true", help="print the counts as JSON")


def _count_of(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 0 on")
    return int(text)


def run(args: argparse.Namespace) -> int:
    if args.script is not None and args.match is None:
        raise Refusal("--script is about one match: say which by --match")
    if args.vm and not available(args.vm):
        raise Refusal(f"the VM '{args.vm}' is not installed here, use 'wasm'")
    counts: Counter[str] = Counter()
    try:
        failed = _play_all(args, counts)
    except KeyboardInterrupt:
        failed = None
    _print_counts(counts, args.json)
    if failed:
        _report(failed, args.script is None and failed.on is None)
    return 1 if failed else 0


def _play_all(args: argparse.Namespace, counts: Counter[str]) -> Played | None:
    """Play until the end or the first failure, which is returned."""
    script = None if args.script is None else read_script(args.script)
    replica = Replica(args.vm) if args.vm else None
    numbers: Iterable[int] = range(args.matches)
    if args.match is not None:
        numbers = [args.match]
    elif args.soak:
        numbers = itertools.count()
    total = None if args.soak else args.matches if args.match is None else 1
    started_s = time.monotonic()
    try:
        with _progress() as progress:
            task = progress.add_task(f"season {args.seed}", total=total)
            for number in numbers:
                played = play(plan(args.seed, number), script)
                _count(counts, played)
                if replica and not played.broken:
                    replica.play(played)
                if played.broken:
                    return played
                progress.advance(task)
                _tell(progress.console, counts)
    finally:
        counts["seconds"] = round(time.monotonic() - started_s)
        if replica:
            replica.close()
    return None


def _tell(console: Console, counts: Counter[str]) -> None:
    """Where the progress is no moving bar it is a line now and then."""
    if not console.is_terminal and counts["matches"] % _MATCHES_A_LINE == 0:
        console.print(f"{counts['matches']} matches, {counts['keys']} keys")


def _progress() -> Progress:
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
    )
    return Progress(*columns, console=Console(stderr=True))


def _count(counts: Counter[str], played: Played) -> None:
    counts["matches"] += 1
    counts["matches played to the end"] += played.over
    counts.update(played.counts)
    counts.update({f"keys {answer}": number for answer, number in played.noticed.items()})


def _print_counts(counts: Counter[str], as_json: bool) -> None:
    if as_json:
        print(json.dumps(dict(counts)))
        return
    table = Table(show_header=False)
    table.add_column(justify="left")
    table.add_column(justify="right")
    for name, number in counts.items():
        table.add_row(name, f"{number:,}")
    if counts["events"]:
        table.add_row("erases an event", f"{counts['erases'] / counts['events']:.3f}")
    Console().print(table)


def _report(failed: Played, by_chance: bool) -> None:
    """Print the failure and how to see it again."""
    planned = failed.plan
    header = ", ".join(f"{key}: {value}" for key, value in planned.header.items())
    where = f" on the VM {failed.on}" if failed.on else ""
    print(f"match {planned.number} of season {planned.seed} ({header}){where}")
    print(failed.broken)
    script = failed.script
    if by_chance and failed.broken:
        script = shortest(planned, failed.script, failed.broken)
        print(
            f"The shortest script that repeats it has {len(script)} of {len(failed.script)} acts:"
        )
    vm = f" --vm {failed.on}" if failed.on else ""
    print(
        f"  python3 -m tools simulate --seed {planned.seed} --match {planned.number}{vm} "
        f"--script '{' '.join(script)}'"
    )


def shortest(planned: Plan, script: list[str], broken: Broken) -> list[str]:
    """The shortest part of a script that breaks the same rule."""

    def breaks(part: list[str]) -> bool:
        again = play(planned, part).broken
        return again is not None and again.rule == broken.rule

    return shrink(script, breaks)
