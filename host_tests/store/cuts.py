"""A match played into a store on a flash chip, and the power cut at every place there is.

Runs on CPython with littlefs-python and in MicroPython with VfsLfs2: `mount(flash, format)` gives
the file system. Before each program and each erase the chip is copied as it would be if the power
went then, torn in three ways, and a board is booted from the copy: it must come back to a state of
the match that is at least as new as the last one that the score showed without points.
"""

from console.comeback import bring_back
from console.handover import bring_back as return_score
from console.handover import to_manual
from rules.games import load
from rules.notation import enter_token, position, sheet
from store.rtc import Rtc
from store.store import Store
from tools.vboard.flash import TORN, Flash
from tools.vboard.machine import RTC, Memory

PASS_MS = 2


class Clocks:
    """Settings that are kept."""

    FIELDS = ("match_s", "paused")

    def __init__(self):
        self.match_s = 0
        self.paused = False
        self.orders = 0


def rtc(memory=None):
    """An RTC with this memory, or one that was just powered."""
    made = type("RTC", (RTC,), {"kept": memory or Memory()})
    return made()


class Table:
    """A match, its store, and who plays it. `options` are those of `game`, packed.

    `kept` are the states that a restart may lead to now: that of the last save, and all since.
    """

    def __init__(self, mount, game, options, blocks=64, memory=None, flash=None):
        self.mount = mount
        self.memory = memory or Memory()
        self.flash = flash or Flash(blocks)
        self.fs = mount(self.flash, flash is None)
        self.flash.progs = self.flash.erases = 0
        self.clocks = Clocks()
        self.store = Store(self.fs.open, self.fs.mkdir, Rtc(rtc(self.memory)), [self.clocks])
        self.game = game
        self.left = None
        self.said = []
        self.ms = 0
        self.latest_ms = 0  # the longest that an event was not safe
        self._waits_ms = 0
        self.match = load(game)(options)
        self.follow(False)
        self.kept = [self.what_is()]
        self.all = [self.what_is()]  # every state there was

    def resume(self):
        """Go on with what the store brought back; whether there was something."""
        saved = self.store.saved
        if saved is None:
            return False
        self.match = bring_back(saved)
        left = bring_back(saved.left) if saved.left else None
        self.left = left and (saved.left.game, left)
        self.game = saved.game
        self.store.journal.resume(saved, self.match, left)
        self.kept = [self.what_is()]
        return True

    def follow(self, stands_in):
        self.store.journal.follow(self.game, self.match, stands_in)

    def what_is(self):
        """All of the match that a restart must bring back."""
        left = None if self.left is None else [self.left[0], sheet(self.left[1])]
        events = sheet(self.match)
        return [self.game, events, position(self.match), left] if events else None

    def do(self, step):
        """A token, or `manual`, `game` (back from it), `new`, `reset`."""
        if step == "manual":
            self.left = (self.game, self.match)
            self.match = to_manual(self.match)
            self.game = "manual"
            self.follow(True)
        elif step == "game":
            manual = self.match
            self.game, self.match = self.left
            self.left = None
            return_score(self.match, manual)
            self.follow(False)
        elif step == "new":
            self.match = load(self.game)(self.match.options)
            self.follow(False)
        else:
            enter_token(self.match, step)
        self.kept.append(self.what_is())
        self.all.append(self.kept[-1])

    def play(self, steps, apart_ms=1000):
        for step in steps:
            self.do(step)
            self.wait(apart_ms)

    def wait(self, ms):
        """Let time pass, as the loop of supervisor.py does."""
        while ms > 0:
            elapsed_ms = PASS_MS
            said = self.store.step(elapsed_ms, False, False)
            if said:
                self.said.append(said)
            if self.store.journal.holds(self.match):
                self.latest_ms = max(self.latest_ms, self._waits_ms)
                self._waits_ms = 0
            else:
                self._waits_ms += elapsed_ms
            if len(self.kept) > 1 and self.store.journal.holds(self.match):  # no points shown
                # A match that has not begun is not kept: the one before it may come back.
                self.kept = self.kept[-1:] if self.kept[-1] else self.kept
            ms -= elapsed_ms
            self.ms += elapsed_ms


class Cuts:
    """Cuts the power of a table at every program and erase.

    `lost` gets a line for the first cut after which the board did not come back right.
    """

    def __init__(self, table, modes=TORN, undo=False):
        self.table = table
        self.images = 0
        self.lost = []
        self._modes = modes
        self._undo = undo
        table.flash.on_write = self.cut

    def cut(self, flash):
        for torn in self._modes:
            if self.lost:
                return
            self.images += 1
            trouble = self._boot(flash.cut(torn))
            if trouble:
                operation = flash.operations
                self.lost.append("operation %d, torn: %s: %s" % (operation, torn, trouble))

    def _boot(self, content):
        """What is wrong with the board that boots from this chip, or nothing."""
        table = self.table
        try:
            flash = Flash(len(content) // 4096, content)
            booted = Table(table.mount, table.game, {}, flash=flash)
            found = booted.resume()
            now = booted.kept[0] if found else None
            if now not in table.kept:
                return "%r instead of %r" % (now, table.kept)
            if self._undo and found:
                return undone(booted)
            if found:  # the first event after it is kept too
                booted.do("A+1")
                booted.wait(400)
                after = booted.what_is()
                again = Table(table.mount, table.game, {}, flash=flash)
                if not again.resume() or again.kept[0] != after:
                    return "the event after it is lost"
        except Exception as error:
            return repr(error)
        return ""


def undone(table):
    """Whether undo leads to the first event: what is wrong, or nothing."""
    count = len(sheet(table.match))
    for _ in range(count):
        if enter_token(table.match, "u"):
            return "undo ended before the first event"
    return "" if not sheet(table.match) else "events are left"
