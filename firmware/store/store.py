"""All that is kept, as one part of a board: the match, the settings, the record of restarts."""

from store.files import Files
from store.journal import SILENT, Journal
from store.settings import Settings


class Store:
    """`open` and `mkdir` are those of the file system, `rtc` is an Rtc.

    `saved` is the match to go on with, a Saved of recovery.py, or None. `parts` have settings
    that are kept: see settings.py. `today()` is (year, month, day, hour, minute, …) by the chip's
    clock; it is asked, with heap, when the header of a match is written.
    """

    def __init__(self, open, mkdir, rtc, parts, today=None):
        from store.recovery import Recovery  # at the start only, see forgetting.py

        files = self.files = Files(open, mkdir)
        found = Recovery(files, rtc)
        self.saved = found.saved
        self.journal = Journal(files, rtc, found, today)
        self.settings = Settings(files, rtc, parts)
        self.quiet = False  # whether this pass leaves time for another file

    @property
    def failing(self) -> bool:
        """Whether something could not be written, and was not since."""
        return self.journal.failing or self.settings.failing

    @property
    def failures(self) -> int:
        """How many saves have failed since the start."""
        return self.journal.failures + self.settings.failures

    def step(self, elapsed_ms: int, busy: bool, edge: bool) -> int:
        """Keep what is new: at once in RTC memory, on the flash when it is time to.

        `busy`: a key is down or went up; `edge`: a relay switched.
        Returns what came of it, as Journal.step does: SILENT, SAVED, FAILED or ROOM_MADE.
        """
        journal = self.journal
        journal.note()
        said = journal.step(elapsed_ms, busy, edge)
        self.quiet = said == SILENT and journal.quiet
        if self.settings.step(elapsed_ms, self.quiet):
            self.quiet = False
        return said
