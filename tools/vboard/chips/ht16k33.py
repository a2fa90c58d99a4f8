"""An HT16K33 LED driver, after Holtek's datasheet (rev. 1.20).

The first byte of a transfer is a command: 0000aaaa sets the address in the 16 bytes of display
memory that the bytes behind it are written to, counting up and round; 0010xxxS switches the
oscillator, 1000xBBD the display with blinking BB, 1010xxxx the row and interrupt output,
1110PPPP sets the dimming. When it is plugged in, oscillator and display are off and the memory
holds anything.
"""

from tools.vboard.chance import Chance
from tools.vboard.i2c import bus_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from tools.vboard.clock import Clock
    from tools.vboard.machine import Machine

_MEMORY = 16


class Ht16k33Chip:
    """`order` is the byte of memory of each digit from left to right; a digit is a byte.

    `latched`, when it is a list, receives (ms, data) for every transfer.
    """

    def __init__(self, clock: "Clock", order: "list[int]", seed: int) -> None:
        self.present = True
        self.latched: list[tuple[int, bytes]] | None = None
        self._clock = clock
        self._order = order
        self._chance = Chance(seed)
        self.plug()

    def plug(self) -> None:
        """Supply it with power: it wakes up."""
        self.present = True
        self.memory = self._chance.bytes(_MEMORY)
        self.oscillator = 0
        self.display = 0
        self.rows = 0
        self.dimming = 15

    def write(self, data: "Sequence[int]") -> None:
        command = data[0] >> 4
        value = data[0] & 15
        if command == 0x0:
            self._fill(value, data)
        elif command == 0x2:
            self.oscillator = value & 1
        elif command == 0x8:
            self.display = value & 7
        elif command == 0xA:
            self.rows = value
        elif command == 0xE:
            self.dimming = value
        if self.latched is not None:
            self.latched.append((self._clock.ms, bytes(data)))

    def digits(self) -> "list[int]":
        """What is seen: steadily lit segments; a display that blinks shows nothing to rely on."""
        if not self.present or not self.oscillator or self.display != 1:
            return [0] * len(self._order)
        return [self.memory[place] for place in self._order]

    def _fill(self, place: int, data: "Sequence[int]") -> None:
        for at in range(1, len(data)):
            self.memory[place] = data[at]
            place = (place + 1) % _MEMORY


def soldered(
    display: "dict[str, Any]", machine: "Machine", clock: "Clock", seed: int
) -> Ht16k33Chip:
    """The chip of a board file's display, on its bus."""
    bus = bus_on(machine.Pin(display["scl"]), machine.Pin(display["sda"]))
    chip = Ht16k33Chip(clock, display["order"], seed)
    bus.add(display["address"], chip)
    return chip
