"""The board's diary: when it started and why, and what went wrong since.

An entry is a record of its own, in a ring of a few files, so the diary does not grow, and damage
or a power cut costs an entry at most. What is noted waits until `step` is told that the moment is
quiet; then one file is read or written in a pass. Only a crash is written at once, for a reset
follows. An entry of each kind is written once an hour at most and a few times in a run: a display
with a loose cable must not wear the flash, nor push out what was before.
"""

from array import array

from micropython import const

from store.entries import (
    CAUSES,
    CRASH,
    CRASHES,
    DIPPED,
    FAILED_SAVES,
    KINDS,
    SAVE_FAILED,
    START,
    TOTALS,
    is_entry,
    read_totals,
    write_entry,
)
from store.files import DIARY_PLACES, diary_file
from store.record import Record

_MOST = const(0xFFFF)
_LARGEST = const(0xFFFFFF)  # number of a record
_EVERY_S = const(3600)
_AFTER_START_MS = const(1000)  # the supply has settled
_LOOK_MS = const(1000)  # whether an hour is over
_AGAIN_MS = const(60_000)  # after a write that failed
_MOST_IN_A_RUN = const(4)  # of a kind


class Diary:
    """`files` are Files, `date()` is time.localtime, or what else gives such a tuple.

    `totals` are those of this run until the older entries have been read, then all. `number`,
    `details`, `times` and `since_s` are what goes into the next entry, the middle two by kind.
    """

    def __init__(self, files, date):
        self.since_s = 0
        self.totals = array("H", bytes(2 * TOTALS))
        self.number = 0  # of the next entry
        self.details = array("H", bytes(2 * KINDS))
        self.times = array("H", bytes(2 * KINDS))
        self.date = date
        self._files = files
        self._text = b""  # of the start
        self._ms = 0
        self._wait_ms = _AFTER_START_MS
        self._unread = DIARY_PLACES
        self._record = Record()
        self._due = 0  # a bit for each kind
        self._written = bytearray(KINDS)  # in this run
        self._hold_s = array("H", bytes(2 * KINDS))  # before the next one of its kind
        self._old = array("H", bytes(2 * TOTALS))  # of the newest entry that was read

    # -- what happened, without heap -----------------------------------------------------------

    def begin(self, cause: int, dipped: bool, text: bytes) -> None:
        """The board has started; the text says with what."""
        self._text = text
        self._count(cause if cause < CAUSES else 0)
        self.note(START, cause + (DIPPED if dipped else 0))

    def note(self, what: int, detail: int, times: int = 1) -> None:
        """Something happened; of several the last detail is kept until it is written."""
        self.details[what] = detail
        self.times[what] = min(self.times[what] + times, _MOST)
        self._due |= 1 << what
        if what == SAVE_FAILED:
            self._count(FAILED_SAVES, times)

    def _count(self, total, times=1):
        self.totals[total] = min(self.totals[total] + times, _MOST)

    # -- every pass ----------------------------------------------------------------------------

    def step(self, elapsed_ms: int, quiet: bool) -> None:
        """Let time pass; read or write a file if there is something to do and it is quiet."""
        self._ms += elapsed_ms
        if self._ms >= 1000:
            self._grow_old(self._ms // 1000)
            self._ms %= 1000
        self._wait_ms = max(0, self._wait_ms - elapsed_ms)
        if quiet and not self._wait_ms and self._due:
            self._do_next()

    def _grow_old(self, seconds):
        self.since_s += seconds
        for what in range(KINDS):
            self._hold_s[what] = max(0, self._hold_s[what] - seconds)

    def _next(self):
        """The kind of which an entry may be written now, -1 for none."""
        for what in range(KINDS):
            if self._due >> what & 1 and not self._hold_s[what]:
                if self._written[what] < _MOST_IN_A_RUN:
                    return what
        return -1

    def _do_next(self):
        what = self._next()
        if what < 0:
            self._wait_ms = _LOOK_MS
        elif self._unread:
            self._read_next()
        else:
            self._write(what, self._text if what == START else b"")

    def crash(self, row: int, text: bytes) -> None:
        """Write at once that the program has crashed, the `row`-th time in a row. Takes heap."""
        self.recall()
        if self._due & 1 << START and not self._wait_ms:
            self._write(START, self._text)
        self.note(CRASH, row)
        self._count(CRASHES)
        self._write(CRASH, text)

    # -- files, with heap ------------------------------------------------------------------------

    def recall(self) -> None:
        """Read what the older entries say, if that has not been done."""
        while self._unread:
            self._read_next()

    def _read_next(self):
        """Look for the newest entry, for its number and its totals."""
        self._unread -= 1
        record = self._record
        if is_entry(record, self._files.read(diary_file(self._unread)), self._unread):
            if record.seq >= self.number:
                self.number = record.seq + 1 & _LARGEST
                read_totals(record, self._old)
        if not self._unread:
            for total in range(TOTALS):
                self._count(total, self._old[total])

    def _write(self, what, text):
        """Write the entry of a kind; what the flash does not take is tried again later."""
        write_entry(self._record, self, what, text)
        if self._is_written():
            self.number = self.number + 1 & _LARGEST
            self._due &= ~(1 << what)
            self.times[what] = 0
            self._written[what] += 1
            self._hold_s[what] = _EVERY_S
        else:
            self._wait_ms = _AGAIN_MS

    def _is_written(self):
        try:
            return self._put()
        except (OSError, MemoryError):
            return False

    def _put(self):
        self._files.write(diary_file(self.number % DIARY_PLACES), self._record.whole())
        return True
