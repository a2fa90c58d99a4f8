"""The journal of the match that is played: which records are written, and when.

After each event the page it stands on goes into the RTC memory, in the same pass of the loop and
without heap. To the flash it goes when no key is down and none was moved for 40 ms, since an erase
stops the whole chip for 45 to 400 ms; but at the latest 200 ms after the event, so that it is safe
within 250. For 300 ms after an edge of a relay nothing is written, however long it has waited:
the supply dips then (field reports of broken file systems). One file a pass. A page that is full
is written into the ring once; the live page is written with every event.

A match that is over stays where it lies, in the ring, until what comes round overwrites it.

A chain is what the journal knows of one match: where it lies, and the match it stands in for.
"""

from micropython import const

from store.files import (
    LIVE,
    PLACES,
    page_place,
    place_file,
)
from store.header import NONE, left_place, put_date, write_header
from store.record import HEADER, PAGE, Record
from store.rtc import RTC_HEADER, RTC_LIVE, RTC_PAGES, RTC_PAGES_KEPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CALM_MS = const(40)
_LATEST_MS = const(200)
_AFTER_EDGE_MS = const(300)
_RETRY_MS = const(1000)
_LONGEST_RETRY_MS = const(60_000)
_MOST_CLOSING = const(4)  # while the flash takes nothing, for they stay in memory

# What `step` has to say.
SILENT = const(0)
SAVED = const(1)  # the live page is safe now
FAILED = const(2)
ROOM_MADE = const(3)  # a match was overwritten that had not been fetched


class Chain:
    """A match in the ring. `left` is the chain that it stands in for."""

    def __init__(self, game: str, match, place: int, left):
        self.game = game
        self.match = match
        self.place = place
        self.left = left
        self.seq = 0  # the header's number, 0 before the first event
        self.header = Record()
        self.on_flash = False  # the header
        if left is None:
            write_header(self.header, game, match, place, NONE, 0)
        else:
            write_header(self.header, game, match, place, left.place, left.page)

    @property
    def page(self) -> int:
        """The number of the page that the match is on."""
        return self.match.history.page.number


