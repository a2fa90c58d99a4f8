"""The self-test at power-up: every segment and lamp with a tune, the version, why it started.

It is shown over what the console shows, so nothing waits for it, and the first key ends it. It
begins dark, for the supply of a display may still be rising, and the game that is offered stands
on the board when it is over. Where a match goes on it is left out: that is awaited.
"""

from micropython import const

from console.glyphs import POINT, glyph

_DARK_MS = const(300)
_LIT_MS = const(1200)
_READ_MS = const(1200)
_TUNE = bytes((50, 10, 63, 10, 75, 10))
_DOT = const(46)

# By the number of machine.reset_cause() on the ESP32.
_CAUSES = const((b"", b"ON", b"HARD", b"DOG", b"SLEP", b"SOFT"))


class SelfTest:
    """`panel` needs `segments`, `cover` and `uncover`; `fields` are those of the board file."""

    def __init__(self, panel, fields: dict, buzzer, lamp):
        self.running = False
        self._panel = panel
        self._segments = bytearray(len(panel.segments))
        self._place = bytes(fields.get("info") or fields.get("score_a") or ())
        self._buzzer = buzzer
        self._lamp = lamp
        self._texts = (b"", b"")
        self._relay = False
        self._stage = 0
        self._left_ms = 0
        self._written = 0  # characters in `_place`

    def begin(self, version: str, cause: int, relay: bool) -> None:
        """Begin with `version` and the number of a reset cause to tell; switch the lamp or not."""
        self._texts = (version.encode(), _CAUSES[cause] if cause < len(_CAUSES) else b"")
        self._relay = relay
        if relay:
            self._lamp.toggle()
        self.running = True
        self._stage = 0
        self._left_ms = _DARK_MS
        self._panel.cover(self._segments)

    def step(self, elapsed_ms: int) -> None:
        """Let time pass, and show the next stage when it is time."""
        if self.running:
            self._left_ms -= elapsed_ms
            if self._left_ms <= 0:
                self._stage += 1
                self._show_stage()

    def end(self) -> None:
        """Leave the board to the console."""
        if self.running:
            self.running = False
            self._panel.uncover()
            if self._relay:
                self._lamp.toggle()

    def _show_stage(self):
        if self._stage == 1:
            self._fill(0xFF)
            self._buzzer.play(_TUNE)
            self._left_ms = _LIT_MS
        elif self._stage - 2 < len(self._texts):
            self._fill(0)
            self._write(self._texts[self._stage - 2])
            self._left_ms = _READ_MS
        else:
            self.end()

    def _fill(self, segments):
        for digit in range(len(self._segments)):
            self._segments[digit] = segments

    def _write(self, text):
        """A dot is the point of the digit before it; what is too long is cut off."""
        self._written = 0
        for char in text:
            self._put(char)

    def _put(self, char):
        if char == _DOT and self._written:
            self._segments[self._place[self._written - 1]] |= POINT
        elif self._written < len(self._place):
            self._segments[self._place[self._written]] = glyph(char)
            self._written += 1
