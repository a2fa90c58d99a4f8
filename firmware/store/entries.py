"""The form of the diary's entries: what is written, and what was written once.

The number of the record is the entry's, its place what happened, its page a detail of that. Behind
the head:

    0  the date as the chip's clock had it: year (2 bytes), month, day, hour, minute, second;
       zeros if nobody had set it
    7  seconds since the start, 4 bytes
    11 how often it had happened since the last entry of its kind, 2 bytes
    13 the totals, 2 bytes each: starts by their cause, crashes, failed saves
    29 text
"""

from micropython import const

from store.files import DIARY_PLACES, diary_file
from store.record import DIARY, HEAD_BYTES, RECORD_BYTES, Record

START = const(0)  # detail: the cause of the reset, plus DIPPED; text: the firmware's version
CRASH = const(1)  # how many in a row; where, and what was raised
SAVE_FAILED = const(2)
ROOM_MADE = const(3)
NO_ANSWER = const(4)  # the display's index
STUCK = const(5)  # the key's character
KINDS = const(6)

DIPPED = const(16)  # power-on, but the RTC memory still had its content

CAUSES = const(6)  # of machine.reset_cause(); 0 is none of them
CRASHES = const(6)  # place of these among the totals
FAILED_SAVES = const(7)
TOTALS = const(8)

_HEAD = const(16)  # HEAD_BYTES: const() folds no name of another file
_DATE = const(_HEAD)
_SINCE = const(_HEAD + 7)
_TIMES = const(_HEAD + 11)
_TOTALS = const(_HEAD + 13)
_TEXT = const(_HEAD + 29)
_SET_YEAR = const(2024)


def write_entry(record, diary, what: int, text: bytes) -> None:
    """Make `record` the next entry of a Diary, sealed; a text too long for it is cut off."""
    record.clear()
    record.kind = DIARY
    record.seq = diary.number
    record.place = what
    record.page = diary.details[what]
    _put_date(record, diary.date())
    record.put(_SINCE, diary.since_s, 4)
    record.put(_TIMES, diary.times[what], 2)
    for total in range(TOTALS):
        record.put(_TOTALS + 2 * total, diary.totals[total], 2)
    text = text[: RECORD_BYTES - _TEXT]
    for at in range(len(text)):
        record.bytes[_TEXT + at] = text[at]
    record.end = _TEXT - HEAD_BYTES + len(text)
    record.seal()


def _put_date(record, now):
    known = now[0] >= _SET_YEAR
    record.put(_DATE, now[0] if known else 0, 2)
    for part in range(1, 6):
        record.put(_DATE + 1 + part, now[part] if known else 0, 1)


def is_entry(record, data, place: int) -> bool:
    """Whether these bytes are an entry of that place of the ring; `record` is it then."""
    if not record.read(data) or record.kind != DIARY or record.length < _TEXT:
        return False
    return record.seq % DIARY_PLACES == place


def read_totals(record, totals) -> None:
    """Put the totals of an entry into an array."""
    for total in range(TOTALS):
        totals[total] = record.get(_TOTALS + 2 * total, 2)


class Entry:
    """An entry as it was kept; `date` is a list of six numbers, None where no clock was set."""

    def __init__(self, record):
        self.number = record.seq
        self.what = record.place
        self.detail = record.page
        self.date: list[int] | None = None
        if record.get(_DATE, 2):
            self.date = [record.get(_DATE, 2)]
            self.date += [record.bytes[at] for at in range(_DATE + 2, _DATE + 7)]
        self.since_s = record.get(_SINCE, 4)
        self.times = record.get(_TIMES, 2)
        self.totals = [record.get(_TOTALS + 2 * total, 2) for total in range(TOTALS)]
        self.text = bytes(record.bytes[_TEXT : record.length])


def entries(files) -> "list[Entry]":
    """All entries that are whole, the oldest first."""
    found = []
    record = Record()
    for place in range(DIARY_PLACES):
        if is_entry(record, files.read(diary_file(place)), place):
            found.append(Entry(record))
    found.sort(key=lambda entry: entry.number)
    return found
