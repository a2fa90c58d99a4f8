"""How often the firmware has crashed without having run well in between; kept in RTC memory."""

from store.record import RECORD_BYTES, RESTARTS, Record
from store.rtc import RTC_RESTARTS


def crashes(rtc) -> int:
    """The crashes in a row; 0 after power-on."""
    record = Record()
    if record.read(rtc.bytes, RTC_RESTARTS * RECORD_BYTES) and record.kind == RESTARTS:
        return record.seq
    return 0


def note_crashes(rtc, count: int) -> None:
    """Say how many there have been."""
    record = Record()
    record.kind = RESTARTS
    record.seq = count
    record.seal()
    rtc.put(RTC_RESTARTS, record)
    rtc.keep()
