"""Watches over the program: the watchdog, crashes in a row, safe mode, and the way to the prompt.

A crash, or a bite of the watchdog, resets the chip, and the match goes on. After three in a row
the board is made in safe mode, which counts by hand and keeps nothing, for what was kept may be
what crashes it; after six the prompt is left to mpremote. A minute without a crash ends the row.
A crash stands in the diary before the reset, if the flash takes it.
"""

import gc
import sys

from micropython import const

from lastwords import last_words
from store.restarts import crashes, note_crashes

_ALL_ALIVE = const(7)
_PASS_MS = const(2)  # between two looks at the keypad
_WATCHDOG_MS = const(8000)  # the longest write to a flash that was reported took 0.7 s
_REPL_MS = const(600_000)  # a byte of noise on the serial line is Ctrl-C: the board comes back
_GRACE_MS = const(3000)  # without the watchdog, for whoever wants to stop the program
_SETTLE_MS = const(300)  # nothing is written so soon after an edge of the relay
_WELL_MS = const(60_000)  # a run of that length ends a row of crashes
_MOST_CRASHES = const(3)  # in a row, then safe mode
_LAST_CRASH = const(6)  # then the prompt: not even safe mode runs


class Supervisor:
    """One run of the program. `machine` and `time` are those of the chip.

    `rtc` is the Rtc of store/rtc.py that the store has too: it keeps the number of crashes.
    `diary` is a Diary.
    """

    def __init__(self, machine, time, rtc, diary):
        self._machine = machine
        self._time = time
        self._rtc = rtc
        self._diary = diary
        self._watchdog = None
        self._ran_ms = 0
        if machine.reset_cause() == machine.WDT_RESET:
            self._note_crash()

    @property
    def safe(self) -> bool:
        """Whether so many crashes came in a row that only safe mode should run."""
        return crashes(self._rtc) >= _MOST_CRASHES

    def run(self, make) -> None:
        """Make a marker, by `make(safe)`, and let it run. Does not return.

        Ctrl-C comes out, and so does the last crash; any other one resets the chip.
        """
        try:
            self._loop(make(self.safe))
        except KeyboardInterrupt:
            self._machine.WDT(timeout=_REPL_MS)
            raise
        except Exception as error:
            sys.print_exception(error)
            self._note_crash()
            self._write_down(error)
            if crashes(self._rtc) >= _LAST_CRASH:
                raise
            self._machine.reset()

    def _loop(self, marker):
        """The only place where the watchdog is fed, and only when every part has had its turn."""
        while True:
            before_ms = self._time.ticks_ms()
            marker.step(before_ms)
            if self._watchdog is not None and marker.alive == _ALL_ALIVE:
                self._watchdog.feed()
            self._time.sleep_ms(_PASS_MS)
            if self._ran_ms < _WELL_MS:
                self._grow_old(self._time.ticks_diff(self._time.ticks_ms(), before_ms))

    def _grow_old(self, elapsed_ms):
        self._ran_ms += elapsed_ms
        if self._watchdog is None and self._ran_ms >= _GRACE_MS:
            self._watchdog = self._machine.WDT(timeout=_WATCHDOG_MS)
        if self._ran_ms >= _WELL_MS:
            note_crashes(self._rtc, 0)

    @property
    def guarded(self) -> bool:
        """Whether the watchdog runs."""
        return self._watchdog is not None

    def _write_down(self, error):
        """Whatever happens here, the reset must come."""
        try:
            gc.collect()
            self._time.sleep_ms(_SETTLE_MS)
            self._diary.crash(crashes(self._rtc), last_words(error))
        except Exception:
            pass  # there is nowhere left to say it

    def _note_crash(self):
        note_crashes(self._rtc, crashes(self._rtc) + 1)
