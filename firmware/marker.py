"""The firmware's frame: hands the time to the parts of a board, which assembly.py makes.

This is the only place that knows the chip. It has no logic of its own: what is kept is the matter
of keeper.py, what becomes of a crash that of supervisor.py. All parts are told how much time has
passed, so the wrap of the ticks after 12.4 days concerns nobody else.
"""

import gc
import os
import time

import machine
from machine import RTC
from micropython import const

from drivers.keyboard import UP
from forgetting import forget_start
from store.rtc import Rtc
from supervisor import Supervisor
from version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from assembly import Parts
    from store.diary import Diary

_QUIET_MS = const(100)  # after the last key, before memory is tidied


class Flash:
    """The file system of the chip."""

    open = open
    mkdir = os.mkdir


class Marker:
    """The parts of a board, working together. `step` is one pass of the loop."""

    def __init__(self, parts: "Parts", before_ms):
        """`before_ms`: when the board was started, in ticks."""
        self.relay = parts.relay
        self.panel = parts.panel
        self.buzzer = parts.buzzer
        self.keyboard = parts.keyboard
        self.console = parts.console
        self.self_test = parts.self_test  # None once it is over
        self.store = parts.store
        self.diary = parts.diary
        self._keeper = parts.keeper
        self._diarist = parts.diarist
        self.link = parts.link
        self._edges = 0
        self._quiet_ms = 0
        self._down = 0  # keys
        self._moved = False
        self.alive = 0  # what has had its turn in this pass: keys 1, display 2, store 4
        self._before_ms = before_ms

    def step(self, now_ms) -> None:
        """Look at the keys, let the time up to `now_ms` (ticks) pass, send what is new."""
        elapsed_ms = time.ticks_diff(now_ms, self._before_ms)
        self._before_ms = now_ms
        self.keyboard.scan(elapsed_ms)
        self.alive = 1
        self._take_keys()
        stuck = self.keyboard.stuck
        silent = self.panel.silent
        self.console.stuck(stuck)
        self.console.fault(stuck != 0 or silent >= 0 or self._unsafe())
        self.console.step(elapsed_ms)
        if self.self_test is not None:
            self._test(elapsed_ms)
        edge = self._edge()
        self.panel.step(elapsed_ms, not self.keyboard.moving)
        self.alive |= 2
        self.buzzer.step(elapsed_ms)
        if self.store is not None:
            self._keeper.step(elapsed_ms, self._busy(), edge)
            self._diarist.step(elapsed_ms, silent, stuck)
        self.alive |= 4
        self._rest(elapsed_ms)
        if self.link is not None:
            self.link.step(elapsed_ms, self._quiet())

    def _quiet(self):
        """Whether nobody waits for anything: no key moved lately, and all is safe on the flash."""
        store = self.store
        return store is not None and store.quiet and not self._quiet_ms and not self._busy()

    def _test(self, elapsed_ms):
        self.self_test.step(elapsed_ms)
        if not self.self_test.running:
            self.self_test = None

    def _edge(self):
        """Whether the relay has switched in this pass."""
        if self.relay.edges == self._edges:
            return False
        self._edges = self.relay.edges
        self.panel.disturbed()
        return True

    def _busy(self):
        """Whether a key is down or about to be: an erase now could outlast it unseen."""
        return self._moved or self._down > 0 or self.keyboard.moving

    def _unsafe(self):
        return self.store is not None and self.store.failing

    def _take_keys(self):
        self._moved = False
        key = self.keyboard.take()
        while key >= 0:
            self._quiet_ms = _QUIET_MS
            self._moved = True
            if key & UP:
                self._down -= 1
                self.console.release(key & ~UP)
            else:
                self._down += 1
                if self.self_test is not None:
                    self.self_test.end()
                self.console.press(key)
            key = self.keyboard.take()

    def _rest(self, elapsed_ms):
        """Once after the keys have been quiet: make memory ready, away from their way."""
        if self._quiet_ms:
            self._quiet_ms = max(0, self._quiet_ms - elapsed_ms)
            if not self._quiet_ms:
                self.console.rest()
                gc.collect()


# For whoever stops the program and looks, see examine.py.
running: "Marker | None" = None
guard: "Supervisor | None" = None


def build(board: dict, flash=None, rtc=None, diary: "Diary | None" = None) -> Marker:
    """Make a marker of a board file's content; see Parts."""
    from assembly import Parts

    global running
    before_ms = time.ticks_ms()
    parts = Parts(board, machine, time, flash, rtc, diary)
    running = Marker(parts, before_ms)
    forget_start()
    gc.collect()
    return running


def run() -> None:
    """Play until Ctrl-C. After a crash the chip starts anew and the match goes on."""
    from assembly import make_diary, wants_maintenance
    from boardfile import read_board
    from printout import print_configuration

    global guard
    board = read_board()
    if board is None:
        return
    print_configuration(board, __version__, machine.reset_cause())
    if wants_maintenance(board, machine, time):
        print("Maintenance: the program does not run; reset the board to start it.")
        return
    rtc = Rtc(RTC())
    diary = make_diary(Flash, time.localtime)
    guard = Supervisor(machine, time, rtc, diary)
    guard.run(lambda safe: _build(board, rtc, diary, safe))


def _build(board, rtc, diary, safe):
    """The board as it shall be, or one that counts by hand and keeps nothing."""
    if safe:
        board["defaults"] = {"game": "manual"}
        marker = build(board)
        marker.console.tell(b"SAFE")
    else:
        marker = build(board, Flash, rtc, diary)
    board.clear()  # it would lie on the heap as long as the program runs
    return marker
