"""The points that win a frame, for games that are played to a target, and the header's form.

`target: 150` is for both sides, `target: 150-100` gives each its own.
"""

from micropython import const

FORM = "<1-999><|-><1-999?>"

_MASK = const(1023)
_DASH = const(1 << 10)
_SECOND = const(11)


def split_target(packed: int) -> list[int]:
    """The targets of both sides from a packed FORM."""
    first = packed & _MASK
    return [first, packed >> _SECOND or first]


def target_fault(options: dict[str, int], default: int) -> str:
    """Name the header key that does not go with the target, or ""."""
    packed = options.get("target", default)
    if bool(packed & _DASH) != bool(packed >> _SECOND):
        return "target"
    target = split_target(packed)
    start = options.get("start", 0)
    if start & _MASK >= target[0] or start >> 10 >= target[1]:
        return "start"
    return ""
