"""An exception anywhere between a key and what is kept leaves no match half-applied.

A MemoryError, or any other, ends the loop and resets the chip (supervisor.py). So it is raised
here at every line that runs from an event to the RTC memory, one after the other, and a board is
booted from what was kept by then: the match is the one before the event or the one after it.
"""

import contextlib
import sys

import pytest

from host_tests.store.cuts import Table
from rules.notation import enter_token
from tools.littlefs_flash import FlashFiles
from tools.vboard.flash import Flash
from tools.vboard.machine import Memory


class Trap:
    """Raises at the n-th line that runs in the firmware; `sprung` when there were so many."""

    def __init__(self, line):
        self.sprung = False
        self._left = line

    def __enter__(self):
        self._before = sys.gettrace()
        sys.settrace(self._trace)
        return self

    def __exit__(self, *error):
        sys.settrace(self._before)

    def _trace(self, frame, event, arg):
        if "firmware" not in frame.f_code.co_filename:
            return None
        if event == "line":
            self._left -= 1
            if self._left == 0:
                self.sprung = True
                raise MemoryError
        return self._trace


class Kept:
    """What is kept of a match: boards boot from copies of it."""

    def __init__(self, game, tokens):
        self.game = game
        table = Table(FlashFiles, game, {"best-of": 9})
        table.play(tokens.split(), 400)
        self._flash = bytes(table.flash.bytes)
        self._memory = bytes(table.memory.bytes), table.memory.length

    def boot(self):
        memory = Memory()
        memory.bytes[:], memory.length = self._memory
        return boot(self.game, memory, Flash(64, bytearray(self._flash)))


def boot(game, memory, flash):
    table = Table(FlashFiles, game, {}, memory=memory, flash=flash)
    assert table.resume()
    return table


# The events before, and the one that is cut short: undo and redo among them, where a page begins,
# where a frame ends.
STEPS = [
    ("snooker", "1 7 1 fx1m back", "f5"),
    ("snooker", "1 7 " * 14, "u"),
    ("snooker", "1 7 - u", "U"),
    ("snooker", "1 7 " * 6 + "- " * 8, "concede"),
    ("nine-ball", "b3 1 - f+2 - f 4", "9"),
    ("eight-ball", "b+s t - s", "f+8"),
    ("14.1", "5 f f f", "u"),
]


@pytest.mark.parametrize(["game", "tokens", "token"], STEPS)
def test_an_exception_between_event_and_keeping_leaves_before_or_after(game, tokens, token):
    kept = Kept(game, tokens)
    before = kept.boot().what_is()
    done = kept.boot()
    done.do(token)
    after = done.what_is()
    assert before != after
    line, trap = 1, Trap(0)
    while line == 1 or trap.sprung:
        table = kept.boot()
        trap = Trap(line)
        with trap, contextlib.suppress(MemoryError):
            enter_token(table.match, token)
            table.store.journal.note()
        goes_on(table, before, after)
        line += 1 + line // 50  # the bytes of a page need not be tried each
    assert line > 100


def goes_on(table, before, after):
    """After the reset the match stands before or after the event, and the next one is kept."""
    table = boot(table.game, table.memory, table.flash)
    assert table.what_is() in (before, after)
    table.do("restart" if table.what_is() == before else "u")
    table.wait(400)
    again = boot(table.game, Memory(), table.flash)
    assert again.what_is() == table.what_is()
