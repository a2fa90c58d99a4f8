"""`time`: set the clock of a board's chip, which dates the records of matches."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Callable

from tools.link import Link, find_port

HELP = "set the clock of a board from this computer's"
PART = "board"

_READ = """
import json, machine
print(json.dumps(list(machine.RTC().datetime())))
"""
# The fields of machine.RTC.datetime: year, month, day, weekday, hour, minute, second, and the rest
# of the second, which the ESP32 counts in microseconds.
_SET = "import machine\nmachine.RTC().datetime({})"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", help="where the board is, if there are several")


def run(args: argparse.Namespace) -> int:
    with Link(find_port(args.port)) as link:
        print(set_clock(link, datetime.datetime.now))
    return 0


def set_clock(link: Link, now: Callable[[], datetime.datetime]) -> str:
    """Set the board's clock to the local time; says by how much it was wrong."""
    off = _off(link.ask(_READ), now())
    moment = now()
    link.run(_SET.format(fields(moment)))
    return f"the clock of the board {off}; it now says {moment:%Y-%m-%d %H:%M:%S}."


def fields(moment: datetime.datetime) -> tuple[int, ...]:
    """A moment as machine.RTC.datetime takes it."""
    date, time = moment.date(), moment.time()
    return (
        *(date.year, date.month, date.day, date.weekday()),
        *(time.hour, time.minute, time.second, time.microsecond),
    )


def _off(was: list[int], now: datetime.datetime) -> str:
    year, month, day, _, hour, minute, second, _ = was
    try:
        told = datetime.datetime(year, month, day, hour, minute, second)
    except ValueError:
        return "made no sense"
    if year < now.year - 1:
        return "had not been set since it was switched on"
    seconds = round((told - now).total_seconds())
    if abs(seconds) <= 1:
        return "was right"
    return f"was {datetime.timedelta(seconds=abs(seconds))} {'fast' if seconds > 0 else 'slow'}"
