"""What a board tells its club, as steps of bounded work.

Each telling is a generator that puts a piece into a Text and yields: nobody waits longer for it
than for one field of the state.
"""

import json

from micropython import const

from rules.forms import print_form
from rules.notation import state_items, text

_ROOM = const(1536)


class Text:
    """Bytes in one place that is taken once; what does not fit is said by `full`."""

    def __init__(self):
        self.bytes = bytearray(_ROOM)
        self.length = 0
        self.full = False

    def clear(self) -> None:
        """Begin anew."""
        self.length = 0
        self.full = False

    def add(self, piece: str) -> None:
        """Put a piece behind what stands there."""
        data = piece.encode()
        end = self.length + len(data)
        if end > len(self.bytes):
            self.full = True
            return
        self.bytes[self.length : end] = data
        self.length = end


def tell_pairs(into: Text, pairs):
    """An object of JSON, a pair a step."""
    mark = "{"
    for key, value in pairs:
        into.add(mark + json.dumps(key) + ": " + json.dumps(value))
        mark = ", "
        yield
    into.add("}")


def tell_word(into: Text, word: str):
    """A word as it is."""
    into.add(word)
    yield


def tell_state(into: Text, match):
    """The state of a match, as rules.notation has it: a row a step."""
    return tell_pairs(into, state_items(match))


def last_event(match):
    """The pairs of the newest event."""
    yield "n", match.history.changes
    token = "u"
    if match.history.look_back(1):
        token = text(match, match.history.kind, match.history.arg)
    yield "token", token


def printed_options(match) -> dict:
    """What the match was begun with, in the words of a scoresheet's header."""
    options = {"preset": match.option("preset")} if "preset" in match.OPTIONS else {}
    options.update(match.options)
    return {
        key: print_form(match.OPTIONS[key][0], options[key])
        for key in options
        if key in match.OPTIONS
    }


def end_times(clocks, now_s: int):
    """The pairs of the clocks; `now_s` are Unix seconds, 0 if nobody has set the chip's clock."""
    yield "synced", now_s > 0
    yield "shot_ends", _ahead(now_s, 0 if clocks.paused else clocks.shot_s)
    yield "interval_ends", _ahead(now_s, clocks.interval_s)
    paid = clocks.rented and clocks.limited
    yield "table_ends", now_s + clocks.table_left_s if now_s and paid else None
    yield "frame_began", _ago(now_s, clocks.frame_s)
    yield "match_began", _ago(now_s, clocks.match_s)
    yield "table_began", _ago(now_s, clocks.table_s)
    yield "paused", bool(clocks.paused)


def _ahead(now_s, left_s):
    return now_s + left_s if now_s and left_s else None


def _ago(now_s, since_s):
    return now_s - since_s if now_s and since_s else None
