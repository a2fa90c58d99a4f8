"""A text too long for one place on the heap, on its way to a topic: it is made twice.

The first time its pieces are counted, since MQTT wants the length before the text, the second time
they are handed over; one step is one piece.
"""

from micropython import const

_CHUNK = const(256)  # what a client takes at once


class Long:
    """`make()` returns an iterator over the same pieces of text each time."""

    def __init__(self, client, topic: str, make):
        self._client = client
        self._topic = topic.encode()
        self._make = make
        self._pieces = make()
        self._left = 0  # bytes: counted so far, then those still to be handed over
        self._counted = False
        self._begun = False
        self._rest = b""  # of a piece that did not go in one

    def step(self) -> bool:
        """Count or hand over a piece; whether that was the last one."""
        if not self._counted:
            self._count()
        elif not self._begun:
            self._begun = self._client.publish(self._topic, self._left, False, 1) >= 0
        else:
            self._hand_over()
        return self._begun and not self._left

    def _count(self):
        for piece in self._pieces:
            self._left += len(piece.encode())
            return
        self._counted = True
        self._pieces = self._make()

    def _hand_over(self):
        if not self._rest:
            for piece in self._pieces:
                self._rest = piece.encode()
                break
        chunk = self._rest[:_CHUNK]
        if self._client.put(chunk):
            self._left -= len(chunk)
            self._rest = self._rest[len(chunk) :]
