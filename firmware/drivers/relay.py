"""A relay on one pin. When it may switch is not decided here."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from machine import Pin


class Relay:
    """`pin` is an output made with the level for off. `edges` counts the switchings."""

    def __init__(self, pin: "Pin", active_high: bool) -> None:
        self._pin = pin
        self._active_high = active_high
        self.on = False
        self.edges = 0

    def set(self, on: bool) -> None:
        if on != self.on:
            self.on = on
            self.edges += 1
            self._pin(on == self._active_high)
