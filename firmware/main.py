"""The firmware's frame: builds the parts from board.json and runs the loop. No logic of its own.

This is the only place that knows the chip and reads the clock, once a pass; all others are told
how much time has passed, so the wrap of the ticks after 12.4 days concerns nobody else.
"""

import gc
import json
import os
import sys
import time

import machine
from machine import RTC

from console.clocks import Clocks
from console.comeback import bring_back
from console.console import Console
from console.face import Face
from console.header import read_header
from console.lamp import Lamp
from console.selftest import SelfTest
from drivers import buttons, buzzer, keypad, relay
from drivers.keyboard import UP, Keyboard
from drivers.panel import Panel
from drivers.wiring import Wiring
from printout import print_configuration
from store.restarts import crashes, note_crashes
from store.rtc import Rtc
from store.store import FAILED, ROOM_MADE, SAVED, Store
from version import __version__

PASS_MS = 2  # between two looks at the keypad
QUIET_MS = 100  # after the last key, before memory is tidied

ALL_ALIVE = 7
WATCHDOG_MS = 8000  # the longest write to a flash that was reported took 0.7 s
REPL_MS = 600_000  # a byte of noise on the serial line is Ctrl-C: then the board comes back
GRACE_MS = 3000  # after power-up without the watchdog, for whoever wants to stop the program
WELL_MS = 60_000  # a run of that length ends a row of crashes
MOST_CRASHES = 3  # in a row, then safe mode
LAST_CRASH = 6  # then the prompt: not even safe mode runs
MAINTENANCE_KEY = "D"
_MAINTENANCE_PASSES = 20


class Flash:
    """The file system of the chip."""

    open = open
    mkdir = os.mkdir


class Marker:
    """All parts of a board, working together. `step` is one pass of the loop."""

    def __init__(self, board: dict, flash=None, rtc=None):
        """Make the parts that a board file describes; it must have passed check-board.

        `flash` has `open` and `mkdir`, `rtc` has `memory`; without them nothing is kept.
        """
        wiring = Wiring(machine, time)
        self.relay = relay.wired(board.get("table_lamp"), wiring)
        self.panel = Panel([_display(display, wiring) for display in board["displays"]])
        self.buzzer = buzzer.wired(board["buzzer"], wiring)
        self.keyboard = _keyboard(board, wiring)
        self._edges = 0
        self._quiet_ms = 0
        self._down = 0  # keys
        self._moved = False
        self.alive = 0  # what has had its turn in this pass: keys 1, display 2, store 4
        self._before_ms = time.ticks_ms()
        face = Face(self.panel.segments, board["fields"], board["lamps"])
        lamp = Lamp(self.relay, board.get("table_lamp", {}))
        clocks = Clocks(board.get("clocks", {}))
        self.console = Console(face, self.buzzer, lamp, clocks, board.get("infos"))
        self.console.begin(*read_header(board["defaults"]))
        self.self_test = SelfTest(self.panel, board["fields"], self.buzzer, lamp)
        if "self_test" in board:
            self.self_test.begin(__version__, machine.reset_cause(), board["self_test"]["relay"])
        self.store: Store | None = None
        if flash is not None:
            self.store = Store(flash.open, flash.mkdir, rtc, [clocks, lamp])
            self._resume(self.store, clocks, lamp, board["defaults"])
        self.panel.start()

    def step(self, now_ms) -> None:
        """Look at the keys, let the time up to `now_ms` (ticks) pass, send what is new."""
        elapsed_ms = time.ticks_diff(now_ms, self._before_ms)
        self._before_ms = now_ms
        self.keyboard.scan(elapsed_ms)
        self.alive = 1
        self._take_keys()
        unsafe = self.store is not None and self.store.failing
        self.console.stuck(self.keyboard.stuck)
        self.console.fault(unsafe or self.keyboard.stuck != 0 or self.panel.failing)
        self.console.step(elapsed_ms)
        self.self_test.step(elapsed_ms)
        edge = self.relay.edges != self._edges
        if edge:
            self._edges = self.relay.edges
            self.panel.disturbed()
        self.panel.step(elapsed_ms, not self.keyboard.moving)
        self.alive |= 2
        self.buzzer.step(elapsed_ms)
        if self.store is not None:
            self._keep(self.store, elapsed_ms, edge)
        self.alive |= 4
        self._rest(elapsed_ms)

    def _take_keys(self):
        self._moved = False
        key = self.keyboard.take()
        while key >= 0:
            self._quiet_ms = QUIET_MS
            self._moved = True
            if key & UP:
                self._down -= 1
                self.console.release(key & ~UP)
            else:
                self._down += 1
                self.self_test.end()
                self.console.press(key)
            key = self.keyboard.take()

    def _keep(self, store, elapsed_ms, edge):
        """Behind the light and the sound: what happened is kept."""
        if store.journal.match is not self.console.match:
            self._follow(store.journal)
        store.journal.time_s = self.console.match_s
        self._say(store.step(elapsed_ms, self._moved or self._down > 0, edge))

    def _follow(self, journal):
        console = self.console
        journal.follow(console.game, console.match, console.left is not None)

    def _say(self, news):
        """Tell what came of keeping it."""
        if news == SAVED:
            self.console.draw()
        elif news == FAILED:
            self.console.tell(b"SAUE")
        elif news == ROOM_MADE:
            self.console.tell(b"FULL")

    def _resume(self, store, clocks, lamp, defaults):
        """Go on with the match that was kept, if there is one."""
        kept = store.settings.restore()
        lamp.resume(clocks.rented, kept)
        saved = store.saved
        store.saved = None  # its pages would take as much memory again as the match's own
        if saved is not None:
            try:
                self._go_on(store.journal, saved)
            except Exception:  # records of another firmware may be whole and mean nothing
                self.console.begin(*read_header(defaults))
                self.console.tell(b"LOST")
        self.console.write_into(store.journal)

    def _go_on(self, journal, saved):
        match = bring_back(saved)
        left = bring_back(saved.left) if saved.left else None
        self.console.resume(saved.game, match, left and (saved.left.game, left))
        if saved.fits(match):  # else it is kept anew, as a match that has just begun
            journal.resume(saved, match, left)

    def _rest(self, elapsed_ms):
        """Once after the keys have been quiet: make memory ready, away from their way."""
        if self._quiet_ms:
            self._quiet_ms = max(0, self._quiet_ms - elapsed_ms)
            if not self._quiet_ms:
                self.console.rest()
                gc.collect()


