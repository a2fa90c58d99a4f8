"""The header of a match: its game and options, and the match that it stands in for.

Behind the head of the record: the layout of the match's fields (3 bytes), the place of the match
that is left meanwhile (2, NONE for none) and its page (2), then text: the game and `key=value` of
each option, parted by spaces.

The date on which the match began stands where the head of a page has its number and its time: the
day in `page`, the minute of the day in `time_s`. Both are 0 where the chip's clock was not set.
"""

from micropython import const

from store.record import HEAD_BYTES, HEADER, RECORD_BYTES, layout

NONE = const(0xFFFF)

_SET_FROM = const(2024)  # a clock that shows an earlier year was never set

_HEAD = const(16)  # HEAD_BYTES: const() folds no name of another file
_LAYOUT = const(_HEAD)
_LEFT_PLACE = const(_HEAD + 3)
_LEFT_PAGE = const(_HEAD + 5)
_TEXT = const(_HEAD + 7)


def write_header(record, game: str, match, place: int, left_place: int, left_page: int) -> None:
    """Make `record` the header of a match; it lacks its number and is not sealed. Takes heap."""
    text = _text(game, match.options)
    if len(text) > RECORD_BYTES - _TEXT:  # what is as it would be anyway need not be said
        options = match.options
        said = {key: options[key] for key in options if options[key] != _default(match, key)}
        text = _text(game, said)
    record.clear()
    record.kind = HEADER
    record.place = place
    record.put(_LAYOUT, layout(match.FIELDS), 3)
    record.put(_LEFT_PLACE, left_place, 2)
    record.put(_LEFT_PAGE, left_page, 2)
    for at in range(len(text)):
        record.bytes[_TEXT + at] = text[at]
    record.end = _TEXT - HEAD_BYTES + len(text)


def _text(game, options):
    return " ".join([game] + ["%s=%d" % (key, options[key]) for key in options]).encode()


def _default(match, key):
    return match.OPTIONS[key][1] if key in match.OPTIONS else 0


def read_header(record):
    """Return (game, options) of a header record; ValueError if it is none."""
    if record.kind != HEADER or record.length < _TEXT:
        raise ValueError("not the header of a match")
    words = bytes(record.bytes[_TEXT : record.length]).decode().split(" ")
    options = {}
    for word in words[1:]:
        key, _, value = word.partition("=")
        options[key] = int(value)
    return words[0], options


def put_date(record, date) -> None:
    """Note when the match began, (year, month, day, hour, minute, …), unless that is before 2024.

    The record is not sealed.
    """
    if date[0] >= _SET_FROM:
        record.page = date[0] - 2000 << 9 | date[1] << 5 | date[2]
        record.time_s = date[3] * 60 + date[4]


def date_text(record) -> str:
    """When the match began, as 2026-11-30 22:34, or "" if that is not known."""
    day = record.page
    if not day:
        return ""
    minute = record.time_s
    parts = (2000 + (day >> 9), day >> 5 & 15, day & 31, minute // 60, minute % 60)
    return "%d-%02d-%02d %02d:%02d" % parts


def fields_layout(record) -> int:
    """The layout of the match's fields as they were written; see record.layout."""
    return record.get(_LAYOUT, 3)


def left_place(record) -> int:
    """Where the header of the match lies that this one stands in for, or NONE."""
    return record.get(_LEFT_PLACE, 2)


def left_page(record) -> int:
    """On which page the match was left that this one stands in for."""
    return record.get(_LEFT_PAGE, 2)
