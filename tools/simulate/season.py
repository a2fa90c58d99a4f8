"""A season of matches by chance: one seed decides the games, the boards, the keys and the faults.

A match is drawn while it is played, for what is pressed depends on what the board has come to;
what was drawn is its script, and played again from the script it is the same to the millisecond.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from console.header import read_header
from rules import games
from rules.games import NAMES
from rules.notation import sheet
from tools.boards import load_board
from tools.littlefs_flash import FlashFiles
from tools.simulate.broken import Broken
from tools.simulate.checks import Checks
from tools.simulate.strokes import Strokes
from tools.vboard.faults import FAULTS
from tools.vboard.stage import Stage
from tools.vboard.supply import Supply

# The boards whose buzzer has more than one tone, so that the answers can be told apart.
_BOARDS = ("wall-max7219", "wall-74hc595", "wall-ht16k33", "wall-tm1637", "wall-ws2812", "wall-c3")
_KEYS = "0123456789ABCD*#"
_ACTS = 90  # after so many the match is brought to its end
_MOST_ACTS = 240
_AFTER_THE_END = 4
_RIGHT_AGAIN = "./2010"  # a fault has passed by then
_LOOKED_AT = 0.4  # of the faults
_TRIED_AGAIN = "./62000"  # the store has, if the flash refused something
_REST = "./9000"  # whatever was begun has lapsed, every message is over

# How often one of them is the next thing to happen, in thousandths.
_KEY_BY_CHANCE = 60
_UNDO = 70
_STAR = 30
_ROLL = 40
_SWITCH = 12  # to manual and back


@dataclass
class Plan:
    """One match of the season before it is played."""

    seed: int
    number: int
    header: dict[str, Any]
    board: dict[str, Any]
    stormy: float  # faults an act
    noisy: bool  # the relay disturbs the display

    @property
    def chance_seed(self) -> int:
        """What its keys and faults are drawn from."""
        return self.seed * 1_000_003 + self.number

    @property
    def board_seed(self) -> int:
        """What the bounces and the noise are drawn from, in the 16 bits of the virtual board."""
        return self.chance_seed & 0xFFFF


@dataclass
class Played:
    """What became of a match.

    `making` are the acts in which a match was made or picked, so that heap may be taken. `end` is
    what it came to: ms, digits, counts, game and sheet. `on` is the VM where it broke, if one.
    """

    plan: Plan
    script: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    noticed: dict[str, int] = field(default_factory=dict)
    broken: Broken | None = None
    over: bool = False
    making: set[int] = field(default_factory=set)
    end: list[Any] = field(default_factory=list)
    on: str | None = None


def plan(seed: int, number: int) -> Plan:
    """The match `number` of a season; all games in turn."""
    chance = random.Random(seed * 1_000_003 + number)
    board = dict(load_board(chance.choices(_BOARDS, (5, 1, 1, 1, 1, 1))[0]))
    if chance.random() < 0.3:
        board["clocks"] = {"shot_s": chance.choice((10, 35)), "extension_s": 10}
    if "table_lamp" in board and chance.random() < 0.3:
        least = {"least_on_s": chance.randint(1, 8), "least_off_s": chance.randint(1, 8)}
        board["table_lamp"] = {**board["table_lamp"], **least}
    header = _header(chance, NAMES[number % len(NAMES)])
    stormy = chance.choice((0.0, 0.02, 0.08, 0.3))
    return Plan(seed, number, header, board, stormy, chance.random() < 0.5)


def play(
    planned: Plan, script: list[str] | None = None, skips: bool = True, kept: bool = True
) -> Played:
    """Play a match by chance, or again by a script; not `kept`: on a board without a flash."""
    played = Played(planned)
    gc.unfreeze()
    gc.collect()
    supply = Supply(FlashFiles) if kept else None
    board, seed = planned.board, planned.board_seed
    stage = Stage(board, planned.header, seed, planned.noisy, skips, supply)
    played.counts = stage.counts
    gc.freeze()  # the firmware collects garbage after every key: what is here for good is none
    acts = iter(script) if script is not None else _Referee(planned, stage).acts()
    try:
        checks = Checks(stage, planned.board, played.noticed)
        for word in acts:
            making = _made(stage)
            played.script.append(word)
            stage.act(word)
            if making != _made(stage) or making[1] is not None:
                played.making.add(len(played.script) - 1)
            checks.after(word)
        checks.end()
    except Broken as broken:
        played.broken = broken
    except Exception as error:  # whatever the firmware raises on the way of a key has got lost
        played.broken = Broken("raised", f"{type(error).__name__}: {error}")
    match = stage.device.marker.console.match
    played.over = match.match_over
    digits = stage.device.reading()["digits"]
    played.end = [stage.device.clock.ms, digits, stage.counts, match.GAME, sheet(match)]
    if supply is not None and checks.keeping is not None:
        flash = {"events": checks.keeping.events, "programs": supply.flash.progs}
        played.counts = {**stage.counts, **flash, "erases": supply.flash.erases}
    return played


def _made(stage: Stage) -> tuple[Any, Any]:
    """Changes where a match was made or one is picked by the menu, which may take heap."""
    console = stage.device.marker.console
    return console.match, console._menu


class _Referee:
    """Draws the next act from what the board shows."""

    def __init__(self, planned: Plan, stage: Stage) -> None:
        self._chance = random.Random(planned.chance_seed + 1)
        self._strokes = Strokes(self._chance)
        self._plan = planned
        self._stage = stage
        self._keys: list[str] = []
        self._acts = 0

    @property
    def _console(self) -> Any:
        return self._stage.device.marker.console

    def acts(self) -> Iterator[str]:
        """The script of a match, word by word; each is done before the next one is asked for."""
        if self._chance.random() < 0.15:
            yield from self._by_menu()
        after = 0
        while self._acts < _MOST_ACTS and after < _AFTER_THE_END:
            self._acts += 1
            word = self._next()
            yield word
            if word.split("/")[0] in FAULTS and self._chance.random() < _LOOKED_AT:
                yield _RIGHT_AGAIN
            if self._console.match.match_over and not self._keys:
                after += 1
        yield from self._to_the_end()
        yield from self._freed()
        yield _REST
        if self._stage.supply is not None:
            yield "mend/1"
            yield _TRIED_AGAIN
            yield "cut/0/0"

    def _next(self) -> str:
        chance = self._chance
        if chance.random() < self._plan.stormy:
            word = self._fault()
            if word:
                return word
        if chance.random() < 0.04:
            return f"./{chance.choice((150, 900, 2100, 4000, 9000, 70_000))}"
        if chance.randrange(1000) < _ROLL:
            keys = chance.sample(_KEYS, chance.choice((2, 2, 3, 4)))
            return f"{'+'.join(keys)}/{chance.choice((25, 30, 45))}/{chance.randint(40, 200)}"
        if not self._keys:
            self._keys = self._phrase()
        return self._tap(self._keys.pop(0))

    def _tap(self, key: str) -> str:
        if len(key) > 1:
            return f"{key[0]}/1000/{self._chance.randint(40, 120)}"
        down_ms = self._chance.choice((30, 50, 80, 150))
        return f"{key}/{down_ms}/{self._chance.choice((40, 60, 90, 200, 600))}"

    def _fault(self) -> str:
        names = list(FAULTS)
        name = self._chance.choices(names, [FAULTS[name].weight for name in names])[0]
        rest = FAULTS[name].draw(self._chance, self._stage)
        return f"{name}/{rest}" if rest else ""

    def _phrase(self) -> list[str]:
        """Some keys that belong together."""
        chance = self._chance
        match = self._console.match
        draw = chance.randrange(1000)
        if draw < _KEY_BY_CHANCE:
            return [chance.choice(_KEYS)]
        if draw < _KEY_BY_CHANCE + _UNDO:
            times = chance.choice((1, 1, 2, 5))
            return ["D"] * times + ["D~"] * chance.choice((0, 1, times))
        if draw < _KEY_BY_CHANCE + _UNDO + _STAR:
            return [chance.choice(("*", "*", "*~"))]
        if draw < _KEY_BY_CHANCE + _UNDO + _STAR + _SWITCH:
            return list("CC#")
        if match.match_over:
            return list(chance.choice(("D", "0", "CC0#", "#", "C*", "C#")))
        if self._acts > _ACTS:
            return list("C9" + chance.choice("AB"))
        if match.frame_over and chance.random() < 0.7:
            return ["#"]
        return self._strokes.keys(self._console)

    def _by_menu(self) -> Iterator[str]:
        """Pick the match by the menu, or leave it there."""
        yield self._tap("#")
        for _ in range(self._chance.randrange(14)):
            yield self._tap(
                self._chance.choice("#*123#*5D" if self._chance.random() < 0.1 else "#*12")
            )
        yield self._tap(self._chance.choice("CCD"))

    def _freed(self) -> Iterator[str]:
        if self._stage.jammed:
            yield f"free/{self._stage.jammed}"

    def _to_the_end(self) -> Iterator[str]:
        """Whatever is begun is dropped, then the referee ends the match."""
        for _ in range(4):
            if self._console.match.match_over:
                return
            yield from self._freed()
            yield _REST
            if self._console._menu is not None:
                yield "D/50/60"
            for key in ("C", "9", "A"):
                yield f"{key}/50/60"


def _header(chance: random.Random, name: str) -> dict[str, Any]:
    """A short match of a game, some of its options by chance."""
    game = games.load(name)
    while True:
        header: dict[str, Any] = {"game": name}
        for key in game.OPTIONS:
            if chance.random() < 0.6:
                header[key] = _value(chance, key, game.OPTIONS[key][0])
        header["target"] = _value(chance, "target", "")
        if chance.random() < 0.5:
            header[chance.choice(("best-of", "race-to"))] = 1
        if game.HAS_PAIRS and chance.random() < 0.3:
            header["pairs"] = True
        header = {
            key: value for key, value in header.items() if key in (*game.OPTIONS, "game", "pairs")
        }
        try:
            read_header(header)
        except ValueError:
            continue
        return header


def _value(chance: random.Random, key: str, form: str) -> Any:
    if key == "target":
        return chance.choice((3, 5, 8, "4-6", "9-3"))
    if key == "start":
        return chance.choice(("0-0", "2-0", "0-3"))
    if key in ("best-of", "race-to", "frames", "reds", "innings"):
        return chance.choice((1, 3)) if key == "best-of" else chance.randint(1, 3)
    if "|" in form:
        return chance.choice(form.strip("<>").split("|"))
    if "-" in form:
        return chance.randint(1, 9)
    return form
