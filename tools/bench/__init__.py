"""`bench`: one table of the budgets: what is measured, the figure, the budget, held or not.

Everything is counted, nothing is timed: work in fuel of the 32-bit VM, bytes, operations of the
flash, virtual milliseconds. So a figure is the same in every run and on every computer. What each
row means is said in docs/bench.md.
"""

from __future__ import annotations

import argparse
import dataclasses
import io
import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from tools.bench import heap, keeping, peers, size, wire, work
from tools.bench.peers.duel import Duel
from tools.bench.peers.packages import fetch
from tools.bench.row import Row
from tools.refusal import Refusal, writing

HELP = "measure every budget: work, heap, bytes, flash, latency"
PART = "test"

_WIDTH = 180  # no row is longer

PARTS: dict[str, Callable[[], Iterator[Row]]] = {
    "event": work.rows,
    "key": work.key_rows,
    "recovery": work.recovery_rows,
    "heap": heap.key_rows,
    "boot": heap.boot_rows,
    "size": size.rows,
    "frames": size.frame_rows,
    "latency": wire.latency_rows,
    "bus": wire.bus_rows,
    "flash": keeping.rows,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the rows there too")
    parser.add_argument("--picture", type=Path, metavar="FILE", help="draw them there, as SVG")
    parser.add_argument(
        "--page", type=Path, metavar="FILE", help="put the table into a page, between its marks"
    )
    parser.add_argument(
        "--peers", action="store_true", help="public packages beside ours, instead of budgets"
    )
    parser.add_argument(
        "--only",
        metavar="ROWS",
        help=f"some parts, with commas: {', '.join(PARTS)}; of --peers: {', '.join(peers.PARTS)}",
    )


def run(args: argparse.Namespace) -> int:
    return _run_peers(args) if args.peers else _run_budgets(args)


def _run_budgets(args: argparse.Namespace) -> int:
    measured = list(measure(_chosen(args.only, PARTS)))
    _write_json(args.json, measured)
    if args.picture:
        from tools.bench.picture import draw

        _write(args.picture, draw(measured).svg())
    _show(table(measured), args.page, "budgets")
    broken = [row for row in measured if not row.held]
    for row in broken:
        print(f"over its budget: {row.what}: {number(row.figure)} of {number(row.budget)}")
    return 1 if broken else 0


def _run_peers(args: argparse.Namespace) -> int:
    chosen = _chosen(args.only, peers.PARTS)
    fetch()
    duels = list(peers.measure(chosen))
    _write_json(args.json, duels)
    if args.picture:
        from tools.bench.peers.picture import draw_duels

        _write(args.picture, draw_duels(duels).svg())
    _show(duel_table(duels), args.page, "peers")
    ahead = [duel for duel in duels if not duel.held]
    for duel in ahead:
        print(
            f"ahead of us: {duel.peer}: {duel.what}: {number(duel.theirs)} to our "
            f"{number(duel.ours)}"
        )
    return 1 if ahead else 0


def _show(shown: Table, page: Path | None, mark: str) -> None:
    """Print a table, and put it between `<!-- MARK -->` and `<!-- /MARK -->` of a page."""
    Console(width=_WIDTH).print(shown)
    if page is None:
        return
    text = io.StringIO()
    Console(width=_WIDTH, file=text).print(shown)
    lines = "\n".join(line.rstrip() for line in text.getvalue().splitlines()).strip()
    with writing():
        begin, end = f"<!-- {mark} -->\n", f"<!-- /{mark} -->"
        before, found, rest = page.read_text(encoding="utf-8").partition(begin)
        _, closed, after = rest.partition(end)
        if not found or not closed:
            raise Refusal(
                f"{page}: there is no place for a table, which lies between {begin}{end}."
            )
        page.write_text(f"{before}{begin}{lines}\n{end}{after}", encoding="utf-8", newline="\n")


def _write_json(path: Path | None, rows: Sequence[Row | Duel]) -> None:
    if path:
        text = json.dumps([dataclasses.asdict(row) for row in rows], indent=1)
        _write(path, text + "\n")


def _write(path: Path, text: str) -> None:
    with writing():
        path.write_text(text, encoding="utf-8", newline="\n")


def measure(parts: Iterable[str]) -> Iterator[Row]:
    """The rows of these of PARTS, in that order."""
    for part in parts:
        yield from PARTS[part]()


def table(rows: Iterable[Row]) -> Table:
    """The rows for people, in the form that Markdown has too."""
    shown = Table(box=box.MARKDOWN)
    for title, side in (("what", "left"), ("figure", "right"), ("", "left"), ("budget", "right")):
        shown.add_column(title, justify="right" if side == "right" else "left")
    shown.add_column("held")
    for row in rows:
        held = "" if row.budget is None else "yes" if row.held else "NO"
        shown.add_row(row.what, number(row.figure), row.unit, number(row.budget), held)
    return shown


def duel_table(duels: Iterable[Duel]) -> Table:
    """Ours and theirs for people, in the form that Markdown has too."""
    shown = Table(box=box.MARKDOWN)
    shown.add_column("what")
    for title in ("ours", "at least", "theirs", "times ours"):
        shown.add_column(title, justify="right")
    shown.add_column("")
    shown.add_column("peer")
    for duel in duels:
        figures = (duel.ours, duel.limit, duel.theirs, duel.ratio)
        shown.add_row(duel.what, *map(number, figures), duel.unit, duel.peer)
    return shown


def number(value: float | None) -> str:
    """A figure to three digits behind the point, those that say something."""
    if value is None:
        return ""
    return f"{value:,.3f}".rstrip("0").rstrip(".")


def _chosen(only: str | None, parts: Collection[str]) -> list[str]:
    chosen = list(parts) if only is None else only.split(",")
    for name in chosen:
        if name not in parts:
            raise Refusal(f"--only: no rows are called {name!r}; choose of {', '.join(parts)}.")
    return chosen
