"""What a restart has to bring back, and what has to stay on the flash for good.

After every pass of the loop it is noted what happened. As long as the journal does not hold the
last event, which the score shows by its points, a restart may bring back any state since the one
that it held last; where the RTC memory is whole, only the last one, but while manual stands in
for a match, for the RTC memory has no room for that one.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from console.comeback import bring_back
from rules.notation import sheet
from store.files import Files
from store.recovery import Recovery
from store.rtc import Rtc
from tools.littlefs_flash import FlashFiles
from tools.simulate.broken import Broken
from tools.simulate.kept_records import Records
from tools.simulate.kept_settings import KeptSettings
from tools.vboard.flash import Flash
from tools.vboard.stage import Stage
from tools.vboard.supply import Supply

_RESUMED = "rE5U"
_OTHER_NEWS = ("5AUE", "FULL")  # may have taken its place
_RETRY_MS = 62_000  # after a refusal the store tries again within a minute
_SOON_MS = 2500  # an event is safe, or the lamp `fault` is lit
_LONGEST_STRIDE_MS = 1000


class State(NamedTuple):
    """What is played. `number` counts the matches of the board, and says nothing of the state."""

    number: int
    game: str
    tokens: list[str]
    left: tuple[str, list[str]] | None  # what manual stands in for

    def like(self, other: State) -> bool:
        return self[1:] == other[1:]


class Keeping:
    """Watches one stage that has a supply, over all its restarts. `events` counts."""

    def __init__(self, stage: Stage, supply: Supply, board: dict[str, Any]) -> None:
        self._stage = stage
        self._supply = supply
        self._on_after_cut = board.get("table_lamp", {}).get("after_power_cut") == "on"
        self._states = [_nothing(0)]  # what a restart may come back with
        self._settings = KeptSettings()
        self._records = Records()
        self._refused = 0
        self._refused_ms = -_RETRY_MS
        self._loop_ms = 0  # for how long it has run, over all restarts
        self.events = 0
        self._attend()

    def _attend(self) -> None:
        """Begin to look at the board that runs now."""
        self._device = self._stage.device
        self._console = self._device.marker.console
        self._store = self._device.marker.store
        self._match: Any = None
        self._changes = 0
        self._begun = False
        self._unsafe_ms = 0
        self._ms = self._device.clock.ms
        self._stage.on_pass = self._watch

    # -- every pass ---------------------------------------------------------------------------

    def _watch(self) -> None:
        now_ms = self._device.clock.ms
        passed_ms = min(now_ms - self._ms, _LONGEST_STRIDE_MS)  # or the loop has stood still
        match = self._console.match
        anew = match is not self._match or match.history.changes != self._changes
        if anew:
            self._note(match)
        if self._store.journal.holds(match):
            self._unsafe_ms = 0
            if self._begun and not self._stage.doom:
                del self._states[:-1]
                self._records.hold()
        else:
            self._unsafe_ms += passed_ms
        self._loop_ms += passed_ms
        self._settings.watch(self._console, self._loop_ms, anew)
        if self._refused != self._supply.flash.refused or self._stage.excused:
            self._refused = self._supply.flash.refused
            self._refused_ms = now_ms
            self._stage.excused = False
        self._ms = now_ms

    def _note(self, match: Any) -> None:
        self.events += match is self._match
        self._begun = self._begun and match is self._match or self._is_begun(match)
        self._match = match
        self._changes = match.history.changes
        try:
            self._records.note(self._console)
            now = self._now()
        except Exception:
            if not self._stage.doom:
                raise
            return  # an exception has left the match half changed, and it is about to go
        if not now.like(self._states[-1]):
            self._states.append(now)

    def _is_begun(self, match: Any) -> bool:
        """Whether it is kept: it has events, or it had some and all were undone."""
        chain = self._store.journal.chain
        known = chain is not None and chain.match is match and chain.seq > 0
        return known or bool(match.history.begun())

    def _now(self) -> State:
        number = self._records.number
        if not self._begun:
            return _nothing(number)
        console = self._console
        left = console.left and (console.left[0], sheet(console.left[1]))
        return State(number, console.game, sheet(console.match), left)

    @property
    def excused(self) -> bool:
        """Whether the flash would refuse something now, or has within the last minute."""
        if self._supply.flash.refuses:
            return True
        return self._device.clock.ms - self._refused_ms < _RETRY_MS

    # -- what is shown ------------------------------------------------------------------------

    def check_shown(self, points: bool, fault: bool) -> None:
        """The score has points while the last event is not safe, and soon `fault` is lit."""
        held = self._store.journal.holds(self._console.match)
        if points is held and self._begun:
            raise Broken("points", f"the last event is {'' if held else 'not '}safe, not so shown")
        if self._unsafe_ms > _SOON_MS and not fault:
            raise Broken(
                "fault", f"for {self._unsafe_ms} ms nothing was saved and nothing says so"
            )

    # -- a restart ----------------------------------------------------------------------------

    def come_back(self) -> None:
        """Check what a restart has brought back."""
        stage = self._stage
        states, excused = self._states, self.excused
        self._refused_ms = 0 if excused else -_RETRY_MS
        self._records.attend()
        self._attend()
        self._match = self._console.match
        self._changes = self._match.history.changes
        self._begun = self._is_begun(self._match)
        if stage.kept and states[-1].game and not states[-1].left:
            states = states[-2:] if stage.crashed else states[-1:]
        now = self._come_back_with(states, excused)
        self._check_news(now)
        self._check_lamp()
        if now.game and (stage.kept or not excused):
            self._settings.check(self._console, self._loop_ms, self._ms, stage.kept)
        self._settings.watch(self._console, self._loop_ms, True)
        self._check_undo(now)

    def _come_back_with(self, states: list[State], excused: bool) -> State:
        """Find what came back among what may have; what is not safe yet may be lost later."""
        self._records.number = self._states[-1].number + 1
        now = self._now()
        found = [state for state in states if state.like(now) or _is_mixed(state, now, states)]
        if not found:
            raise Broken("kept", f"after a restart {states[-1]} became {now}")
        number = found[-1].number if now.game else self._records.number
        self._records.come_back(self._console, number, excused)
        now = self._now()
        held = now.game and self._store.journal.holds(self._console.match)
        self._states = [now] if held else [*self._states, now]
        return now

    def _check_news(self, now: State) -> None:
        info = self._device.reading()["fields"]["info"]
        if now.game and info != _RESUMED:
            if info not in _OTHER_NEWS:
                raise Broken("resumed", f"the match goes on and the board says {info!r}")

    def _check_lamp(self) -> None:
        if not self._stage.kept and self._device.relay.on and not self._on_after_cut:
            raise Broken("lamp", "after a power cut the lamp is on without an order")

    def _check_undo(self, now: State) -> None:
        """The way back to the first event is open, tried on a copy of what is kept."""
        if not now.tokens:
            return
        flash = Flash(self._supply.flash.blocks, bytearray(self._supply.flash.bytes))
        files = FlashFiles(flash)
        saved = _recovered(files, self._supply.rtc())
        if saved is None:
            raise Broken("kept", "what has come back is kept no more")
        match = bring_back(saved)  # type: ignore[no-untyped-call]
        for left in range(len(now.tokens), 0, -1):
            if sheet(match) != now.tokens[:left]:
                raise Broken("undo", f"after a restart undo leads to {sheet(match)}")
            if not match.history.undo():
                raise Broken("undo", f"after a restart {left} events cannot be undone")

    # -- the end ------------------------------------------------------------------------------

    def check_records(self) -> None:
        """All that was played is on the flash, if the board says so, what was left included."""
        journal = self._store.journal
        if journal.holds(self._console.match) and not journal._closing:
            self._records.check(self._supply.files())


def _is_mixed(state: State, now: State, states: list[State]) -> bool:
    """Whether `now` is manual as it was, for a match that had already gone on behind it.

    That match's page may be on the flash before the live page is: nothing of either is lost.
    """
    if not state.left or not now.left or state[:3] != (state.number, now.game, now.tokens):
        return False
    after = [later.tokens for later in states if later.game == now.left[0]]
    return state.left[0] == now.left[0] and now.left[1] in after


def _recovered(files: FlashFiles, rtc: Any) -> Any:
    kept = Files(files.open, files.mkdir), Rtc(rtc)  # type: ignore[no-untyped-call]
    return Recovery(*kept).saved  # type: ignore[no-untyped-call]


def _nothing(number: int) -> State:
    """A match that has not begun, which is not kept."""
    return State(number, "", [], None)
