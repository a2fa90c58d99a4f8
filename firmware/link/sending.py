"""Finished matches on their way to the club, until its collector says that it has them.

The lowest number that is not yet safe goes first, and again after each connect and after growing
pauses, until BASE/kept names it: a broker that dies with a message in its memory loses nothing.
What is kept is noted where `records.fetched` notes it, so it outlives a restart; the network never
takes a record from the ring.
"""

import json

from micropython import const

from records import played, scoresheet
from store.files import FETCHED_FILE, PLACES
from store.record import FETCHED, Record
from store.recovery import record_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_FIRST_PAUSE_MS = const(60_000)
_LONGEST_PAUSE_MS = const(3_600_000)


class Sending:
    """`files` are the store's Files, `journal` is its Journal.

    `due` is the Saved to be sent next, or None. `step` looks at one place of the ring.
    """

    def __init__(self, files, journal):
        self._files = files
        self._journal = journal
        self.kept = 0
        record = Record()
        if record.read(files.read(FETCHED_FILE)) and record.kind == FETCHED:
            self.kept = record.seq
        self.due: Any = None
        self.times = 0  # how often a record was handed out
        self._place = 0
        self._best = None
        self._chain = None  # what was played as the look began
        self._pause_ms = 0
        self._retry_ms = _FIRST_PAUSE_MS

    def again(self) -> None:
        """After a connect: what is not kept is sent at once."""
        self._pause_ms = 0
        self._retry_ms = _FIRST_PAUSE_MS

    def step(self, elapsed_ms: int) -> None:
        """Look for the oldest match that is over and not kept."""
        if self._pause_ms > elapsed_ms:
            self._pause_ms -= elapsed_ms
            return
        self._pause_ms = 0
        if self.due is None:
            self._look()

    def pieces(self):
        """The text of the message about the match that is due, a line at a time."""
        saved = self.due
        yield '{"match": %d, "sheet": "' % saved.seq
        for line in scoresheet(saved).split("\n")[:-1]:
            yield json.dumps(line + "\n")[1:-1]
        yield '"}'

    def sent(self) -> None:
        """It is on its way; wait for the collector, longer each time."""
        self.due = None
        self._place = 0
        self._pause_ms = self._retry_ms
        self._retry_ms = min(2 * self._retry_ms, _LONGEST_PAUSE_MS)

    def keep(self, payload: bytes) -> None:
        """The collector has all up to this number; numbers that no match has are passed over."""
        try:
            number = int(bytes(payload))
        except ValueError:
            return
        if not self.kept < number <= self._newest():
            return
        record = Record()
        record.kind = FETCHED
        record.seq = number
        record.seal()
        try:
            self._files.write(FETCHED_FILE, record.whole())
        except OSError:  # it is said again after the next connect
            return
        self.kept = number
        self.due = None
        self._place = 0
        self.again()

    def _newest(self):
        """The number of the newest match that is over."""
        chain = self._journal.chain
        if chain is None:
            return 0
        return chain.seq if chain.match.match_over else chain.seq - 1

    def _look(self):
        """Look at the next place; where a match was left meanwhile, from the first one on again.

        Else a younger match might be sent before it, and all up to that one be taken for safe.
        """
        chain = self._journal.chain
        if chain is not self._chain or self._journal.failing:
            self._chain, self._best, self._place = chain, None, 0
        elif self._place < PLACES:
            saved = record_at(self._files, self._place)
            self._place += 1
            if saved is not None and self._wants(saved.seq):
                if self._best is None or saved.seq < self._best.seq:
                    self._best = saved
        else:
            self._choose(chain)

    def _choose(self, chain):
        """The oldest one in the ring; else the one that is over and not left yet."""
        self.due, self._best, self._place = self._best, None, 0
        if chain is not None and chain.match.match_over:
            if self.due is None and chain.seq > self.kept:
                self.due = played(self._files)
        if self.due is None:
            self._pause_ms = 1000
        else:
            self.times += 1

    def _wants(self, seq):
        """Whether a match is over, left for good, and not kept."""
        chain = self._journal.chain
        if seq <= self.kept or chain is None:
            return False
        return seq != chain.seq and (chain.left is None or seq != chain.left.seq)
