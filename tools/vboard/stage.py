"""A virtual board with hands at its keys and bad luck at its wires.

What happens to it is a script, words parted by white space, each an act of its own, so that
any part of a script is one too:

    1/60/80       the key 1 is down for 60 ms, then up for 80
    1+7+2/35/80   keys one after the other, each down before the one before it is up
    ./500         half a second passes
    NAME/…        a fault, see faults.py

Runs on MicroPython too, where `spent` tells what a key took from the heap.
"""

import micropython

from tools.vboard.chance import Chance
from tools.vboard.device import Device
from tools.vboard.faults import FAULTS
from tools.vboard.idle import idle_ms
from tools.vboard.machine import Machine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from tools.vboard.power import Countdown
    from tools.vboard.supply import Supply

RIGHT_AGAIN_MS = 2000  # after a flip, a failed transfer or an interruption
_START_MS = 1000
_HEARD_MS = 20  # a press is confirmed after the bounce and 4 ms more
_LET_GO_MS = 36  # and a release after 20 ms more
_SILENCE_MS = 20
_FLIPS_AN_EDGE = 3

_taken = getattr(micropython, "mem_total", lambda: 0)


class PowerLost(BaseException):
    """The program does not go on: the act ends here, and the board starts anew."""


class Stage:
    """`right_ms` is when the display has to be right again after what was done to it.

    `sounds` are the tones since the last act began, those of the key's way down first, `risen` is
    where those of its way up begin. `counts` are of what happened. `jammed` is the key that does
    not come up. `on_edge`, if there is one, is called after a pass in which the relay switched,
    and `on_pass` after every one. `kept` is whether the last restart left the RTC memory whole,
    `crashed` whether it was for an exception, and `excused` is set when one was raised.
    """

    def __init__(
        self,
        board: "dict[str, Any]",
        match: "dict[str, Any]",
        seed: int,
        noisy: bool,
        skips: bool = True,
        supply: "Supply | None" = None,
    ) -> None:
        """`noisy` is the relay, for the display; without a `supply` nothing is kept."""
        self.counts = {"keys": 0, "flips": 0, "edges": 0, "interruptions": 0, "restarts": 0}
        self.supply = supply
        self.sounds: list[list[int]] = []
        self.risen = 0
        self.spent = 0
        self.calm = True  # whether what was pressed in the last act is known for certain
        self.struck = False  # Ctrl-C is on its way up
        self.doom: tuple[str, bool] | None = None  # the power goes with this pass of the loop
        self.kept = self.crashed = self.excused = False
        self.on_edge: Callable[[], None] | None = None
        self.on_pass: Callable[[], None] | None = None
        self._made_of = (board, match, seed)
        self._noise = Chance(seed + 1) if noisy else None
        self._skips = skips
        self._before = 0
        self._power_up()

    def restart(self, kind: str, kept: bool, countdown: "Countdown | None" = None) -> None:
        """Start the board anew, with what the supply has kept; `kind` is for the counts.

        `kept`: whether the RTC memory is as it was. `countdown` raises an exception on the way.
        """
        self.counts["restarts"] += 1
        self.counts[kind] = self.counts.get(kind, 0) + 1
        self.kept = kept
        self.crashed = kind == "crashes"
        self._power_up(countdown)

    def _make(self) -> Device:
        make = Device if self.supply is None else self.supply.switch_on
        return make(*self._made_of)

    def _make_or_crash(self, countdown: "Countdown") -> Device:
        """What starts in spite of the exception, else what the supervision starts."""
        try:
            return countdown.run(self._make)  # type: ignore[no-any-return]
        except MemoryError:
            self.counts["crashes"] = self.counts.get("crashes", 0) + 1
            return self._make()

    def _power_up(self, countdown: "Countdown | None" = None) -> None:
        self.on_edge = self.on_pass = None
        self._countdown: Countdown | None = None
        self.device = self._make() if countdown is None else self._make_or_crash(countdown)
        self._marker = self.device.marker
        self._step = self._marker.step
        self._marker.step = self._pass
        self._edges = 0
        self.jammed = ""
        self.jammed_ms = 0
        self.right_ms = 0  # it has to be right when it has started
        self.wait(_START_MS)

    def act(self, word: str) -> None:
        """Do what a word of the script says."""
        name, *texts = word.split("/")
        self.calm = name not in FAULTS or not FAULTS[name].presses
        interruptions = self.counts["interruptions"]
        try:
            self._begin_to_listen()
            self._do(name, texts)
            if self._marker.panel.segments != self._marker.panel._sent:
                self.device.run_ms(2)  # what a pass has drawn at its end the next one sends
        except PowerLost as lost:
            self.calm = False
            self.restart(*lost.args[0])
            self._begin_to_listen()
        self.sounds += self.device.buzzer.news()
        if self.counts["interruptions"] != interruptions:
            self.calm = False

    def _begin_to_listen(self) -> None:
        self.silence()
        self.device.buzzer.news()
        self.risen = 0
        self.sounds = []

    def _do(self, name: str, texts: "list[str]") -> None:
        if name in FAULTS:
            FAULTS[name].happen(self, texts)
        elif name == ".":
            self.wait(int(texts[0]))
        elif "+" in name:
            self.roll(name.split("+"), int(texts[0]), int(texts[1]))
        else:
            self.tap(name, int(texts[0]), int(texts[1]))

    def wait(self, ms: int) -> None:
        """Let time pass, the idle part of it in strides."""
        device = self.device
        end_ms = device.clock.ms + ms
        while device.clock.ms < end_ms:
            if self._skips:
                idle = idle_ms(self._marker, device.keys)
                device.skip_ms(max(0, min(idle, end_ms - device.clock.ms - 2)) & ~1)
            device.run_ms(2)

    def tap(self, key: str, down_ms: int, up_ms: int, stall_ms: int = 0) -> None:
        if key == self.jammed:
            return
        self.counts["keys"] += 1
        self._before = _taken()
        self.device.press(key)
        self.device.run_ms(_HEARD_MS)
        self.spent += _taken() - self._before
        if stall_ms:
            self.stall(stall_ms)
        self.wait(max(0, down_ms - _HEARD_MS))
        self.sounds += self.device.buzzer.news()
        self.risen = len(self.sounds)
        self._before = _taken()
        self.device.release(key)
        self.device.run_ms(_LET_GO_MS)
        self.spent += _taken() - self._before
        self.wait(max(0, up_ms - _LET_GO_MS))

    def roll(self, keys: "list[str]", apart_ms: int, up_ms: int) -> None:
        """Fast fingers; three keys and more may also make a ghost."""
        down = ""
        for key in keys:
            if key != self.jammed:
                self.counts["keys"] += 1
                self.device.press(key)
                self.device.run_ms(apart_ms)
                if down:
                    self.device.release(down)
                    self.device.run_ms(apart_ms)
                down = key
        if down:
            self.device.release(down)
        self.wait(max(_LET_GO_MS, up_ms))

    def stall(self, ms: int) -> None:
        """The loop stands still, as it does while a sector of the flash is erased."""
        if self.device.clock.ms < self.right_ms:
            self.right_ms += ms
        self.device.stall_ms(ms)
        self.device.run_ms(2)

    def silence(self) -> None:
        """Wait until the last answer has been heard to its end."""
        while self._marker.buzzer._left_ms:  # a rest within a tune included
            self.wait(_SILENCE_MS)

    def unsure(self) -> None:
        """From now on the display has two seconds to be right again."""
        self.right_ms = max(self.right_ms, self.device.clock.ms + RIGHT_AGAIN_MS)

    def flip(self, display: int, chip: int, register: int, value: int) -> None:
        """A byte that a display keeps is no more what was written into it."""
        memory = memory_of(self.device.displays[display], chip)
        memory[register % len(memory)] = value
        self.counts["flips"] += 1
        self.unsure()

    def expect_interruption(self) -> None:
        """Be ready for a Ctrl-C that a fault will strike with."""
        self._marker.step = self._breakable_pass

    def expect_exception(self, countdown: "Countdown") -> None:
        """Be ready for the exception that a fault will raise."""
        self._countdown = countdown
        self._marker.step = self._breakable_pass

    def _pass(self, now_ms: int) -> None:
        """A pass of the loop. What is done more than once a key must not need a large frame."""
        self._step(now_ms)
        self._after_pass()

    def _after_pass(self) -> None:
        if self.on_pass:
            self.on_pass()
        if self.doom:
            self._die()
        if self.device.relay.edges != self._edges:
            self._edge()

    def _breakable_pass(self, now_ms: int) -> None:
        """Ctrl-C ends a pass, and the next one goes on; an exception is a case for a reset."""
        countdown = self._countdown
        try:
            if countdown is None:
                self._step(now_ms)
            else:
                countdown.run(self._step, now_ms)
        except KeyboardInterrupt:
            if not self.struck:  # it is from whoever runs the simulation
                raise
            self.struck = False
            self.counts["interruptions"] += 1
            self.unsure()
            return
        except Exception:
            if countdown is None or not countdown.fired:
                raise
            self._crash()
        if countdown is not None and countdown.fired:
            self._countdown = None
            self.excused = True
            self.unsure()
        self._after_pass()

    def _crash(self) -> None:
        """What the firmware's supervision does."""
        if self.supply is not None and not self.doom:
            self.supply.reset(Machine.HARD_RESET)
            self.doom = ("crashes", True)

    def _die(self) -> None:
        doom, self.doom = self.doom, None
        raise PowerLost(doom)

    def _edge(self) -> None:
        self.counts["edges"] += self.device.relay.edges - self._edges
        self._edges = self.device.relay.edges
        if self._noise:
            self._disturb(self._noise)
        if self.on_edge:
            self.on_edge()

    def _disturb(self, noise: Chance) -> None:
        """An edge of the relay, somewhere in the display."""
        for _ in range(_FLIPS_AN_EDGE):
            bits = noise.bits()
            display = bits % len(self.device.displays)
            self.flip(display, bits >> 4, 1 + noise.bits() % 15, noise.bits() & 255)


def memory_of(display: "Any", chip: int) -> "Any":
    """What a chip among those of a display keeps; noise may turn any of it."""
    for name in ("memory", "outputs", "colours"):
        if hasattr(display, name):
            return getattr(display, name)
    return display.registers[chip % len(display.registers)]
