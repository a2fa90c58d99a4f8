"""What can go wrong on a board, one row a fault; here those of its wires, keys and clock.

A new part of the board brings its faults as rows of FAULTS, and nothing else of the simulation
has to know them. Runs on MicroPython too.
"""

from tools.vboard.fault import Fault
from tools.vboard.power import POWER_FAULTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_JAM_MS = (1000, 5000, 32_000)
_STALLS_MS = (80, 400)  # an erase of flash, typical and longest
_HOUR_MS = 3_600_000
_DAYS = 5  # the ticks' half period is 6.2 days, and no loop sleeps that long
_LONGEST_LIFE_MS = 20 * 24 * _HOUR_MS  # of one board: the virtual parts keep 31 bits of it

# The registers that noise finds: 1 to 8 digits, decode, intensity, scan limit, shutdown, test.
_REGISTERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 12, 15, 15)


class Flip(Fault):
    """`flip/0/1/12/0`: in display 0, chip 1, register 12 (of a MAX7219: shutdown) becomes 0."""

    shape = "nnnn"
    weight = 6

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        display = chance.randrange(len(stage.device.displays))
        places = (display, chance.randrange(4), chance.choice(_REGISTERS), chance.randrange(256))
        return "%d/%d/%d/%d" % places

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        display, chip, register, value = [int(text) for text in texts]
        stage.flip(display, chip, register, value)
        stage.wait(2)


class Stall(Fault):
    """`stall/400`: the loop stands still for so many ms."""

    shape = "n"
    weight = 4

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        return str(chance.choice(_STALLS_MS))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        stage.counts["stalls"] = stage.counts.get("stalls", 0) + 1
        stage.stall(int(texts[0]))


class Slow(Fault):
    """`slow/7/80`: the loop stands still while the key 7 is down."""

    shape = "kn"
    weight = 3

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        return "%s/%d" % (chance.choice("0123456789ABC*#"), chance.choice(_STALLS_MS))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        stage.counts["stalls"] = stage.counts.get("stalls", 0) + 1
        stage.tap(texts[0], 60, 60, int(texts[1]))


class Leap(Fault):
    """`leap/90000000`: nobody is there, and the clock has moved on by so many ms."""

    shape = "n"
    weight = 1

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        ms = chance.randrange(_HOUR_MS, _DAYS * 24 * _HOUR_MS)
        fits = stage.device.clock.ms + ms < _LONGEST_LIFE_MS and not stage.jammed
        return str(ms) if fits else ""

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        if stage.device.clock.ms + int(texts[0]) < _LONGEST_LIFE_MS and not stage.jammed:
            stage.counts["leaps"] = stage.counts.get("leaps", 0) + 1
            stage.stall(int(texts[0]))


class Bus(Fault):
    """`bus/300`: transfers to the displays fail for so many ms."""

    shape = "n"
    weight = 3

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        return str(chance.choice((1, 2, 100, 1600)))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        ms = int(texts[0])
        for display in stage.device.displays:
            if hasattr(display, "shift"):
                _FailingBus(stage, display, ms)
        stage.unsure()
        stage.right_ms += 2 * ms  # tried again after twice the time, and so on
        stage.wait(2)


class _FailingBus:
    """The wire of a chain, which fails until the time is over."""

    def __init__(self, stage: "Any", chain: "Any", ms: int) -> None:
        self._stage = stage
        self._shift = chain.shift
        self._chain = chain
        self._end_ms = stage.device.clock.ms + ms
        chain.shift = self.shift

    def shift(self, data: "Any") -> None:
        if self._stage.device.clock.ms < self._end_ms:
            counts = self._stage.counts
            counts["bus errors"] = counts.get("bus errors", 0) + 1
            raise OSError(5)  # EIO
        self._chain.shift = self._shift
        self._shift(data)


