"""What has to hold on a board at all times, checked after every act from outside.

A ledger follows the sounds: what was accepted is one event more, what was refused is none, undo
takes the last one back, redo brings it again. The events of the ledger, folded into a match of
its own from the text of the scoresheet, are what the digits latched in the chips must show.
"""

from __future__ import annotations

from typing import Any

from rules import games
from rules.notation import enter_token, position, sheet, state
from rules.refusals import ACCEPTED
from tools.simulate import face
from tools.simulate.broken import Broken
from tools.simulate.keeping import Keeping
from tools.vboard.stage import Stage

_HZ = {
    1200: "accepted",
    2000: "more",
    200: "refused",
    1500: "undone",
    700: "redone",
    400: "lapsed",
    1000: "frame",
}
_JAMMED_MS = 30_500
_SETTLE_MS = 500
_AT_ONCE = 6  # switchings, and one more each ten seconds
_REGAIN_MS = 10_000


class Ledger:
    """One match as the sounds tell it: `tokens`, what redo would bring, and their fold."""

    def __init__(self, match: Any) -> None:
        self.match = match
        self.tokens: list[str] = []
        self.undone: list[str] = []
        self.sure = True  # whether `undone` is all that redo would bring
        self.fold = self._folded([])

    def follow(self) -> None:
        """Take the sheet of the board's match as it is: nobody could say what was meant."""
        self.tokens = sheet(self.match)
        self.undone = []
        self.sure = False
        self.fold = self._folded(self.tokens)

    def add(self, token: str) -> None:
        self.tokens.append(token)
        self.undone.clear()
        self.sure = True
        self._enter(self.fold, token)

    def undo(self) -> None:
        self.undone.append(self.tokens.pop())
        self.fold = self._folded(self.tokens)

    def redo(self, token: str) -> None:
        """An event came again; where that is known, it must be the last one undone."""
        if not self.undone and self.sure:
            raise Broken("redo", f"{token} came again and was never undone")
        self.tokens.append(self.undone.pop() if self.undone else token)
        self._enter(self.fold, self.tokens[-1])

    def _folded(self, tokens: list[str]) -> Any:
        match = games.load(self.match.GAME)(self.match.options)
        for token in tokens:
            self._enter(match, token)
        return match

    def _enter(self, match: Any, token: str) -> None:
        if enter_token(match, token) != ACCEPTED:
            raise Broken("fold", f"{token} is on the sheet and the rules refuse it")


