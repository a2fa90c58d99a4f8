"""The events of a match, without limit, and the way back to any of them.

A page holds the state of the match at its start and then the events entered since, so undo
restores a page's state and folds that page's events again, all but the last: its cost does not
grow with the match, and there is no depth that a long match outruns. Events undone stay behind
the cursor until another event is entered, which is what redo needs. A page is sized to lie, with
a header, in one flash slot of 128 bytes. Who keeps pages somewhere else marks those that are as
they were written with `stored`, and brings them back with `resume` and `put_before`.

An event is a kind (0 to 255) and an argument (0 to 2**28 - 1), both as `Cursor.put` writes them.
"""

from micropython import const

from rules.cursor import Cursor, width

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PAGE_BYTES = const(112)


class Page:
    """A stretch of the match: the packed state at its start, then events."""

    def __init__(self):
        self.bytes = bytearray(PAGE_BYTES)
        self.number = 0  # its place among the pages of the match
        self.stored = False  # whether somebody keeps it as it is
        self.start = 0  # where the first event stands
        self.end = 0  # behind the last event, undone ones included
        self.before: Any = None  # the page before, None for the first
        self.after: Any = None


class History:
    """The pages of one match and the cursor in them.

    The cursor stands in `page` at `at`, behind the last event that is not undone; both are only to
    be read. `changes` is another number after each append, undo and redo. `kind` and `arg` hold
    the event last read by `undo`, `redo`, `look_back`. The match must have `pack(cursor)`,
    `unpack(cursor)` and `apply(kind, arg)`. No method takes heap except `tidy`, which keeps one
    spare page ready and belongs into a quiet moment, and those for a match that is brought back.
    """

    def __init__(self, match):
        self.kind = 0
        self.arg = 0
        self.changes = 0
        self._match = match
        self._spare: Page | None = None
        self.page = Page()
        self.at = 0
        self._cursor = Cursor(self.page.bytes)
        self._start_page(self.page)

    def begun(self) -> bool:
        """Whether there is an event that is not undone."""
        return self.page.number > 0 or self.at > self.page.start

    def tidy(self) -> None:
        """Make room ahead, so that the next events find it ready."""
        if self._spare is None:
            self._spare = Page()

    def append(self, kind: int, arg: int) -> None:
        """Record an event about to be applied; whatever was undone is forgotten."""
        if self.at + width(kind) + width(arg) > PAGE_BYTES:
            self._turn_page()
        page = self.page
        if page.after is not None:
            self._spare = page.after
            self._spare.after = None
            page.after = None
        cursor = self._open(page, self.at)
        cursor.put(kind)
        cursor.put(arg)
        self.at = page.end = cursor.at
        page.stored = False
        self._changed()

    def undo(self) -> bool:
        """Bring the match back to where it was before the last event; False at its start."""
        if not self._step_back():
            return False
        page = self.page
        until = self.at
        self._match.unpack(self._open(page, 0))
        self.at = page.start
        while True:
            self._read(page, self.at)
            if self._cursor.at == until:
                self._changed()
                return True
            self.at = self._cursor.at
            self._match.apply(self.kind, self.arg)

    def redo(self) -> bool:
        """Apply the event last undone once more; False when there is none."""
        page = self.page
        if self.at == page.end:
            if page.after is None:
                return False
            self.page = page = page.after
            self.at = page.start
        self._read(page, self.at)
        self.at = self._cursor.at
        self._match.apply(self.kind, self.arg)
        self._changed()
        return True

    def look_back(self, steps: int) -> bool:
        """Read the event `steps` back (1 is the last one) without touching the match."""
        page: Page | None = self.page
        until = self.at
        while page is not None:
            here = self._count(page, until)
            if steps <= here:
                self._read_nth(page, here - steps)
                return True
            steps -= here
            page = page.before
            if page is not None:
                until = page.end
        return False

    def events(self):
        """Yield (kind, argument) of every event that is not undone, the first one first."""
        page = self.page
        while page.before is not None:
            page = page.before
        at = page.start
        while page is not self.page or at < self.at:
            if at < page.end:
                self._read(page, at)
                at = self._cursor.at
                yield self.kind, self.arg
            else:
                page = page.after
                at = page.start

    def resume(self, page: Page, at: int) -> None:
        """Go on with a page from before: bring the match to the event that ends at `at` there.

        ValueError, or whatever the match raises, when the page is not one of this match.
        """
        self._match.unpack(self._open(page, 0))
        if self._cursor.at != page.start or not page.start <= at <= page.end <= PAGE_BYTES:
            raise ValueError("not a page of this match")
        self.page = page
        self.at = page.start
        while self.at < at:
            self._read(page, self.at)
            self.at = self._cursor.at
            self._match.apply(self.kind, self.arg)
        if self.at != at:
            raise ValueError("no event ends there")
        self._changed()

    def put_before(self, page: Page) -> None:
        """Put a page before the first one, so that undo leads on into it."""
        first = self.page
        while first.before is not None:
            first = first.before
        first.before = page
        page.after = first

    def _changed(self):
        self.changes = self.changes + 1 & 0xFFFFFF

    def _start_page(self, page: Page) -> None:
        self._match.pack(self._open(page, 0))
        self.at = page.start = page.end = self._cursor.at

    def _turn_page(self) -> None:
        page = self.page
        if page.end != self.at:
            page.end = self.at
            page.stored = False
        following = page.after or self._spare or Page()
        if following is self._spare:
            self._spare = None
        page.after = following
        following.before = page
        following.number = page.number + 1
        following.stored = False
        self.page = following
        self._start_page(following)

    def _step_back(self) -> bool:
        if self.at == self.page.start:
            if self.page.before is None:
                return False
            self.page = self.page.before
            self.at = self.page.end
        return True

    def _open(self, page: Page, at: int) -> Cursor:
        self._cursor.buffer = page.bytes
        self._cursor.at = at
        return self._cursor

    def _read(self, page: Page, at: int) -> None:
        """Read the event at a place into `kind` and `arg`; the cursor stands behind it."""
        cursor = self._open(page, at)
        self.kind = cursor.get()
        self.arg = cursor.get()

    def _count(self, page: Page, until: int) -> int:
        count = 0
        self._cursor.at = page.start
        while self._cursor.at < until:
            self._read(page, self._cursor.at)
            count += 1
        return count

    def _read_nth(self, page: Page, index: int) -> None:
        self._read(page, page.start)
        while index:
            self._read(page, self._cursor.at)
            index -= 1
