"""`network`: the credentials of a board, for the Wi-Fi and for the club's broker.

They lie on the board as secrets.json, which no other command reads. They are asked for without
an echo, or read as four lines from a pipe; never taken from the command line, never printed.
"""

from __future__ import annotations

import argparse
import getpass
import json
import sys
from collections.abc import Callable
from pathlib import Path

from tools.link import Link, find_port
from tools.refusal import Refusal

HELP = "give a board the credentials of the Wi-Fi and of the club's broker"
PART = "board"

FILE = "secrets.json"
CA_FILE = "ca.pem"

_QUESTIONS = ("Wi-Fi name", "Wi-Fi password", "broker user", "broker password")
_MARK = "-----BEGIN CERTIFICATE-----"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--ca", type=Path, help="the certificate that signs the broker's, as PEM")
    parser.add_argument("--port", help="where the board is, if there are several")


def run(args: argparse.Namespace) -> int:
    ca = _certificate(args.ca) if args.ca else None
    secrets = asked(getpass.getpass if sys.stdin.isatty() else _line)
    with Link(find_port(args.port)) as link:
        link.write(FILE, json.dumps(secrets).encode())
        if ca is not None:
            link.write(CA_FILE, ca)
        link.restart()
    print("the board has its credentials and starts anew.")
    return 0


def asked(ask: Callable[[str], str]) -> dict[str, object]:
    """What secrets.json holds, by four answers; a user left empty does not sign in."""
    name, wifi, user, password = (ask(question + ": ") for question in _QUESTIONS)
    if not name:
        raise Refusal(
            "the Wi-Fi has no name: nothing was written; ask its owner and run it again."
        )
    return {"wifi": [name, wifi], "user": user or None, "password": password or None}


def _line(_: str) -> str:
    line = sys.stdin.readline()
    if not line:
        raise Refusal("standard input ended: it needs four lines, " + ", ".join(_QUESTIONS) + ".")
    return line.rstrip("\r\n")


def _certificate(path: Path) -> bytes:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise Refusal(f"{path}: cannot be read: {error.strerror}.") from None
    if _MARK.encode() not in data:
        raise Refusal(f"{path}: is no certificate in PEM: it has no line {_MARK}.")
    return data
