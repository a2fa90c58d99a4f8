"""What is kept beside the match: the clocks, and whether the lamp shall be on.

Into the RTC memory it goes every second, to the flash at once when somebody gave an order (the
table was rented, the clocks were paused), else every minute while something runs: a power cut
costs a minute of a clock at most.

Only what goes to the flash takes a new number, so the one in the RTC memory is the newer of two
with the same: with a number a second, 24 bits would last for a year of play.
"""

from micropython import const

from store.files import SETTINGS_FILES
from store.record import HEAD_BYTES, RECORD_BYTES, SETTINGS, Record, layout
from store.rtc import RTC_SETTINGS

_EVERY_MS = const(60_000)
_NOTE_MS = const(1000)
_WIDTH = const(3)
_HALF = const(1 << 23)
_HEAD = const(16)  # HEAD_BYTES: const() folds no name of another file
_VALUES = const(_HEAD + 3)


class Settings:
    """`parts` are objects whose FIELDS are numbers, of 23 bits at most, and truth values.

    `orders` of a part is another number after each order that somebody gave it.
    """

    def __init__(self, files, rtc, parts):
        self._files = files
        self._rtc = rtc
        self._parts = parts
        self._fields = []
        for part in parts:
            self._fields += [(part, name) for name in part.FIELDS]
        self._layout = layout([name for _, name in self._fields])
        self._record = Record()
        self._seq = 0
        self._slot = 1
        self._since_ms = 0
        self._note_ms = 0
        self._noted = 0  # the values that the RTC memory has, as a number, and those on flash
        self._written = 0
        self._ordered = 0
        self.failing = False
        self.failures = 0  # since the start

    def restore(self) -> bool:
        """Set the fields to what was kept last; return whether the RTC memory had it."""
        record = self._record
        for slot in range(2):
            if record.read(self._files.read(SETTINGS_FILES[slot])) and self._ours(record):
                if record.seq > self._seq:
                    self._slot = slot
                    self._take()
        self._written = self._sum()
        from_rtc = record.read(self._rtc.bytes, RTC_SETTINGS * RECORD_BYTES) and self._ours(record)
        from_rtc = from_rtc and record.seq >= self._seq
        if from_rtc:
            self._take()
        self._noted = self._sum()
        self._ordered = self._orders()
        return from_rtc

    def _take(self):
        self._seq = self._record.seq
        at = _VALUES
        for field in self._fields:
            self._set(field, at)
            at += _WIDTH

    def _set(self, field, at):
        value = self._record.get(at, _WIDTH) - _HALF
        is_truth = isinstance(getattr(field[0], field[1]), bool)
        setattr(field[0], field[1], value != 0 if is_truth else value)

    def step(self, elapsed_ms: int, quiet: bool) -> bool:
        """Keep them if it is time to; to the flash only if the moment is quiet.

        Whether a file was written, or should have been.
        """
        self._since_ms = min(self._since_ms + elapsed_ms, _EVERY_MS)
        self._note_ms += elapsed_ms
        if self._note_ms >= _NOTE_MS:
            self._note_ms = 0
            self._note()
        if not quiet or not self._late():
            return False
        self._save()
        return True

    def _late(self):
        if self._since_ms == _EVERY_MS and (self.failing or self._noted != self._written):
            return True
        return self._orders() != self._ordered

    def _note(self):
        now = self._sum()
        if now != self._noted:
            self._noted = now
            self._pack()
            self._rtc.put(RTC_SETTINGS, self._record)
            self._rtc.keep()

    def _save(self):
        self._seq += 1
        self._since_ms = 0
        self._pack()
        self._ordered = self._orders()
        try:
            self._files.write(SETTINGS_FILES[self._slot ^ 1], self._record.whole())
        except (OSError, MemoryError):
            self.failing = True
            self.failures += 1
            return
        self._slot ^= 1
        self._written = self._noted = self._sum()
        self._rtc.put(RTC_SETTINGS, self._record)
        self._rtc.keep()
        self.failing = False

    def _ours(self, record):
        if record.kind != SETTINGS or record.end != _WIDTH * (len(self._fields) + 1):
            return False
        return record.get(HEAD_BYTES, _WIDTH) == self._layout

    def _pack(self):
        record = self._record
        record.kind = SETTINGS
        record.seq = self._seq
        record.put(HEAD_BYTES, self._layout, _WIDTH)
        record.end = _WIDTH * (len(self._fields) + 1)
        for place in range(len(self._fields)):
            self._put(place)
        record.seal()

    def _put(self, place):
        self._record.put(_VALUES + _WIDTH * place, _value(self._fields[place]) + _HALF, _WIDTH)

    def _sum(self):
        """A number that is another one after nearly every change."""
        total = 0
        for field in self._fields:
            total = total * 31 & 0x3FFFFF
            total += _value(field)
        return total

    def _orders(self):
        total = 0
        for part in self._parts:
            total += part.orders
        return total


def _value(field):
    return getattr(field[0], field[1])
