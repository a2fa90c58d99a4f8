"""Pages of a match as they are kept, and senseless ones. Runs on any Python."""

from rules import resume
from rules.cursor import Cursor
from rules.games import load
from rules.notation import enter_token, position, sheet


class Saved:
    """A page of a match as store/recovery.py hands it over."""

    def __init__(self, page, at):
        self.number = page.number
        self.start = page.start
        self.at = at
        self.end = page.end
        self.bytes = bytes(page.bytes[: page.end])
        self.on_flash = True

    def put_values(self, match, **values):
        """Let the page begin with the match's values and these."""
        for name, value in values.items():
            setattr(match, name, value)
        cursor = Cursor(bytearray(200))
        match.pack(cursor)
        self._put(bytes(cursor.buffer[: cursor.at]), self.bytes[self.start :])

    def put_events(self, *numbers):
        self._put(self.bytes[: self.start], bytes(numbers))
        self.at = self.end

    def _put(self, values, events):
        moved = len(values) - self.start
        self.start += moved
        self.at += moved
        self.bytes = values + events
        self.end = len(self.bytes)


def pages_of(match):
    """What is kept of a match."""
    page, at = match.history.page, match.history.at
    pages = []
    while page is not None:
        pages.insert(0, Saved(page, at))
        page = page.before
        at = page.end if page else 0
    return pages


def tried(game, values):
    """Whether a match comes back although its first page says these values."""
    match = load(game)({"race-to": 9})
    for token in ("frames=1-0", "turn=B", "frames=2-0"):
        enter_token(match, token)
    pages = pages_of(match)
    pages[0].put_values(load(game)(match.options), **values)
    again = load(game)(match.options)
    resume.resume(again, pages, True)
    return (position(again), sheet(again)) == (position(match), sheet(match))
