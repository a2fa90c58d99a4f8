"""The table lamp's relay and its driver, whose resistor holds it off while the pin floats."""

from array import array

from micropython import const

from tools.vboard.machine import Wire

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.vboard.clock import Clock
    from tools.vboard.machine import Pin

_KEPT = const(32)


class Relay(Wire):
    """`on` is the contact, `edges` counts its switchings."""

    def __init__(self, clock: "Clock", pin: "Pin | None", active_high: bool) -> None:
        self.on = False
        self.edges = 0
        self.rest = 0 if active_high else 1
        self._edge_ms = array("i", [0] * _KEPT)
        self._clock = clock
        if pin:
            pin.wire = self

    def moved(self, pin: "Pin") -> None:
        on = self.read(pin) != self.rest
        if on != self.on:
            self.on = on
            self._edge_ms[self.edges % _KEPT] = self._clock.ms
            self.edges += 1

    def edge_times_ms(self) -> "list[int]":
        """When it switched, the oldest of the last 32 first."""
        first = max(0, self.edges - _KEPT)
        return [self._edge_ms[edge % _KEPT] for edge in range(first, self.edges)]
