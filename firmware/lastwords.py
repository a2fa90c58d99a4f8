"""Where an exception was raised, and what it says: `rules/match.py:120 enter: KeyError: 7`."""

import io
import sys


def last_words(error: BaseException) -> bytes:
    """The place and the last line of a traceback. Takes heap."""
    text = io.StringIO()
    sys.print_exception(error, text)
    lines = text.getvalue().strip().split("\n")
    places = [line.strip() for line in lines if line.strip().startswith('File "')]
    words = lines[-1]
    if places:
        words = _place(places[-1]) + ": " + words
    return words.encode()


def _place(line):
    """`File "x.py", line 3, in f` as `x.py:3 f`."""
    _, path, rest = line.split('"', 2)
    return path + ":" + rest.replace(", line ", "").replace(", in ", " ")
