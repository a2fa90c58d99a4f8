"""The simulation of power cuts, resets and a bad flash: stores broken on purpose, and scripts."""

from random import Random

import pytest

from console.console import Console
from console.lamp import Lamp
from rules.notation import sheet
from store.files import Files
from store.header import NONE
from store.journal import SAVED, Journal
from store.recovery import Recovery
from store.rtc import Rtc
from store.settings import Settings
from store.store import Store
from tools.boards import load_board
from tools.littlefs_flash import FlashFiles
from tools.simulate.season import plan, play
from tools.vboard.machine import Machine
from tools.vboard.power import POWER_FAULTS, Countdown, _after_brown_out
from tools.vboard.stage import Stage
from tools.vboard.supply import Supply

SEASON = 5
BROKEN_MATCHES = 60  # within so many a mistake of the store is found


def save_nothing(monkeypatch):
    """What should be written is not, and counts as saved."""

    def write_live(journal, chain):
        journal._safe = chain.match.history.changes
        return SAVED

    monkeypatch.setattr(Journal, "_write_live", write_live)


def save_early(monkeypatch):
    """An event is not marked until it is safe."""
    monkeypatch.setattr(Journal, "holds", lambda journal, match: True)


def forget_the_rtc_memory(monkeypatch):
    monkeypatch.setattr(Rtc, "keep", lambda rtc: None)


def number_anew(monkeypatch):
    find = Recovery._find

    def anew(recovery):
        find(recovery)
        recovery.seq = 0

    monkeypatch.setattr(Recovery, "_find", anew)


def empty_a_file_first(monkeypatch):
    """Delete, then write, into one file only."""
    write = Files.write

    def twice(files, path, data):
        write(files, path, b"")
        write(files, path, data)

    monkeypatch.setattr(Files, "write", twice)
    monkeypatch.setattr("store.journal.LIVE", ("s/a", "s/a"))


def leave_a_match_at_once(monkeypatch):
    """A match that is over is not written to its last page where that was refused once."""
    write = Journal._write_closing

    def once(journal, chain):
        try:
            return write(journal, chain)
        except OSError:
            journal._closing.clear()
            raise

    monkeypatch.setattr(Journal, "_write_closing", once)


def keep_no_left_match(monkeypatch):
    monkeypatch.setattr("store.recovery.left_place", lambda header: NONE)


def trust_the_flash_after_a_reset(monkeypatch):
    """What came from the RTC memory is taken for written."""
    restore = Settings.restore

    def restored(settings):
        kept = restore(settings)
        settings._written = settings._noted
        return kept

    monkeypatch.setattr(Settings, "restore", restored)


def keep_no_settings(monkeypatch):
    monkeypatch.setattr(Settings, "step", lambda settings, elapsed_ms, quiet: None)


def say_nothing_of_failures(monkeypatch):
    monkeypatch.setattr(Store, "failing", False)


def say_nothing_of_what_is_not_safe(monkeypatch):
    write_into = Console.write_into
    monkeypatch.setattr(Console, "write_into", lambda console, journal: write_into(console, None))


def resume_in_silence(monkeypatch):
    tell = Console.tell
    monkeypatch.setattr(
        Console, "tell", lambda console, text: text == b"RESU" or tell(console, text)
    )


def light_the_lamp_after_a_cut(monkeypatch):
    def resume(lamp, rented, kept):
        lamp.wanted = True

    monkeypatch.setattr(Lamp, "resume", resume)


