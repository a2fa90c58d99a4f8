"""From the records back to the match: at boot, and for whoever fetches the matches that are over.

The newest live page that leads to a header and, if it stands in for another match, to that one
too, is the match that was played. A record that is torn, foreign or of another match is passed
over, so damage costs at most what it hit: the pages before a gap can no more be undone into.

A page belongs to a match if it names the same place, lies where its number says, and was written
behind the header and not behind the live page: numbers only grow.
"""

from store.files import (
    FETCHED_FILE,
    LIVE,
    PLACES,
    page_place,
    place_file,
)
from store.header import NONE, fields_layout, left_page, left_place, read_header
from store.record import FETCHED, HEAD_BYTES, HEADER, PAGE, RECORD_BYTES, Record, layout
from store.rtc import RTC_HEADER, RTC_LIVE, RTC_PAGES, RTC_PAGES_KEPT


class SavedPage:
    """A page as it was kept; `on_flash`: this very state of it is a file."""

    def __init__(self, record, on_flash: bool):
        self.number = record.page
        self.start = record.start
        self.at = record.at
        self.end = record.end
        self.time_s = record.time_s
        self.bytes = bytes(record.bytes[HEAD_BYTES : record.length])
        self.on_flash = on_flash


class Saved:
    """A match as it was kept: what it was begun with, and its `pages`, the live one last.

    `left` is the match that this one stands in for. `header` is its record, `header_on_flash`
    whether that is a file.
    """

    def __init__(self, header, on_flash: bool, pages, left):
        self.seq = header.seq
        self.game, self.options = read_header(header)
        self.header = header
        self.header_on_flash = on_flash
        self.pages = pages
        self.left = left
        self._layout = fields_layout(header)

    def fits(self, match) -> bool:
        """Whether the values on the pages are those of this match's fields."""
        return self._layout == layout(match.FIELDS)


class Recovery:
    """What the records say. `saved` is the match to go on with, or None.

    `seq` is the largest number that was found, `place` the first free place behind the match,
    `slot` which of the two live files is the newer one, `fetched` the number up to which the
    matches have been fetched.
    """

    def __init__(self, files, rtc):
        self.saved: Saved | None = None
        self.seq = 0
        self.place = 0
        self.slot = 1
        self.fetched = 0
        self._files = files
        self._rtc = rtc
        self._find()

    def _find(self):
        fetched = self._in_file(FETCHED_FILE)
        if fetched is not None and fetched.kind == FETCHED:
            self.seq = self.fetched = fetched.seq
        for record, on_flash in self._lives():
            self.seq = max(self.seq, record.seq)
            if self.saved is None:
                self.saved = self._match(record, on_flash)
                if self.saved is not None:
                    self.place = page_place(record.place, min(record.page + 1, PLACES - 2))

    def _lives(self):
        """Pairs (live page, whether it is a file), the newest first."""
        filed = [self._in_file(path) for path in LIVE]
        seqs = [record.seq if _is_page(record) else -1 for record in filed]
        self.slot = 0 if seqs[0] > seqs[1] else 1
        lives = [(record, True) for record in filed]
        lives += [(self._in_rtc(slot), False) for slot in (RTC_LIVE, RTC_LIVE + 1)]
        lives = [live for live in lives if _is_page(live[0])]
        # Of a record that is in both, the file comes first: it need not be written again.
        lives.sort(key=lambda live: -2 * live[0].seq - live[1])
        return lives

    def _match(self, live, on_flash):
        """The match that a live page belongs to, or None if it cannot be made whole."""
        header, in_file = self._header(live)
        if header is None or live.place >= PLACES:
            return None
        left = None
        try:
            if left_place(header) != NONE:
                left = self._left(header)
                if left is None:
                    return None
            pages = self._pages_before(live, header.seq)
            pages.append(SavedPage(live, on_flash))
            return Saved(header, in_file, pages, left)
        except ValueError:
            return None

    def _header(self, live):
        """(header, whether it is a file) of a live page's match; of two the newer one."""
        filed = self._in_file(place_file(live.place))
        if not _heads(filed, live):
            filed = None
        kept = self._in_rtc(RTC_HEADER)
        if _heads(kept, live) and (filed is None or kept.seq > filed.seq):
            return kept, False
        return filed, filed is not None

    def _left(self, header):
        place = left_place(header)
        number = left_page(header)
        if place >= PLACES:
            return None
        live = self._in_file(place_file_of(place, number))
        if not _is_page(live) or live.place != place or live.page != number:
            return None
        return self._match(live, True)

    def _pages_before(self, live, first_seq):
        """The pages before the live one as far back as they are whole, the first one first."""
        pages: list[SavedPage] = []
        number = live.page - 1
        while number >= 0 and live.page - number < PLACES - 1:
            page = self._page(live, number, first_seq)
            if page is None:
                break
            pages.insert(0, page)
            number -= 1
        return pages

    def _page(self, live, number, first_seq):
        filed = self._in_file(place_file_of(live.place, number))
        if filed is not None and not _belongs(filed, live, number, first_seq):
            filed = None
        kept = self._in_rtc(RTC_PAGES + number % RTC_PAGES_KEPT)
        if kept is not None and _belongs(kept, live, number, first_seq):
            if filed is None or kept.seq > filed.seq:
                return SavedPage(kept, False)
        return None if filed is None else SavedPage(filed, True)

    def _in_file(self, path):
        return _read(self._files.read(path), 0)

    def _in_rtc(self, slot):
        return _read(self._rtc.bytes, slot * RECORD_BYTES)


def records(files):
    """Yield a Saved for each match in the ring that has begun, in the order of the places.

    Its last page is that with which the match ended, or, of the match that is being played, the
    last one that was full.
    """
    for place in range(PLACES):
        saved = record_at(files, place)
        if saved is not None:
            yield saved


def record_at(files, place: int) -> "Saved | None":
    """The match in the ring whose header is at this place, None if there is none."""
    header = _read(files.read(place_file(place)), 0)
    if header is None or header.kind != HEADER or header.place != place:
        return None
    pages = _pages_from(files, header)
    if not pages or left_place(header) != NONE:
        return None
    try:
        return Saved(header, True, pages, None)
    except ValueError:  # whole, and not a word of it is a header's
        return None


def place_file_of(place: int, page: int) -> str:
    """The file of a page of the match whose header is at `place`."""
    return place_file(page_place(place, page))


def _pages_from(files, header):
    """The pages behind a header, to the last one of its match; what was undone is older."""
    pages: list[SavedPage] = []
    seq = header.seq + 1
    while True:
        record = _read(files.read(place_file_of(header.place, len(pages))), 0)
        if not _is_page(record) or record.seq < seq or len(pages) == PLACES - 1:
            return pages
        if record.place != header.place or record.page != len(pages):
            return pages
        seq = record.seq
        pages.append(SavedPage(record, True))


def _heads(record, live):
    if record is None or record.kind != HEADER or record.place != live.place:
        return False
    return record.seq < live.seq


def _is_page(record):
    return record is not None and record.kind == PAGE


def _belongs(record, live, number, first_seq):
    if record.kind != PAGE or record.place != live.place or record.page != number:
        return False
    return first_seq < record.seq <= live.seq


def _read(data, offset):
    """The record that lies there, or None."""
    record = Record()
    return record if record.read(data, offset) else None
