"""The board's diary as text: when it started and why, and what went wrong."""

from __future__ import annotations

import argparse
import json
from typing import Any

from store import entries
from tools.link import BoardTrouble, Link, find_port
from tools.refusal import Refusal

HELP = "print the board's diary: its starts and crashes, and what failed"
PART = "board"

CAUSES = ("unknown cause", "power-on", "reset by software", "watchdog", "deep sleep", "soft reset")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of the command line."""
    parser.add_argument("--port", help="where the board is, if there are several")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each entry")


def run(args: argparse.Namespace) -> int:
    """Stop the program, read the diary, start the board again."""
    text = asked(args.port, "import logbook\nlogbook.show()")
    if args.json:
        print(text, end="")
        return 0
    told = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
    for entry in told:
        print(f"{when(entry):>22}  {what(entry)}")
    if not told:
        print("The diary is empty: the board has not run for a second since it was flashed.")
    return 0


def asked(port: str | None, source: str) -> str:
    """What the board prints to these statements; then it starts anew, and the match goes on."""
    with Link(find_port(port)) as link:
        try:
            return link.run(source)
        except BoardTrouble as trouble:
            if str(trouble).startswith("ImportError"):
                raise Refusal(
                    f"the firmware on {link.port} cannot tell that ({trouble}); "
                    "bring it up to date: python3 -m tools flash."
                ) from None
            raise


def when(entry: dict[str, Any]) -> str:
    """The date, or how long after the start where nobody had set the chip's clock."""
    if entry["date"]:
        year, month, day, *time = entry["date"]
        return f"{year}-{month:02}-{day:02} " + ":".join(f"{part:02}" for part in time)
    return f"{duration(entry['since_s'])} after start"


def duration(seconds: int) -> str:
    """Seconds in words, to two units."""
    if seconds < 120:
        return f"{seconds} s"
    if seconds < 7200:
        return f"{seconds // 60} min"
    if seconds < 172_800:
        return f"{seconds // 3600} h"
    return f"{seconds // 86_400} days"


def what(entry: dict[str, Any]) -> str:
    """What happened, in words."""
    match entry["what"]:
        case entries.START:
            return f"started after {cause(entry['detail'])}; Marker {entry['text']}"
        case entries.CRASH:
            row = entry["detail"]
            return f"crashed at {entry['text']}" + (f" ({row} in a row)" if row > 1 else "")
        case entries.SAVE_FAILED:
            return f"the flash did not take a save{_times(entry)}"
        case entries.ROOM_MADE:
            return f"a match that nobody had fetched was overwritten{_times(entry)}"
        case entries.NO_ANSWER:
            return f"display {entry['detail'] + 1} did not answer{_times(entry)}"
        case entries.STUCK:
            return f"key {chr(entry['detail'])} was stuck{_times(entry)}"
    return f"something of a newer firmware ({entry['what']}, {entry['detail']})"


def cause(detail: int) -> str:
    """Why the board started."""
    number = detail % entries.DIPPED
    words = CAUSES[number if number < len(CAUSES) else 0]
    if detail & entries.DIPPED:
        words += " with its memory alive (the reset button, or the supply dipped)"
    return words


def _times(entry: dict[str, Any]) -> str:
    return f", {entry['times']} times" if entry["times"] > 1 else ""