class Checks:
    """All rules for one stage. `after(word)` raises Broken."""

    def __init__(self, stage: Stage, board: dict[str, Any], noticed: dict[str, int]) -> None:
        self._stage = stage
        self._board = board
        self._noticed = noticed
        lamp = board.get("table_lamp")
        points = all(display["driver"] != "ws2812" for display in board["displays"])
        self._seen = 0xFF if points else 0x7F
        self._has_lamp = lamp is not None
        lamp = lamp or {}
        self._least_ms = {
            True: 1000 * lamp.get("least_on_s", 3),
            False: 1000 * lamp.get("least_off_s", 3),
        }
        self.keeping: Keeping | None = None
        if stage.supply is not None:
            self.keeping = Keeping(stage, stage.supply, board)
        self._resumed_with: list[str] | None = None  # the lamp is as it is until the next event
        self._attend()

    def _attend(self) -> None:
        """Begin to look at the board that runs now."""
        self._device = self._stage.device
        self._console = self._device.marker.console
        self._ledger = Ledger(self._console.match)
        self._before = position(self._console.match)
        self._clocks = self._time()
        self._edges = 0
        self._edge_ms = 0
        self._spent = 0.0
        self._framed_ms: int | None = None
        self._stage.on_edge = self._on_edge
        self._on_edge()

    def after(self, word: str) -> None:
        """Check everything; `word` is the act that has just ended."""
        stage = self._stage
        if stage.device is not self._device:
            self._come_back()
        self._check_events(word)
        self._check_clocks(word)
        self._check_lamp()
        if stage.device.clock.ms > stage.right_ms:
            self._check_display()
        if stage.device.contacts.shorts:
            raise Broken("keypad", "two rows have driven each other through two keys")

    def end(self) -> None:
        """Check what is left when everything has been played."""
        if self.keeping is not None:
            self.keeping.check_records()

    def _come_back(self) -> None:
        """A restart brings back all events; those shown as not yet saved may be missing."""
        before = self._ledger.tokens
        self._attend()
        self._ledger.follow()
        self._resumed_with = list(self._ledger.tokens)
        if self.keeping is not None:
            self.keeping.come_back()
        elif self._ledger.tokens != before:
            raise Broken("kept", f"after a restart {_tail(before)} is gone")

    # -- events -------------------------------------------------------------------------------

    def _check_events(self, word: str) -> None:
        match = self._console.match
        if match is not self._ledger.match:
            self._change_match(match)
        elif not self._is_tap(word) or self._is_talked_over():
            self._follow_roughly(word)
        else:
            self._follow(word)
        self._before = position(match)
        if self._before != position(self._ledger.fold):
            fields = _difference(self._before, self._ledger.fold)
            raise Broken("fold", f"the match is not the fold of its events: {fields}")

    def _is_tap(self, word: str) -> bool:
        name = word.split("/")[0]
        return self._stage.calm and (name == "slow" or len(name) == 1 and name != ".")

    def _is_talked_over(self) -> bool:
        """Whether the board had something to say itself, so that an answer may be missing."""
        news = self._answers(self._stage.sounds)
        return self.keeping is not None and self.keeping.excused and "lapsed" in news

    def _change_match(self, match: Any) -> None:
        left = self._ledger.match
        again = self._console.left and self._console.left[1]
        if self._ledger.tokens and not left.match_over and again is not left:
            if left.GAME != "manual" or self._console.left:
                raise Broken("kept", "a match that was being played is gone")
        self._ledger = Ledger(match)
        self._ledger.follow()

    def _follow_roughly(self, word: str) -> None:
        """Several keys at once, or none that was meant: an event more or less for each."""
        old, new = self._ledger.tokens, sheet(self._console.match)
        if self._stage.calm and "+" not in word and not self._is_tap(word):
            if new != old:
                raise Broken("events", f"{word} is no key, and it has made {_tail(new)}")
            return
        common = 0
        while common < min(len(old), len(new)) and old[common] == new[common]:
            common += 1
        keys = word.count("+") + 1
        if len(old) - common + len(new) - common > keys:
            raise Broken("events", f"{keys} keys have changed more than {keys} events")
        self._ledger.follow()

    def _follow(self, word: str) -> None:
        """One key, from its answer."""
        head, *rest = word.split("/")
        key = rest[0] if head == "slow" else head
        if key == self._stage.jammed:
            return
        down = self._answers(self._stage.sounds[: self._stage.risen])
        up = self._answers(self._stage.sounds[self._stage.risen :])
        if not down:
            raise Broken("heard", f"the key {key} was not answered by a sound")
        self._notice(down[0])
        new = sheet(self._console.match)
        if key == "D":
            self._follow_undo(down, up, new)
        elif new == self._ledger.tokens:
            self._changed_nothing(key, down[0])
        elif new[:-1] == self._ledger.tokens and down[0] in ("accepted", "frame"):
            self._ledger.add(new[-1])
        else:
            text = f"made {_tail(new)} of {_tail(self._ledger.tokens)}"
            raise Broken("events", f"the key {key} sounded {down[0]} and {text}")

    def _changed_nothing(self, key: str, answer: str) -> None:
        if answer == "frame" or answer == "accepted" and key.isdigit() and key != "0":
            if not self._is_order(key):
                raise Broken("events", f"the key {key} sounded {answer} and nothing has happened")
        if position(self._console.match) != self._before:
            raise Broken("refused", f"the key {key} sounded {answer} and changed the match")

    def _is_order(self, key: str) -> bool:
        """The orders that are no events end in # or *."""
        return key in "#*"

    def _follow_undo(self, down: list[str], up: list[str], new: list[str]) -> None:
        ledger = self._ledger
        if "redone" in down:
            self._notice("redone")
            ledger.redo(new[-1] if new else "")
        elif down[0] == "more" and "refused" in down:
            if ledger.undone:
                raise Broken("redo", f"{ledger.undone[-1]} did not come again")
        elif up and up[0] == "undone":
            if not ledger.tokens:
                raise Broken("undo", "an event was undone where there was none")
            self._notice("undone")
            ledger.undo()
        elif down[0] == "more" and ledger.tokens:
            raise Broken("undo", f"{ledger.tokens[-1]} was not undone")
        if new != ledger.tokens:
            raise Broken("undo", f"D has made {_tail(new)}, not {_tail(ledger.tokens)}")

    def _notice(self, answer: str) -> None:
        self._noticed[answer] = self._noticed.get(answer, 0) + 1

    def _answers(self, sounds: list[list[int]]) -> list[str]:
        """What the tones say to a key; the clocks' own have other pitches."""
        return [_HZ[hz] for _, hz in sounds if hz in _HZ]

    # -- the display --------------------------------------------------------------------------

    def _check_display(self) -> None:
        reading = self._stage.device.reading()
        now = state(self._ledger.fold)
        sizes = {name: len(digits) for name, digits in self._board["fields"].items()}
        wanted = face.fields(now, self._ledger.fold.frames_needed > 1, sizes)
        for name, text in wanted.items():
            if reading["fields"][name].replace(".", "") != text:
                raise Broken("display", f"{name} shows {reading['fields'][name]!r}, not {text!r}")
        drawn = self._device.marker.panel.segments
        if [digit & self._seen for digit in reading["digits"]] != [
            digit & self._seen for digit in drawn
        ]:
            raise Broken("display", "the chips show something else than was drawn")
        if "*" in reading["fields"]["info"]:
            raise Broken("display", f"nobody can read {reading['fields']['info']!r}")
        if not self._console._entry.busy and self._console._menu is None:
            lit = {"turn_a", "turn_b"} & set(reading["lamps"])
            side = face.turn(now)
            if lit != ({"turn_" + side.lower()} if side else set()):
                raise Broken("display", f"the lamps {sorted(lit)} are lit, the turn is {side!r}")
        fault = "fault" in reading["lamps"]
        self._check_fault(fault)
        if self.keeping is not None and self._seen == 0xFF:
            self.keeping.check_shown("." in reading["fields"]["score_a"], fault)

    def _check_fault(self, lit: bool) -> None:
        stage = self._stage
        now_ms = stage.device.clock.ms
        stuck = stage.jammed and now_ms - stage.jammed_ms > _JAMMED_MS
        if stuck and not lit:
            raise Broken("fault", f"the key {stage.jammed} is stuck and nothing says so")
        if lit and not stage.jammed and not (self.keeping and self.keeping.excused):
            raise Broken("fault", "the lamp fault is lit and nothing is wrong")

    # -- clocks and lamp ----------------------------------------------------------------------

    def _time(self) -> tuple[Any, int, int, int]:
        """The match if it has begun, and what the clocks count up."""
        match = self._console.match
        clocks = self._console._clocks
        begun = match if match.history.begun() else None
        return begun, clocks.match_s, clocks.frame_s, clocks.table_s

    def _check_clocks(self, word: str) -> None:
        """None runs backwards, but for one that begins anew."""
        before, now = self._clocks, self._time()
        self._clocks = now
        if before[0] is not None and before[0] is now[0] and ("+" not in word or "D" not in word):
            if now[1] < before[1]:
                raise Broken("clocks", f"the match's clock went from {before[1]} s to {now[1]}")
            if now[2] < before[2] and "/" not in self._ledger.tokens[-word.count("+") - 1 :]:
                raise Broken("clocks", f"the frame's clock went from {before[2]} s to {now[2]}")
        if 0 < now[3] < before[3]:
            raise Broken("clocks", f"the table's clock went from {before[3]} s to {now[3]}")

    def _in_frame(self) -> bool:
        match = self._console.match
        return bool(match.history.begun() and not match.frame_over)

    def _on_edge(self) -> None:
        relay = self._device.relay
        new = relay.edges - self._edges
        for edge_ms in relay.edge_times_ms()[-new:] if new else []:
            self._check_edge(edge_ms, on=self._edges % 2 == 0)
            self._edges += 1
            self._edge_ms = edge_ms
        if new and not relay.on and self._in_frame():
            raise Broken("lamp", "the lamp over the table went off within a frame")

    def _check_edge(self, edge_ms: int, on: bool) -> None:
        passed_ms = edge_ms - self._edge_ms
        least_ms = self._least_ms[not on] if self._edges else _SETTLE_MS
        if passed_ms < least_ms:
            raise Broken("lamp", f"the relay switched again after {passed_ms} ms of {least_ms}")
        self._spent = max(0.0, self._spent - passed_ms / _REGAIN_MS) + 1
        if self._spent > _AT_ONCE + 1:
            raise Broken("lamp", "the relay has switched too often")

    def _check_lamp(self) -> None:
        now_ms = self._stage.device.clock.ms
        if not self._in_frame() or self._ledger.tokens == self._resumed_with:
            self._framed_ms = None
        elif self._framed_ms is None:
            self._framed_ms = now_ms
        longest_ms = max(_REGAIN_MS, *self._least_ms.values()) + 100
        if self._has_lamp and self._framed_ms is not None and not self._device.relay.on:
            if now_ms - self._framed_ms > longest_ms and now_ms > self._stage.right_ms:
                raise Broken("lamp", "the lamp over the table stays off in a frame")


def _tail(tokens: list[str]) -> str:
    return " ".join(["…", *tokens[-3:]] if len(tokens) > 3 else tokens) or "nothing"


def _difference(line: str, fold: Any) -> str:
    ours = position(fold)
    return ", ".join(
        f"{a}, folded {b}" for a, b in zip(line.split(), ours.split(), strict=True) if a != b
    )
