"""What all games share of their keys and their face; a game is a subclass (see snooker.py).

Sequences that begin with C are the rare events; those that begin with CC set up a position or
the match. Kinds from ACTION on are no events but orders to the console itself.
"""

from micropython import const

from console.clocks import INFOS as CLOCKS
from console.entry import Keys
from console.parts import (
    CONFIRM,
    CORRECTION,
    NOTHING,
    NUMBER,
    SEAT,
    SIDE,
    SIDE_OR_ENTER,
    TWO_NUMBERS,
)
from rules import match as rules

ACTION = const(200)
LAMP_KEY = const(200)
RECALL = const(201)
NEW_MATCH = const(202)
TO_MANUAL = const(203)
EXTENSION = const(204)
INTERVAL = const(205)
TABLE_TIME = const(206)

_AB = const(b"AB-")


class KeyMap:
    """The keys and the face of one game for one match.

    `keys` is the table that counts at this moment; `infos` are the names of what the
    information field can show, in the order of the star key.
    """

    INFOS: tuple[str, ...] = ()

    # Up to three characters that name an event, and how its argument is shown behind them: the
    # bits that are a number, or a function of (face, place, argument).
    LABELS: dict[int, tuple] = {
        rules.FAIR: (b"0", 0),
        rules.NEXT: (b"NE", 0),
        rules.PLAY: (b"PLA", 0),
        rules.CONCEDE: (b"CON", 0),
        rules.AWARD: (b"AUA", 0),
        rules.MATCH: (b"FIN", 0),
        rules.RESTART: (b"RST", 0),
        rules.POINTS: (b"PTS", 0),
        rules.FRAMES: (b"FRS", 0),
        rules.TURN: (b"TRN", 0),
    }

    def __init__(self, match):
        self.match = match
        rows = self.rows()
        for keys in list(rows):
            if rows[keys][0] in match.LACKS:
                del rows[keys]
        self._table_keys = Keys(rows)
        self._infos = self.INFOS + CLOCKS
        self._allowed = [True] * len(self._infos)

    def allow(self, infos: list | None, times_strokes: bool = False) -> None:
        """Let the information field show only these of INFOS and the clocks.

        None allows what the game has, and the shot clock if there is one.
        """
        for info in range(len(self._infos)):
            name = self._infos[info]
            if infos is not None:
                self._allowed[info] = name in infos
            else:
                self._allowed[info] = info < len(self.INFOS) or name == "shot" and times_strokes

    def next_info(self, info: int) -> int:
        """The place that follows on `info`, leaving out what is not allowed."""
        for _ in range(len(self._infos)):
            info = (info + 1) % len(self._infos)
            if self._allowed[info]:
                break
        return info

    def clock_of(self, info: int) -> int:
        """Which clock the information field shows, as a place in CLOCKS; -1 for none."""
        return info - len(self.INFOS) if self._allowed[info] else -1

    @property
    def keys(self) -> Keys:
        """The sequences that count now."""
        return self._table_keys

    def going_on(self) -> int:
        """The event that the key # means outside a sequence."""
        return rules.NEXT if self.match.frame_over else rules.PLAY

    def rows(self) -> dict:
        """The sequences of this game; a subclass adds its own."""
        return {
            "0": (rules.FAIR, NOTHING, 0, b""),
            "C7": (rules.CONCEDE, SIDE_OR_ENTER, 0, b"CON"),
            "C8": (rules.AWARD, SIDE, 0, b"AUA"),
            "C9": (rules.MATCH, SIDE, 0, b"FIN"),
            "C0": (rules.RESTART, CONFIRM, 0, b"RST"),
            "CA": (rules.CORRECT, CORRECTION, 0, b""),  # its side's lamp tells them apart
            "CB": (rules.CORRECT, CORRECTION, 1, b""),
            "CC1": (rules.POINTS, TWO_NUMBERS, 0, b""),
            "CC2": (rules.FRAMES, TWO_NUMBERS, 0, b""),
            "CC3": (rules.TURN, SEAT, self.match.pairs, b"TRN"),
            "CC0": (NEW_MATCH, CONFIRM, 0, b"NEU"),
            "CC6": (INTERVAL, NUMBER, 0, b"I"),
            "CC7": (TABLE_TIME, NUMBER, 0, b"T"),
            "CC*": (EXTENSION, NOTHING, 0, b""),
            "CC#": (TO_MANUAL, NOTHING, 0, b""),
            "C*": (RECALL, NOTHING, 0, b""),
            "C#": (LAMP_KEY, NOTHING, 0, b""),
        }

    def draw(self, face) -> None:
        """Show the fields and lamps that games share; a subclass adds its own."""
        self._draw_numbers(face)
        side = self._marked_side()
        face.lamp("turn_a", side == 0)
        face.lamp("turn_b", side == 1)

    def _draw_numbers(self, face):
        """Points and frames; a game without points has better things to show."""
        match = self.match
        face.number("score_a", match.score[0])
        face.number("score_b", match.score[1])
        face.number("frames_a", match.frames[0])
        face.number("frames_b", match.frames[1])

    def write_state(self, face, info: int) -> None:
        """Write into the line what an idle board says: a result, else `INFOS[info]`."""
        match = self.match
        face.clear_line()
        if match.match_over:
            face.write(0, b"FIN")
            face.line[3] = _AB[match.match_winner]
        elif match.frame_over:
            face.write(0, b"END")
            face.line[3] = _AB[match.winner]
        elif self._allowed[info]:
            self.write_info(face, info)

    def write_info(self, face, info: int) -> None:
        """Write `INFOS[info]` into the line."""

    def write_entry(self, face, entry) -> None:
        """Write the sequence being typed into the line."""
        entry.draw(face)
        if entry.row and entry.row[0] == rules.CORRECT:
            face.lamp("turn_a", entry.row[2] == 0)
            face.lamp("turn_b", entry.row[2] == 1)

    def write_event(self, face, kind: int, arg: int, place: int) -> None:
        """Name an event in the line from `place` on."""
        if kind == rules.CORRECT:
            face.write(place, b"B" if arg & 1 else b"A")
            face.write_number(-(arg >> 2) if arg & 2 else arg >> 2)
            return
        label = self.LABELS[kind]
        face.write(place, label[0])
        if not callable(label[1]):
            if arg & label[1]:
                face.write_number(arg & label[1])
        elif arg:
            place += len(label[0])
            label[1](face, place, arg)

    def _marked_side(self):
        """The side at the table, or the winner once there is one."""
        match = self.match
        if match.match_over:
            return match.match_winner
        return match.winner if match.frame_over else match.striker()
