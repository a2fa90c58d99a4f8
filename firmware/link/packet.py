"""MQTT 3.1.1 on the wire, as much of it as a board says and hears (OASIS standard, chapters 2, 3).

What is said is put into a buffer that the caller has; what is heard is gathered in one that a
Reader has. A message of more than MOST_BYTES is heard, so that it can be acknowledged, and cut.
"""

from micropython import const

CONNACK = const(0x20)
PUBLISH = const(0x30)
PUBACK = const(0x40)
SUBACK = const(0x90)
PINGRESP = const(0xD0)
MOST_BYTES = const(512)  # of a message's payload

_CONNECT = const(0x10)
_SUBSCRIBE = const(0x82)
_PINGREQ = const(0xC0)
_DISCONNECT = const(0xE0)
_TOPIC_BYTES = const(128)
_BODY_BYTES = const(512 + 128 + 4)
_CLEAN_SESSION = const(0x02)
_WILL_QOS_1_RETAINED = const(0x2C)
_PASSWORD = const(0x40)
_USER = const(0x80)


class Writer:
    """Packets one behind the other in a fixed buffer, until they are sent."""

    def __init__(self, size: int):
        self.buffer = bytearray(size)
        self.end = 0

    def room(self, length: int) -> bool:
        """Whether so many bytes go in yet."""
        return self.end + length <= len(self.buffer)

    def put(self, data) -> None:
        """Raises ValueError where it has no room: a packet must never be cut."""
        if not self.room(len(data)):
            raise ValueError("a packet longer than the buffer")
        self.buffer[self.end : self.end + len(data)] = data
        self.end += len(data)

    def sent(self, length: int) -> None:
        """So many bytes from the start are sent."""
        rest = self.end - length
        self.buffer[:rest] = self.buffer[length : self.end]
        self.end = rest

    def connect(self, name, keepalive_s, will_topic, user, password) -> None:
        """`name`, `will_topic`, `user` and `password` are bytes; `user` None is nobody."""
        flags = _CLEAN_SESSION | _WILL_QOS_1_RETAINED
        fields = [name, will_topic, b"offline"]
        if user is not None:
            flags |= _USER | _PASSWORD
            fields += [user, password]
        self._head(_CONNECT, 10 + sum([2 + len(field) for field in fields]))
        self.put(b"\x00\x04MQTT\x04")
        self.put(bytes((flags, keepalive_s >> 8, keepalive_s & 255)))
        for field in fields:
            self._field(field)

    def publish(self, topic, length: int, retain: bool, qos: int, packet_id: int) -> None:
        """All of a message but its payload of `length` bytes."""
        self._head(PUBLISH | qos << 1 | retain, 2 + len(topic) + (2 if qos else 0) + length)
        self._field(topic)
        if qos:
            self._number(packet_id)

    def subscribe(self, packet_id: int, topic) -> None:
        """With quality of service 1."""
        self._head(_SUBSCRIBE, 2 + 2 + len(topic) + 1)
        self._number(packet_id)
        self._field(topic)
        self.put(b"\x01")

    def puback(self, packet_id: int) -> None:
        """A message was taken."""
        self._head(PUBACK, 2)
        self._number(packet_id)

    def pingreq(self) -> None:
        """Are you there?"""
        self._head(_PINGREQ, 0)

    def disconnect(self) -> None:
        """Leaving of one's own will: the last will is not told."""
        self._head(_DISCONNECT, 0)

    def _head(self, kind, length):
        head = bytearray((kind,))
        while length > 127:
            head.append(length & 127 | 128)
            length >>= 7
        head.append(length)
        self.put(head)

    def _number(self, value):
        self.put(bytes((value >> 8, value & 255)))

    def _field(self, data):
        self._number(len(data))
        self.put(data)


class Reader:
    """Gathers one packet: fill `want()`, tell `got()`, until that says that it is whole.

    Then `kind` is its first byte without the flags, and the other methods say what is in it.
    """

    def __init__(self):
        self._body = bytearray(_BODY_BYTES)
        self._view = memoryview(self._body)
        self.clear()

    def clear(self) -> None:
        """Begin with a new packet."""
        self.kind = 0
        self._flags = 0
        self._length = 0  # of the body, as told
        self._shift = 0
        self._at = -2  # of the body; -2: the first byte is still to come, -1: the length

    def want(self, most: int):
        """Where the next bytes go, `most` at most."""
        if self._at < 0:
            return self._view[:1]
        room = min(most, self._length - self._at)
        at = min(self._at, _BODY_BYTES - 1)
        if self._at < _BODY_BYTES:
            return self._view[at : min(at + room, _BODY_BYTES)]
        return self._view[_TOPIC_BYTES + 4 : min(_TOPIC_BYTES + 4 + room, _BODY_BYTES)]

    def got(self, count: int) -> bool:
        """So many bytes came; whether the packet is whole. Raises OSError where it is none."""
        if self._at >= 0:
            self._at += count
        elif self._at == -2:
            self._flags = self._body[0] & 15
            self.kind = self._body[0] & 0xF0
            self._at = -1
        else:
            self._take_length(self._body[0])
        return self._at == self._length

    def _take_length(self, byte):
        self._length |= (byte & 127) << self._shift
        self._shift += 7
        if byte < 128:
            self._at = 0
        elif self._shift > 21:
            raise OSError("no MQTT")

    def number(self, at: int) -> int:
        """The 16 bits at a place of the body."""
        return self._body[at] << 8 | self._body[at + 1]

    def code(self) -> int:
        """What a CONNACK says: 0 is welcome."""
        return self._body[1]

    def packet_id(self) -> int:
        """Of a message of quality of service 1; of others 0."""
        if self.kind != PUBLISH:
            return self.number(0)
        return self.number(2 + self.number(0)) if self._fits() and self._flags & 6 else 0

    def message(self):
        """Topic and payload as bytes, or None if they are too long."""
        if not self._fits():
            return None
        start = 2 + self.number(0)
        payload = start + (2 if self._flags & 6 else 0)
        if not payload <= self._length <= payload + MOST_BYTES:
            return None
        return bytes(self._view[2:start]), bytes(self._view[payload : self._length])

    def _fits(self):
        return self._length >= 2 and self.number(0) <= _TOPIC_BYTES
