"""The firmware's frame: builds the parts from board.json and runs the loop. No logic of its own.

This is the only place that knows the chip and reads the clock, once a pass; all others are told
how much time has passed, so the wrap of the ticks after 12.4 days concerns nobody else.
"""

import gc
import json
import os
import time

from machine import PWM, RTC, SPI, Pin

from console.clocks import Clocks
from console.comeback import bring_back
from console.console import Console
from console.face import Face
from console.header import read_header
from console.lamp import Lamp
from drivers.buzzer import Buzzer
from drivers.keypad import RELEASED, Keypad
from drivers.max7219 import Max7219
from drivers.panel import Panel
from drivers.relay import Relay
from store.store import FAILED, ROOM_MADE, SAVED, Store

PASS_MS = 2  # between two looks at the keypad
QUIET_MS = 100  # after the last key, before memory is tidied


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
        self.panel = Panel([_display(display) for display in board["displays"]])
        self.relay = _relay(board["table_lamp"])
        self.buzzer = Buzzer(PWM(Pin(board["buzzer"]["pin"]), freq=1000, duty_u16=0))
        self.keypad = _keypad(board["keypad"])
        self._chars = "".join(board["keypad"]["keys"]).encode()
        self._edges = 0
        self._quiet_ms = 0
        self._down = 0  # keys
        self._moved = False
        self._before_ms = time.ticks_ms()
        face = Face(self.panel.segments, board["fields"], board["lamps"])
        lamp = Lamp(self.relay, board["table_lamp"])
        clocks = Clocks(board.get("clocks", {}))
        self.console = Console(face, self.buzzer, lamp, clocks, board.get("infos"))
        self.console.begin(*read_header(board["defaults"]))
        self.store: Store | None = None
        if flash is not None:
            self.store = Store(flash.open, flash.mkdir, rtc, [clocks, lamp])
            self._resume(self.store, clocks, lamp)
        self.panel.start()

    def step(self, now_ms) -> None:
        """Look at the keys, let the time up to `now_ms` (ticks) pass, send what is new."""
        elapsed_ms = time.ticks_diff(now_ms, self._before_ms)
        self._before_ms = now_ms
        self.keypad.scan(elapsed_ms)
        self._take_keys()
        unsafe = self.store is not None and self.store.failing
        self.console.fault(unsafe or self.keypad.stuck != 0 or self.panel.failing)
        self.console.step(elapsed_ms)
        edge = self.relay.edges != self._edges
        if edge:
            self._edges = self.relay.edges
            self.panel.disturbed()
        self.panel.step(elapsed_ms)
        self.buzzer.step(elapsed_ms)
        if self.store is not None:
            self._keep(self.store, elapsed_ms, edge)
        self._rest(elapsed_ms)

    def _take_keys(self):
        self._moved = False
        key = self.keypad.take()
        while key >= 0:
            self._quiet_ms = QUIET_MS
            self._moved = True
            if key & RELEASED:
                self._down -= 1
                self.console.release(self._chars[key & ~RELEASED])
            else:
                self._down += 1
                self.console.press(self._chars[key])
            key = self.keypad.take()

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

    def _resume(self, store, clocks, lamp):
        """Go on with the match that was kept, if there is one."""
        kept = store.settings.restore()
        lamp.resume(clocks.rented, kept)
        saved = store.saved
        if saved is not None:
            try:
                match = bring_back(saved)
                left = bring_back(saved.left) if saved.left else None
                store.journal.resume(saved, match, left)
                self.console.resume(saved.game, match, left and (saved.left.game, left))
            except ValueError:
                self.console.tell(b"LOST")
        self.console.write_into(store.journal)

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
    """Play until Ctrl-C."""
    with open("board.json") as file:
        board = json.load(file)
    marker = build(board, Flash, RTC())
    while True:
        marker.step(time.ticks_ms())
        time.sleep_ms(PASS_MS)


def _display(display: dict) -> Max7219:
    cs = Pin(display["cs"], Pin.OUT, value=1)
    sck, mosi = Pin(display["sck"]), Pin(display["mosi"])
    spi = SPI(display["spi"], baudrate=display["baudrate"], sck=sck, mosi=mosi, miso=None)
    return Max7219(spi, cs, display["chips"], display["brightness"])


def _relay(lamp: dict) -> Relay:
    active_high = lamp["active"] == "high"
    return Relay(Pin(lamp["pin"], Pin.OUT, value=not active_high), active_high)


def _keypad(keypad: dict) -> Keypad:
    rows = [Pin(pin, Pin.OPEN_DRAIN, value=1) for pin in keypad["rows"]]
    columns = [Pin(pin, Pin.IN, Pin.PULL_UP) for pin in keypad["columns"]]
    return Keypad(rows, columns, time.sleep_us)


if __name__ == "__main__":
    run()
