"""The time of day by SNTP (RFC 4330), asked for by UDP and never waited for.

A certificate is only valid from a day to a day, so a board that speaks TLS must know the time
first. Once an hour is enough: the chip's clock is some seconds a day off at most. A try that is
not answered in two seconds is given up, and made again after a back-off of up to a minute.
"""

from errno import EAGAIN

from micropython import const

from link.backoff import Backoff
from link.resolver import Resolver

_PORT = const(123)
_EVERY_MS = const(3_600_000)
_ANSWER_MS = const(2000)
_LOOKUP_MS = const(15_000)
_PACKET_BYTES = const(48)
_CLIENT = const(0x23)  # version 4, mode 3
_SERVER = const(4)
_TRANSMITTED = const(40)  # where the server's time stands, in seconds since 1900
_ORIGINATED = const(24)  # where it gives back what was sent at _TRANSMITTED
_ERA_S = 1 << 32
_UNIX_S = 2_208_988_800  # 1900 to 1970
_EARLIEST_S = 1_767_225_600  # 2026: an earlier time is of the era from 2036 on
_TO_2000_S = 946_684_800

_WAITING = const(0)
_RESOLVING = const(1)
_ASKING = const(2)


class Clock:
    """`modules` has socket and _thread; `rtc` is machine.RTC(), `gmtime` that of module time."""

    def __init__(self, modules, host: str, rtc, gmtime, port: int = _PORT):
        self._modules = modules
        self._resolver = Resolver(modules, host, port)
        self._backoff = Backoff(host.encode())
        self._rtc = rtc
        self._gmtime = gmtime
        self._socket = None
        self._state = _WAITING
        self._left_ms = 0
        self._count = 0  # of questions: marks each, so that a late answer is not taken for it
        self._unix_s = 0
        self._since_ms = 0
        self.synced = False  # the time is known since a server told it

    def now(self):
        """Seconds since 1970, or None as long as no server has told."""
        return self._unix_s + self._since_ms // 1000 if self.synced else None

    def step(self, elapsed_ms: int, up: bool) -> None:
        """`up`: whether there is a network to ask on. Never waits, never raises."""
        self._since_ms += elapsed_ms
        if self._since_ms >= _EVERY_MS:
            self._unix_s += self._since_ms // 1000
            self._since_ms %= 1000
        self._left_ms = max(0, self._left_ms - elapsed_ms)
        try:
            if self._state == _ASKING:
                self._listen()
            elif self._state == _RESOLVING:
                self._ask()
            elif not self._left_ms and up:
                self._resolver.ask()
                self._enter(_RESOLVING, _LOOKUP_MS)
            if self._state != _WAITING and not self._left_ms:
                self._give_up()
        except (OSError, ValueError, MemoryError):
            self._give_up()

    def _ask(self):
        if self._resolver.failed:
            raise OSError("no such host")
        if self._resolver.address is None:
            return
        socket = self._modules.socket
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._count = self._count % 255 + 1
        question = bytearray(_PACKET_BYTES)
        question[0] = _CLIENT
        question[_TRANSMITTED] = self._count
        self._socket.sendto(question, self._resolver.address)
        self._enter(_ASKING, _ANSWER_MS)

    def _listen(self):
        try:
            answer = self._socket.recvfrom(_PACKET_BYTES)[0]
        except OSError as error:
            if error.args[0] == EAGAIN:
                return
            raise
        if self._is_answer(answer):
            self._set(int.from_bytes(answer[_TRANSMITTED : _TRANSMITTED + 4], "big") - _UNIX_S)
            self._close()
            self._enter(_WAITING, _EVERY_MS)

    def _is_answer(self, answer):
        """To this question, from a server that knows the time itself."""
        if len(answer) < _PACKET_BYTES or answer[0] & 7 != _SERVER or answer[0] >> 6 == 3:
            return False
        return 1 <= answer[1] <= 15 and answer[_ORIGINATED] == self._count

    def _set(self, unix_s):
        if unix_s < _EARLIEST_S:
            unix_s += _ERA_S
        self._unix_s = unix_s
        self._since_ms = 0
        self.synced = True
        epoch_s = _TO_2000_S if self._gmtime(0)[0] == 2000 else 0
        year, month, day, hour, minute, second, weekday = self._gmtime(unix_s - epoch_s)[:7]
        self._rtc.datetime((year, month, day, weekday, hour, minute, second, 0))

    def _give_up(self):
        self._close()
        self._resolver.forget()
        self._enter(_WAITING, self._backoff.next_ms())

    def _close(self):
        if self._socket is not None:
            try:
                self._socket.close()
            except OSError:
                pass  # it is gone all the same
            self._socket = None

    def _enter(self, state, left_ms):
        self._state = state
        self._left_ms = left_ms
