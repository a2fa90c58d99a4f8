"""The firmware's frame: makes the parts that board.json describes and hands the time to them.

This is the only place that knows the chip. It has no logic of its own: what is kept is the matter
of keeper.py, what becomes of a crash that of supervisor.py. All parts are told how much time has
passed, so the wrap of the ticks after 12.4 days concerns nobody else.
"""

import gc
import json
import os
import time

import machine
from machine import RTC
from micropython import const

from console.clocks import Clocks
from console.console import Console
from console.face import Face
from console.lamp import Lamp
from console.selftest import SelfTest
from diarist import Diarist
from drivers import buttons, buzzer, keypad, relay
from drivers.keyboard import UP, Keyboard
from drivers.panel import Panel
from forgetting import forget_start
from keeper import Keeper
from store.diary import Diary
from store.files import Files
from store.rtc import Rtc
from store.store import Store
from supervisor import Supervisor
from version import __version__

QUIET_MS = 100  # after the last key, before memory is tidied
MAINTENANCE_KEY = b"D"
_MAINTENANCE_PASSES = const(20)
_PASS_MS = const(2)


class Flash:
    """The file system of the chip."""

    open = open
    mkdir = os.mkdir


class Marker:
    """All parts of a board, working together. `step` is one pass of the loop."""

    def __init__(self, board: dict, flash=None, rtc=None, diary: "Diary | None" = None):
        """Make the parts that a board file describes; it must have passed check-board.

        `flash` has `open` and `mkdir`, `rtc` is an Rtc; without them nothing is kept. `diary` is
        the one to write into, else it is made here.
        """
        wiring = _wiring()
        self.relay = relay.wired(board.get("table_lamp"), wiring)
        self.panel = Panel([_display(display, wiring) for display in board["displays"]])
        self.buzzer = buzzer.wired(board["buzzer"], wiring)
        self.keyboard = _keyboard(board, wiring)
        self.keyboard.begin()
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
        _begin(self.console, board["defaults"])
        self.self_test = SelfTest(self.panel, board["fields"], self.buzzer, lamp)
        self.store: Store | None = None
        self.diary = diary
        if flash is not None:
            parts = [clocks, lamp]
            self.store = Store(flash.open, flash.mkdir, rtc, parts, time.localtime)
            kept = self.store.settings.restore()  # and with it whether the table is rented
            lamp.resume(clocks.rented, kept)
            self._keeper = Keeper(self.store, self.console)
            self._keeper.resume(board["defaults"])
            self.diary = diary or _diary(flash)
            _begin_diary(self.diary, kept)
            self._diarist = Diarist(self.diary, self.store)
        if "self_test" in board and not self.console.match.history.begun:  # else it is awaited
            self.self_test.begin(__version__, machine.reset_cause(), board["self_test"]["relay"])
        self.panel.start()

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
        self.self_test.step(elapsed_ms)
        edge = self._edge()
        self.panel.step(elapsed_ms, not self.keyboard.moving)
        self.alive |= 2
        self.buzzer.step(elapsed_ms)
        if self.store is not None:
            self._keeper.step(elapsed_ms, self._moved or self._down > 0, edge)
            self._diarist.step(elapsed_ms, silent, stuck)
        self.alive |= 4
        self._rest(elapsed_ms)

    def _edge(self):
        """Whether the relay has switched in this pass."""
        if self.relay.edges == self._edges:
            return False
        self._edges = self.relay.edges
        self.panel.disturbed()
        return True

    def _unsafe(self):
        return self.store is not None and self.store.failing

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
    """Make a marker of a board file's content; see Marker."""
    global running
    running = Marker(board, flash, rtc, diary)
    forget_start()
    gc.collect()
    return running


def run() -> None:
    """Play until Ctrl-C. After a crash the chip starts anew and the match goes on."""
    global guard
    board = read_board()
    if board is None:
        return
    from printout import print_configuration

    print_configuration(board, __version__, machine.reset_cause())
    if wants_maintenance(board):
        print("Maintenance: the program does not run; reset the board to start it.")
        return
    rtc = Rtc(RTC())
    diary = _diary(Flash)
    guard = Supervisor(machine, time, rtc, diary)
    guard.run(lambda safe: _build(board, rtc, diary, safe))


def read_board() -> "dict | None":
    """The content of board.json, and what was set over it by settings.json.

    None, and a word about it, if there is none that can be read.
    """
    try:
        with open("board.json") as file:
            board = json.load(file)
    except (OSError, ValueError):
        print("Marker has no board.json that can be read: flash the board once more.")
        return None
    try:
        with open("settings.json") as file:
            settings = json.load(file)
        for path in settings:
            _lay_over(board, path.split("."), settings[path])
    except OSError:  # nothing was set
        pass
    except (ValueError, KeyError, IndexError, TypeError, AttributeError) as error:
        print("settings.json does not fit the board and is passed over:", error)
    return board


def _lay_over(board, names, value):
    """Set one part of a board, by the names or numbers that lead to it."""
    if names[0] == "clocks":  # the one part that may be missing and still be set
        board.setdefault("clocks", {})
    for name in names[:-1]:
        board = board[int(name) if isinstance(board, list) else name]
    board[names[-1]] = value


def wants_maintenance(board: dict) -> bool:
    """Whether the maintenance key is held as the board is switched on."""
    keyboard = _keyboard(board, _wiring())
    for _ in range(_MAINTENANCE_PASSES):
        keyboard.scan(_PASS_MS)
        time.sleep_ms(_PASS_MS)
    return keyboard.is_down(MAINTENANCE_KEY)


def _build(board, rtc, diary, safe):
    """The board as it shall be, or one that counts by hand and keeps nothing."""
    if not safe:
        return build(board, Flash, rtc, diary)
    board["defaults"] = {"game": "manual"}
    marker = build(board)
    marker.console.tell(b"SAFE")
    return marker


def _wiring():
    from drivers.wiring import Wiring

    return Wiring(machine, time)


def _begin(console, defaults):
    from console.header import read_header

    console.begin(*read_header(defaults))


def _diary(flash) -> Diary:
    return Diary(Files(flash.open, flash.mkdir), time.localtime)


def _begin_diary(diary, kept):
    cause = machine.reset_cause()
    diary.begin(cause, kept and cause == machine.PWRON_RESET, __version__.encode())


def _display(display: dict, wiring):
    return __import__("drivers." + display["driver"], None, None, ("wired",)).wired(
        display, wiring
    )


def _keyboard(board: dict, wiring) -> Keyboard:
    keyboard = Keyboard()
    for name, driver in (("keypad", keypad), ("second_keypad", keypad), ("buttons", buttons)):
        if name in board:
            chars = "".join(board[name]["keys"]).encode()
            keyboard.add(driver.wired(board[name], wiring), chars)
    return keyboard
