"""A record: what is written at once, in the RTC memory or as a file, and is valid or not.

At most 128 bytes, for littlefs keeps a file of that size beside its name and erases a block only
with every thirtieth one it writes; a longer one costs an erase each time.

    0  checksum of all that follows, 24 bits; numbers lie with the high byte first
    3  kind, and in its low four bits the version of this form
    4  sequence number, 24 bits: the newer record has the larger one
    7  place: where in the ring the header of its match lies
    9  page: which page of its match it is
    11 seconds that the match had lasted
    13 where on the page the events begin, where the cursor stands, where the page ends
    16 the page's bytes, or what else the kind says
"""

from micropython import const

RECORD_BYTES = const(128)
HEAD_BYTES = const(16)

_VERSION = const(1)
PAGE = const(0x10)
HEADER = const(0x20)
SETTINGS = const(0x30)
FETCHED = const(0x40)
RESTARTS = const(0x50)
DIARY = const(0x60)

_CHECKED = const(3)  # from here on
_POLYNOMIAL = const(0x864CFB)  # CRC-24 of RFC 4880; 32 bits would not be a small integer


def _table():
    rows = []
    for row in range(256):
        row <<= 16
        for _ in range(8):
            row = (row & 0x7FFFFF) << 1 ^ (_POLYNOMIAL if row & 0x800000 else 0)
        rows.append(row)
    return tuple(rows)


_TABLE = _table()


def checksum(data, start: int, end: int) -> int:
    """The CRC-24 of data[start:end]."""
    crc = 0xB704CE
    while start < end:
        crc = (crc & 0xFFFF) << 8 ^ _TABLE[crc >> 16 ^ data[start]]
        start += 1
    return crc


class Record:
    """`bytes` and the numbers in them; `seal` and `read` bring one to the other.

    No heap but where it says so.
    """

    def __init__(self):
        self.bytes = bytearray(RECORD_BYTES)
        self.clear()

    def clear(self) -> None:
        """Make all numbers 0."""
        self.kind = 0
        self.seq = 0
        self.place = 0
        self.page = 0
        self.time_s = 0
        self.start = 0
        self.at = 0
        self.end = 0

    @property
    def length(self) -> int:
        """How many of the bytes belong to it."""
        return HEAD_BYTES + self.end

    def seal(self) -> None:
        """Write the numbers before the payload, and the checksum."""
        data = self.bytes
        data[3] = self.kind | _VERSION
        self.put(4, self.seq, 3)
        self.put(7, self.place, 2)
        self.put(9, self.page, 2)
        self.put(11, min(self.time_s, 0xFFFF), 2)
        data[13] = self.start
        data[14] = self.at
        data[15] = self.end
        self.put(0, checksum(data, _CHECKED, HEAD_BYTES + self.end), 3)

    def read(self, data, offset: int = 0) -> bool:
        """Take the record that lies in `data` at an offset; False if it is none of this form.

        Takes heap.
        """
        length = min(len(data) - offset, RECORD_BYTES)
        if length < HEAD_BYTES:
            return False
        self.bytes[:length] = memoryview(data)[offset : offset + length]
        self.end = self.bytes[15]
        if self.length > length or self.bytes[3] & 15 != _VERSION:
            return False
        self._take()
        return self.get(0, 3) == checksum(self.bytes, _CHECKED, self.length)

    def load(self, data, length: int) -> None:
        """Take `data`, as long as a payload may be, for the payload; its first bytes count."""
        self.end = length
        self.bytes[HEAD_BYTES:RECORD_BYTES] = data

    def whole(self):
        """What of the bytes is to be written. Takes heap."""
        return bytes(memoryview(self.bytes)[: self.length])

    def put(self, at: int, number: int, width: int) -> None:
        """Write a number into the bytes."""
        while width:
            width -= 1
            self.bytes[at + width] = number & 255
            number >>= 8

    def get(self, at: int, width: int) -> int:
        """Read a number from the bytes."""
        number = 0
        for place in range(at, at + width):
            number = number << 8 | self.bytes[place]
        return number

    def _take(self):
        self.kind = self.bytes[3] & 0xF0
        self.seq = self.get(4, 3)
        self.place = self.get(7, 2)
        self.page = self.get(9, 2)
        self.time_s = self.get(11, 2)
        self.start = self.bytes[13]
        self.at = self.bytes[14]


def layout(fields) -> int:
    """A number that tells whether two matches have the same fields in the same order."""
    names = ",".join(fields).encode()
    return checksum(names, 0, len(names))
