"""Looks at the wall after each frame or transfer that a display takes."""


class Latched:
    """`seen` are pairs: when (us after power-on), and the segments of all digits."""

    def __init__(self, device):
        self.seen = []
        self._device = device
        for display in device.displays:
            display.latched = self

    def append(self, frame):
        self.seen.append((now_us(self._device), self.digits()))

    def digits(self):
        return [segments for display in self._device.displays for segments in display.digits()]

    def since_us(self, places=None):
        """Since when the wall, or these digits of it, shows what it shows now."""
        now = _at(self.digits(), places)
        since_us = now_us(self._device)
        for us, digits in reversed(self.seen):
            if _at(digits, places) != now:
                break
            since_us = us
        return since_us


def now_us(device):
    return 1000 * device.clock.ms + device.clock.us


def _at(digits, places):
    return digits if places is None else [digits[place] for place in places]
