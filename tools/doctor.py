"""What ails a board: it is asked what it knows of itself, and told in words, with the way out."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from drivers.keys import BOUNCES_MS
from store.entries import CAUSES, CRASHES, FAILED_SAVES
from tools.boards import problems_of
from tools.log import CAUSES as CAUSE_WORDS
from tools.log import asked, duration

HELP = "ask a board what ails it: resets, crashes, keys, displays, flash, memory"
PART = "board"

_ASK = "import gc\nfree = gc.mem_free()\nimport examine\nexamine.report(free)"
_LOG = "python3 -m tools log says when and where"
_FLASH_WAY_OUT = (
    "if it goes on, the flash is worn or its supply dips: another power supply, then another chip"
)
_WATCHDOG = 3  # machine.WDT_RESET
_LONG_MS = 14  # of the 20 that a release may bounce before it counts twice
_LEAST_FREE = 0.1  # of the file system
_LEAST_HEAP_BYTES = 20_000
_OLDEST_YEAR = 2024


class Finding(NamedTuple):
    """A line of the report. `way_out` is empty where all is well."""

    part: str
    text: str
    way_out: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command line."""
    parser.add_argument("--port", help="where the board is, if there are several")
    parser.add_argument("--json", action="store_true", help="what the board says, as JSON")


def run(args: argparse.Namespace) -> int:
    """Stop the program, ask, start the board again. 1: there is something to be mended."""
    text = asked(args.port, _ASK)
    told = json.loads(text.strip().rpartition("\n")[2])
    if args.json:
        print(json.dumps(told))
        return 0
    found = list(findings(told))
    for line in report(told, found):
        print(line)
    return 1 if any(finding.way_out for finding in found) else 0


def report(told: dict[str, Any], found: list[Finding]) -> Iterator[str]:
    """The lines of the report."""
    board = told["board"]
    name = f"{board['name']} ({board['chip']})" if board else "a board without board.json"
    yield f"{name}: Marker {told['firmware']} on MicroPython {told['micropython']}"
    yield str(told["machine"])
    yield ""
    for finding in found:
        yield f"{'look' if finding.way_out else 'ok':4}  {finding.part:9}  {finding.text}"
        if finding.way_out:
            yield f"{'':17}→ {finding.way_out}"
    count = sum(bool(finding.way_out) for finding in found)
    yield ""
    yield f"{count} of these want a look." if count else "Nothing is amiss."


def findings(told: dict[str, Any]) -> Iterator[Finding]:
    """What the board says of itself, judged."""
    running = told["running"]
    yield _program(told)
    yield _start(told)
    yield _crashes(told)
    yield _watchdog(told)
    yield _board_file(told["board"])
    if running is not None:
        for part in running["keys"]:
            yield from _keys(*part)
        if running["silent"]:
            yield _silent(running["silent"])
        for number, display in enumerate(running["displays"], 1):
            yield _display(number, *display)
        if running["store"] is not None:
            yield _saves(running)
    yield _flash(told["flash"])
    yield _heap(*told["heap"])
    yield _clock(told["date"])


def _program(told: dict[str, Any]) -> Finding:
    running = told["running"]
    if running is None:
        return Finding(
            "program",
            "does not run",
            "was D held at the start? Else it crashed six times in a row: " + _LOG,
        )
    if running["store"] is None:
        return Finding("program", "runs in safe mode, by hand and without saving", _LOG)
    return Finding("program", f"plays {running['game']}, since {duration(running['since_s'])}")


def _start(told: dict[str, Any]) -> Finding:
    cause = told["cause"]
    text = "after " + CAUSE_WORDS[cause if cause < len(CAUSE_WORDS) else 0]
    totals = _totals(told)
    if not totals:
        return Finding("start", text)
    counts = [f"{totals[n]} × {CAUSE_WORDS[n]}" for n in range(CAUSES) if totals[n]]
    text += "; so far " + ", ".join(counts)
    if totals[_WATCHDOG]:
        return Finding("start", text, f"the watchdog bites a program that hangs; {_LOG}")
    return Finding("start", text)


def _crashes(told: dict[str, Any]) -> Finding:
    totals = _totals(told)
    row = told["crashes"]
    text = f"{totals[CRASHES] if totals else row} in all"
    if row:
        text += f", {row} in a row"
    if row or totals and totals[CRASHES]:
        return Finding("crashes", text, _LOG + "; report them with that line")
    return Finding("crashes", "none")


