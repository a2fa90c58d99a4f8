"""How much heap keys take while a store keeps their events. Runs inside a MicroPython VM only.

As in tools/vboard/heap_of_keys.py, but it leaves the time out in which files are written: that
begins 40 ms after a key came up, or 200 ms after the event.
"""

import micropython


class Nowhere:
    """A file system that takes everything and has nothing."""

    def open(self, path, mode):
        return self

    def mkdir(self, path):
        pass

    def write(self, data):
        return len(data)

    def read(self, size):
        return b""

    def close(self):
        pass


class Meter:
    """`spent` gets (place among the keys, bytes) for what took heap."""

    def __init__(self, device):
        self.spent = []
        self._device = device
        self._place = 0

    def play(self, keys):
        for key in keys:
            before = micropython.mem_total()
            self._device.press(key)
            self._device.run_ms(20)
            self._device.release(key)
            self._device.run_ms(32)
            self._note(micropython.mem_total() - before)
            self._device.run_ms(500)
            self._device.marker.console.rest()
            self._place += 1

    def _note(self, taken):
        if taken:
            self.spent.append((self._place, taken))
