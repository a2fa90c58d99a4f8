"""The guest's side of what the host asks behind the back of the program: keys, readings, time.

Both sides send lines of JSON. A Ctrl-C may strike anywhere in here. So a line is taken from the
pipe into the inbox and leaves that only when it has been dealt with. What Ctrl-C has torn even so
the host asks again; then, and otherwise too, a request may be dealt with twice.
"""

import json
import os
import select

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, BinaryIO


class Control:
    """`inbound` and `outbound` are pipes of the host; `answers` says what becomes of a request.

    A request is {"id": n, "do": name, ...}: `answers[name](request)` gives its answer, or None if
    that comes later, by `reply`.
    """

    def __init__(self, inbound: "BinaryIO", outbound: "BinaryIO") -> None:
        self.answers: dict[str, Callable[[dict[str, Any]], Any]] = {}
        self.chores: list[Callable[[], None]] = []  # done whenever requests are looked for
        self._in = inbound
        self._out = outbound
        self._inbox: list[dict[str, Any]] = []
        self._sent = 0
        self._acknowledged = 0
        self._waiting = select.poll()
        self._waiting.register(inbound, select.POLLIN)

    def tell(self, what: "dict[str, Any]") -> None:
        """Send a line to the host."""
        self._out.write((json.dumps(what) + "\n").encode())

    def halt(self, what: "dict[str, Any]") -> None:
        """Tell the last thing; nothing goes on until the host ends this process."""
        self.tell(what)
        while True:
            try:
                self._in.read(1) or end()
            except KeyboardInterrupt:
                pass

    def reply(self, request: "dict[str, Any]", value: "Any") -> None:
        """Answer a request."""
        self.tell({"reply": request["id"], "value": value})

    def interruptible(self, on: bool) -> None:
        """Whether Ctrl-C on the line interrupts from now on, or is a byte like others."""
        self._sent += 1
        self.tell({"interrupts": on, "number": self._sent})
        while self._acknowledged != self._sent:
            self._take()
            self._acknowledge()

    def serve(self) -> None:
        """Deal with what the host has asked."""
        while self._waiting.poll(0):
            self._take()
        self.do_chores()
        while self._inbox:
            self._deal_with(self._inbox[0])
            self._inbox.pop(0)

    def do_chores(self) -> None:
        """As time has passed."""
        for chore in self.chores:
            chore()

    def _take(self) -> None:
        line = self._in.readline() or end()
        try:
            self._inbox.append(json.loads(line))
        except ValueError:  # Ctrl-C has torn it
            pass

    def _acknowledge(self) -> None:
        for line in self._inbox:
            self._acknowledged = max(self._acknowledged, line.get("acknowledged", 0))

    def _deal_with(self, request: "dict[str, Any]") -> None:
        if "do" in request:
            try:
                value = self.answers[request["do"]](request)
            except ValueError as error:
                self.tell({"reply": request["id"], "error": str(error)})
                return
            if value is not None:
                self.reply(request, value)


def end() -> bytes:
    """There is no host any more: end this process, whatever it runs."""
    os.system("kill $PPID")
    return b"{}"