class Unplug(Fault):
    """`unplug/0/3000`: the cable of display 0 is off for so long, where it would be noticed."""

    shape = "nn"
    weight = 2

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        place = chance.randrange(len(stage.device.displays))
        if not hasattr(stage.device.displays[place], "plug"):
            return ""
        return "%d/%d" % (place, chance.choice((300, 3000, 9000)))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        display = stage.device.displays[int(texts[0])]
        stage.counts["unplugged"] = stage.counts.get("unplugged", 0) + 1
        display.present = False
        stage.wait(int(texts[1]))
        display.plug()
        stage.unsure()
        stage.right_ms += int(texts[1])  # tried again after twice the time, and so on


class Stop(Fault):
    """`stop/40`: Ctrl-C at the 40th touch of a wire from now, and the loop goes on.

    Every row driven, column read, transfer, tone and switching is a touch: some forty a pass.
    """

    shape = "n"
    weight = 3

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        return str(chance.randrange(1, 400))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        device = stage.device
        wires = device.displays + device.keys + [device.buzzer, device.relay]
        stage.expect_interruption()
        _Interruption(stage, wires, int(texts[0]))


class _Interruption:
    """Stands before the methods of all wires until it has struck."""

    _METHODS = ("moved", "read", "shift", "tone", "write", "pulses")

    def __init__(self, stage: "Any", wires: "list[Any]", touches: int) -> None:
        self._stage = stage
        self._left = touches
        self._kept = []
        for wire in wires:
            for name in self._METHODS:
                if hasattr(wire, name):
                    method = getattr(wire, name)
                    self._kept.append((wire, name, method))
                    setattr(wire, name, self._before(method))

    def _before(self, method: "Any") -> "Any":
        def touched(*args: "Any") -> "Any":
            self._left -= 1
            if self._left == 0:
                for wire, name, kept in self._kept:
                    setattr(wire, name, kept)
                self._stage.struck = True
                raise KeyboardInterrupt
            return method(*args)

        return touched


class Pulse(Fault):
    """`pulse/7/2`: interference closes the line of a key for 2 ms, less than a press."""

    shape = "kn"
    weight = 4

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        return "%s/%d" % (chance.choice("0123456789ABCD*#"), chance.randrange(1, 4))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        if texts[0] == stage.jammed:
            return
        stage.counts["pulses"] = stage.counts.get("pulses", 0) + 1
        contacts = stage.device.contacts
        bounce_us, contacts.bounce_us = contacts.bounce_us, 0
        stage.device.press(texts[0])
        stage.device.run_ms(int(texts[1]))
        stage.device.release(texts[0])
        stage.device.run_ms(30)
        contacts.bounce_us = bounce_us


class Jam(Fault):
    """`jam/7/5000`: the key goes down and stays there; `free/7` lets it come up."""

    shape = "kn"
    weight = 2
    presses = True

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        if stage.jammed:
            return ""
        return "%s/%d" % (chance.choice("0123456789ABCD*#"), chance.choice(_JAM_MS))

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        if stage.jammed:
            return
        stage.counts["jams"] = stage.counts.get("jams", 0) + 1
        stage.jammed = texts[0]
        stage.jammed_ms = stage.device.clock.ms
        stage.device.press(texts[0])
        stage.wait(int(texts[1]))


class Free(Fault):
    """See Jam."""

    shape = "k"
    weight = 8
    presses = True

    def draw(self, chance, stage):  # type: ignore[no-untyped-def]
        return stage.jammed

    def happen(self, stage, texts):  # type: ignore[no-untyped-def]
        if stage.jammed:
            stage.device.release(stage.jammed)
            stage.jammed = ""
            stage.wait(60)


FAULTS: "dict[str, Fault]" = {
    "flip": Flip(),
    "stall": Stall(),
    "slow": Slow(),
    "leap": Leap(),
    "bus": Bus(),
    "unplug": Unplug(),
    "stop": Stop(),
    "pulse": Pulse(),
    "jam": Jam(),
    "free": Free(),
}
FAULTS.update(POWER_FAULTS)
