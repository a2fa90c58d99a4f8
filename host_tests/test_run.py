"""The program on a virtual chip: the watchdog, crashes, safe mode, the maintenance key."""

import io
import json
import sys
import traceback

import pytest

import boardfile
from rules.notation import sheet
from store.entries import CRASH, CRASHES, NO_ANSWER, SAVE_FAILED, START, STUCK, entries
from store.files import Files
from tools.boards import load_board
from tools.littlefs_flash import FlashFiles
from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts
from tools.vboard.device import load_firmware
from tools.vboard.flash import Flash
from tools.vboard.machine import Machine, Memory, ResetNow
from version import __version__

BOARD = load_board("wall-max7219")
KEYS = "".join(BOARD["keypad"]["keys"])
FILES = {"board.json": json.dumps(BOARD)}


def open_there(name):
    if name not in FILES:
        raise OSError(2)  # ENOENT
    return io.StringIO(FILES[name])


class Enough(BaseException):
    """The test has seen enough."""


def print_exception(error, file=None):
    """As MicroPython has it."""
    if file is not None:
        file.write("".join(traceback.format_exception(type(error), error, error.__traceback__)))


class Chip:
    """A chip with the firmware; `hook(marker, ms)` is called in every pass."""

    def __init__(self, monkeypatch):
        self.flash = Flash(64)
        FlashFiles(self.flash, format=True)
        self.memory = Memory()
        self.hook = lambda marker, ms: None
        self.cause = Machine.PWRON_RESET
        self.held = ""
        self.patch = monkeypatch
        monkeypatch.setattr(sys, "print_exception", print_exception, raising=False)

    def diary(self):
        """What the diary says, as (what, detail, text)."""
        files = FlashFiles(self.flash)
        found = entries(Files(files.open, files.mkdir))
        return [(entry.what, entry.detail, entry.text.decode()) for entry in found]

    def run(self, ms):
        """Boot and run for so long; return how it ended."""
        self.clock = Clock()
        self.machine = Machine(self.clock, memory=self.memory)
        self.machine.cause = self.cause
        pins = BOARD["keypad"]
        rows = [self.machine.Pin(pin) for pin in pins["rows"]]
        columns = [self.machine.Pin(pin) for pin in pins["columns"]]
        contacts = Contacts(self.clock, rows, columns, 1)
        if self.held:
            contacts.press(KEYS.index(self.held))
            self.clock.sleep_ms(20)
        program = load_firmware(FILES, self.machine, self.clock, "marker")
        self.patch.setattr(boardfile, "open", open_there, raising=False)
        program.Flash = FlashFiles(self.flash)
        self.marker = None
        make = program.build

        def build(*args):
            self.marker = make(*args)
            step = self.marker.step

            def watched(now_ms):
                if self.clock.ms >= ms:
                    raise Enough
                self.hook(self.marker, self.clock.ms)
                step(now_ms)

            self.marker.step = watched
            return self.marker

        program.build = build
        try:
            program.run()
        except (Enough, ResetNow, KeyboardInterrupt, ZeroDivisionError) as end:
            return type(end)
        return None


@pytest.fixture
def chip(monkeypatch):
    return Chip(monkeypatch)


def crash(marker, ms):
    if ms > 500:
        raise ZeroDivisionError


def raising(error):
    """A function of a file with a short name, for an entry has room for 83 characters."""
    scope = {}
    source = f"def fail(*arguments):\n    if arguments[-1] != 0: raise {error}\n"
    exec(compile(source, "hook.py", "exec"), scope)
    return scope["fail"]


def score(marker, ms):
    if ms > 200 and not marker.console.match.history.begun():
        marker.console.press(ord("1"))
        marker.console.release(ord("1"))


def test_the_watchdog_is_fed_all_the_time_once_it_runs(chip):
    assert chip.run(20_000) is Enough
    (watchdog,) = chip.machine.watchdogs
    assert watchdog.timeout_ms == 8000
    assert chip.clock.ms - watchdog.fed_ms < 10


def test_for_three_seconds_there_is_no_watchdog(chip):
    chip.run(2900)
    assert chip.machine.watchdogs == []


@pytest.mark.parametrize("alive", [0, 1, 3, 5, 6])
def test_the_watchdog_starves_when_a_part_has_no_turn(chip, alive):
    def starve(marker, ms):
        if ms > 5000:
            type(marker).alive = property(lambda marker: alive, lambda marker, value: None)

    chip.hook = starve
    chip.run(7000)
    assert chip.machine.watchdogs[0].fed_ms <= 5002


def test_a_crash_resets_the_chip_and_the_match_goes_on(chip):
    chip.hook = score
    chip.run(2000)
    chip.hook = crash
    assert chip.run(5000) is ResetNow
    chip.hook = lambda marker, ms: None
    assert chip.run(1000) is Enough
    assert sheet(chip.marker.console.match) == ["1"]


