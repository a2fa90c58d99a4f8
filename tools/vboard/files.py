"""A file system that is a dictionary: a file is replaced as a whole when it is closed.

So it keeps the promise of littlefs without being one, and outlives the device that writes into it.
That littlefs keeps the promise, on flash that loses its power in the middle, `simulate` tests.
"""

_ENOENT = 2
_EEXIST = 17


class Files:
    """`open` and `mkdir`, as the store wants them; `contents` are the bytes by path."""

    def __init__(self) -> None:
        self.contents: dict[str, bytes] = {}
        self._folders: list[str] = []

    def open(self, path: str, mode: str) -> "File":
        """Open a file for "rb" or "wb". Raises OSError where it or its folder is not there."""
        folder = path.rpartition("/")[0]
        if folder and folder not in self._folders:
            raise OSError(_ENOENT)
        if mode == "rb" and path not in self.contents:
            raise OSError(_ENOENT)
        return File(self, path, mode == "wb")

    def mkdir(self, path: str) -> None:
        """Make a folder. Raises OSError where it is there already."""
        if path in self._folders:
            raise OSError(_EEXIST)
        self._folders.append(path)


class File:
    """One that is open: read from its beginning, or written anew."""

    def __init__(self, files: Files, path: str, writes: bool) -> None:
        self._files = files
        self._path = path
        self._writes = writes
        self._data = b"" if writes else files.contents[path]

    def read(self, size: int) -> bytes:
        data, self._data = self._data[:size], self._data[size:]
        return data

    def write(self, data: bytes) -> int:
        self._data += bytes(data)
        return len(data)

    def close(self) -> None:
        if self._writes:
            self._files.contents[self._path] = self._data
