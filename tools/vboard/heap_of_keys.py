"""How much heap each key takes, from its contact to the wire, by `micropython.mem_total()`.

That counts every byte ever taken, whether it is left behind as garbage or given back at once as
a call's frame is. Runs inside a MicroPython VM only; no function here may need more than 11 words
of frame, for it would measure itself.
"""

import micropython

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tools.vboard.device import Device

DOWN_MS = 20  # confirmed after the bounce and 4 ms more
UP_MS = 32  # confirmed after the bounce and 20 ms more
HOLD_MS = 500  # a key that is down longer is held


class Meter:
    """Plays steps of tools/vboard/script.py on a device.

    `spent` gets (place among the steps, key, bytes) for what took heap.
    """

    def __init__(self, device: "Device") -> None:
        self.spent: list[tuple[int, str, int]] = []
        self._device = device
        self._place = 0
        self._before = 0

    def play(self, steps: "list[tuple[str, int]]") -> None:
        for key, ms in steps:
            if key:
                self._tap(key, ms)
            else:
                self._wait(ms)
            self._device.marker.console.rest()  # as the loop does in a quiet moment
            self._place += 1

    def _tap(self, key: str, ms: int) -> None:
        self._before = micropython.mem_total()  # type: ignore[attr-defined]
        self._device.press(key)
        self._device.run_ms(DOWN_MS)
        self._note(key)
        if ms > HOLD_MS:
            self._device.run_ms(HOLD_MS)  # meanwhile the loop takes its quiet moment
            self._wait(ms - HOLD_MS)
        self._before = micropython.mem_total()  # type: ignore[attr-defined]
        self._device.release(key)
        self._device.run_ms(UP_MS)
        self._note(key)

    def _wait(self, ms: int) -> None:
        self._before = micropython.mem_total()  # type: ignore[attr-defined]
        self._device.run_ms(ms)
        self._note("")

    def _note(self, key: str) -> None:
        taken = micropython.mem_total() - self._before  # type: ignore[attr-defined]
        if taken:
            self.spent.append((self._place, key, taken))
