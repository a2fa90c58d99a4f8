"""A match of many pages in a store, and what it takes to bring it back. Runs on any Python."""

from console import comeback
from rules.games import load
from rules.notation import parse
from store.rtc import Rtc
from store.store import Store
from tools.vboard.machine import RTC, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# A round leads back to where it began, so that it can be played for ever.
ROUND = "1 7 fx1m back f5 play A+3 - f* again - points=0-0 reds=15 turn=A"


class Shelf:
    """Files in a dict, for a file system's own work is none of the firmware's."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.path = ""

    def open(self, path: str, mode: str) -> "Shelf":
        if mode == "rb" and path not in self.files:
            raise OSError(2)
        self.path = path
        return self

    def mkdir(self, path: str) -> None:
        pass

    def read(self, size: int) -> bytes:
        return self.files[self.path][:size]

    def write(self, data: bytes) -> None:
        self.files[self.path] = bytes(data)

    def close(self) -> None:
        pass


class _Clocks:
    """Settings that are kept."""

    FIELDS = ("match_s", "paused")

    def __init__(self) -> None:
        self.match_s = 0
        self.paused = False
        self.orders = 0


def _rtc() -> Rtc:
    """An RTC that was just powered."""
    made: Any = type("RTC", (RTC,), {"kept": Memory()})
    return Rtc(made())


class LongMatch:
    """A match of snooker that is kept; `play` makes it longer."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.store = Store(self.shelf.open, self.shelf.mkdir, _rtc(), [_Clocks()])  # type: ignore[no-untyped-call]
        self.match = load("snooker")({"best-of": 99})
        self.store.journal.follow("snooker", self.match, False)
        self._events = [parse(self.match, token) for token in ROUND.split()]
        self._at = 0

    def play(self, count: int) -> None:
        """Let so many events happen; each page goes into its file, the last one too."""
        for _ in range(count):
            self.match.enter(*self._events[self._at % len(self._events)])
            self._at += 1
            if self.match.history.at > 100:
                self._keep()
        self._keep()

    def _keep(self) -> None:
        for _ in range(4):
            self.store.step(200, False, False)

    def boot(self) -> "tuple[int, int]":
        """Bring it back from its files alone; return how many events there are to undo."""
        again = Store(self.shelf.open, self.shelf.mkdir, _rtc(), [_Clocks()])  # type: ignore[no-untyped-call]
        match = comeback.bring_back(again.saved)  # type: ignore[no-untyped-call]
        again.journal.resume(again.saved, match, None)
        page = match.history.page
        pages = 1
        while page.before is not None:
            page = page.before
            pages += 1
        return pages, page.number
