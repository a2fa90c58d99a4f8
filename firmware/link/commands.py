"""What the desk may order: table time, lamp, names, a message. Never a stroke.

Only what the settings list is done, and only on a board that has signed in itself.
"""

from micropython import const

_LONGEST = const(64)
_MOST_MINUTES = const(999)
_NAMES = ("table-time", "lamp", "names", "message")


class Commands:
    """`allowed` are the names in the settings; `names` are the players', as the desk says them."""

    def __init__(self, allowed, signed_in: bool, console, clocks, lamp):
        self.allowed = [name for name in _NAMES if signed_in and name in allowed]
        self._console = console
        self._clocks = clocks
        self._policy = lamp
        self.names = ["A", "B"]
        self.orders = 0  # how often the names were set

    def obey(self, name: str, payload: bytes) -> str:
        """Do it; return why it was not done, nothing if it was."""
        if name not in self.allowed:
            return "this board does not take this command"
        if len(payload) > _LONGEST:
            return "longer than %d bytes" % _LONGEST
        try:
            word = bytes(payload).decode().strip()
        except (UnicodeError, ValueError):
            return "not UTF-8"
        return getattr(self, "_" + name.replace("-", "_"))(word)

    def _table_time(self, word):
        if word == "off":
            if self._clocks.rented:
                self._rent(0)
            return ""
        if not 0 < _number(word) <= _MOST_MINUTES:
            return "minutes from 1 to %d, or off" % _MOST_MINUTES
        self._rent(int(word))
        return ""

    def _rent(self, minutes):
        self._clocks.rent(minutes)
        self._policy.rent(self._clocks.rented)

    def _lamp(self, word):
        if word not in ("ON", "OFF"):
            return "ON or OFF"
        if self._policy.wanted != (word == "ON") and not self._policy.toggle():
            return "within a frame the lamp stays on"
        return ""

    def _names(self, word):
        names = [name.strip() for name in word.split("|")]
        if len(names) != 2:
            return "two names with | between them"
        if names != self.names:
            self.names = names
            self.orders += 1
        return ""

    def _message(self, word):
        if not 0 < len(word) <= 4 or any(not 32 <= ord(char) < 127 for char in word):
            return "one to four letters"
        self._console.tell(word.encode().upper())
        return ""


def _number(word):
    """A number of ASCII digits, or -1."""
    if not word or len(word) > 9 or any(char not in "0123456789" for char in word):
        return -1
    return int(word)
