"""MicroPython's module `micropython` for Python, as far as the firmware takes from it."""

from __future__ import annotations

from typing import TypeVar

_Value = TypeVar("_Value")


def const(value: _Value) -> _Value:
    """The value: a constant that MicroPython's compiler puts in place."""
    return value
