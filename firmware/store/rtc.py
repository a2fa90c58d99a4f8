"""Records in the RTC memory, which survives every reset and is random after power-on.

A slot a record: the live page twice in turn, so that a reset in between leaves one of them whole;
the last four pages before it by their number; the header of the match; the settings; how often
the firmware crashed.
"""

from micropython import const

from store.record import RECORD_BYTES

RTC_LIVE = const(0)
RTC_PAGES = const(2)
RTC_HEADER = const(6)
RTC_SETTINGS = const(7)
RTC_RESTARTS = const(8)
_SLOTS = const(9)
RTC_PAGES_KEPT = const(4)


class Rtc:
    """The slots of the RTC memory; `rtc` has `memory()` as machine.RTC. Writing takes no heap."""

    def __init__(self, rtc) -> None:
        self._rtc = rtc
        kept = rtc.memory()
        self.bytes = bytearray(_SLOTS * RECORD_BYTES)
        length = min(len(kept), len(self.bytes))
        self.bytes[:length] = kept[:length]

    def put(self, slot: int, record) -> None:
        """Put a sealed record into a slot."""
        at = slot * RECORD_BYTES
        self.bytes[at : at + RECORD_BYTES] = record.bytes

    def keep(self) -> None:
        """Bring all slots into the RTC memory."""
        self._rtc.memory(self.bytes)
