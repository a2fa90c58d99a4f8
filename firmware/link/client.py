"""A client of MQTT 3.1.1 that never waits: it is stepped once a pass and does one piece of work.

umqtt.simple, which the firmware of the chip has, waits without limit in connect, publish and
wait_msg (field notes, rows 90 to 93). Here each state has a hard limit, every error means that the
connection is gone, and what follows is a back-off and a new try. Nothing is raised out of `step`.
"""

from errno import ECONNREFUSED, ECONNRESET

from micropython import const

from link.backoff import Backoff
from link.packet import CONNACK, PINGRESP, PUBACK, PUBLISH, Reader, Writer
from link.resolver import Resolver
from link.stream import Stream

_WAITING = const(0)
_RESOLVING = const(1)
_CONNECTING = const(2)
_GREETING = const(3)  # TLS, CONNECT, until CONNACK
_UP = const(4)

_LIMIT_MS = ((0, 0), (10_000, 10_000), (5000, 5000), (5000, 20_000))  # of a state: plain, TLS
_KEEPALIVE_S = const(30)
_SILENCE_MS = const(20_000)  # then PINGREQ
_ANSWER_MS = const(10_000)  # for PINGRESP, for PUBACK, for the rest of a message
_LONGEST_PASS_MS = const(1000)  # who was not stepped for long first hears what came meanwhile
_CHUNK_BYTES = const(256)
_OUT_BYTES = const(640)
_FORGET_AFTER = const(3)  # failed tries: the broker may have another address now


