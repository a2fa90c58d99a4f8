"""The diary: what is written of what happened, how seldom, and what of it outlives a power cut."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import logbook
from host_tests.store.cuts import Table
from store.diary import Diary
from store.entries import (
    CRASH,
    CRASHES,
    DIPPED,
    FAILED_SAVES,
    NO_ANSWER,
    SAVE_FAILED,
    START,
    STUCK,
    entries,
)
from store.files import DIARY_PLACES, Files, diary_file
from store.record import DIARY, HEAD_BYTES, RECORD_BYTES, Record
from tools.littlefs_flash import FlashFiles
from tools.vboard.flash import TORN, Flash
from tools.vm import available, open_vm

POWER_ON, WATCHDOG = 1, 3
HOUR_S = 3600
UNSET = (2000, 1, 1, 0, 0, 0, 5, 1)
DATE = (2026, 11, 30, 22, 5, 9, 0, 334)


class Wall:
    """A flash, and a diary that begins anew at each start."""

    def __init__(self, blocks=64):
        self.flash = Flash(blocks)
        self.fs = FlashFiles(self.flash, format=True)
        self.files = Files(self.fs.open, self.fs.mkdir)
        self.date = UNSET

    def start(self, cause=POWER_ON, dipped=False, text=b"1.2.3"):
        self.diary = Diary(self.files, lambda: self.date)
        self.diary.begin(cause, dipped, text)
        return self.diary

    def run_s(self, seconds, quiet=True):
        for _ in range(seconds * 50):
            self.diary.step(20, quiet)

    def let_pass_s(self, seconds):
        """Quickly: one stride, and then what was due."""
        self.diary.step(seconds * 1000, False)
        self.run_s(2)

    def kept(self):
        return [(entry.what, entry.detail, entry.times) for entry in entries(self.files)]


@pytest.fixture
def wall():
    return Wall()


# -- what is written, and when --------------------------------------------------------------------


def test_a_start_is_written_once_the_supply_has_settled(wall):
    wall.start(POWER_ON)
    for _ in range(49):
        wall.diary.step(20, True)
    assert wall.kept() == []
    wall.run_s(1)
    (entry,) = entries(wall.files)
    assert (entry.number, entry.what, entry.detail, entry.text) == (0, START, POWER_ON, b"1.2.3")
    assert (entry.date, entry.since_s) == (None, 1)


def test_nothing_is_read_or_written_unless_it_is_quiet(wall):
    touched = []
    wall.files.read = wall.files.write = lambda *arguments: touched.append(arguments)
    wall.start()
    wall.run_s(5, quiet=False)
    assert touched == []


def test_one_file_is_touched_in_a_pass(wall):
    touched = []
    wall.files.read = lambda path: touched.append(path) or b""
    wall.files.write = lambda path, data: touched.append(path)
    wall.start()
    for _ in range(200):
        before = len(touched)
        wall.diary.step(20, True)
        assert len(touched) <= before + 1
    assert len(touched) == DIARY_PLACES + 1


def test_the_date_is_that_of_the_chips_clock_if_somebody_has_set_it(wall):
    wall.date = DATE
    wall.start()
    wall.run_s(3)
    assert entries(wall.files)[0].date == [2026, 11, 30, 22, 5, 9]


def test_a_dip_of_the_supply_is_told_from_a_start_after_a_night(wall):
    wall.start(POWER_ON, dipped=True)
    wall.run_s(3)
    assert wall.kept() == [(START, POWER_ON + DIPPED, 1)]


def test_totals_go_on_over_all_starts(wall):
    for cause in (POWER_ON, WATCHDOG, POWER_ON):
        wall.start(cause)
        wall.run_s(3)
    wall.diary.crash(1, b"x.py:1 f: ValueError: y")
    wall.start(77)  # no cause that is known
    wall.diary.note(SAVE_FAILED, 0, 5)
    wall.run_s(3)
    totals = entries(wall.files)[-1].totals
    assert totals[:6] == [1, 2, 0, 1, 0, 0]
    assert (totals[CRASHES], totals[FAILED_SAVES]) == (1, 5)
    assert list(wall.diary.totals) == totals


def test_the_ring_keeps_the_last_entries(wall):
    for number in range(DIARY_PLACES + 5):
        wall.start(text=b"%d" % number)
        wall.run_s(2)
    kept = entries(wall.files)
    assert [entry.number for entry in kept] == list(range(5, DIARY_PLACES + 5))
    assert kept[-1].totals[POWER_ON] == DIARY_PLACES + 5


def test_a_start_costs_one_write_and_hardly_an_erase(wall):
    wall.start()
    wall.run_s(3)  # makes the folders, once for ever
    erases, progs = wall.flash.erases, wall.flash.progs
    for _ in range(60):
        wall.start()
        wall.run_s(3)
    assert wall.flash.progs - progs <= 2 * 60
    assert wall.flash.erases - erases <= 6


# -- how seldom -----------------------------------------------------------------------------------


def test_what_fails_all_the_time_is_written_once_an_hour_and_four_times_in_a_run(wall):
    wall.start()
    wall.run_s(2)
    for _ in range(60):
        for _ in range(10):
            wall.diary.note(NO_ANSWER, 2)
        wall.let_pass_s(600)
    kept = [entry for entry in wall.kept() if entry[0] == NO_ANSWER]
    assert len(kept) == 4
    # At once; then an hour's six times ten; the run of four ends the rest.
    assert kept[0] == (NO_ANSWER, 2, 10)
    assert all(times >= 50 for _, _, times in kept[1:])


def test_kinds_do_not_wait_for_each_other(wall):
    wall.start()
    wall.run_s(2)
    wall.diary.note(NO_ANSWER, 0)
    wall.run_s(2)
    wall.diary.note(STUCK, ord("7"))
    wall.run_s(2)
    assert wall.kept()[1:] == [(NO_ANSWER, 0, 1), (STUCK, ord("7"), 1)]


def test_what_the_flash_refuses_is_written_once_it_takes_it_again(wall):
    wall.start()
    wall.run_s(2)
    wall.flash.broken = True
    wall.diary.note(SAVE_FAILED, 0)
    wall.run_s(3)
    refused = wall.flash.refused
    wall.run_s(50)
    assert wall.flash.refused == refused  # it does not knock all the time
    wall.flash.broken = False
    wall.run_s(20)
    assert wall.kept()[1:] == [(SAVE_FAILED, 0, 1)]


# -- crashes --------------------------------------------------------------------------------------


def test_a_crash_is_written_at_once_behind_its_start(wall):
    wall.start()
    wall.diary.step(1000, False)
    wall.diary.crash(2, b"rules/match.py:12 enter: KeyError: 7")
    assert wall.kept() == [(START, POWER_ON, 1), (CRASH, 2, 1)]
    assert entries(wall.files)[1].text == b"rules/match.py:12 enter: KeyError: 7"


def test_a_crash_that_comes_before_the_board_is_made_is_one_entry(wall):
    wall.start()
    wall.run_s(3)
    diary = Diary(wall.files, lambda: UNSET)
    diary.crash(1, b"x" * 200)
    last = entries(wall.files)[-1]
    assert (last.number, last.what, last.totals[CRASHES]) == (1, CRASH, 1)
    assert last.text == b"x" * (RECORD_BYTES - HEAD_BYTES - 29)


def test_a_flash_that_takes_no_crash_is_no_trouble(wall):
    wall.flash.broken = True
    wall.start().crash(1, b"")
    assert wall.kept() == []


def test_crashes_without_end_stay_in_the_ring(wall):
    for row in range(100):
        wall.start().crash(row, b"")
    assert len(wall.kept()) == DIARY_PLACES
    assert entries(wall.files)[-1].totals[CRASHES] == 100


# -- power cuts, damage ---------------------------------------------------------------------------


def test_a_power_cut_costs_the_entry_that_is_written_and_none_before():
    """At each program and erase of three rounds of the ring, torn in three ways."""
    wall = Wall()
    cuts = []
    before = []

    def cut(flash):
        for torn in TORN:
            content = flash.cut(torn)
            fs = FlashFiles(Flash(len(content) // 4096, content))
            numbers = [entry.number for entry in entries(Files(fs.open, fs.mkdir))]
            cuts.append(numbers in (before, now))

    wall.flash.on_write = cut
    for number in range(3 * DIARY_PLACES):
        now = (before + [number])[-DIARY_PLACES:]
        wall.start()
        wall.run_s(2)
        before = now
    assert len(cuts) > 300
    assert all(cuts)


def test_no_cut_in_the_diary_costs_an_event_of_the_match():
    table = Table(FlashFiles, "snooker", {"best-of": 99})
    diary = Diary(Files(table.fs.open, table.fs.mkdir), lambda: UNSET)
    table.play("1 7 1".split())
    lost = []

    def cut(flash):
        for torn in TORN:
            content = flash.cut(torn)
            booted = Table(FlashFiles, "snooker", {}, flash=Flash(64, content))
            if not booted.resume() or booted.kept[0] != table.what_is():
                lost.append(torn)

    table.flash.on_write = cut
    for number in range(40):
        diary.crash(number, b"while a match is played")
    assert lost == []


@pytest.mark.parametrize("damage", [b"", b"\x00", b"\xff" * 128, "one bit"])
def test_damage_costs_one_entry(wall, damage):
    for _ in range(5):
        wall.start()
        wall.run_s(2)
    if damage == "one bit":
        damage = bytearray(wall.files.read(diary_file(2)))
        damage[40] ^= 4
    wall.files.write(diary_file(2), damage)
    assert [entry.number for entry in entries(wall.files)] == [0, 1, 3, 4]
    wall.start()
    wall.run_s(2)
    assert entries(wall.files)[-1].number == 5


class Shelf:
    """Files in a dict."""

    def __init__(self, contents):
        self.contents = contents

    def read(self, path):
        return self.contents.get(path, b"")[:RECORD_BYTES]

    def write(self, path, data):
        self.contents[path] = data


sealed = st.builds(
    lambda seq, what, detail, payload: _sealed(seq, what, detail, payload),
    st.sampled_from([0, 1, 31, 32, 33, 0xFFFFFF]) | st.integers(0, 0xFFFFFF),
    st.integers(0, 0xFFFF),
    st.integers(0, 0xFFFF),
    st.binary(max_size=112),
)


def _sealed(seq, what, detail, payload):
    record = Record()
    record.kind, record.seq, record.place, record.page = DIARY, seq, what, detail
    record.load(payload.ljust(112, b"\0"), len(payload))
    record.seal()
    return bytes(record.bytes[: record.length])


@settings(max_examples=150)
@given(
    st.lists(
        st.tuples(st.integers(0, DIARY_PLACES - 1), sealed | st.binary(max_size=140)), max_size=6
    ),
    st.integers(0, 0xFFFF),
)
def test_whatever_lies_there_it_is_read_and_written_on(acts, row):
    contents = {diary_file(place): data for place, data in acts}
    shelf = Shelf(contents)
    before = {entry.number for entry in entries(shelf)}
    diary = Diary(shelf, lambda: DATE)
    diary.begin(POWER_ON, False, b"1")
    for _ in range(DIARY_PLACES + 60):
        diary.step(20, True)
    diary.crash(row, b"x.py:1 f: ValueError")
    kept = {entry.number: entry for entry in entries(shelf)}
    crash = kept[diary.number - 1 & 0xFFFFFF]
    assert (crash.what, crash.detail, crash.text) == (CRASH, row, b"x.py:1 f: ValueError")
    assert all(0 <= total <= 0xFFFF for total in crash.totals)
    assert len(before - set(kept)) <= 2  # the two that were written lie where two others did


@settings(max_examples=100)
@given(st.lists(sealed | st.binary(max_size=140), max_size=4))
def test_whatever_lies_there_it_is_printed(texts):
    contents = {diary_file(place): data for place, data in enumerate(texts)}
    found = entries(Shelf(contents))
    assert len(json.dumps([logbook._told(entry) for entry in found])) >= 2


# -- for ever, and without heap -------------------------------------------------------------------

FIRST = json.loads(Path(__file__).with_name("diary-1.json").read_text())


def test_the_diary_of_the_first_firmware_that_kept_one_can_be_read():
    """Never made anew: see test_forever.py."""
    shelf = Shelf({path: bytes.fromhex(data) for path, data in FIRST["files"].items()})
    assert [logbook._told(entry) for entry in entries(shelf)] == FIRST["entries"]


@pytest.mark.parametrize("name", ["wasm", "unix"])
def test_what_is_noted_takes_no_heap_and_neither_does_a_pass(name):
    if not available(name):
        pytest.skip(f"the VM {name!r} is not installed here")
    with open_vm(name) as vm:
        vm.call(
            "import micropython\n"
            "from host_tests.store.heap_of_keys import Nowhere\n"
            "from store.diary import Diary\n"
            "from store.files import Files\n"
            "def taken():\n"
            "    before = micropython.mem_total()\n"
            "    diary.note(4, 1)\n"
            "    diary.note(2, 0, 3)\n"
            "    for _ in range(1000):\n"
            "        diary.step(2, False)\n"
            "    for _ in range(1000):\n"
            "        diary.step(2, True)\n"
            "    return micropython.mem_total() - before\n"
            "diary = Diary(Files(Nowhere().open, None), lambda: (2000, 1, 1, 0, 0, 0))\n"
            "diary.begin(1, False, b'1')\n"
            "taken()\n"  # all kinds are written now, and held for an hour
        )
        assert vm.call("print(taken())").strip() == "0"
