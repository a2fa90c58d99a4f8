"""What Mosquitto is told for a club: who may sign in, and what each of them may do.

docs/mosquitto.conf and docs/mosquitto.acl are printed by this module, and the brokers that tests
and the demonstration start are told the same, with their own ports and files.
"""

from __future__ import annotations

from typing import NamedTuple

TCP_PORT = 1883
WEB_PORT = 9001
TLS_PORT = 8883

# A table signs in by its own name. Everybody else is listed: none of them is a table.
CLUB, DESK, SCREEN = "club", "desk", "screen"
PEOPLE = (CLUB, DESK, SCREEN)
SHOWN = ("state", "about", "clocks", "online", "lamp")  # what a screen may see of a table


class Listener(NamedTuple):
    """A port that the broker listens at; `host` may be "" for all addresses."""

    port: int
    host: str = ""
    web: bool = False
    tls: bool = False


def configuration(listeners: list[Listener], folder: str) -> str:
    """The text of mosquitto.conf; its files lie in `folder`."""
    lines = [
        "# Marker: the broker of a club, for Mosquitto 2. See docs/club.md.",
        "",
        "allow_anonymous false",
        f"password_file {folder}/passwords",
        f"acl_file {folder}/acl",
    ]
    for listener in listeners:
        lines += ["", *_listener(listener, folder)]
    return "\n".join(lines) + "\n"


def _listener(listener: Listener, folder: str) -> list[str]:
    lines = [f"listener {listener.port} {listener.host}".rstrip()]
    if listener.web:
        lines.append("protocol websockets")
    if listener.tls:
        lines += [f"certfile {folder}/server.pem", f"keyfile {folder}/server.key"]
    return lines


def access() -> str:
    """The text of the access file: a topic that is not listed for somebody is refused."""
    lines = [
        "# Marker: who may do what at the broker of a club. See docs/club.md.",
        "# A table, which signs in by its name, says what happens on it and hears its own orders.",
        "pattern write marker/%u/#",
        "pattern read marker/%u/kept",
        "pattern read marker/%u/do/#",
        "pattern write homeassistant/+/%u/#",
        *_person(CLUB, "The collector reads all, and says which records are safe."),
        "topic read marker/#",
        "topic write marker/+/kept",
        *_person(DESK, "The tournament's desk also gives orders."),
        "topic read marker/#",
        "topic write marker/+/kept",
        "topic write marker/+/do/#",
        *_person(SCREEN, "The club's page and the overlay only look."),
        *(f"topic read marker/+/{what}" for what in SHOWN),
    ]
    return "\n".join(lines) + "\n"


def _person(user: str, why: str) -> list[str]:
    """The head of a person's part; the pattern of the tables is not for them."""
    refused = [f"topic deny marker/{user}/#", f"topic deny homeassistant/+/{user}/#"]
    return ["", f"# {why}", f"user {user}", *refused]


def printed() -> dict[str, str]:
    """The two files of docs/ by name: for a club that puts them into /etc/mosquitto."""
    listeners = [Listener(TCP_PORT), Listener(WEB_PORT, web=True), Listener(TLS_PORT, tls=True)]
    return {
        "mosquitto.conf": configuration(listeners, "/etc/mosquitto/marker"),
        "mosquitto.acl": access(),
    }