def _watchdog(told: dict[str, Any]) -> Finding:
    if told["guarded"]:
        return Finding("watchdog", "runs")
    if told["running"] is None:
        return Finding("watchdog", "does not run, since the program does not")
    return Finding("watchdog", "waits for the third second after the start")


def _board_file(board: dict[str, Any] | None) -> Finding:
    if board is None:
        return Finding("board", "has no board.json that can be read", "python3 -m tools flash")
    problems = problems_of(board)
    if problems:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        return Finding(
            "board", problems[0] + more, "mend the board file or what was set, and flash it again"
        )
    return Finding("board", f"{board['name']}, its pins are as they may be")


def _keys(
    name: str, bounces: list[int], longest_ms: dict[str, int], ghosts: int
) -> Iterator[Finding]:
    part = name.replace("_", " ")
    total = sum(bounces)
    if not total:
        yield Finding("keys", f"{part}: none was pressed since the start")
        return
    worst = sorted(longest_ms, key=lambda key: -longest_ms[key])[:3]
    text = f"{part}: {total} presses and releases, {histogram(bounces)}"
    if worst:
        text += "; the longest " + ", ".join(f"{key} {longest_ms[key]} ms" for key in worst)
    worn = [key for key in worst if longest_ms[key] >= _LONG_MS]
    way_out = ""
    if worn:
        way_out = (
            f"the contacts of {' '.join(worn)} are worn or their wires loose; from 20 ms on a "
            "press may count twice"
        )
    yield Finding("keys", text, way_out)
    if ghosts:
        yield Finding("keys", f"{part}: {ghosts} times keys made a rectangle, and none was taken")


def histogram(bounces: list[int]) -> str:
    """The columns that are not empty: `12 clean, 3 bounced up to 4 ms`."""
    names = ["clean"] + [f"bounced up to {ms} ms" for ms in BOUNCES_MS[1:]] + ["bounced longer"]
    return ", ".join(f"{count} {name}" for name, count in zip(names, bounces) if count)


def _silent(keys: str) -> Finding:
    return Finding(
        "keys",
        f"{' '.join(keys)} down for 30 s, or since before the start: counts no more",
        "free what is jammed; if nothing is, its wire touches another",
    )


def _display(number: int, driver: str, errors: int, answers: bool) -> Finding:
    text = f"{number} ({driver}): {errors or 'no'} transfer{'' if errors == 1 else 's'} failed"
    if not answers:
        return Finding("display", text + ", and it does not answer", "check its plug and supply")
    if errors > 10:
        return Finding("display", text, "check its cable: shorter, or away from the lamp's")
    return Finding("display", text)


def _saves(running: dict[str, Any]) -> Finding:
    failed = running["store"]["failures"]
    in_all = running["totals"][FAILED_SAVES]
    text = f"{failed or 'none'} failed since the start, {in_all or 'none'} in all"
    if running["store"]["failing"]:
        return Finding("saves", text + "; what is played is not safe now", _FLASH_WAY_OUT)
    if in_all:
        return Finding("saves", text, _FLASH_WAY_OUT)
    return Finding("saves", text)


def _flash(flash: list[int] | None) -> Finding:
    if flash is None:
        return Finding("flash", "the file system tells nothing", _FLASH_WAY_OUT)
    size, free = flash
    text = f"{free // 1024} KB of {size // 1024} KB free"
    if free < _LEAST_FREE * size:
        return Finding("flash", text, "remove what is not Marker's: mpremote ls, mpremote rm")
    return Finding("flash", text)


def _heap(before: int, after: int, taken: int) -> Finding:
    text = (
        f"{before // 1024} KB free, {after // 1024} KB after collection, {taken // 1024} KB used"
    )
    if after < _LEAST_HEAP_BYTES:
        return Finding("memory", text, "take an ESP32 with PSRAM, or a MicroPython without extras")
    return Finding("memory", text)


def _clock(date: list[int]) -> Finding:
    if date[0] < _OLDEST_YEAR:
        return Finding("clock", "not set; the diary counts from each start")
    year, month, day, hour, minute, _ = date
    return Finding("clock", f"{year}-{month:02}-{day:02} {hour:02}:{minute:02}")


def _totals(told: dict[str, Any]) -> list[int]:
    """Since the board was flashed first, or nothing where nothing is kept."""
    running = told["running"]
    return running["totals"] if running and running["store"] else []
