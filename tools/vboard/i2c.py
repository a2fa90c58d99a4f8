"""The two lines of an I2C bus with their pull-ups, and the chips on them."""

from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from tools.vboard.machine import Pin

    class Chip(Protocol):
        present: bool

        def write(self, data: "Sequence[int]") -> None: ...


class Bus(Wire):
    """The wire of SCL and SDA.

    Some chip on it holds SDA low for `held` more clocks, and takes no START until a STOP has
    ended what it was in (`in_transfer`): so the bus is left by a reset in the middle of a byte.
    """

    rest = 1

    def __init__(self, scl: "Pin", sda: "Pin") -> None:
        self.held = 0
        self.in_transfer = False
        self._chips: dict[int, Chip] = {}
        self._scl = scl
        self._sda = sda
        self._scl_level = 1
        self._sda_level = 1
        scl.wire = sda.wire = self

    def add(self, address: int, chip: "Chip") -> None:
        self._chips[address] = chip

    def leave_in_a_byte(self, clocks: int) -> None:
        """As the reset of a microcontroller does."""
        self.held = clocks
        self.in_transfer = True

    def moved(self, pin: "Pin") -> None:
        scl, sda = self._line(self._scl), self.read(self._sda)
        if scl > self._scl_level and self.held:
            self.held -= 1
            sda = self.read(self._sda)
        elif scl and self._scl_level and sda > self._sda_level:
            self.in_transfer = False
        self._scl_level, self._sda_level = scl, sda

    def read(self, pin: "Pin") -> int:
        return 0 if pin is self._sda and self.held else self._line(pin)

    def is_held(self) -> bool:
        return self.held > 0

    def transfer(self, address: int, data: "Sequence[int]") -> bool:
        if self.in_transfer or address not in self._chips or not self._chips[address].present:
            return False
        self._chips[address].write(data)
        return True

    def _line(self, pin: "Pin") -> int:
        return Wire.read(self, pin)


def bus_on(scl: "Pin", sda: "Pin") -> Bus:
    """The bus on these pins, made where there is none yet."""
    return sda.wire if isinstance(sda.wire, Bus) else Bus(scl, sda)
