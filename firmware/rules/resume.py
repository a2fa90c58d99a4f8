"""A match brought back from its pages: the state of the last one and its events, or all events.

After an update of the firmware the fields of a game may be others; then the values that a page
begins with mean nothing, but its events do, and the match is played again from the first one.

The same happens behind a page that is whole and makes no sense: whose values no match can have
(see RANGES of a match), or whose events no token means. The match is brought to the last page
that makes sense and goes on with the events behind it, as far as the rules let it. An earlier
page that makes none ends what can be undone; only the last ones are looked at, since a match of a
hundred pages shall be back as soon as another. Not on the way of a key.
"""

from micropython import const

from rules.cursor import Cursor
from rules.forms import keeps, limits
from rules.games import NAMES, load
from rules.history import PAGE_BYTES, Page
from rules.match import (
    COUNT,
)
from rules.refusals import ACCEPTED

_LOOKED_AT = const(8)  # pages before the last one: two hundred events


def begin(name: str, options: dict):
    """Return a new match of a game under options that were kept; ValueError if they are none."""
    if name not in NAMES:
        raise ValueError("there is no game called " + name)
    game = load(name)
    for key in options:
        if key in game.OPTIONS and not keeps(limits(game.OPTIONS[key][0]), options[key]):
            raise ValueError(name + " has no such " + key)
    pairs = options.get("pairs", 0)
    if not 0 <= pairs <= game.HAS_PAIRS or game.option_fault(options):
        raise ValueError("the options do not go together")
    return game(options)


def resume(match, pages, same_fields: bool) -> None:
    """Bring a new match to where `pages` end: the first one first, the match goes on in the last.

    A page has number, start, at, end, bytes and on_flash. Raises ValueError if they are not pages
    of this match; it is of no use then.
    """
    forms: dict[int, list] = {}
    last = len(pages) - 1 if same_fields else -1
    while last >= 0 and not _stands(match, pages[last], forms):
        last -= 1
    if last >= 0:
        _go_on(match, pages[: last + 1], forms)
    elif pages[0].number:
        raise ValueError("the match's first events are lost")
    else:
        match.__init__(match.options)  # what was tried has left its traces
    if not _play_on(match, pages[last + 1 :], forms) and last < 0:
        raise ValueError("the rules refuse what was played")


def events(pages):
    """Yield (kind, argument) of the events on saved pages that are not undone."""
    for page in pages:
        cursor = Cursor(bytearray(page.bytes))
        cursor.at = page.start
        while cursor.at < page.at:
            kind = cursor.get()
            yield kind, cursor.get()


def has_events(match, page, forms):
    """Whether a page is events from `start` to `end`, one of which ends `at` the cursor.

    `forms` is a dict that is the same for all pages of a match, empty at first.
    """
    if not page.start <= page.at <= page.end == len(page.bytes) <= PAGE_BYTES:
        return False
    cursor = Cursor(page.bytes)
    cursor.at = page.start
    ends_there = page.at == page.start
    try:
        while cursor.at < page.end:
            if not keeps(_limits_of(match, cursor.get(), forms), cursor.get()):
                return False
            ends_there = ends_there or cursor.at == page.at
    except LookupError:  # beyond the page, or of no kind
        return False
    return ends_there


def _limits_of(match, kind, forms):
    """The limits of the argument of a kind; LookupError if the game has no such kind."""
    if kind not in forms:
        row = match.kind_row(kind)
        if row is None or kind in match.LACKS:
            raise KeyError(kind)
        forms[kind] = limits(row[0])
    return forms[kind]


def _go_on(match, pages, forms):
    """Bring the match to the end of the last page, and those before it behind it."""
    first = _first(match, pages, forms)
    live = _page(pages[-1])
    live.stored = False  # it has its own file, not yet that of a full page
    match.history.resume(live, pages[-1].at)
    for saved in reversed(pages[first:-1]):
        page = _page(saved)
        page.end = saved.at  # what was undone behind it is forgotten by now
        match.history.put_before(page)


def _first(match, pages, forms):
    """From which of these pages on all make sense, as far back as they are looked at."""
    place = len(pages) - 1
    while place and len(pages) - place <= _LOOKED_AT:
        if not _makes_sense(match, pages[place - 1], forms):
            return place
        place -= 1
    return 0


def _page(saved):
    page = Page()
    page.bytes[: saved.end] = saved.bytes
    page.number = saved.number
    page.start = saved.start
    page.end = saved.end
    page.stored = saved.on_flash
    return page


def _play_on(match, pages, forms):
    """Play the events on these pages; whether all of them could be."""
    for page in pages:
        if not has_events(match, page, forms):
            return False
        for kind, arg in events([page]):
            if match.enter(kind, arg) != ACCEPTED:
                return False
    return True


# -- whether a page makes sense -------------------------------------------------------------------


def _stands(match, page, forms):
    """Whether the match can go on with a page; brings it there to see."""
    if not _makes_sense(match, page, forms):
        return False
    try:
        for kind, arg in events([page]):
            match.apply(kind, arg)
    except Exception:  # whatever events lead to that never happened in this order
        return False
    return _possible(match)


def _makes_sense(match, page, forms):
    """Whether the match can have the values at a page's start, and its events are some."""
    if not has_events(match, page, forms):
        return False
    cursor = Cursor(page.bytes)
    try:
        match.unpack(cursor)
    except IndexError:
        return False
    return cursor.at == page.start and _possible(match)


def _possible(match):
    for name in match.FIELDS:
        least, most = match.RANGES.get(name, COUNT)
        value = getattr(match, name)
        for number in value if isinstance(value, list) else (value,):
            if not least <= number <= most:
                return False
    return match.possible()
