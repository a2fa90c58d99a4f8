"""The firmware on the virtual board inside one VM, moved on in slices of virtual time."""

import json
from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rules.forms import print_form
from rules.games import load
from tools.play.visits import visits
from tools.scoresheet import Sheet
from tools.vboard.bench import ACTS, OF_A_KEY
from tools.vboard.script import parse
from tools.vm import open_vm

Reading = dict[str, Any]

SHOWN = ("ms", "fields", "lamps", "table_lamp")  # of a reading, what people can see

_STAGE = Path(__file__).with_name("stage.py")
_INTERPRETER = """
import sys
name = {"micropython": "MicroPython", "cpython": "CPython"}[sys.implementation.name]
print(name, "%d.%d" % sys.implementation.version[:2])
"""

# A contact that would close and open faster than a finger does is slowed to this, so that no
# edge is lost on the way from a browser that hands over several at once. The keypad believes
# a press after 4 ms and a release after 20 ms of quiet.
_EDGE_APART_MS = 40
_KEYS_APART_MS = 12  # or contacts that bounce might be believed in another order
_PAUSE_MS = 250  # between two keys that are typed: what they did is on the flash by then


class Session:
    """A board that is switched on. `advance` belongs to one thread, the contacts to any.

    `state` is everything that the board shows now, `sheet` the match that is played, which the
    keypad may change, and `tokens` the scoresheet so far.
    """

    def __init__(self, vm_name: str, board: Reading, sheet: Sheet):
        self.board = board
        self.sheet = sheet
        self.state: Reading = {"ms": 0}
        self.tokens: list[str] = []
        self._waiting: deque[str] = deque()
        self._rested_ms: dict[str, int] = {}
        self._calm_ms = 0  # when the last edge, of any key, has stopped to bounce
        self._now_ms = 0  # of this room; the board's own time begins anew with its power
        self._vm = open_vm(vm_name)
        self._vm.put("board", board)
        self._vm.put("match", _header(sheet))
        self._vm.call(_STAGE.read_text(encoding="utf-8"))
        self._vm.call("stage = Stage(board, match)")
        self.interpreter = self._vm.call(_INTERPRETER).strip()
        self.advance(0)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *error: object) -> None:
        self._vm.close()

    def press(self, key: str) -> None:
        """Close a key's contact at the next slice."""
        self._waiting.append(f"+{key}")

    def release(self, key: str) -> None:
        """Open a key's contact at the next slice."""
        self._waiting.append(f"-{key}")

    def act(self, act: str) -> None:
        """Do at the next slice what hands do to a board beside its keys, one of bench.ACTS."""
        self._waiting.append(act)

    def understands(self, act: str) -> bool:
        """Whether bench.py knows the act, and the key in it is one of the keypad."""
        keys = [key for row in self.board["keypad"]["keys"] for key in row]
        return act in ACTS or act[-1:] in keys and act[:-1] in OF_A_KEY

    def advance(self, ms: int) -> Reading:
        """Let so much virtual time pass; return what has changed, and keep it in `state`."""
        news: Reading = json.loads(self._vm.call(f"stage.advance({self._acts_due()!r}, {ms})"))
        self._now_ms += ms
        if "match" in news:
            name, options = news["match"]
            self.sheet = self.sheet._replace(game=load(name), options=options)
        if "sheet" in news:
            self.tokens = news.pop("sheet")
            news["visits"] = visits(self.sheet, self.tokens)
        self.state.update(news)
        self.state.pop("sounds", None)  # heard once
        self.state.pop("match", None)  # that is `sheet`
        return news

    def type(self, script: str) -> Iterator[Reading]:
        """Press what a key script says; yield what the board shows after each word of it.

        An act of bench.ACTS, written "power=off" or "jam=7", is a word too, and takes a second.
        """
        words = script.split()
        acts = [self._act_of(word) for word in words]
        keys = " ".join("." if act else word for word, act in zip(words, acts))
        steps = parse(keys, "".join(self.board["keypad"]["keys"]))
        for word, act, (key, ms) in zip(words, acts, steps):
            if act:
                self.act(act)
            if key:
                self.press(key)
            sounds = self.advance(ms).get("sounds", [])
            if key:
                self.release(key)
                sounds += self.advance(_PAUSE_MS).get("sounds", [])
            shown = {name: self.state[name] for name in SHOWN}
            yield {"key": word, **shown, "sounds": sounds}

    def _act_of(self, word: str) -> str:
        """The act that a word of a script stands for; "" for a key or a wait."""
        act = word.replace("=", " ")
        return act if len(act) > 2 and self.understands(act) else ""

    def _acts_due(self) -> list[str]:
        """Take what may happen now, in order: an edge waits for its key, and for those before."""
        due: list[str] = []
        while self._waiting and self._is_due(self._waiting[0]):
            due.append(self._waiting.popleft())
            if due[-1] not in ACTS:
                self._rested_ms[due[-1][-1]] = self._now_ms + _EDGE_APART_MS
                self._calm_ms = self._now_ms + _KEYS_APART_MS
        return due

    def _is_due(self, act: str) -> bool:
        calm_ms = max(self._calm_ms, self._rested_ms.get(act[-1], 0))
        return act in ACTS or self._now_ms >= calm_ms


def _header(sheet: Sheet) -> Reading:
    """Return the match as the `defaults` of a board file have it: keys and texts of a header."""
    header = {"game": sheet.game.GAME, "pairs": sheet.options.get("pairs", 0)}
    for key, (form, _) in sheet.game.OPTIONS.items():
        if key in sheet.options:
            header[key] = print_form(form, sheet.options[key])
    return header
