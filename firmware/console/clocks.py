"""The board's clocks: shot, frame, match, interval and table time.

They count the time that passes in whole seconds and signal; none of them ends a frame, moves a
turn or scores. Undo does not touch them: real time is not taken back. Pause stops the clocks of
the match; an interval and the table's rent go on. What they count is in FIELDS, so that it can
be kept over a power cut.
"""

from micropython import const

SILENT = const(0)
TICK = const(1)  # one of the last five seconds of a stroke
EXPIRED = const(2)  # the shot clock, an interval or the table's time has run out
EARLY = const(3)  # the interval ends soon: be back at the table
PAYING = const(4)  # the paid time ends soon

_LAST_SECONDS = const(5)
_MS = const(1000)

# What the information field can show of them, behind what the game shows.
INFOS = ("shot", "frame-time", "match-time", "table-time")


class Clocks:
    """All clocks of one board; seconds throughout, 0 switches a setting off.

    `settings` are those of the board file: shot_s, extension_s, early_s, paying_s, grace_s.
    """

    FIELDS = (
        "match_s",
        "frame_s",
        "shot_s",
        "extended",
        "interval_s",
        "table_s",
        "limited",
        "table_left_s",
        "paused",
    )

    def __init__(self, settings: dict):
        self._shot_s = settings.get("shot_s", 0)
        self._extension_s = settings.get("extension_s", 30)
        self._early_s = settings.get("early_s", 120)
        self._paying_s = settings.get("paying_s", 300)
        self._grace_s = settings.get("grace_s", 120)
        self.orders = 0  # how many were given
        self._ms = 0  # of the second that is running
        self.beats = 0  # seconds that have passed, to 1023 and on from 0
        self._in_frame = False
        self._in_match = False
        self.match_s = 0
        self.frame_s = 0
        self.shot_s = 0  # left
        self.extended = 0  # bit 0: A has had the extension of this frame, bit 1: B
        self.interval_s = 0  # left
        self.table_s = 0  # since the table was rented, 0: it is not
        self.limited = False  # whether a time was paid for
        self.table_left_s = 0  # of the paid time, below 0 in the grace
        self.paused = False

    @property
    def times_strokes(self) -> bool:
        """Whether there is a shot clock."""
        return self._shot_s > 0

    @property
    def rented(self) -> bool:
        """Whether the table is rented, the grace after the paid time included."""
        return self.table_s > 0

    # -- what happens to them -----------------------------------------------------------------

    def attend(self, in_match: bool, in_frame: bool, anew: bool = True) -> None:
        """Say whether a match and a frame of it are being played; called after every event.

        Undo and redo lead back into what was begun before: for them it is not begun `anew`.
        """
        if anew and in_match and not self._in_match:
            self.match_s = 0
        if anew and in_frame and not self._in_frame:
            self.frame_s = 0
            self.extended = 0
        self._in_match = in_match
        self._in_frame = in_frame

    def resume(self, in_match: bool, in_frame: bool) -> None:
        """Say what is being played after a restart; the clocks go on as they were kept."""
        self._in_match = in_match
        self._in_frame = in_frame

    def stroke(self) -> None:
        """The next stroke may be played: the shot clock begins anew."""
        self.shot_s = self._shot_s

    def extend(self, side: int) -> bool:
        """Give a side its extension of this frame; False if there is none to give."""
        if not self._in_frame or not self._shot_s or self.extended >> side & 1:
            return False
        self.extended |= 1 << side
        self._order()
        self.shot_s += self._extension_s
        return True

    def pause(self) -> None:
        """Stop the clocks of the match, or let them go on."""
        self.paused = not self.paused
        self._order()

    def start_interval(self, minutes: int) -> None:
        """Count down to the end of an interval or of the warm-up; 0 ends it."""
        self.interval_s = 60 * minutes
        self._order()

    def rent(self, minutes: int) -> None:
        """Rent the table for so many minutes; 0 counts up without an end, or ends the rent."""
        self.table_s = 0 if self.rented and not minutes else self.table_s or 1
        self.limited = minutes > 0
        self.table_left_s = 60 * minutes
        self._order()

    def step(self, elapsed_ms: int) -> int:
        """Let time pass; return what is to be signalled, the weightiest if several."""
        self._ms += elapsed_ms
        if self._ms < _MS:
            return SILENT
        seconds = self._ms // _MS
        self._ms %= _MS
        self.beats = self.beats + 1 & 1023
        return self._pass(seconds)

    def write(self, face, info: int) -> None:
        """Write INFOS[info] into the line as minutes and seconds."""
        if info == 0:
            write_time(face, self.shot_s)
        elif info == 1:
            write_time(face, self.frame_s)
        elif info == 2:
            write_time(face, self.match_s)
        else:
            write_time(face, abs(self.table_left_s) if self.limited else self.table_s)

    def _order(self):
        self.orders = self.orders + 1 & 1023

    # -- seconds ------------------------------------------------------------------------------

    def _pass(self, seconds):
        if self._in_match and not self.paused:
            self.match_s += seconds
            if self._in_frame:
                self.frame_s += seconds
        signal = max(self._pass_shot(seconds), self._pass_interval(seconds))
        return max(signal, self._pass_rent(seconds))

    def _pass_shot(self, seconds):
        if not self._in_frame or self.paused or not self.shot_s:
            return SILENT
        self.shot_s = max(0, self.shot_s - seconds)
        if self.shot_s == 0:
            return EXPIRED
        return TICK if self.shot_s <= _LAST_SECONDS else SILENT

    def _pass_interval(self, seconds):
        before = self.interval_s
        if not before:
            return SILENT
        self.interval_s = max(0, before - seconds)
        if self.interval_s == 0:
            return EXPIRED
        return EARLY if before > self._early_s >= self.interval_s else SILENT

    def _pass_rent(self, seconds):
        """The paid time, then the grace, at whose end the rent does."""
        if not self.rented:
            return SILENT
        self.table_s += seconds
        if not self.limited:
            return SILENT
        before = self.table_left_s
        left = self.table_left_s = before - seconds
        if -left >= self._grace_s:
            self.table_s = 0
        if before > 0 >= left:
            return EXPIRED
        return PAYING if before > self._paying_s >= left else SILENT


def write_time(face, seconds: int) -> None:
    """Write minutes and seconds into the line, parted by a point; hours and minutes from 100."""
    if seconds >= 6000:
        seconds //= 60
    high = seconds // 60 % 100
    low = seconds % 60
    face.line[0] = 48 + high // 10 if high > 9 else 32
    face.line[1] = (48 + high % 10) | 128  # with the point
    face.line[2] = 48 + low // 10
    face.line[3] = 48 + low % 10