class Client:
    """`settings` is "link" of the board file; `user` and `password` are bytes or None.

    `modules` has socket, select, ssl and _thread. `ca` is the content of ca.pem, for "tls".
    """

    def __init__(self, settings, user, password, will_topic, modules, ca=None):
        tls = settings.get("tls", False)
        if tls and ca is None:
            raise ValueError("TLS needs the certificate of the broker's authority, ca.pem")
        host = settings["broker"]
        self._name = ("marker-" + settings["table"]).encode()
        self._will_topic = will_topic
        self._user = user
        self._password = password or b""
        self._tls = 1 if tls else 0
        self._resolver = Resolver(modules, host, settings.get("port", 8883 if tls else 1883))
        self._stream = Stream(modules, host, ca if tls else None)
        self._backoff = Backoff(self._name)
        self._topics = []
        self._reader = Reader()
        self._out = Writer(_OUT_BYTES)
        self._packet_id = 0
        self._state = _WAITING
        self._left_ms = 0  # of the state's limit, of the wait
        self._message = None
        self.may_connect = True  # whether a new try may begin: Link knows a quiet moment
        self.up = False
        self.ups = 0  # how often it came up
        self.acked = 0  # the packet id that was acknowledged last
        self.unanswered = 0  # tries in a row to which nobody said anything, not even no
        self.trouble = ""  # why the last connection or try ended
        self._failures = 0
        self._begin_anew()

    def _begin_anew(self):
        self.up = False
        self._reader.clear()
        self._out.end = 0
        self._payload_left = 0
        self._to_subscribe = 0  # of _topics, the next
        self._to_ack = 0
        self._unacked = 0
        self._silent_ms = 0  # since the broker was heard
        self._heard = False  # in this try at all
        self._pinged = False
        self._answer_ms = 0  # since an answer is awaited

    def step(self, elapsed_ms: int) -> None:
        """One bounded piece of work. Never waits, never raises."""
        elapsed_ms = min(elapsed_ms, _LONGEST_PASS_MS)
        try:
            if self._state == _UP:
                self._serve(elapsed_ms)
            elif self._state == _GREETING:
                self._greet()
            elif self._state == _CONNECTING:
                self._connect()
            elif self._state == _RESOLVING:
                self._resolve()
            self._count_down(elapsed_ms)
        except (OSError, ValueError, MemoryError) as error:
            self._lose(error)

    def ready(self) -> bool:
        """Whether a message may begin: the link is up and nothing is half-said."""
        return self.up and not self._payload_left and not self._out.end

    def publish(self, topic, length: int, retain: bool, qos: int) -> int:
        """Begin a message of `length` bytes, which `put` is to bring.

        Its packet id with `qos` 1, else 0; -1 if the client is not ready.
        """
        if not self.ready():
            return -1
        packet_id = 0
        if qos:
            packet_id = self._next_id()
            self._unacked += 1
        self._out.publish(topic, length, retain, qos, packet_id)
        self._payload_left = length
        self._answer_ms = 0
        return packet_id

    def put(self, data) -> bool:
        """The next 256 bytes at most of the payload. False: no room, try in a later pass."""
        if len(data) > min(self._payload_left, _CHUNK_BYTES) or not self._out.room(len(data)):
            return False
        self._out.put(data)
        self._payload_left -= len(data)
        self._answer_ms = 0
        return True

    def subscribe(self, topic) -> None:
        """Hear of a topic (bytes), now and whenever the client comes up again."""
        if topic not in self._topics:
            self._topics.append(topic)

    def take(self):
        """A message that came, as (topic, payload), or None."""
        message = self._message
        self._message = None
        return message

    def close(self) -> None:
        """Leave without the last will being told, as far as the socket takes it at once."""
        try:
            if self.ready():
                self._out.disconnect()
                self._send()
        except OSError:
            pass  # it is gone all the same
        self._stream.close()
        self._begin_anew()
        self._enter(_WAITING, self._backoff.next_ms())

    def _enter(self, state, limit_ms):
        self._state = state
        self._left_ms = limit_ms

    def _count_down(self, elapsed_ms):
        if self._state == _UP:
            return
        self._left_ms = max(0, self._left_ms - elapsed_ms)
        if self._left_ms:
            return
        if self._state != _WAITING:
            raise OSError("no answer")
        if self.may_connect:
            self._enter(_RESOLVING, _LIMIT_MS[_RESOLVING][self._tls])
            self._resolver.ask()

    def _resolve(self):
        if self._resolver.address is not None:
            self._enter(_CONNECTING, _LIMIT_MS[_CONNECTING][self._tls])
            self._stream.open(self._resolver.address)
        elif self._resolver.failed:
            raise OSError("no such host")

    def _connect(self):
        if self._stream.connected():
            self._enter(_GREETING, _LIMIT_MS[_GREETING][self._tls])
            self._stream.begin()
            self._out.connect(
                self._name, _KEEPALIVE_S, self._will_topic, self._user, self._password
            )

    def _greet(self):
        self._send()
        if self._out.end or not self._hear():
            return
        if self._reader.kind != CONNACK:
            raise OSError("no MQTT")
        code = self._reader.code()
        if code:
            raise OSError("refused %d" % code)
        self._reader.clear()
        self.up = True
        self.ups += 1
        self.unanswered = self._failures = 0
        self.trouble = ""
        self._enter(_UP, 0)

    def _serve(self, elapsed_ms):
        """Send if there is something to, then listen, then look at the limits."""
        if not self._payload_left:
            self._say_what_is_due()
        if self._out.end:
            self._send()
        if not self._to_ack and self._message is None and self._hear():
            self._understand()
            self._reader.clear()
        self._watch(elapsed_ms)
        self._backoff.well(elapsed_ms)

    def _say_what_is_due(self):
        if self._to_ack and self._out.room(4):
            self._out.puback(self._to_ack)
            self._to_ack = 0
        if self._out.end:
            return
        if self._to_subscribe < len(self._topics):
            self._out.subscribe(self._next_id(), self._topics[self._to_subscribe])
            self._to_subscribe += 1
        elif self._silent_ms >= _SILENCE_MS and not self._pinged:
            self._out.pingreq()
            self._pinged = True
            self._answer_ms = 0

    def _watch(self, elapsed_ms):
        self._silent_ms = min(self._silent_ms + elapsed_ms, _SILENCE_MS)
        if self._pinged or self._unacked or self._payload_left or self._out.end:
            self._answer_ms += elapsed_ms
            if self._answer_ms >= _ANSWER_MS:
                raise OSError("no answer")
        else:
            self._answer_ms = 0

    def _send(self):
        length = min(self._out.end, _CHUNK_BYTES)
        self._out.sent(self._stream.write(memoryview(self._out.buffer)[:length]))

    def _hear(self):
        """Take in what has come, a piece at most; whether it makes a packet whole."""
        left = _CHUNK_BYTES
        while left > 0:
            count = self._stream.read(self._reader.want(left))
            if count == 0:
                return False
            left -= count
            self._silent_ms = 0
            self._heard = True
            if self._reader.got(count):
                return True
        return False

    def _understand(self):
        kind = self._reader.kind
        if kind == PINGRESP:
            self._pinged = False
            self._answer_ms = 0
        elif kind == PUBACK:
            self.acked = self._reader.packet_id()
            self._unacked = max(0, self._unacked - 1)
            self._answer_ms = 0
        elif kind == PUBLISH:
            self._to_ack = self._reader.packet_id()
            self._message = self._reader.message()

    def _next_id(self):
        self._packet_id = self._packet_id % 0xFFFF + 1
        return self._packet_id

    def _lose(self, error):
        """The connection is gone, or did not come about."""
        self.trouble = str(error)
        reason = error.args[0] if error.args else 0
        heard = self._heard or reason in (ECONNREFUSED, ECONNRESET)
        self.unanswered = 0 if heard else self.unanswered + 1
        self._failures += 1
        if self._failures % _FORGET_AFTER == 0:
            self._resolver.forget()
        self._stream.close()
        self._begin_anew()
        self._enter(_WAITING, self._backoff.next_ms())
