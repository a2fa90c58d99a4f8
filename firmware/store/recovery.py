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
    RTC_HEADER,
    RTC_LIVE,
    RTC_PAGES,
    RTC_PAGES_KEPT,
    page_place,
    place_file,
)
from store.header import NONE, fields_layout, left_page, left_place, read_header
from store.record import FETCHED, HEAD_BYTES, HEADER, PAGE, RECORD_BYTES, Record


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

    `layout` is that of the fields whose values the pages begin with. `left` is the match that
    this one stands in for. `header` is its record, `header_on_flash` whether that is a file.
    """

    def __init__(self, header, on_flash: bool, pages, left):
        self.game, self.options = read_header(header)
        self.layout = fields_layout(header)
        self.header = header
        self.header_on_flash = on_flash
        self.pages = pages
        self.left = left


class Recovery:
    """What the records say. `saved` is the match to go on with, or None.

    `seq` is the largest number that was found, `place` the first free place behind the match.
    """

    def __init__(self, files, rtc):
        self.saved: Saved | None = None
        self.seq = 0
        self.place = 0
        self.fetched = 0
        self._files = files
        self._rtc = rtc
        self._find()

    def _find(self):
        lives = []
        for slot in (RTC_LIVE, RTC_LIVE + 1):
            lives.append((self._in_rtc(slot), False))
        for path in LIVE:
            lives.append((self._in_file(path), True))
        lives = [live for live in lives if live[0] is not None and live[0].kind == PAGE]
        # Of the same record in both places the file comes first: it need not be written again.
        lives.sort(key=lambda live: -2 * live[0].seq - live[1])
        fetched = self._in_file(FETCHED_FILE)
        if fetched is not None and fetched.kind == FETCHED:
            self.fetched = fetched.seq
        for record, on_flash in lives:
            self.seq = max(self.seq, record.seq)
            if self.saved is None:
                self.saved = self._match(record, on_flash)
                if self.saved is not None:
                    self.place = page_place(record.place, record.page + 1)
        self.seq = max(self.seq, self.fetched)

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
        """(header, whether it is a file) of a live page's match."""
        for in_file in (True, False):
            if in_file:
                record = self._in_file(place_file(live.place))
            else:
                record = self._in_rtc(RTC_HEADER)
            if record is not None and record.kind == HEADER and record.place == live.place:
                if record.seq < live.seq:
                    return record, in_file
        return None, False

    def _left(self, header):
        place = left_place(header)
        number = left_page(header)
        if place >= PLACES:
            return None
        live = self._in_file(place_file_of(place, number))
        if live is None or live.kind != PAGE or live.place != place or live.page != number:
            return None
        return self._match(live, True)

    def _pages_before(self, live, first_seq):
        """The pages before the live one as far back as they are whole, the first one first."""
        pages = []
        number = live.page - 1
        while number >= 0 and live.page - number < PLACES - 1:
            page = self._page(live, number, first_seq)
            if page is None:
                break
            pages.insert(0, page)
            number -= 1
        return pages

    def _page(self, live, number, first_seq):
        best = None
        on_flash = True
        for record in (
            self._in_file(place_file_of(live.place, number)),
            self._in_rtc(RTC_PAGES + number % RTC_PAGES_KEPT),
        ):
            if record is not None and _belongs(record, live, number, first_seq):
                if best is None or record.seq > best.seq:
                    on_flash = best is None and on_flash
                    best = record
            if best is None:
                on_flash = False
        return None if best is None else SavedPage(best, on_flash)

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
        header = _read(files.read(place_file(place)), 0)
        if header is not None and header.kind == HEADER and header.place == place:
            pages = _pages_from(files, header)
            if pages and left_place(header) == NONE:
                yield Saved(header, True, pages, None)


def place_file_of(place: int, page: int) -> str:
    """The file of a page of the match whose header is at `place`."""
    return place_file(page_place(place, page))


def _pages_from(files, header):
    """The pages behind a header, to the last one of its match; what was undone is older."""
    pages = []
    seq = header.seq + 1
    while True:
        record = _read(files.read(place_file_of(header.place, len(pages))), 0)
        if record is None or record.kind != PAGE or record.seq < seq:
            return pages
        if record.place != header.place or record.page != len(pages):
            return pages
        seq = record.seq
        pages.append(SavedPage(record, True))


def _belongs(record, live, number, first_seq):
    if record.kind != PAGE or record.place != live.place or record.page != number:
        return False
    return first_seq < record.seq <= live.seq


def _read(data, offset):
    """The record that lies there, or None."""
    record = Record()
    return record if record.read(data, offset) else None
