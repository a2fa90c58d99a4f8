"""For how long nothing can happen on a board: what the simulation may skip.

The firmware's loop looks at the keypad every 2 ms and counts its timers down by what has passed.
While no contact moves and no timer is due, a thousand such passes leave the board as one does that
is told the sum, for every timer is a plain subtraction and nothing else depends on the count of
passes. So idle time is passed in strides that end short of the next timer, and the pass in which
that timer is due comes when it always does. The clocks' beat alone is due every
second: no stride is longer, and a watchdog is fed as often. A test compares matches passed both
ways.

Runs on MicroPython too.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_SHORT_OF_MS = 4  # two passes before a timer is due the loop runs as it does on a wall
_BEAT_MS = 1000  # of the clocks
_STUCK_MS = 30_000  # of drivers/keys.py
_NOTE_MS = 1000  # of store/settings.py
_EVERY_MS = 60_000

# Where the parts of a marker count down: the part, its timer in ms; 0 and less: it does not run.
TIMERS = (
    ("panel", "_wait_ms"),
    ("buzzer", "_left_ms"),
    ("console", "_lapse_ms"),
    ("console", "_message_ms"),
    ("console", "_undo_ms"),
    ("console", "_pause_ms"),
)
_LAMP_TIMERS = ("_linger_ms", "_hold_ms")
_REGAIN_MS = 10_000  # of console/lamp.py


def idle_ms(marker: "Any", contacts: "Any") -> int:
    """How long the loop may be left alone now; 0: not at all. `contacts` are the board's."""
    panel = marker.panel
    due_ms = _BEAT_MS - marker.console._clocks._ms
    for part, wired in zip(marker.keyboard._parts, contacts):
        if part.moving or wired._bouncing or wired._pressed != part._down:
            return 0
        if part._down & ~part.stuck:
            due_ms = _sooner(due_ms, _STUCK_MS - max(part._held_ms))
    if panel._refreshed < len(panel._places):
        return 0
    for place in panel._places:
        if place.failures:
            return 0
    for part, timer in TIMERS:
        due_ms = _sooner(due_ms, getattr(getattr(marker, part), timer))
    lamp = marker.console._lamp
    for timer in _LAMP_TIMERS:
        due_ms = _sooner(due_ms, getattr(lamp, timer))
    if lamp._spent:
        due_ms = _sooner(due_ms, _REGAIN_MS - lamp._regain_ms)
    due_ms = _sooner(due_ms, marker._quiet_ms)
    if marker.store is not None:
        due_ms = min(due_ms, _store_due_ms(marker.store))
        due_ms = min(due_ms, _diary_due_ms(marker))
    return max(0, due_ms - _SHORT_OF_MS)


def _store_due_ms(store: "Any") -> int:
    """When the store does something next; what waits for a calm moment waits for its timers."""
    journal, settings = store.journal, store.settings
    due_ms: int = _NOTE_MS - settings._note_ms
    if settings._since_ms < _EVERY_MS:
        due_ms = min(due_ms, _EVERY_MS - settings._since_ms)
    late = settings._since_ms == _EVERY_MS
    late = late and (settings.failing or settings._noted != settings._written)
    if journal._pending() or late or settings._orders() != settings._ordered:
        held_ms: int = max(journal._edge_ms, journal._pause_ms)
        return min(due_ms, held_ms)
    return due_ms


def _diary_due_ms(marker: "Any") -> int:
    """It waits as the journal does, whose moments it takes."""
    diary, journal = marker.diary, marker.store.journal
    if not diary._due:
        return _BEAT_MS
    wait_ms: int = max(diary._wait_ms, journal._edge_ms, journal._pause_ms)
    return wait_ms


def _sooner(due_ms: int, timer_ms: int) -> int:
    return timer_ms if 0 < timer_ms < due_ms else due_ms
