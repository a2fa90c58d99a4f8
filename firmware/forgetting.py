"""What only the start needs, forgotten once the board plays: code from .mpy lies on the heap.

Whoever needs such a module imports it where it does, within a function; so the menu, which needs
the forms of options, has them loaded anew.
"""

import sys

from micropython import const

_AT_START = const(
    (
        "assembly",
        "boardfile",
        "console.comeback",
        "console.header",
        "console.selftest",
        "drivers.i2c",
        "drivers.wiring",
        "printout",
        "rules.forms",
        "rules.resume",
        "store.recovery",
    )
)


def forget_start() -> None:
    """Forget those modules; not on CPython, where tests hold them and memory is no matter."""
    if sys.implementation.name == "micropython":
        for name in _AT_START:
            _forget(name)


def _forget(name):
    if name in sys.modules:
        del sys.modules[name]
        package, _, module = name.rpartition(".")
        if package:
            delattr(sys.modules[package], module)
