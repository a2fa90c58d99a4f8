"""Makes the parts of a board as its file describes them, and brings back what was played on it.

`machine` and `time` are the modules of the chip. At the start only, see forgetting.py.
"""

from micropython import const

from console.clocks import Clocks
from console.console import Console
from console.face import Face
from console.header import read_header
from console.lamp import Lamp
from diarist import Diarist
from drivers import buzzer, relay
from drivers.keyboard import Keyboard
from drivers.panel import Panel
from drivers.wiring import Wiring
from keeper import Keeper
from store.diary import Diary
from store.files import Files
from store.store import Store
from version import __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_MAINTENANCE_KEY = const(b"D")
_MAINTENANCE_PASSES = const(20)
_PASS_MS = const(2)


class Parts:
    """The parts of a board file, which must have passed check-board.

    `flash` has `open` and `mkdir`, `rtc` is an Rtc; without them nothing is kept. `diary` is the
    one to write into, else it is made here.
    """

    def __init__(self, board: dict, machine, time, flash=None, rtc=None, diary=None) -> None:
        wiring = Wiring(machine, time)
        self.relay = relay.wired(board.get("table_lamp"), wiring)
        self.panel = Panel([_wired(part["driver"], part, wiring) for part in board["displays"]])
        self.buzzer = buzzer.wired(board["buzzer"], wiring)
        self.keyboard = _keyboard(board, wiring)
        self.keyboard.begin()
        self._lamp = Lamp(self.relay, board.get("table_lamp", {}))
        self._clocks = Clocks(board.get("clocks", {}))
        face = Face(self.panel.segments, board["fields"], board["lamps"])
        self.console = Console(face, self.buzzer, self._lamp, self._clocks, board.get("infos"))
        self.console.begin(*read_header(board["defaults"]))
        self.store: Store | None = None
        self.keeper: Any = None
        self.diarist: Any = None
        self.diary: Diary | None = diary
        if flash is not None:
            self._keep(board, flash, rtc, time.localtime, machine)
        self.self_test: Any = None
        if "self_test" in board and not self.console.match.history.begun():  # else it is awaited
            self._begin_self_test(board, machine.reset_cause())
        self.panel.start()
        self.link: Any = None
        if "link" in board and flash is not None:  # behind the first picture
            self._join(board["link"], flash, machine, time)

    def _join(self, settings, flash, machine, time):
        """The network is no reason not to play: without what it needs there is none."""
        from link.start import make_link

        parts = self.console, self._clocks, self._lamp, self.relay, self.store
        try:
            self.link = make_link(settings, parts, flash.open, machine, time, __version__)
        except (OSError, ValueError, KeyError, TypeError, ImportError, MemoryError) as error:
            print("link: there is no network:", error)

    def _keep(self, board, flash, rtc, today, machine):
        parts = [self._clocks, self._lamp]
        self.store = Store(flash.open, flash.mkdir, rtc, parts, today)
        kept = self.store.settings.restore()  # and with it whether the table is rented
        self._lamp.resume(self._clocks.rented, kept)
        self.keeper = Keeper(self.store, self.console)
        self.keeper.resume(board["defaults"])
        self.diary = self.diary or make_diary(flash, today)
        cause = machine.reset_cause()
        dipped = kept and cause == machine.PWRON_RESET
        self.diary.begin(cause, dipped, __version__.encode())
        self.diarist = Diarist(self.diary, self.store)

    def _begin_self_test(self, board, cause):
        from console.selftest import SelfTest

        self.self_test = SelfTest(self.panel, board["fields"], self.buzzer, self._lamp)
        self.self_test.begin(__version__, cause, board["self_test"]["relay"])


def make_diary(flash, today) -> Diary:
    """The diary on a flash; `today` is time.localtime."""
    return Diary(Files(flash.open, flash.mkdir), today)


def wants_maintenance(board: dict, machine, time) -> bool:
    """Whether the maintenance key is held as the board is switched on."""
    keyboard = _keyboard(board, Wiring(machine, time))
    for _ in range(_MAINTENANCE_PASSES):
        keyboard.scan(_PASS_MS)
        time.sleep_ms(_PASS_MS)
    return keyboard.is_down(_MAINTENANCE_KEY)


def _wired(driver, part, wiring):
    """A part by its driver. Only the drivers of what a board has are loaded."""
    return __import__("drivers." + driver, None, None, ("wired",)).wired(part, wiring)


def _keyboard(board, wiring):
    keyboard = Keyboard()
    for name, driver in (
        ("keypad", "keypad"),
        ("second_keypad", "keypad"),
        ("buttons", "buttons"),
    ):
        if name in board:
            chars = "".join(board[name]["keys"]).encode()
            keyboard.add(_wired(driver, board[name], wiring), chars)
    return keyboard