MISTAKES = {
    save_nothing: "kept",
    save_early: "kept",
    forget_the_rtc_memory: "settings",
    number_anew: "kept",
    empty_a_file_first: "kept",
    keep_no_left_match: "kept",
    keep_no_settings: "settings",
    say_nothing_of_failures: "fault",
    say_nothing_of_what_is_not_safe: "points",
    resume_in_silence: "resumed",
    light_the_lamp_after_a_cut: "lamp",
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_store_that_is_broken_on_purpose_is_found(monkeypatch, mistake):
    mistake(monkeypatch)
    found = (play(plan(SEASON, number)).broken for number in range(BROKEN_MATCHES))
    broken = next(broken for broken in found if broken is not None)
    assert broken.rule == MISTAKES[mistake]


# Mistakes that a season finds now and then only: the store made them once.
BEGUN = "1/50/60 ./9000 "
OVER = "C/50/60 9/50/60 A/50/60 ./4000 "
ANEW = "C/50/60 C/50/60 0/50/60 #/50/60 ./4000 1/50/60 ./4000 "
SCRIPTS = {
    leave_a_match_at_once: (BEGUN + OVER + "refuse/2 " + ANEW, "records"),
    trust_the_flash_after_a_reset: (BEGUN + OVER + "reset/3 ./62000 ./62000 cut/0/0", "settings"),
}


@pytest.mark.parametrize("mistake", SCRIPTS, ids=lambda mistake: mistake.__name__)
def test_a_mistake_that_the_store_made_once_is_found(monkeypatch, mistake):
    script, rule = SCRIPTS[mistake]
    assert play(plan(SEASON, 0), script.split()).broken is None
    mistake(monkeypatch)
    assert play(plan(SEASON, 0), script.split()).broken.rule == rule


def test_no_start_that_runs_out_of_memory_loses_the_match():
    """Wherever it does, the start fails or the match is there; the next start has it."""
    supply = Supply(FlashFiles)
    board = load_board("wall-max7219")
    device = supply.switch_on(board, {"game": "snooker"}, 1)
    device.play("1 . 7 .")
    failed = 0
    for call in range(1, 2500, 9):
        supply.reset(Machine.HARD_RESET)
        try:
            countdown = Countdown("", call, MemoryError)
            device = countdown.run(supply.switch_on, board, {"game": "snooker"}, 1)
        except MemoryError:
            failed += 1
        else:
            assert sheet(device.marker.console.match) == ["1", "7"]
    assert failed > 200
    assert sheet(supply.switch_on(board, None, 1).marker.console.match) == ["1", "7"]


POWER_WORDS = "reset/3 cut/0/0 brownout/0/0/8 trip/90 1/50/60 ./2000 crash//40/0 ./4000"


def test_the_board_starts_anew_as_often_as_the_script_says():
    played = play(plan(SEASON, 0), POWER_WORDS.split())
    assert played.broken is None
    assert played.counts["restarts"] == 5
    kinds = {"resets": 2, "cuts": 1, "brown-outs": 1, "exceptions": 2}
    assert {kind: played.counts[kind] for kind in kinds} == kinds
    assert played.counts["crashes"] == 2  # one on the way of a start


def test_without_a_supply_nothing_happens_to_the_power():
    match = plan(SEASON, 0)
    played = play(match, ["1/50/60", "./3000"], kept=False)
    assert played.broken is None
    assert "erases" not in played.counts
    stage = Stage(match.board, match.header, 1, False)
    drawn = {name: fault.draw(Random(1), stage) for name, fault in POWER_FAULTS.items()}
    assert set(drawn.values()) == {""}


def test_what_a_brown_out_leaves_of_the_rtc_memory():
    supply = Supply(FlashFiles)
    match = plan(SEASON, 0)
    stage = Stage(match.board, match.header, 1, False, supply=supply)
    stage.act("1/50/60")
    before = bytes(supply.memory.bytes)
    half = supply.memory.length // 2
    stage.act("brownout/0/0/0")
    assert supply.memory.bytes[:half] == before[:half]
    assert stage.kept
    kept = bytes(supply.memory.bytes)
    assert _after_brown_out(supply.memory, 7).bytes[:half] == kept[:half]
    assert _after_brown_out(supply.memory, 7).bytes[half:] != kept[half:]
    assert _after_brown_out(supply.memory, 8).bytes[:half] != kept[:half]
