"""A table's line as the firmware has it: its own link on its own client, in the table's time."""

from __future__ import annotations

from collections.abc import Callable

from link.start import joined
from tools.club.collector import Address
from tools.club.player import Player
from tools.vboard.network import Network
from version import __version__

_STRIDE_MS = 10  # a link must have its turn while the table rests


class ChipLine:
    """Gives the board of a player a link. `now_s` is the time of day that it knows."""

    def __init__(
        self, name: str, address: Address, player: Player, now_s: Callable[[], int]
    ) -> None:
        settings = {"broker": address.host, "port": address.port, "table": name}
        secrets = {"user": address.user, "password": address.password}
        marker = player.device.marker
        console = marker.console
        parts = console, console._clocks, console._lamp, marker.relay, marker.store
        self._link = marker.link = joined(settings, secrets, parts, Network(), now_s, __version__)
        player.stride_ms = _STRIDE_MS

    @property
    def up(self) -> bool:
        """Whether the broker has let the table in."""
        return bool(self._link.client.up)

    @property
    def kept(self) -> int:
        """Up to which match the board knows its records to be safe."""
        sending = self._link.sending
        return sending.kept if sending else 0

    def close(self) -> None:
        """Say goodbye."""
        self._link.client.close()