def test_three_crashes_in_a_row_end_in_manual(chip):
    chip.hook = score
    chip.run(2000)
    for _ in range(3):
        chip.hook = crash
        assert chip.run(5000) is ResetNow
    chip.hook = lambda marker, ms: None
    assert chip.run(61_000) is Enough
    assert chip.marker.console.game == "manual"
    chip.run(2000)  # it ran well for a minute: the match is tried again
    assert chip.marker.console.game == "snooker"
    assert sheet(chip.marker.console.match) == ["1"]


def test_when_not_even_safe_mode_runs_the_prompt_is_left(chip):
    chip.hook = crash
    ends = [chip.run(5000) for _ in range(6)]
    assert ends == [ResetNow] * 5 + [ZeroDivisionError]


def test_a_run_of_a_minute_ends_a_row_of_crashes(chip):
    def late(marker, ms):
        if ms > 61_000:
            raise ZeroDivisionError

    chip.hook = late
    for _ in range(4):
        assert chip.run(62_000) is ResetNow
    chip.hook = lambda marker, ms: None
    chip.run(1000)
    assert chip.marker.console.game == "snooker"


def test_a_bite_of_the_watchdog_counts_as_a_crash(chip):
    chip.cause = Machine.WDT_RESET
    for _ in range(3):
        chip.run(1000)
    assert chip.marker.console.game == "manual"


def test_ctrl_c_leaves_the_prompt_with_time_to_work(chip):
    def interrupt(marker, ms):
        if ms > 4000:
            raise KeyboardInterrupt

    chip.hook = interrupt
    assert chip.run(5000) is KeyboardInterrupt
    assert chip.machine.watchdogs[-1].timeout_ms == 600_000


def test_the_diary_says_when_it_started_and_where_it_crashed(chip):
    chip.hook = raising("ZeroDivisionError('x')")
    chip.run(5000)
    chip.cause = Machine.WDT_RESET
    chip.hook = lambda marker, ms: None
    chip.run(5000)
    # The crash came within the second in which the start would not be written yet.
    assert chip.diary() == [
        (CRASH, 1, "hook.py:2 fail: ZeroDivisionError: x"),
        (START, Machine.WDT_RESET, __version__),
    ]


def test_a_crash_of_what_makes_the_board_is_in_the_diary(chip, monkeypatch):
    monkeypatch.setattr("console.console.Console.begin", raising("MemoryError('no room')"))
    assert chip.run(5000) is ResetNow
    assert chip.diary() == [(CRASH, 1, "hook.py:2 fail: MemoryError: no room")]


@pytest.mark.parametrize("failure", [OSError(5), MemoryError(), ValueError("odd")])
def test_a_diary_that_cannot_be_written_holds_up_no_reset(chip, monkeypatch, failure):
    def fail(*arguments):
        raise failure

    monkeypatch.setattr("store.diary.Diary.crash", fail)
    chip.hook = crash
    assert chip.run(5000) is ResetNow


def test_a_crash_with_a_broken_flash_resets_all_the_same(chip):
    chip.run(2000)
    chip.flash.broken = True
    chip.hook = crash
    assert chip.run(5000) is ResetNow
    chip.flash.broken = False
    assert [what for what, _, _ in chip.diary()] == [START]


def test_failed_saves_stuck_keys_and_displays_are_in_the_diary(chip):
    def trouble(marker, ms):
        marker.panel._places[0].failures = 2 if 3000 < ms < 4000 else 0
        chip.flash.broken = 5000 < ms < 7000
        if ms > 5200:
            score(marker, ms)

    chip.hook = trouble
    chip.held = "7"
    chip.run(80_000)
    assert [(what, detail) for what, detail, _ in chip.diary()] == [
        (START, Machine.PWRON_RESET),
        (NO_ANSWER, 0),
        (SAVE_FAILED, 0),
        (STUCK, ord("7")),
    ]
    assert chip.marker.diary.totals[CRASHES] == 0


@pytest.mark.parametrize("held, runs", [("D", False), ("1", True)])
def test_the_maintenance_key_at_power_up_leaves_the_prompt(chip, held, runs, capsys):
    chip.held = held
    assert chip.run(5000) is (Enough if runs else None)
    assert ("Maintenance" in capsys.readouterr().out) is not runs
    assert bool(chip.machine.watchdogs) is runs


@pytest.mark.parametrize("text", [None, "", "{", "[1, 2"])
def test_without_a_board_file_it_says_so(text, monkeypatch, capsys):
    clock = Clock()
    program = load_firmware({}, Machine(clock), clock, "marker")

    def open_on_flash(name):
        if text is None:
            raise OSError(2)
        return io.StringIO(text)

    program.open = open_on_flash
    assert program.run() is None
    assert "no board.json" in capsys.readouterr().out