class Journal:
    """`failing` says whether the flash does not take what it should.

    Since the start: `failures` is how often it did not, `rooms` how many matches were overwritten
    that nobody had fetched.
    """

    def __init__(self, files, rtc, found, today=None):
        """Begin behind the records that a Recovery `found`; see Store for `today`."""
        self.failing = False
        self.failures = 0
        self.rooms = 0
        self.chain: Any = None  # the match that is followed
        self.time_s = 0  # how long the match has lasted, kept with each record
        self._files = files
        self._rtc = rtc
        self._seq = found.seq
        self._place = found.place
        self._slot = found.slot  # of the two live files, the one written last
        self._fetched = found.fetched
        self._today = today
        self._rtc_slot = 0
        self._closing: list[Chain] = []  # matches left, not yet written to their last page
        self._record = Record()
        self._old = Record()
        self._noted = 0  # the change that the RTC memory has
        self._safe = 0  # and the one that the flash has
        self._wait_ms = 0  # since the first change that is not safe
        self._calm_ms = 0  # since a key was moved
        self._edge_ms = 0  # of the time after a relay's edge that is left
        self._retry_ms = 0
        self._pause_ms = 0  # the next retry's

    @property
    def match(self):
        """The match that is followed, or None."""
        return None if self.chain is None else self.chain.match

    # -- which match --------------------------------------------------------------------------

    def follow(self, game: str, match, stands_in: bool) -> None:
        """From now on this match is played, instead of the one before or `stands_in` for it."""
        before = self.chain
        if before is not None and before.left is not None and before.left.match is match:
            self.chain = before.left
        else:
            if before is not None and stands_in:
                self._number(before)
            self.chain = Chain(game, match, self._free_place(), before if stands_in else None)
            if before is not None and before.seq:
                self._closing = self._closing[1 - _MOST_CLOSING :] + [before]
        self._noted = -1
        self._safe = -1
        if not self._begun():
            self._safe = self._noted = match.history.changes

    def resume(self, saved, match, left) -> None:
        """Go on with a match brought back from a Saved; `left` is the one it stands in for."""
        chain = self.chain = _chain_of(saved, match)
        if saved.left is not None:
            chain.left = _chain_of(saved.left, left)
        self._noted = match.history.changes
        self._safe = self._noted if saved.pages[-1].on_flash else -1

    def holds(self, match) -> bool:
        """Whether all that happened in the match so far is safe on the flash."""
        chain = self.chain
        return chain is not None and chain.match is match and self._safe == match.history.changes

    def _begun(self):
        return self.chain.seq > 0 or self.chain.match.history.begun()

    def _free_place(self):
        chain = self.chain
        if chain is None:
            return self._place
        if not self._begun():
            return chain.place
        pages = min(chain.page + 1, PLACES - 1)
        return (chain.place + 1 + pages) % PLACES

    # -- every pass ---------------------------------------------------------------------------

    def note(self) -> None:
        """Put what is new into the RTC memory; no heap."""
        history = self.chain.match.history
        if history.changes == self._noted or not self._begun():
            return
        self._number(self.chain)
        self._noted = history.changes
        self._seq += 1
        self._rtc.put(RTC_HEADER, self.chain.header)
        page = history.page
        if page.before is not None and not page.before.stored:
            self._fill(self.chain, page.before, page.before.end)
            self._rtc.put(RTC_PAGES + page.before.number % RTC_PAGES_KEPT, self._record)
        self._fill(self.chain, page, history.at)
        self._rtc_slot ^= 1
        self._rtc.put(RTC_LIVE + self._rtc_slot, self._record)
        self._rtc.keep()

    def step(self, elapsed_ms: int, busy: bool, edge: bool) -> int:
        """Let time pass and write a file if it is time to; say what came of it.

        `busy`: a key is down or went up; `edge`: a relay switched.
        """
        self._calm_ms = 0 if busy else min(self._calm_ms + elapsed_ms, 1000)
        self._edge_ms = _AFTER_EDGE_MS if edge else max(0, self._edge_ms - elapsed_ms)
        self._pause_ms = max(0, self._pause_ms - elapsed_ms)
        if self.chain is None or not self._pending():
            self._wait_ms = 0
            return SILENT
        self._wait_ms = min(self._wait_ms + elapsed_ms, 1000)
        if self._edge_ms or self._pause_ms:
            return SILENT
        if self._calm_ms < _CALM_MS and self._wait_ms < _LATEST_MS:
            return SILENT
        return self._save()

    @property
    def quiet(self) -> bool:
        """Whether this is a moment for writing what has time."""
        return self._calm_ms >= _CALM_MS and not self._edge_ms and not self._pause_ms

    def _pending(self):
        """Whether something is to be written."""
        return bool(self._closing) or self._safe != self._noted

    # -- files --------------------------------------------------------------------------------

    def _save(self):
        """Write one file; after a failure not again for a while, which grows."""
        said = self._try()
        if said == FAILED:
            self._retry_ms = min(max(_RETRY_MS, 2 * self._retry_ms), _LONGEST_RETRY_MS)
            self._pause_ms = self._retry_ms
            self.failing = True
            self.failures += 1
        else:
            self._retry_ms = 0
            self.failing = self.failing and said != SAVED
        return said

    def _try(self):
        try:
            return self._write_next()
        except (OSError, MemoryError):
            return FAILED

    def _write_next(self):
        """Write one file: first whatever the live page rests on."""
        if self._closing:
            return self._write_closing(self._closing[0])
        chain = self.chain
        if not chain.on_flash:
            return self._write_header(chain)
        page = _unstored(chain.match.history.page.before)
        if page is not None:
            return self._write_page(chain, page, page.end)
        return self._write_live(chain)

    def _write_closing(self, chain):
        """A match that was left, to its last page."""
        history = chain.match.history
        if not chain.on_flash:
            return self._write_header(chain)
        page = _unstored(history.page.before)
        if page is not None:
            return self._write_page(chain, page, page.end)
        said = self._write_page(chain, history.page, history.at)
        self._closing.pop(0)
        return said

    def _write_header(self, chain):
        self._number(chain)
        if self._today is not None and not chain.header.page:
            put_date(chain.header, self._today())
            chain.header.seal()
        said = self._write_place(chain.place, chain.header)
        chain.on_flash = True
        return said

    def _write_page(self, chain, page, at):
        self._fill(chain, page, at)
        said = self._write_place(page_place(chain.place, page.number), self._record)
        page.stored = True
        return said

    def _write_place(self, place, record):
        said = SILENT
        path = place_file(place)
        if self._old.read(self._files.read(path)) and self._loses(self._old):
            said = ROOM_MADE
        self._files.write(path, record.whole())
        if said == ROOM_MADE:
            self.rooms += 1
        return said

    def _loses(self, old):
        """Whether a record is the header of a match that nobody has fetched."""
        if old.kind != HEADER or old.seq <= self._fetched:
            return False
        return left_place(old) == NONE  # one that stood in for another is no record of its own

    def _write_live(self, chain):
        history = chain.match.history
        self._fill(chain, history.page, history.at)
        self._files.write(LIVE[self._slot ^ 1], self._record.whole())
        self._slot ^= 1
        self._safe = history.changes
        return SAVED

    # -- records ------------------------------------------------------------------------------

    def _number(self, chain):
        """Give a match its number, with its first event; all numbers after it are larger."""
        if chain.seq:
            return
        self._seq += 1
        chain.seq = chain.header.seq = self._seq
        chain.header.seal()

    def _fill(self, chain, page, at):
        record = self._record
        record.kind = PAGE
        record.seq = self._seq
        record.place = chain.place
        record.page = page.number
        record.time_s = self.time_s
        record.start = page.start
        record.at = at
        record.load(page.bytes, page.end)
        record.seal()


def _chain_of(saved, match):
    chain = Chain(saved.game, match, saved.header.place, None)
    chain.seq = saved.seq
    chain.header = saved.header
    chain.on_flash = saved.header_on_flash
    return chain


def _unstored(page):
    """The first page from here back that the flash does not have as it is."""
    while page is not None and page.stored:
        page = page.before
    return page
