"""Records byte by byte, and whatever bytes may lie where records should."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import store.entries
import store.header
import store.settings
from console.comeback import bring_back
from host_tests.console.desk import Desk
from host_tests.store.cuts import rtc
from rules.games import NAMES, load
from store.files import LIVE, SETTINGS_FILES, Files, page_place, place_file
from store.header import NONE, read_header, write_header
from store.record import (
    FETCHED,
    HEAD_BYTES,
    HEADER,
    PAGE,
    RECORD_BYTES,
    SETTINGS,
    Record,
    checksum,
)
from store.recovery import Recovery, records
from store.rtc import Rtc
from store.settings import Settings

PATHS = [*LIVE, *SETTINGS_FILES, "s/f", *[place_file(place) for place in range(4)]]


class Shelf:
    """Files in a dict."""

    def __init__(self, files):
        self.files = files

    def open(self, path, mode):
        if mode == "rb" and path not in self.files:
            raise OSError(2)
        self.path = path
        return self

    def read(self, size):
        return self.files[self.path][:size]

    def write(self, data):
        self.files[self.path] = bytes(data)

    def close(self):
        pass

    def mkdir(self, path):
        pass


class Part:
    FIELDS = ("seconds", "on")

    def __init__(self):
        self.seconds = 0
        self.on = False
        self.orders = 0


@pytest.mark.parametrize("module", [store.entries, store.header, store.settings])
def test_what_lies_behind_the_head_begins_there(module):
    assert module._HEAD == HEAD_BYTES


def test_the_checksum_is_that_of_openpgp():
    assert checksum(b"123456789", 0, 9) == 0x21CF02  # the check value of CRC-24/OPENPGP


def test_no_header_of_any_game_is_too_long():
    for name in NAMES:
        game = load(name)
        keys = set(game.OPTIONS) - {"race-to"}  # and one of the other two says the length
        keys -= {"best-of"} if "frames" in keys else set()
        options = {key: longest(game.OPTIONS[key][0]) for key in sorted(keys)}
        options.update({"pairs": 1} if game.HAS_PAIRS else {})
        match = game({})
        match.options = options
        record = Record()
        write_header(record, name, match, 3, NONE, 0)
        record.seal()
        assert record.length <= RECORD_BYTES
        again = Record()
        assert again.read(record.bytes)
        assert read_header(again) == (name, options)


def longest(form):
    """The longest packed value of a header key's form, in figures."""
    if "-<" in form:
        return 999 | 999 << 10
    return 9 if "|" in form else 999


def sealed(kind, seq, place, page, start, at, payload):
    record = Record()
    record.kind, record.seq, record.place, record.page = kind, seq, place, page
    record.start, record.at = start, at
    record.load(payload.ljust(112, b"\0"), len(payload))
    record.seal()
    return bytes(record.bytes[: record.length])


def header_text(layout, left_place, left_page, text):
    numbers = layout.to_bytes(3, "big") + left_place.to_bytes(2, "big")
    return (numbers + left_page.to_bytes(2, "big") + text)[:112]


small = st.integers(0, 5)
payloads = st.one_of(
    st.binary(max_size=112),
    st.builds(
        header_text,
        st.sampled_from([0, 1]),
        st.sampled_from([0, 1, 600, NONE]),
        small,
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from([name.encode() for name in NAMES]),
            st.sampled_from(
                [b"snooker best-of=3", b"snooker preset=9", b"manual frames=x", b" ="]
            ),
        ),
    ),
)
whole = st.builds(
    sealed,
    st.sampled_from([PAGE, HEADER, SETTINGS, FETCHED]),
    small,
    st.sampled_from([0, 0, 0, 1, 600]),
    small,
    st.integers(0, 112),
    st.integers(0, 112),
    payloads,
)
contents = st.one_of(st.binary(max_size=140), whole)


@settings(max_examples=300)
@given(st.dictionaries(st.sampled_from(PATHS), contents), st.lists(contents, max_size=8))
def test_any_bytes_end_in_a_match_or_a_clear_refusal(files, slots):
    shelf = Shelf(files)
    kept = Rtc(rtc())
    for slot, content in enumerate(slots):
        part = content[:RECORD_BYTES]
        kept.bytes[slot * RECORD_BYTES : slot * RECORD_BYTES + len(part)] = part
    reader = Files(shelf.open, shelf.mkdir)
    shown(Recovery(reader, kept).saved)
    for saved in records(reader):
        shown(saved)
    part = Part()
    Settings(reader, kept, [part]).restore()
    assert isinstance(part.seconds, int) and isinstance(part.on, bool)


def shown(saved):
    """Bring it back and look at it from all sides."""
    if saved is None:
        return
    try:
        match = bring_back(saved)
        left = bring_back(saved.left) if saved.left else None
    except ValueError as error:
        assert str(error)
        return
    desk = Desk()
    desk.console.resume(saved.game, match, left and (saved.left.game, left))
    desk.tap("* * D 1 #")


@settings(max_examples=150)
@given(
    st.sampled_from(list(NAMES)),
    st.lists(st.sampled_from([0, 7, 8, 3, 4, 127, 255]) | st.integers(0, 255), max_size=30),
    st.integers(0, 30),
)
def test_any_events_behind_the_state_of_a_match_end_in_a_match_or_a_refusal(name, acts, short):
    """The state itself is the match's: the checksum and the layout of the fields vouch for it."""
    game = load(name)
    header = Record()
    match = game({})
    page = match.history.page
    payload = bytes(page.bytes[: page.start]) + bytes(acts)
    write_header(header, name, match, 0, NONE, 0)
    header.seq = 1
    header.seal()
    files = {
        place_file(0): bytes(header.bytes[: header.length]),
        "s/a": sealed(PAGE, 2, 0, 0, page.start, max(0, len(payload) - short), payload),
    }
    shelf = Shelf(files)
    shown(Recovery(Files(shelf.open, shelf.mkdir), Rtc(rtc())).saved)


def test_the_ring_never_comes_round_over_the_header_of_its_match():
    assert page_place(7, 511) == page_place(7, 0) == 8
    assert all(page_place(7, page) != 7 for page in range(2000))


def test_settings_come_back_with_their_sign():
    shelf = Shelf({})
    part = Part()
    kept = Rtc(rtc())
    settings_ = Settings(Files(shelf.open, shelf.mkdir), kept, [part])
    settings_.restore()
    part.seconds, part.on = -77, True
    part.orders += 1
    settings_.step(2, True)
    other = Part()
    assert not Settings(Files(shelf.open, shelf.mkdir), Rtc(rtc()), [other]).restore()
    assert (other.seconds, other.on) == (-77, True)
    other = Part()
    assert Settings(Files(shelf.open, shelf.mkdir), kept, [other]).restore()
    assert (other.seconds, other.on) == (-77, True)
