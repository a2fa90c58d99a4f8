"""Where records lie: the files of the store and its slots in the RTC memory.

All files are in folders of their own, so that nothing that fails here touches the folder with the
firmware. The live page alternates between two files, so the one before is whole whatever happens
to this one; the settings do the same. All other records lie in a ring of places: a match's header,
then its pages, then the next match. What comes round overwrites the oldest, so nothing ever has
to be deleted. The diary has a small ring of its own. A folder holds a few places only, for
littlefs searches a folder from its start.
"""

from micropython import const

from store.record import RECORD_BYTES

ROOT = "s"
LIVE = ("s/a", "s/b")
SETTINGS_FILES = ("s/c", "s/d")
FETCHED_FILE = "s/f"

DIARY_PLACES = const(32)
PLACES = const(512)
_IN_FOLDER = const(32)


def place_file(place: int) -> str:
    """The file of a place in the ring. Its folder is a number, for the letters are files."""
    return "s/%d/%02d" % (place // _IN_FOLDER, place % _IN_FOLDER)


def diary_file(place: int) -> str:
    """The file of a place in the diary's ring."""
    return "s/log/%02d" % place


def page_place(place: int, page: int) -> int:
    """Where a page lies of the match whose header is at `place`.

    A match longer than the ring goes round in it, but never over its own header.
    """
    return (place + 1 + page % (PLACES - 1)) % PLACES


class Files:
    """`open(path, mode)` and `mkdir(path)` are those of a file system, errors are OSError."""

    def __init__(self, open, mkdir):
        self._open = open
        self._mkdir = mkdir

    def write(self, path: str, data) -> None:
        """Replace a file by these bytes, at once or not at all; OSError if it cannot be.

        One write and the close that commits it: an exception between two writes would commit half.
        """
        try:
            file = self._open(path, "wb")
        except OSError:
            self._make_folders(path)
            file = self._open(path, "wb")
        try:
            file.write(data)
        finally:
            file.close()

    def read(self, path: str) -> bytes:
        """The first bytes of a file, nothing if there is none."""
        try:
            file = self._open(path, "rb")
        except OSError:
            return b""
        try:
            return file.read(RECORD_BYTES)
        except OSError:
            return b""
        finally:
            file.close()

    def _make_folders(self, path):
        at = path.find("/")
        while at > 0:
            try:
                self._mkdir(path[:at])
            except OSError:
                pass  # most of them are there
            at = path.find("/", at + 1)
