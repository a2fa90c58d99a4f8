"""Peers: public drivers, keypads and state machines, beside ours in one run on the same VM.

They are fetched from PyPI into a folder of their own (packages.py); none of their code is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from tools.bench.peers import displays, keypads, machines
from tools.bench.peers.duel import Duel

PARTS: dict[str, Callable[[], Iterator[Duel]]] = {
    "displays": displays.rows,
    "keypads": keypads.rows,
    "machines": machines.rows,
}


def measure(parts: Iterable[str]) -> Iterator[Duel]:
    """The duels of these of PARTS, in that order."""
    for part in parts:
        yield from PARTS[part]()
