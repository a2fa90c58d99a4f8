"""Display drivers: ours beside the packages for the same chips. How is said in contest.py."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tools.bench.peers import display_drivers as drivers
from tools.bench.peers.contest import Act, Driver, Figures, lasting, measure
from tools.bench.peers.duel import Duel

_SEGMENTS = bytes.fromhex("3f065b4f666d7d077f6f")  # of 0 to 9
_ACTS = {"one": "one digit", "every": "every digit", "anew": "all written anew"}


@dataclass(frozen=True)
class Match:
    """A chip with the drivers for it.

    `least` is of each act the bytes on the bus that the datasheet leaves, `least_wrong` the
    frames on the way to other digits. `noises` are what registers may turn into.
    """

    what: str
    part: dict[str, Any]  # as in a board file
    digits: int
    ours: Driver
    peers: tuple[Driver, ...]
    least: dict[str, int]
    noises: tuple[str, ...]
    least_wrong: int = 0


# Titan Micro's datasheet, V2.4: the address and a byte a digit in one transfer. The data command
# and the display control set what stays; with them, each a transfer of its own, all is anew.
_TM1637 = Match(
    "TM1637",
    {"driver": "tm1637", "clk": 18, "dio": 19, "order": [0, 1, 2, 3], "brightness": 7},
    4,
    drivers.ours("tm1637"),
    (drivers.TM1637, drivers.DIYABLES),
    {"one": 1 + 1, "every": 1 + 4, "anew": 1 + 1 + 4 + 1},
    (
        "chip.control = 0x80",  # dark
        "chip.memory[0] ^= 0x7F",
        "chip.memory[3] ^= 0x7F",
    ),
)


def _max7219(chips: int) -> Match:
    """Maxim's datasheet 19-4452: a frame is 16 bits a chip and writes one register."""
    part = {"driver": "max7219", "spi": 2, "sck": 18, "mosi": 23, "cs": 19}
    part.update(baudrate=1_000_000, chips=chips, brightness=8)
    return Match(
        "MAX7219" if chips == 1 else f"MAX7219 x {chips}",
        part,
        8 * chips,
        drivers.ours("max7219"),
        (drivers.MAX7219,),
        {"one": 2 * chips, "every": 8 * 2 * chips},
        (
            "chip.registers[0][0x0F] = 1",  # display test
            "chip.registers[0][0x0C] = 0",  # shutdown
            "chip.registers[0][0x0B] = 0",  # scan limit: one digit
            "chip.registers[0][0x09] = 0xFF",  # decoding
            "chip.registers[0][8] ^= 0xFF",
        ),
        least_wrong=8 - 1,
    )


# Holtek's datasheet, rev. 1.20: the address pointer, and data counting up from there; the digits
# of the usual module are the bytes 0, 2, 6 and 8.
_HT16K33 = Match(
    "HT16K33",
    {
        **{"driver": "ht16k33", "i2c": 0, "scl": 22, "sda": 21, "frequency": 400_000},
        **{"address": 0x70, "order": [0, 2, 6, 8], "brightness": 15},
    },
    4,
    drivers.ours("ht16k33"),
    (drivers.HT16K33,),
    {"one": 1 + 1, "every": 1 + 9},
    (
        "chip.oscillator = 0",
        "chip.display = 0",
        "chip.display = 5",  # blinking
        "chip.memory[0] ^= 0x7F",
    ),
)

MATCHES = (_TM1637, _max7219(1), _max7219(2), _HT16K33)


def rows() -> Iterator[Duel]:
    """Every chip, with one and with every digit changed, and after noise."""
    for match in MATCHES:
        yield from duels(match)


def duels(match: Match) -> Iterator[Duel]:
    """Ours and each peer on one chip."""
    acts = shown(match)
    ours = measure(match.ours, match.part, acts)
    ours_lost = lasting(match.ours, match.part, acts, "every", match.noises)
    for peer in match.peers:
        theirs = measure(peer, match.part, acts)
        for name in acts:
            yield from _rows(match, name, peer.name, ours[name], theirs[name])
        lost = lasting(peer, match.part, acts, "every", match.noises)
        what = f"{match.what}, noise that stays, of {len(match.noises)}"
        yield Duel("displays", what, "kinds", ours_lost, peer.name, lost, 0)


def shown(match: Match) -> dict[str, Act]:
    """A score that goes from 47 to 48, and numbers that have no digit in common."""
    score = [bytes(match.digits - 2) + _lit(text) for text in ("47", "48")]
    numbers = [_lit(text * (match.digits // 4)) for text in drivers.NUMBERS]
    acts = {"one": Act(*score), "every": Act(*numbers), "anew": Act(numbers[1], numbers[1])}
    return {name: acts[name] for name in match.least}


def _lit(text: str) -> bytes:
    return bytes(_SEGMENTS[int(digit)] for digit in text)


def _rows(match: Match, act: str, peer: str, ours: Figures, theirs: Figures) -> Iterator[Duel]:
    wrong = match.least_wrong if act == "every" else 0
    kinds = (
        ("work", "fuel", ours.fuel, theirs.fuel, None),
        ("heap taken", "bytes", ours.heap, theirs.heap, 0),
        ("heap left behind", "bytes", ours.left, theirs.left, 0),
        ("on the bus", "bytes", ours.bytes, theirs.bytes, match.least[act]),
        ("blocked", "µs", ours.us, theirs.us, None),
        ("wrong frames", "frames", ours.wrong, theirs.wrong, wrong),
        ("against the ack", "edges", ours.conflicts, theirs.conflicts, 0),
    )
    for title, unit, our, their, limit in kinds:
        if our is not None and their is not None:
            what = f"{match.what}, {_ACTS[act]}: {title}"
            yield Duel("displays", what, unit, our, peer, their, limit)
