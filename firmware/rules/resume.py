"""A match brought back from its pages: the state of the last one and its events, or all events.

After an update of the firmware the fields of a game may be others; then the values that a page
begins with mean nothing, but its events do, and the match is played again from the first one.
Not on the way of a key.
"""

from rules.cursor import Cursor
from rules.history import PAGE_BYTES, Page
from rules.refusals import ACCEPTED


def resume(match, pages, same_fields: bool) -> None:
    """Bring a new match to where `pages` end: the first one first, the match goes on in the last.

    A page has number, start, at, end, bytes and on_flash. Raises ValueError, or whatever reading
    numbers of another meaning leads to, if they are not pages of this match.
    """
    if same_fields:
        _go_on(match, pages)
    else:
        _play_again(match, pages)


def _go_on(match, pages):
    live = _page(pages[-1])
    live.stored = False  # it has its own file, not yet that of a full page
    match.history.resume(live, pages[-1].at)
    for saved in reversed(pages[:-1]):
        page = _page(saved)
        page.end = saved.at  # what was undone behind it is forgotten by now
        match.history.put_before(page)


def _page(saved):
    if len(saved.bytes) != saved.end or saved.end > PAGE_BYTES:
        raise ValueError("not a page")
    page = Page()
    page.bytes[: saved.end] = saved.bytes
    page.number = saved.number
    page.start = saved.start
    page.end = saved.end
    page.stored = saved.on_flash
    return page


def _play_again(match, pages):
    if pages[0].number:
        raise ValueError("the match's first events are lost")
    for kind, arg in events(pages):
        if match.enter(kind, arg) != ACCEPTED:
            raise ValueError("the rules refuse what was played")


def events(pages):
    """Yield (kind, argument) of the events on saved pages that are not undone."""
    for page in pages:
        cursor = Cursor(bytearray(page.bytes))
        cursor.at = page.start
        while cursor.at < page.at:
            kind = cursor.get()
            yield kind, cursor.get()
