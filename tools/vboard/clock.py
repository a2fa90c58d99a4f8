"""Virtual time, and the stand-in for the module `time` as the ESP32 has it."""

from micropython import const

_PERIOD_MASK = const(0x3FFF_FFFF)  # ticks wrap at 2**30, the largest small integer is one less
_HALF_PERIOD = const(0x2000_0000)
_BEFORE_WRAP_MS = const(5000)
_LONGEST_MS = const(100_000)  # in microseconds still a small integer


def _add(ticks: int, delta: int) -> int:
    """Round the wrap without ever making a large integer, which would take heap."""
    before_wrap = _PERIOD_MASK - ticks
    return delta - before_wrap - 1 if delta > before_wrap else ticks + delta & _PERIOD_MASK


class Clock:
    """Stands still until somebody waits. `ms` is the time since power-on.

    The ticks begin five seconds before they wrap: on a wall that comes after twelve days.
    """

    def __init__(self) -> None:
        self.ms = 0
        self.us = 0  # within the millisecond
        self.date = (2000, 1, 1, 0, 0, 0, 5, 1)  # as after power-on, until somebody sets it
        self._ticks_ms = _PERIOD_MASK + 1 - _BEFORE_WRAP_MS
        self._ticks_us = _PERIOD_MASK + 1 - 1000 * _BEFORE_WRAP_MS

    def advance_to(self, ms: int) -> None:
        """Wait until `ms` after power-on; no wait if that is over."""
        while ms > self.ms:
            self.sleep_us(1000 * min(ms - self.ms, _LONGEST_MS) - self.us)

    def localtime(self) -> "tuple[int, ...]":
        return self.date

    def ticks_ms(self) -> int:
        return self._ticks_ms

    def ticks_us(self) -> int:
        return self._ticks_us

    def ticks_add(self, ticks: int, delta: int) -> int:
        if not -_HALF_PERIOD < delta < _HALF_PERIOD:
            raise OverflowError("ticks interval overflow")
        return _add(ticks, delta)

    def ticks_diff(self, end: int, start: int) -> int:
        diff = end - start & _PERIOD_MASK
        # In two steps, for the period is not a small integer.
        return diff if diff < _HALF_PERIOD else diff - _HALF_PERIOD - _HALF_PERIOD

    def sleep_us(self, us: int) -> None:
        us = max(us, 0)
        self._ticks_us = _add(self._ticks_us, us)
        us += self.us
        self.us = us % 1000
        self.ms += us // 1000
        self._ticks_ms = _add(self._ticks_ms, us // 1000)

    def sleep(self, seconds: float) -> None:
        self.sleep_ms(int(1000 * seconds))

    def sleep_ms(self, ms: int) -> None:
        self.advance_to(self.ms + ms)
