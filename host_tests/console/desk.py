"""A console with its face, buzzer and lamp, and the hands and eyes of a referee on it."""

from console.clocks import Clocks
from console.console import Console
from console.face import Face
from console.lamp import Lamp
from rules.games import load
from rules.notation import enter_token, sheet, state
from tools.boards import load_board
from tools.scoresheet import read_option
from tools.vboard.wall import Wall

BOARD = load_board("wall-max7219")
KEYS = "".join(BOARD["keypad"]["keys"])
_DIGITS = 8 * BOARD["displays"][0]["chips"]


class Relay:
    """Knows when it was switched; `ms` is moved by whoever lets time pass."""

    def __init__(self):
        self.on = False
        self.ms = 0
        self.edges_ms = []

    def set(self, on):
        assert on != self.on
        self.on = on
        self.edges_ms.append(self.ms)


def leaves_the_match_by_enter(console):
    entry = console._entry
    sequence = (ord("C") - 32) << 6 | ord("C") - 32
    return not console.match.history.begun() or not entry.row and entry._code == sequence


class Desk:
    """A match of a game; options are keys of a scoresheet's header, with `_` for `-`.

    `sounds` are the tunes that were played, the last one last.
    """

    def __init__(self, infos=None, pairs=0, game="snooker", clocks=None, **options):
        packed = {"pairs": pairs} if pairs else {}
        for name, value in options.items():
            key = name.replace("_", "-")
            packed[key] = read_option(load(game), key, str(value))
        self.sounds = []
        self.relay = Relay()
        self.face = Face(bytearray(_DIGITS), BOARD["fields"], BOARD["lamps"])
        self.clocks = Clocks(clocks or {})
        self.console = Console(self.face, self, Lamp(self.relay, {}), self.clocks, infos)
        self.console.begin(game, packed)
        self._wall = Wall(BOARD, [])

    def play(self, notes):
        """Be the buzzer."""
        self.sounds.append(notes)

    def tap(self, keys, apart_ms=200):
        """Press and release keys one after the other; spaces are for the reader."""
        for key in keys.replace(" ", ""):
            self.console.press(ord(key))
            self.wait(80)
            self.console.release(ord(key))
            self.wait(apart_ms - 80)

    @property
    def leaves_the_match_by_enter(self):
        """Whether enter would open the menu of games now, or go to manual (CC#) and back."""
        return leaves_the_match_by_enter(self.console)

    def hold(self, key, ms):
        self.console.press(ord(key))
        self.wait(ms)
        self.console.release(ord(key))

    def wait(self, ms):
        for _ in range(ms // 10):
            self.relay.ms += 10
            self.console.step(10)

    def happen(self, tokens):
        """Let tokens of the scoresheet happen without a key."""
        for token in tokens.split():
            refusal = enter_token(self.match, token)
            assert not refusal, f"{token} is refused with {refusal}"
        self.console.draw()

    @property
    def match(self):
        return self.console.match

    @property
    def sheet(self):
        return " ".join(sheet(self.match))

    @property
    def state(self):
        return state(self.match)

    @property
    def line(self):
        """The information field in capitals, as the digits show it."""
        return self.field("info").upper()

    def field(self, name):
        return self._wall.fields(self.face.segments)[name]

    @property
    def lamps(self):
        return set(self._wall.lamps(self.face.segments))
