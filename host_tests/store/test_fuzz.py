"""Records that are whole and senseless: sealed with the right checksum around any values.

Whatever lies on the flash and in the RTC memory, a board boots within bounded work: it goes on
with a match that the rules can go on with, or begins anew. It can be played and undone to its
first event, what happens on it is kept, and the records print or are passed over.
"""

import contextlib
import io

from hypothesis import given, settings
from hypothesis import strategies as st

import records as fetch
from console.clocks import INFOS
from console.comeback import bring_back
from host_tests.console.desk import Desk
from host_tests.fuel import within
from host_tests.store.cuts import rtc
from rules.cursor import Cursor
from rules.games import NAMES, load
from rules.notation import enter_token, position, sheet, state
from store.files import LIVE, Files, place_file
from store.record import (
    FETCHED,
    HEAD_BYTES,
    HEADER,
    PAGE,
    RECORD_BYTES,
    RESTARTS,
    SETTINGS,
    Record,
)
from store.restarts import crashes, note_crashes
from store.rtc import _SLOTS, RTC_RESTARTS, Rtc
from store.settings import Settings
from store.store import Store
from tools.vboard.machine import Memory

_TEXT = HEAD_BYTES + 7  # where the words of a header begin
_LINES = 3_000_000  # a boot with the largest of these matches, its keys and its undo take a third

TOKENS = {
    "snooker": "1 7 1 fx1m back f5 play 1 6 - A+3 concede / 1 2 f*  * - turn=B",
    "nine-ball": "b3 1 - f+2 warn f po b1 bf+3 f 4 on=5 5 9 / frames=1-2",
    "eight-ball": "b+s t - s f+t 8 / bf rerack b+8 spot rebreak safe kitchen bo",
    "14.1": "bf rebreak 5 f f f! fw play 14 safe concede / A-7 points=20-30",
    "pyramid": "3 1c take - f fw 4 concede / points=3-2",
    "manual": "A+5 B+999 - concede / points=40-30 turn=B award:A /",
    "ten-ball": "bi rebreak b1 po pass 2 x3 f on=7 10 /",
    "free-pyramid": "3 - f 4 concede / 8 /",
    "dynamic-pyramid": "3 1c take - fw 4 /",
    "carom": "5 - f 7 turn=B 40 - / 12 -",
    "billiards": "c ciw - f fiw play spot cwr / r - award:B /",
}
OPTIONS = {"best-of": 99}
KEYS = "* * D 1 #"
HEADER_FILE = place_file(0)


class Shelf(Files):
    """Files in a dict."""

    def __init__(self, files=None):
        self.files = files if files is not None else {}
        super().__init__(self.open, lambda path: None)

    def open(self, path, mode="r"):
        if "w" in mode:
            return _Written(self.files, path)
        if path not in self.files:
            raise OSError(2)
        return io.BytesIO(self.files[path])


class _Written:
    def __init__(self, files, path):
        self.files, self.path = files, path

    def write(self, data):
        self.files[self.path] = bytes(data)

    def close(self):
        pass


