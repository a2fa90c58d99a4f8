"""Six ways to move the contacts of a keypad, and what is wrong of what a driver reports.

In the taps that is what was reported beside the one press of each tap, or not reported; in the
pulses and on the ghost what nobody pressed, and what was reported more than once.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

_PHASE_US = 137  # more than whole passes, so that each move falls somewhere else in a pass

Moves = list[tuple[int, int, int]]
Times = list[tuple[int, int]]  # (us since the start, key)


@dataclass(frozen=True)
class Scenario:
    """What happens at the contacts: (key, closed, us until the next move).

    `may` are the keys that may be reported, once each. None: every press is to be, before the
    next.
    """

    name: str
    moves: Moves
    bounce_us: int
    may: tuple[int, ...] | None = None


def taps(down_ms: int, up_ms: int, bounce_us: int) -> Scenario:
    """Twenty, each key twice in a row."""
    moves = []
    for tap in range(20):
        moves += [(tap // 2, 1, 1000 * down_ms + _PHASE_US), (tap // 2, 0, 1000 * up_ms)]
    name = f"20 taps {down_ms}/{up_ms} ms, {bounce_us / 1000:g} ms of bounce"
    return Scenario(name, moves, bounce_us)


_CORNERS = (0, 1, 4)  # of a rectangle whose fourth is 5
PULSES = Scenario("40 pulses", [(5, 1, 2500), (5, 0, 50_000 + _PHASE_US)] * 40, 0, ())
GHOST = Scenario(
    "ghost of three keys",
    [(key, closed, 100_000 + _PHASE_US) for closed in (1, 0) for key in _CORNERS],
    1600,
    _CORNERS,
)
SCENARIOS = (
    taps(80, 120, 1600),
    taps(80, 120, 6000),
    taps(80, 120, 20_000),
    taps(45, 45, 1600),
    PULSES,
    GHOST,
)


@dataclass(frozen=True)
class Result:
    """Of one driver in one scenario."""

    wrong: int
    latencies_ms: list[float]


def judge(scenario: Scenario, reported: Times) -> Result:
    """What a driver reported, beside what was pressed."""
    if scenario.may is not None:
        extra = Counter(key for _, key in reported) - Counter(scenario.may)
        return Result(extra.total(), [])
    wrong, latencies_ms = 0, []
    pressed, end_us = _pressed(scenario.moves)
    for (us, key), (next_us, _) in zip(pressed, [*pressed[1:], (end_us, -1)]):
        told = [(at_us, told) for at_us, told in reported if us <= at_us < next_us]
        right = [at_us for at_us, told in told if told == key]
        wrong += len(told) - len(right) + abs(len(right) - 1)
        latencies_ms += [(at_us - us) / 1000 for at_us in right[:1]]
    return Result(wrong, latencies_ms)


def _pressed(moves: Moves) -> tuple[Times, int]:
    """When each key was pressed, and when all ended."""
    pressed, now_us = [], 0
    for key, closed, us in moves:
        if closed:
            pressed.append((now_us, key))
        now_us += us
    return pressed, now_us
