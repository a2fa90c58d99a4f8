"""Work is bounded: counted in lines of Python, never in time, so that a hang is a failure."""

import sys


class OutOfFuel(BaseException):
    """Not an Exception: nothing that takes whatever comes for a refusal may swallow it."""


def within(lines, call, *args):
    """Return call(*args); OutOfFuel when it has run so many lines and calls and is not done."""
    left = lines

    def trace(frame, event, arg):
        nonlocal left
        left -= 1
        if left < 0:
            raise OutOfFuel(f"more than {lines} lines in {call.__qualname__}")
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        return call(*args)
    finally:
        sys.settrace(before)