class Board:
    """What marker.py makes of a store; `played` is its match."""

    def __init__(self, shelf, memory, game="manual"):
        self.desk = Desk(game=game, clocks={"shot_s": 30})
        self.clocks = self.desk.clocks
        lamp = self.desk.console._lamp
        self.parts = [self.clocks, lamp]
        self.store = Store(shelf.open, lambda path: None, Rtc(rtc(memory)), self.parts)
        lamp.resume(self.clocks.rented, self.store.settings.restore())
        console, saved = self.desk.console, self.store.saved
        if saved is not None:
            with contextlib.suppress(ValueError):
                match = bring_back(saved)
                left = bring_back(saved.left) if saved.left else None
                console.resume(saved.game, match, left and (saved.left.game, left))
                if saved.fits(match):
                    self.store.journal.resume(saved, match, left)
        console.write_into(self.store.journal)

    @property
    def played(self):
        return self.desk.match

    def wait(self, ms):
        console, journal = self.desk.console, self.store.journal
        for _ in range(ms // 20):
            self.desk.wait(20)
            if journal.match is not console.match:
                journal.follow(console.game, console.match, console.left is not None)
            self.store.step(20, False, False)


def a_match_kept(game, rounds, start=0):
    """The files and the RTC memory of a board with a match of this game on it."""
    shelf, memory = Shelf(), Memory()
    board = Board(shelf, memory)
    board.desk.console.begin(game, dict(OPTIONS))
    tokens = TOKENS[game].split()
    for number in range(rounds):
        enter_token(board.played, tokens[(start + number) % len(tokens)])
        board.wait(60)
    board.wait(400)
    return shelf.files, memory


_KEPT: dict[tuple[str, int], tuple[dict[str, bytes], bytes]] = {}


def kept(game, rounds):
    """A copy of a_match_kept, which is played once."""
    if (game, rounds) not in _KEPT:
        files, memory = a_match_kept(game, rounds)
        _KEPT[game, rounds] = files, rtc(memory).memory()
    files, content = _KEPT[game, rounds]
    memory = Memory()
    rtc(memory).memory(content)
    return dict(files), memory


def mutated(data, changes):
    """A record with some of its numbers, or bytes of its payload, replaced, and sealed again."""
    record = Record()
    if not record.read(data):
        record.clear()
    for field, value in changes:
        if field == "text":
            record.bytes[_TEXT : _TEXT + len(value)] = value
            record.end = _TEXT - HEAD_BYTES + len(value)
        elif isinstance(field, int):
            record.bytes[16 + field % 112] = value & 255
        else:
            setattr(record, field, value)
    record.seal()
    return bytes(record.bytes[: record.length])


option_words = st.builds(
    "{}={}".format,
    st.sampled_from(
        "preset pairs best-of race-to frames aggregate reds target start breaks to foul innings "
        "break-order three-fouls lost-white colour".split()
    ),
    st.sampled_from([-1, 0, 1, 2, 9, 99, 100, 1023, 1 << 10, 1 << 21, 1 << 40, "", "x", "\u0663"]),
)
texts = st.builds(
    lambda *words: ("text", " ".join([words[0], *words[1]]).encode()[:105]),
    st.sampled_from([*NAMES, "chess", ""]),
    st.lists(option_words | st.text(max_size=6), max_size=3),
)
numbers = st.one_of(  # fields of a record with values
    st.tuples(st.just("kind"), st.sampled_from([PAGE, HEADER, SETTINGS, FETCHED, RESTARTS, 0])),
    st.tuples(st.just("seq"), st.sampled_from([0, 1, 2, 50, 0x7FFFFF]) | st.integers(0, 200)),
    st.tuples(st.sampled_from(["place", "page"]), st.sampled_from([0, 1, 2, 511, 512, 0xFFFF])),
    texts,
    st.tuples(st.just("time_s"), st.sampled_from([0, 0xFFFF])),
    st.tuples(st.sampled_from(["start", "at", "end"]), st.integers(0, 112)),
    st.tuples(
        st.integers(0, 111), st.sampled_from([0, 1, 2, 127, 128, 255]) | st.integers(0, 255)
    ),
)
changes = st.lists(numbers, max_size=4)
garbage = st.binary(max_size=140)


@settings(max_examples=80)
@given(
    st.sampled_from(sorted(NAMES)),
    st.sampled_from([1, 12, 70]),
    st.lists(st.tuples(st.integers(0, 40), changes | garbage), min_size=1, max_size=3),
    st.booleans(),
)
def test_a_board_boots_plays_undoes_and_keeps_whatever_its_records_say(game, rounds, acts, reset):
    files, memory = kept(game, rounds)
    paths = sorted(files)
    for which, how in acts:
        path = [*LIVE, *paths][which % (len(paths) + 2)]
        data = files.get(path, b"")
        files[path] = mutated(data, how) if isinstance(how, list) else how
    within(_LINES, boots_and_goes_on, files, memory if reset else Memory(), KEYS)


events = st.lists(
    st.tuples(st.integers(0, 31), st.integers(0, 20) | st.integers(0, (1 << 28) - 1)), max_size=4
)
values = st.tuples(
    st.integers(0, 60), st.integers(-2, 20) | st.sampled_from([-(1 << 24), 511, 1 << 24, 1 << 30])
)
taps = st.lists(st.sampled_from("0123456789ABCD*#"), max_size=10).map(" ".join)


@settings(max_examples=120)
@given(
    st.sampled_from(sorted(NAMES)),
    st.sampled_from([1, 70]),
    st.lists(values, max_size=2),
    events | st.none(),
    st.lists(option_words, max_size=2),
    taps,
)
def test_and_whatever_all_copies_of_the_page_and_the_header_say(
    game, rounds, values, events, words, keys
):
    """No other record is there to fall back on than the pages before."""
    files, _ = kept(game, rounds)
    match = load(game)(dict(OPTIONS))
    for path in LIVE:
        if path in files:
            files[path] = with_values(match, files[path], values, events)
    if words and HEADER_FILE in files:
        text = " ".join([game, *words]).encode()[:105]
        files[HEADER_FILE] = mutated(files[HEADER_FILE], [("text", text)])
    within(_LINES, boots_and_goes_on, files, Memory(), keys)


def with_values(match, data, values, events):
    """A page with other values of some fields, and with other events."""
    record = Record()
    assert record.read(data)
    cursor = Cursor(record.bytes[HEAD_BYTES:])
    match.unpack(cursor)
    tail = bytes(record.bytes[HEAD_BYTES + cursor.at : record.length])
    for which, value in values:
        name = match.FIELDS[which % len(match.FIELDS)]
        old = getattr(match, name)
        setattr(match, name, [value, old[1]] if isinstance(old, list) else value)
    cursor = Cursor(bytearray(200))
    match.pack(cursor)
    record.start = cursor.at
    if events is not None:
        for kind, arg in events:
            cursor.put(kind)
            cursor.put(arg)
        tail = b""
    page = (cursor.buffer[: cursor.at] + tail)[:112]
    record.load(page.ljust(112, b"\0"), len(page))
    record.at = record.end
    record.seal()
    return bytes(record.bytes[: record.length])


@settings(max_examples=60)
@given(
    st.sampled_from(sorted(NAMES)),
    st.sampled_from([12, 70]),
    st.lists(st.tuples(st.integers(0, _SLOTS - 1), changes | garbage), min_size=1, max_size=3),
    st.integers(0, 1400),
)
def test_and_whatever_its_rtc_memory_says(game, rounds, acts, length):
    files, memory = kept(game, rounds)
    content = bytearray(rtc(memory).memory())
    for slot, how in acts:
        at = slot * RECORD_BYTES
        old = bytes(content[at : at + RECORD_BYTES])
        new = mutated(old, how) if isinstance(how, list) else how
        content[at : at + RECORD_BYTES] = (new + old[len(new) :])[:RECORD_BYTES]
    memory = Memory()
    rtc(memory).memory(content[:length])
    within(_LINES, boots_and_goes_on, files, memory, KEYS)


@settings(max_examples=300)
@given(st.binary(max_size=2048))
def test_rtc_memory_of_any_length_and_content_is_taken(content):
    memory = Memory()
    rtc(memory).memory(content)
    slots = Rtc(rtc(memory))
    assert len(slots.bytes) == _SLOTS * RECORD_BYTES
    assert bytes(slots.bytes) == content[:1152] + bytes(max(0, 1152 - len(content)))


def boots_and_goes_on(files, memory, keys):
    board = Board(Shelf(files), memory)
    look_at(board)
    printed(files)
    undone_and_redone(Board(Shelf(dict(files)), Memory()).played)
    board.desk.tap(keys)
    board.wait(600)
    if not enter_token(board.played, "frames=0-0"):
        board.wait(600)
        assert board.store.journal.holds(board.played)
        again = Board(Shelf(files), Memory())
        assert (position(again.played), sheet(again.played)) == (
            position(board.played),
            sheet(board.played),
        )


def undone_and_redone(match):
    entered = sheet(match)
    while not enter_token(match, "u"):
        state(match)
    for _ in entered:
        assert not enter_token(match, "U")
    assert sheet(match) == entered


def look_at(board):
    """At the state by its names and every line that the display can show."""
    state(board.played)
    for info in range(len(INFOS)):
        board.clocks.write(board.desk.face, info)
    board.desk.console.draw()


def printed(files):
    """What `records` prints of it: whole scoresheets."""
    shelf = Shelf(files)
    with contextlib.redirect_stdout(io.StringIO()) as out:
        fetch.show(shelf.open, lambda path: None)
        fetch.fetched(shelf.open, lambda path: None)
    return out.getvalue()


# -- settings, restarts, what was fetched ---------------------------------------------------------

far = st.sampled_from([-(1 << 23), -1, 0, 1, 2, 59, 5999, 6000, (1 << 23) - 1])


@settings(max_examples=60)
@given(st.lists(far | st.integers(-200, 200), min_size=10, max_size=10), st.booleans())
def test_clocks_and_lamp_run_on_from_whatever_values_were_kept(values, running):
    desk = Desk(game="manual", clocks={"shot_s": 30})
    files = {}
    lamp = desk.console._lamp
    parts = [desk.clocks, lamp]
    names = [(part, name) for part in parts for name in part.FIELDS]
    for (part, name), value in zip(names, values):
        is_truth = isinstance(getattr(part, name), bool)
        setattr(part, name, value > 0 if is_truth else value)
    kept_now = Settings(Shelf(files), Rtc(rtc(Memory())), parts)
    kept_now.restore()
    desk.clocks.orders += 1
    kept_now.step(20, True)
    assert not kept_now.failing
    board = Board(Shelf(files), Memory())
    restored = [getattr(board.clocks, name) for name in desk.clocks.FIELDS]
    assert restored == [getattr(desk.clocks, name) for name in desk.clocks.FIELDS]
    if running:
        enter_token(board.played, "A+1")
    within(_LINES, runs_for_a_while, board)


def runs_for_a_while(board):
    for _ in range(4):
        for _ in range(3):
            board.desk.console.step(60_000)
            look_at(board)
        board.desk.tap("C 9")
    board.wait(100)
    for name in ("interval_s", "match_s", "shot_s"):
        assert isinstance(getattr(board.clocks, name), int)


@given(st.sampled_from([0, 1, 6, 0x7FFFFF, 0xFFFFFF]) | st.integers(0, 0xFFFFFF))
def test_restarts_count_as_far_as_a_record_does_and_never_down(count):
    slots = Rtc(rtc(Memory()))
    note_crashes(slots, count)
    assert crashes(slots) == count


@settings(max_examples=80)
@given(st.binary(min_size=RECORD_BYTES, max_size=RECORD_BYTES), changes)
def test_a_count_of_restarts_is_a_number_whatever_lies_there(content, how):
    memory = Memory()
    rtc(memory).memory(bytes(RTC_RESTARTS * RECORD_BYTES) + mutated(content, how))
    assert 0 <= crashes(Rtc(rtc(memory))) <= 0xFFFFFF


@given(st.integers(0, 0xFFFF00), st.sampled_from([0, 1, 3]))
def test_whatever_number_was_fetched_a_match_is_kept(number, place):
    files = {"s/f": mutated(b"", [("kind", FETCHED), ("seq", number), ("place", place)])}
    board = Board(Shelf(files), Memory())
    enter_token(board.played, "A+5")
    board.wait(600)
    assert sheet(Board(Shelf(files), Memory()).played) == ["A+5"]
