"""The room's door: tells the club what the board shows, and does what the desk may order.

Nothing is done unless the moment is quiet; then one bounded piece a pass. After each connect all
that is retained is told anew, since a broker may have lost it; after that what has changed. Of
everything only the newest is told: what was not sent when it changed again is begun anew.
"""

from micropython import const

from link.commands import Commands
from link.discovery import entities
from link.long import Long
from link.sending import Sending
from link.telling import (
    Text,
    end_times,
    last_event,
    printed_options,
    tell_pairs,
    tell_state,
    tell_word,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CHUNK = const(256)
_LONG_CALM_MS = const(10_000)
_IDLE = const(0)
_BUILDING = const(1)
_WAITING = const(2)
_SENDING = const(3)


class _Telling:
    """What stands under a topic: `mark()` is another after each change, `steps(text)` says it."""

    def __init__(self, topic, mark, steps, retain=True, qos=0):
        self.topic = topic.encode()
        self.mark = mark
        self.steps = steps
        self.retain = retain
        self.qos = qos
        self.told = None


class Link:
    """`parts` are console, clocks, lamp, relay and store; `client` is a Client.

    `now_s()` are Unix seconds, 0 while nobody has set the clock. `way` is a Way to the network;
    without one it is there. `client` and `sending`, the records on their way, are to be looked at.
    """

    def __init__(
        self, settings: dict, client, signed_in: bool, parts, now_s, version="", way=None
    ):
        self._base = "marker/" + settings["table"]
        self.client = client
        self._console, self._clocks, lamp, self._relay, self._store = parts
        self._now_s = now_s
        self._version = version
        allowed = settings.get("commands", [])
        self._commands = Commands(allowed, signed_in, self._console, self._clocks, lamp)
        self._answers: list = []
        self._tellings = self._all(settings)
        self.sending: Any = None
        if self._store is not None:
            self.sending = Sending(self._store.files, self._store.journal)
        self._text = Text()
        self._ups = client.ups
        self._waited_ms = 0
        self._calm_ms = 0  # since the last moment that was not quiet
        self._way = way
        self._drop()

    def step(self, elapsed_ms: int, quiet: bool) -> None:
        """Let time pass; in a quiet moment do one piece of the work."""
        self._waited_ms += elapsed_ms
        self._calm_ms = min(self._calm_ms + elapsed_ms, _LONG_CALM_MS) if quiet else 0
        if not quiet:
            return
        if self._way is not None:
            self._way.step(self._waited_ms, self.client, self._calm_ms == _LONG_CALM_MS)
        client = self.client
        client.step(self._waited_ms)
        if self.sending is not None and client.up and self._phase == _IDLE and self._long is None:
            self.sending.step(self._waited_ms)
        self._waited_ms = 0
        if not client.up:
            self._drop()
        elif client.ups != self._ups:
            self._begin_anew()
        elif self._long is not None:
            self._send_long()
        elif self._phase == _IDLE:
            self._next()
        elif self._phase == _BUILDING:
            self._build()
        elif self._phase == _WAITING:
            self._begin_sending()
        else:
            self._send()

    # -- what there is to tell ----------------------------------------------------------------

    def _all(self, settings):
        base = self._base
        event = _Telling(base + "/event", self._change, self._event, retain=False)
        found = [
            _Telling(base + "/online", lambda: 1, lambda text: tell_word(text, "online"), qos=1),
            _Telling(base + "/state", self._change, self._state),
            event,
            _Telling(base + "/about", self._about_mark, self._about),
            _Telling(base + "/lamp", lambda: self._relay.on, self._lamp),
            _Telling(base + "/clocks", self._clocks_mark, self._ends),
        ]
        if settings.get("discovery"):
            for topic, pairs in entities(base, settings["table"], self._commands.allowed):
                found.append(_fixed(topic, pairs))
        return found

    def _change(self):
        match = self._console.match
        return id(match), match.history.changes

    def _state(self, text):
        return tell_state(text, self._console.match)

    def _event(self, text):
        return tell_pairs(text, last_event(self._console.match))

    def _about_mark(self):
        return id(self._console.match), self._number(), self._commands.orders

    def _number(self):
        return self._store.journal.chain.seq if self._store and self._store.journal.chain else 0

    def _about(self, text):
        console = self._console
        options = printed_options(console.match)
        pairs = (
            ("game", console.game),
            ("preset", options.pop("preset", None)),
            ("names", self._commands.names),
            ("firmware", self._version),
            ("match", self._number()),
            ("options", options),
        )
        return tell_pairs(text, pairs)

    def _lamp(self, text):
        return tell_word(text, "ON" if self._relay.on else "OFF")

    def _clocks_mark(self):
        """Changes with an order, a stroke or the begin of something, not with each second."""
        clocks = self._clocks
        running = (clocks.shot_s > 0, clocks.interval_s > 0, clocks.rented, clocks.frame_s > 0)
        return clocks.orders, clocks.paused, self._change(), running, self._now_s() > 0

    def _ends(self, text):
        return tell_pairs(text, end_times(self._clocks, self._now_s()))

    # -- the work -----------------------------------------------------------------------------

    def _drop(self):
        self._phase = _IDLE
        self._telling: Any = None
        self._steps: Any = None
        self._mark = None
        self._long: Any = None

    def _begin_anew(self):
        self._ups = self.client.ups
        self._drop()
        for telling in self._tellings:
            if telling.retain:
                telling.told = None
        if self.sending is not None:
            self.sending.again()
            self.client.subscribe((self._base + "/kept").encode())
        for name in self._commands.allowed:
            self.client.subscribe((self._base + "/do/" + name).encode())

    def _next(self):
        message = self.client.take()
        if message is not None:
            self._receive(message[0], message[1])
        elif self._answers:
            self._begin(self._answers.pop(0))
        else:
            for telling in self._tellings:
                if telling.told != telling.mark():
                    self._begin(telling)
                    return
            if self.sending is not None and self.sending.due is not None:
                self._long = Long(self.client, self._base + "/record", self.sending.pieces)

    def _send_long(self):
        if self._long.step():
            self._long = None
            self.sending.sent()

    def _begin(self, telling):
        self._telling = telling
        self._mark = telling.mark()
        self._text.clear()
        self._steps = telling.steps(self._text)
        self._phase = _BUILDING

    def _build(self):
        if self._telling.mark() != self._mark:
            self._begin(self._telling)
        for _ in self._steps:
            return
        self._phase = _WAITING

    def _begin_sending(self):
        telling = self._telling
        if telling.mark() != self._mark:
            self._begin(telling)
        elif self._text.full:
            self._finish()  # no room for it, and there never will be
        elif self.client.ready():
            self.client.publish(telling.topic, self._text.length, telling.retain, telling.qos)
            self._sent = 0
            self._phase = _SENDING

    def _send(self):
        end = min(self._sent + _CHUNK, self._text.length)
        if not self.client.put(memoryview(self._text.bytes)[self._sent : end]):
            return
        self._sent = end
        if end == self._text.length:
            self._finish()

    def _finish(self):
        self._telling.told = self._mark
        self._drop()

    def _receive(self, topic, payload):
        if self.sending is not None and bytes(topic) == (self._base + "/kept").encode():
            self.sending.keep(payload)
            return
        head = (self._base + "/do/").encode()
        if not bytes(topic).startswith(head):
            return
        try:
            name = bytes(topic)[len(head) :].decode()
        except (UnicodeError, ValueError):
            return
        why = self._commands.obey(name, payload)
        pairs = (("command", name), ("ok", not why), ("why", why))
        self._answers.append(_fixed(self._base + "/done", pairs, False))


def _fixed(topic, pairs, retain=True):
    return _Telling(topic, lambda: 1, lambda text: tell_pairs(text, pairs), retain)
