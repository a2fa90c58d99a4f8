"""The demonstration: a broker, virtual tables that play, and the page that shows them."""

from __future__ import annotations

from tools.club.broker import HOST, Broker
from tools.club.configuration import SCREEN
from tools.club.pages import serve
from tools.club.tables import Hall, names

_ENDLESS = 1_000_000  # matches


def demonstrate(count: int, pace: float, seed: int) -> int:
    """Let so many tables play until Ctrl-C, `pace` times as fast as people do."""
    with Broker(names(count)) as broker:
        web = f"ws://{HOST}:{broker.web_port}"
        with serve(web, SCREEN, broker.passwords[SCREEN]) as where:
            hall = Hall(broker, count, count * _ENDLESS, seed)
            print(f"{count} tables play at {where} (Ctrl-C ends it)", flush=True)
            try:
                for _ in hall.play(pace):
                    pass
            finally:
                hall.close()
    return 0
