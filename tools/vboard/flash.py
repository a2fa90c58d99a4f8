"""The flash chip of a board: a block device that counts, and that the power can fail at any time.

Blocks of 4096 bytes that are erased whole, programmed in pieces of 32 bytes, as MicroPython has
littlefs use the chip of an ESP32. An erased bit is 1; programming makes zeros only, so writing
over what was not erased is an error of whoever does it.

It serves MicroPython's VfsLfs2 as it is (`readblocks`, `writeblocks`, `ioctl`), and littlefs on
CPython through tools/littlefs_flash.py.

A power cut is not an exception: littlefs would see a chip that fails, and no chip tells of its
power going. Instead `cut` gives a copy of the chip as it would be if the power had gone in the
middle of an operation (TORN says how), and whoever runs the test boots a board from the copy.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

BLOCK_BYTES = 4096
PROG_BYTES = 32

TORN = ("nothing", "half", "nearly all")  # of the operation that the power fails in

_COUNT = 4  # what ioctl asks for, see MicroPython's vfs.AbstractBlockDev
_SIZE = 5
_ERASE = 6
_NEARLY_ERASED = 0x0F  # a cell that is neither one nor the other, read as garbage

# What operations cost on the chip, W25Q32JV: 0.4 ms a page of 256 bytes, 45 ms an erase.
_PROG_US = 400
_ERASE_US = 45_000


class Flash:
    """A chip of so many blocks; `bytes` is its content, which may be copied to another.

    `reads`, `progs` and `erases` count; `read_bytes` and `prog_bytes` too. `on_write(flash)`, if
    set, is called before each program and erase: a cut may be taken there.
    `sleep_us` is told how long the chip keeps the processor waiting.
    """

    def __init__(self, blocks: int = 64, content: "bytearray | None" = None) -> None:
        self.blocks = blocks
        self.bytes = bytearray(b"\xff" * (blocks * BLOCK_BYTES)) if content is None else content
        self.reads = self.read_bytes = 0
        self.progs = self.prog_bytes = 0
        self.erases = 0
        self.broken = False  # every program and erase fails
        self.refuses = 0  # so many of them will fail, then it works again
        self.refused = 0  # so many have failed
        self.on_write: Callable[[Flash], None] | None = None
        self.sleep_us: Callable[[int], None] | None = None
        self._at = 0  # the operation that is about to happen
        self._data: bytes | None = None  # None: an erase

    @property
    def operations(self) -> int:
        """How many programs and erases there have been."""
        return self.progs + self.erases

    def read(self, block: int, offset: int, size: int) -> bytes:
        at = self._place(block, offset, size)
        self.reads += 1
        self.read_bytes += size
        return bytes(memoryview(self.bytes)[at : at + size])

    def prog(self, block: int, offset: int, data: bytes) -> bool:
        """Program; False if the chip is broken."""
        at = self._place(block, offset, len(data))
        if offset % PROG_BYTES or len(data) % PROG_BYTES:
            raise ValueError("programs are of %d bytes, on their bounds" % PROG_BYTES)
        self._begin(at, data)
        if self._fails():
            return False
        for place in range(len(data)):
            if self.bytes[at + place] != 0xFF:
                raise ValueError("programmed twice without an erase")
        self.bytes[at : at + len(data)] = data
        self.progs += 1
        self.prog_bytes += len(data)
        self._wait(_PROG_US)
        return True

    def erase(self, block: int) -> bool:
        """Erase; False if the chip is broken."""
        at = self._place(block, 0, BLOCK_BYTES)
        self._begin(at, None)
        if self._fails():
            return False
        self.bytes[at : at + BLOCK_BYTES] = b"\xff" * BLOCK_BYTES
        self.erases += 1
        self._wait(_ERASE_US)
        return True

    def cut(self, torn: str) -> bytearray:
        """The chip's content if the power failed in the operation that is about to happen."""
        content = bytearray(self.bytes)
        share = TORN.index(torn)
        if self._data is None:
            done = (0, BLOCK_BYTES // 2, BLOCK_BYTES)[share]
            # In the middle of an erase cells are weak: half are erased, then none is what it was.
            filler = b"\xff" if share < 2 else bytes([_NEARLY_ERASED])
            content[self._at : self._at + done] = filler * done
        else:
            size = len(self._data)
            done = (0, size // 2, size - 1)[share]
            content[self._at : self._at + done] = self._data[:done]
        return content

    # -- as MicroPython's file systems use it -------------------------------------------------

    def readblocks(self, block: int, buf: bytearray, offset: int = 0) -> None:
        buf[:] = self.read(block, offset, len(buf))

    def writeblocks(self, block: int, buf: bytes, offset: int = 0) -> int:
        return 0 if self.prog(block, offset, bytes(buf)) else -5  # EIO

    def ioctl(self, op: int, arg: int) -> int:
        if op == _COUNT:
            return self.blocks
        if op == _SIZE:
            return BLOCK_BYTES
        if op == _ERASE:
            return 0 if self.erase(arg) else -5
        return 0

    def _place(self, block: int, offset: int, size: int) -> int:
        if not 0 <= block < self.blocks or not 0 <= offset <= BLOCK_BYTES - size:
            raise ValueError("outside of the chip")
        return block * BLOCK_BYTES + offset

    def _begin(self, at: int, data: "bytes | None") -> None:
        self._at = at
        self._data = data
        if self.on_write is not None:
            self.on_write(self)

    def _fails(self) -> bool:
        if not self.broken and not self.refuses:
            return False
        self.refuses = max(0, self.refuses - 1)
        self.refused += 1
        return True

    def _wait(self, us: int) -> None:
        if self.sleep_us is not None:
            self.sleep_us(us)
