"""`overlay-page`: the score of one table as a single HTML file, a browser source for OBS."""

import argparse
import getpass
import re
import sys
from pathlib import Path
from urllib.parse import urlsplit

from tools.club.overlay import overlay
from tools.legends import LANGUAGES
from tools.refusal import Refusal, writing

HELP = "the score of a table over a stream: a browser source for OBS, in one file"
PART = "club"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = (
        "User and password stand in the file as they are: give a user that may only read "
        "(screen), and keep the file to yourself."
    )
    parser.add_argument("--table", required=True, help="its name, table-1")
    parser.add_argument("--broker", required=True, help="its WebSocket: ws://HOST:PORT, or wss:")
    parser.add_argument("--lang", choices=LANGUAGES, default="en", help="(default: en)")
    parser.add_argument(
        "--user", help="who may only read; the password is asked for, or read from a pipe"
    )
    parser.add_argument("--out", metavar="FILE", type=Path, help="(default: overlay-TABLE.html)")


def run(args: argparse.Namespace) -> int:
    _check(args.table, args.broker)
    password = _password(args.user) if args.user else ""
    text = overlay(args.table, args.broker, args.lang, args.user or "", password)
    out = args.out or Path(f"overlay-{args.table}.html")
    with writing():
        out.touch(mode=0o600)
        out.write_text(text, encoding="utf-8", newline="\n")
    warning = f"; the password of {args.user!r} stands in it" if args.user else ""
    print(f"{out}: a browser source of 1920 x 1080 for OBS{warning}")
    return 0


def _check(table: str, broker: str) -> None:
    if not re.fullmatch(r"[a-z0-9-]{1,16}", table):
        raise Refusal(
            f"--table {table}: a table's name has 1 to 16 of a-z, 0-9 and -, as in its settings."
        )
    try:
        parts = urlsplit(broker)
        sound = parts.scheme in ("ws", "wss") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        sound = False
    if not sound:
        raise Refusal(f"--broker {broker}: it is ws://HOST:PORT, of the broker's WebSocket.")
    if "@" in parts.netloc:
        raise Refusal("--broker: no user or password in the address; use --user.")


def _password(user: str) -> str:
    if sys.stdin.isatty():
        return getpass.getpass(f"Password of {user!r} (it will stand in the file): ")
    return sys.stdin.readline().rstrip("\r\n")
