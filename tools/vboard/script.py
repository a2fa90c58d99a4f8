"""Key scripts: what somebody presses, as one line of text.

Words parted by white space. A word is a key; `~` behind it holds the key for one second.
A `.` waits one second. So "1 7 D~ . #" taps 1 and 7, holds D, waits, and taps #.
"""

from micropython import const

TAP_MS = const(80)
HOLD_MS = const(1000)
WAIT_MS = const(1000)


class ScriptError(ValueError):
    """One sentence that names the word and what may stand there."""


def parse(text: str, keys: str) -> "list[tuple[str, int]]":
    """Steps (key, for how long it is down in ms); a wait is ("", ms)."""
    steps = []
    for number, word in enumerate(text.split()):
        if word == ".":
            steps.append(("", WAIT_MS))
        elif len(word) == 1 and word in keys:
            steps.append((word, TAP_MS))
        elif len(word) == 2 and word[0] in keys and word[1] == "~":
            steps.append((word[0], HOLD_MS))
        else:
            raise ScriptError(
                "word %d: no key is called %r; write one of %s, with ~ behind a key that is held, "
                "or . for a second's wait" % (number + 1, word, " ".join(keys))
            )
    return steps
