"""When the lamp over the table is on.

It goes on with the first event of a match or with the table's rent, and cannot be switched off
within a frame. Between frames and outside a match a key switches it; ten minutes after a match it
goes off by itself, and at once when the rent ends. Lamps and relays suffer from fast switching
(field reports of welded contacts), so it stays on and off for some seconds each and switches six
times a minute at most; and it is off for the first half second after power-up, until the supply
has settled. Before it switches, what is not on the flash yet is written, for at an edge of the
relay the supply dips, and nothing may be written then.
"""

from micropython import const

_SETTLE_MS = const(500)
_SAVING_MS = const(500)  # a flash that takes nothing does not leave a table dark
_LINGER_MS = const(600_000)
_MOST_AT_ONCE = const(6)
_REGAIN_MS = const(10_000)  # a switching more may follow


class Lamp:
    """`relay` needs `set(on)` and `on`.

    `settings` are those of the board file: least_on_s, least_off_s, and after_power_cut, "off" or
    "on". `switches` counts what the relay did since power-up, `orders` those given by hand.
    """

    FIELDS = ("wanted",)  # what is kept over a restart

    def __init__(self, relay, settings: dict):
        self._relay = relay
        self._least_on_ms = 1000 * settings.get("least_on_s", 3)
        self._least_off_ms = 1000 * settings.get("least_off_s", 3)
        self._after_power_cut = settings.get("after_power_cut") == "on"
        self.wanted = self._after_power_cut
        self._in_match = False
        self._in_frame = False
        self._rented = False
        self._linger_ms = 0
        self._hold_ms = _SETTLE_MS  # no switching for so long
        self._saving_ms = _SAVING_MS  # and so long no switching before all is saved
        self._regain_ms = 0
        self._spent = 0  # switchings that have not been regained
        self.switches = 0
        self.orders = 0

    def attend(self, in_match: bool, in_frame: bool) -> None:
        """Say whether a match and whether a frame of it is being played; the lamp follows."""
        if in_frame and not self._in_frame:
            self.wanted = True
        if in_match:
            self._linger_ms = 0
        elif self._in_match:
            self._linger_ms = _LINGER_MS
        self._in_match = in_match
        self._in_frame = in_frame

    def resume(self, rented: bool, kept: bool) -> None:
        """Say after a restart whether the table is rented.

        `kept`: it was a reset and no power cut, and `wanted` is as it was then. After a power cut
        the lamp is as the board file says, whatever is played or rented, until the next event.
        """
        self._rented = rented
        if not kept:
            self.wanted = self._after_power_cut

    def rent(self, rented: bool) -> None:
        """Say whether the table is rented."""
        if rented != self._rented:
            self._rented = rented
            self._linger_ms = 0
            self.wanted = rented or self._in_frame

    def toggle(self) -> bool:
        """Switch by hand; False within a frame, where it stays on."""
        if self._in_frame:
            return False
        self.wanted = not self.wanted
        self.orders = self.orders + 1 & 1023
        self._linger_ms = 0
        return True

    def step(self, elapsed_ms: int, saving: bool) -> None:
        """Let time pass; the relay follows what is wanted as soon as it may.

        `saving`: something is still to be written to the flash.
        """
        if self._linger_ms and not self._rented:
            self._linger_ms = max(0, self._linger_ms - elapsed_ms)
            if self._linger_ms == 0:
                self.wanted = False
        self._hold_ms = max(0, self._hold_ms - elapsed_ms)
        self._regain(elapsed_ms)
        if self.wanted == self._relay.on or not saving:
            self._saving_ms = _SAVING_MS
        else:
            self._saving_ms = max(0, self._saving_ms - elapsed_ms)
        if self.wanted != self._relay.on and self._may_switch(saving):
            self._switch()

    def _may_switch(self, saving):
        if saving and self._saving_ms:
            return False
        return not self._hold_ms and self._spent < _MOST_AT_ONCE

    def _switch(self):
        self._relay.set(self.wanted)
        self._hold_ms = self._least_on_ms if self.wanted else self._least_off_ms
        self._spent += 1
        self.switches += 1

    def _regain(self, elapsed_ms):
        if self._spent:
            self._regain_ms += elapsed_ms
            if self._regain_ms >= _REGAIN_MS:
                self._regain_ms = 0
                self._spent -= 1
