"""The firmware's frame: builds the parts from board.json and runs the loop. No logic of its own.

This is the only place that knows the chip and reads the clock, once a pass; all others are told
how much time has passed, so the wrap of the ticks after 12.4 days concerns nobody else.
"""

import gc
import json
import time

import machine

from console.clocks import Clocks
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
from version import __version__

PASS_MS = 2  # between two looks at the keypad
QUIET_MS = 100  # after the last key, before memory is tidied


class Marker:
    """All parts of a board, working together. `step` is one pass of the loop."""

    def __init__(self, board: dict):
        """Make the parts that a board file describes; it must have passed check-board."""
        wiring = Wiring(machine, time)
        self.relay = relay.wired(board.get("table_lamp"), wiring)
        self.panel = Panel([_display(display, wiring) for display in board["displays"]])
        self.buzzer = buzzer.wired(board["buzzer"], wiring)
        self.keyboard = _keyboard(board, wiring)
        self._edges = 0
        self._quiet_ms = 0
        self._before_ms = time.ticks_ms()
        face = Face(self.panel.segments, board["fields"], board["lamps"])
        lamp = Lamp(self.relay, board.get("table_lamp", {}))
        clocks = Clocks(board.get("clocks", {}))
        self.console = Console(face, self.buzzer, lamp, clocks, board.get("infos"))
        self.console.begin(*read_header(board["defaults"]))
        self.self_test = SelfTest(self.panel, board["fields"], self.buzzer, lamp)
        if "self_test" in board:
            self.self_test.begin(__version__, machine.reset_cause(), board["self_test"]["relay"])
        self.panel.start()

    def step(self, now_ms) -> None:
        """Look at the keys, let the time up to `now_ms` (ticks) pass, send what is new."""
        elapsed_ms = time.ticks_diff(now_ms, self._before_ms)
        self._before_ms = now_ms
        self.keyboard.scan(elapsed_ms)
        self._take_keys()
        self.console.fault(self.keyboard.stuck != 0 or self.panel.failing)
        self.console.step(elapsed_ms)
        self.self_test.step(elapsed_ms)
        if self.relay.edges != self._edges:
            self._edges = self.relay.edges
            self.panel.disturbed()
        self.panel.step(elapsed_ms, not self.keyboard.moving)
        self.buzzer.step(elapsed_ms)
        self._rest(elapsed_ms)

    def _take_keys(self):
        key = self.keyboard.take()
        while key >= 0:
            self._quiet_ms = QUIET_MS
            if key & UP:
                self.console.release(key & ~UP)
            else:
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


def build(board: dict) -> Marker:
    """Make a marker of a board file's content."""
    return Marker(board)


def run() -> None:
    """Play until Ctrl-C."""
    with open("board.json") as file:
        board = json.load(file)
    print_configuration(board, __version__, machine.reset_cause())
    marker = build(board)
    while True:
        marker.step(time.ticks_ms())
        time.sleep_ms(PASS_MS)


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
