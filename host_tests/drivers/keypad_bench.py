"""A keypad driver on a virtual contact matrix, and what goes on at the contacts of a real wall.

Runs on CPython and on MicroPython: the tests look at what the scenarios return.
"""

from drivers.keypad import RELEASED, Keypad
from tools.vboard.clock import Clock
from tools.vboard.contacts import Contacts
from tools.vboard.machine import Machine

SIDE = 4  # rows and columns


class Bench:
    """A 4 x 4 keypad that is scanned every `pass_us`; the events are (us, event)."""

    def __init__(self, bounce_us=0, seed=1, pass_us=2000):
        self.clock = Clock()
        machine = Machine(self.clock)
        pin = machine.Pin
        self.rows = [pin(number, pin.OPEN_DRAIN, value=1) for number in (33, 25, 26, 27)]
        columns = [pin(number, pin.IN, pin.PULL_UP) for number in (14, 13, 21, 22)]
        self.contacts = Contacts(self.clock, self.rows, columns, seed)
        self.contacts.bounce_us = bounce_us
        self.keypad = Keypad(self.rows, columns, self.clock.sleep_us)
        self.events = []
        self._pass_us = pass_us
        self._next_us = 0
        self._before = self.clock.ticks_ms()

    def now_us(self):
        return 1000 * self.clock.ms + self.clock.us

    def run_us(self, us):
        """Let time pass, scanning, up to this long from now."""
        end_us = self.now_us() + us
        while self._next_us <= end_us:
            self.scan(self._next_us)
            self._next_us += self._pass_us
        self._wait_until(end_us)

    def scan(self, at_us):
        """One pass of the loop."""
        self._wait_until(at_us)
        now = self.clock.ticks_ms()
        self.keypad.scan(self.clock.ticks_diff(now, self._before))
        self._before = now
        event = self.keypad.take()
        while event >= 0:
            self.events.append((self.now_us(), event))
            event = self.keypad.take()

    def tap(self, key, down_us, up_us):
        self.contacts.press(key)
        self.run_us(down_us)
        self.contacts.release(key)
        self.run_us(up_us)

    def presses(self):
        return [event for _, event in self.events if not event & RELEASED]

    def releases(self):
        return [event & ~RELEASED for _, event in self.events if event & RELEASED]

    def _wait_until(self, us):
        self.clock.sleep_us(us - self.now_us())


def taps(count, down_ms, up_ms, bounce_us, seed=1, pass_us=2000):
    """Tap the keys in turn; (number of presses, number of releases, latencies in us)."""
    bench = Bench(bounce_us, seed, pass_us)
    latencies_us = []
    for tap in range(count):
        began_us = bench.now_us()
        told = len(bench.events)
        # Not a multiple of the pass, so that each tap falls somewhere else in it.
        bench.tap(tap % 16, 1000 * down_ms + 137, 1000 * up_ms)
        for at_us, event in bench.events[told:]:
            if event == tap % 16:
                latencies_us.append(at_us - began_us)
    return len(bench.presses()), len(bench.releases()), latencies_us


def pulses(count, pulse_us, pass_us=2000):
    """Short pulses on one key, as long cables pick them up; the number of presses."""
    bench = Bench(0, 1, pass_us)
    for _ in range(count):
        bench.tap(5, pulse_us, 50137)
    return len(bench.presses())


def three_corners(first, second, third, bounce_us=1600, seed=1):
    """Press three keys one after the other, release them in the same order; the presses."""
    bench = Bench(bounce_us, seed)
    for key in (first, second, third):
        bench.contacts.press(key)
        bench.run_us(100_137)
    for key in (first, second, third):
        bench.contacts.release(key)
        bench.run_us(100_137)
    return bench.presses()
