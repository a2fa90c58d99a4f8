"""The clock of a live board: follows the time of the host, and leaps ahead when it is asked to."""

import time

from tools.vboard.clock import Clock

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tools.vboard.live.control import Control

host: "Any" = time  # with MicroPython's own names

_EPOCH_S = 946_684_800  # ESP32 counts from 2000, the host from 1970
_GRAIN_US = 500  # not worth waiting for
_NAP_US = 20_000  # then the host is heard


class LiveClock(Clock):
    """What costs time by itself, as a byte on a bus, is waited for in the next longer sleep.

    `calendar` is a Calendar, for those functions of `time` that tell the date.
    """

    def __init__(self, control: "Control", calendar: "Calendar") -> None:
        super().__init__()
        self._control = control
        self._calendar = calendar
        self._zero_us = host.ticks_us()
        self._leap: dict[str, Any] | None = None
        self._leap_end_ms = 0
        self.ticks_cpu = self.ticks_us

    def leap(self, request: "dict[str, Any]") -> None:
        """Pass `request["ms"]` as fast as the program can; the answer comes at their end."""
        if self._leap is None or self._leap["id"] != request["id"]:
            self._leap = request
            self._catch_up()
            self._leap_end_ms = self.ms + request["ms"]

    def idle(self) -> None:
        """Nobody needs the time: it goes on, and leaps are over at once."""
        self._catch_up()
        if self._leap:
            Clock.sleep_us(self, 1000 * max(0, self._leap_end_ms - self.ms))
            self._zero_us -= max(0, self._ahead_us())
            self._control.do_chores()
            self._end_leap()

    def ticks_ms(self) -> int:
        self._catch_up()
        return super().ticks_ms()

    def ticks_us(self) -> int:
        self._catch_up()
        return super().ticks_us()

    def sleep_us(self, us: int) -> None:
        super().sleep_us(us)
        if us >= 1000:
            self._wait()

    def sleep_ms(self, ms: int) -> None:
        self._catch_up()
        super().sleep_ms(ms)

    def sleep(self, seconds: float) -> None:
        self.sleep_ms(int(1000 * seconds))

    def time(self) -> int:
        return self._calendar.now_s() - _EPOCH_S

    def time_ns(self) -> int:
        return 1_000_000_000 * self.time()

    def gmtime(self, seconds: "int | None" = None) -> "tuple[int, ...]":
        if seconds is None:
            seconds = self.time()
        return tuple(host.gmtime(seconds + _EPOCH_S))[:8]

    localtime = gmtime

    def mktime(self, date: "Any") -> int:
        return int(host.mktime(tuple(date)[:8] + (0,))) - _EPOCH_S

    def _ahead_us(self) -> int:
        """How far the board's time is before the host's."""
        host_us: int = host.ticks_us() - self._zero_us
        return 1000 * self.ms + self.us - host_us

    def _catch_up(self) -> None:
        Clock.sleep_us(self, max(0, -self._ahead_us()))

    def _wait(self) -> None:
        """Let the host's time come to the board's."""
        self._control.serve()
        ahead_us = self._ahead_us()
        while ahead_us > _GRAIN_US and not self._leap:
            host.sleep_us(min(ahead_us, _NAP_US))
            self._control.serve()
            ahead_us = self._ahead_us()
        if self._leap:
            self._zero_us -= max(0, self._ahead_us())
            if self.ms >= self._leap_end_ms:
                self._end_leap()

    def _end_leap(self) -> None:
        leap, self._leap = self._leap, None
        if leap:
            self._control.reply(leap, self.ms)


class Calendar:
    """The date that the chip believes: `offset_s` is how far it is from the host's."""

    def __init__(self, offset_s: int) -> None:
        self.offset_s = offset_s

    def now_s(self) -> int:
        """Since 1970."""
        return int(host.time()) + self.offset_s

    def begin(self) -> None:
        """It was switched on: 2000-01-01."""
        self.offset_s = _EPOCH_S - int(host.time())

    def date(self) -> "tuple[int, ...]":
        """As RTC.datetime() says it."""
        year, month, day, hour, minute, second, weekday = host.gmtime(self.now_s())[:7]
        return (year, month, day, weekday, hour, minute, second, 0)

    def set(self, date: "Any") -> None:
        """As RTC.datetime(date) sets it; the day of the week is worked out."""
        year, month, day, _, hour, minute, second, _ = date
        there_s = int(host.mktime((year, month, day, hour, minute, second, 0, 0, 0)))
        self.offset_s = there_s - int(host.time())
