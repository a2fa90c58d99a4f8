"""The demonstration: a broker, virtual tables that play, and the page that shows them."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import NamedTuple

from tools.club import pages
from tools.club.broker import HOST, Broker
from tools.club.configuration import SCREEN
from tools.club.tables import Hall, names

_ENDLESS = 1_000_000  # matches


class PageSettings(NamedTuple):
    """What a page is told of the broker: the address of its WebSocket, and who it signs in as."""

    broker: str
    user: str
    password: str


# What shows the tables while it is entered; it gives the address that a person opens.
Serve = Callable[[PageSettings], AbstractContextManager[str]]


@contextlib.contextmanager
def tell(settings: PageSettings) -> Iterator[str]:
    """No page: the broker's own address, for any client of MQTT."""
    yield f"{settings.broker} as {settings.user!r} with the password {settings.password}"


def page(settings: PageSettings) -> AbstractContextManager[str]:
    """The club page, signed in already."""
    return pages.serve(settings.broker, settings.user, settings.password)


def demonstrate(count: int, pace: float, seed: int, serve: Serve | None = None) -> int:
    """Let so many tables play until Ctrl-C, `pace` times as fast as people do."""
    with Broker(names(count)) as broker:
        web = f"ws://{HOST}:{broker.web_port}"
        with (serve or page)(PageSettings(web, SCREEN, broker.passwords[SCREEN])) as where:
            hall = Hall(broker, count, count * _ENDLESS, seed)
            print(f"{count} tables play at {where} (Ctrl-C ends it)", flush=True)
            try:
                for _ in hall.play(pace):
                    pass
            finally:
                hall.close()
    return 0