def build(board: dict, flash=None, rtc=None) -> Marker:
    """Make a marker of a board file's content; see Marker."""
    return Marker(board, flash, rtc)


def run() -> None:
    """Play until Ctrl-C. After a crash the chip starts anew and the match goes on."""
    with open("board.json") as file:
        board = json.load(file)
    print_configuration(board, __version__, machine.reset_cause())
    if wants_maintenance(board):
        print("Maintenance: the program does not run; reset the board to start it.")
        return
    count = crashes(Rtc(RTC()))
    if machine.reset_cause() == machine.WDT_RESET:
        count += 1
        note_crashes(Rtc(RTC()), count)
    try:
        _loop(_build(board, count))
    except KeyboardInterrupt:
        machine.WDT(timeout=REPL_MS)
        raise
    except Exception as error:
        sys.print_exception(error)
        count = crashes(Rtc(RTC())) + 1
        note_crashes(Rtc(RTC()), count)
        if count >= LAST_CRASH:
            raise
        machine.reset()


def wants_maintenance(board: dict) -> bool:
    """Whether the maintenance key is held as the board is switched on."""
    keyboard = _keyboard(board, Wiring(machine, time))
    for _ in range(_MAINTENANCE_PASSES):
        keyboard.scan(PASS_MS)
        time.sleep_ms(PASS_MS)
    return keyboard.take() == ord(MAINTENANCE_KEY)


def _build(board, count):
    """The board as it shall be, or after crashes in a row one that counts and keeps nothing."""
    if count < MOST_CRASHES:
        return build(board, Flash, RTC())
    board["defaults"] = {"game": "manual"}
    marker = build(board)
    marker.console.tell(b"SAFE")
    return marker


def _loop(marker):
    """The only place where the watchdog is fed, and only when every part has had its turn."""
    watchdog = None
    well_ms = 0
    while True:
        before_ms = time.ticks_ms()
        marker.step(before_ms)
        if watchdog is not None and marker.alive == ALL_ALIVE:
            watchdog.feed()
        time.sleep_ms(PASS_MS)
        if well_ms < WELL_MS:
            well_ms += time.ticks_diff(time.ticks_ms(), before_ms)
            if watchdog is None and well_ms >= GRACE_MS:
                watchdog = machine.WDT(timeout=WATCHDOG_MS)
            if well_ms >= WELL_MS:
                note_crashes(Rtc(RTC()) if marker.store is None else marker.store.rtc, 0)


def _display(display: dict, wiring: Wiring):
    return __import__("drivers." + display["driver"], None, None, ("wired",)).wired(
        display, wiring
    )


def _keyboard(board: dict, wiring: Wiring) -> Keyboard:
    keyboard = Keyboard()
    for name, driver in (("keypad", keypad), ("second_keypad", keypad), ("buttons", buttons)):
        if name in board:
            chars = "".join(board[name]["keys"]).encode()
            keyboard.add(driver.wired(board[name], wiring), chars)
    return keyboard


if __name__ == "__main__":
    run()
