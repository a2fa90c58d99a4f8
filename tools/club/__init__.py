"""`club`: many tables on one broker. See docs/club.md.

The broker is the club's own. What is started here beside it collects the records of its tables;
the demonstration, the soak and the count bring a broker and virtual tables with them.
"""

from __future__ import annotations

import argparse
import asyncio
import getpass
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tools.refusal import Refusal

if TYPE_CHECKING:
    from tools.club.collector import Address

HELP = "many tables on one broker: collect their records, or look at a demonstration"
PART = "club"

_TABLES = 12
_MATCHES = 200
_MOST_S = 240.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("--records", metavar="DIR", type=Path, help="collect the records there")
    what.add_argument("--page", metavar="ws://HOST:PORT", help="a page with all tables live")
    what.add_argument("--demo", metavar="TABLES", type=_count, help="virtual tables to look at")
    what.add_argument("--soak", action="store_true", help="tables play, the broker dies and dies")
    what.add_argument("--scale", metavar="TABLES", type=_count, help="count what tables send")
    parser.add_argument("--broker", metavar="HOST[:PORT]", help="of the club, for --records")
    parser.add_argument("--user", default="club", help="who signs in there (club)")
    parser.add_argument("--password-file", metavar="FILE", type=Path, help="else it is asked for")
    parser.add_argument("--ca", metavar="FILE", help="TLS: the certificate that vouches for it")
    parser.add_argument("--pace", type=float, default=4.0, help="of the demonstration's time (4)")
    parser.add_argument("--matches", type=_count, default=_MATCHES, help=f"soak ({_MATCHES})")
    parser.add_argument("--seed", type=int, default=1, help="demonstration and soak (1)")


def _count(text: str) -> int:
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def run(args: argparse.Namespace) -> int:
    if args.records:
        return _collect(args)
    if args.page:
        from tools.club.pages import show

        return show(args.page)
    if args.demo:
        from tools.club.demo import demonstrate

        return demonstrate(args.demo, args.pace, args.seed)
    if args.scale:
        from tools.club.scale import count, table_of

        print(table_of(count(args.scale)))
        return 0
    return _soak(args)


def _collect(args: argparse.Namespace) -> int:
    from tools.club.collector import Collector
    from tools.club.shelf import Shelf

    address = _address(args)
    print(f"Records go to {args.records} (Ctrl-C ends it).", flush=True)
    try:
        asyncio.run(Collector(address, Shelf(args.records)).run())
    except OSError as error:  # of the folder; one of the line never comes so far
        raise Refusal(
            f"{error.filename or args.records}: {error.strerror}; what is not written yet stays "
            "on the boards: make room or name another folder, and start again."
        ) from None
    return 0


def _address(args: argparse.Namespace) -> Address:
    """Whom the options name; the password never stands on the command line."""
    from tools.club.collector import Address
    from tools.club.configuration import TCP_PORT, TLS_PORT

    if not args.broker:
        raise Refusal("club: --records needs the broker of the club: --broker HOST.")
    host, _, port = args.broker.partition(":")
    if port and not port.isdecimal():
        raise Refusal(f"club: --broker {args.broker}: behind the colon stands the port.")
    usual = TLS_PORT if args.ca else TCP_PORT
    return Address(host, int(port or usual), args.user, _password(args), args.ca)


def _password(args: argparse.Namespace) -> str:
    if args.password_file is None:
        return getpass.getpass(f"Password of {args.user!r} at {args.broker}: ")
    try:
        text: str = args.password_file.read_text(encoding="utf-8")
    except OSError as error:
        raise Refusal(f"{args.password_file}: {error.strerror}; name another file.") from None
    return text.strip()


def _soak(args: argparse.Namespace) -> int:
    from tools.club.soak import soak

    with tempfile.TemporaryDirectory(prefix="marker-records-") as folder:
        soaked = soak(Path(folder), _TABLES, args.matches, args.seed, _MOST_S)
    print(
        f"{soaked.matches} matches on {_TABLES} tables, the broker killed {soaked.kills} times: "
        f"{soaked.written} records written, {soaked.again} came again."
    )
    for fault in soaked.faults:
        print(fault)
    return 1 if soaked.faults else 0
