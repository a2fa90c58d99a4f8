"""The console: keys in, events to the match, fields and sounds out.

A key is answered at once, by light and by sound. What it means depends on the game's key map;
the keys D (undo, held: redo), # (the next frame, or play on) and * (what the information field
shows) mean the same in every game. A sequence begun lapses when no key follows. Before a match
has begun # opens the menu of games, and the information field names the one that is offered.
"""

from micropython import const

from console import clocks as clock
from console import sounds
from console.entry import Entry
from console.games import load as load_keys
from console.games import write_label
from console.keymap import (
    ACTION,
    EXTENSION,
    INTERVAL,
    LAMP_KEY,
    NEW_MATCH,
    RECALL,
    TABLE_TIME,
    TO_MANUAL,
)
from console.parts import DONE, ENTER, LEAVES, MORE, STAR, WRONG
from rules.games import load as load_game
from rules.refusals import ACCEPTED, BAD_TOKEN, EMPTY_UNDO, NOT_NOW

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_UNDO = const(68)  # "D"
_U = const(85)  # marks an event taken back, R one that happened again
_R = const(82)

_LAPSE_MS = const(8000)
_MESSAGE_MS = const(2000)
_HOLD_MS = const(700)  # D held so long is redo, the star pauses the clocks

# Why a key was refused, by the codes of rules/refusals.py.
_REASONS = const((b"", b"BAD", b"END", b"NO", b"BALL", b"RANG", b"NONE"))


class Console:
    """The referee's side of a board.

    `face` is drawn on, `buzzer` needs `play(notes)`, `lamp` is the policy of lamp.py, `clocks`
    those of clocks.py, `infos` are the names of what the information field may show (None: all
    that the game has).
    """

    def __init__(self, face, buzzer, lamp, clocks, infos: list | None = None):
        self._face = face
        self._buzzer = buzzer
        self._lamp = lamp
        self._clocks = clocks
        self._beat = 0  # of the clocks, when one of them was last drawn
        self._entry = Entry()
        self._info = 0
        self._recall = 0  # how far back the entry is that the line shows, 0 none
        self._message = bytearray(len(face.line))
        self._message_ms = 0
        self._lapse_ms = 0
        self._undo_ms = 0  # how long D is held more before it means redo
        self._pause_ms = 0  # and the star, before it pauses the clocks
        self._infos = infos
        self._faulty = False
        self._stuck = 0  # the key that was named as stuck last
        self._menu: Any = None
        self._offered = False  # the game is named until something happens
        self.left: tuple | None = None  # (game, match) that manual stands in for
        self._journal: Any = None

    def begin(self, game: str, options: dict) -> None:
        """Begin a match; `options` must have passed the game's `option_fault`."""
        self.left = None
        self._offered = True
        self._start(game, load_game(game)(options))

    @property
    def match_s(self) -> int:
        """How long the match has lasted, in seconds."""
        return self._clocks.match_s

    def write_into(self, journal) -> None:
        """Show from now on what `journal.holds(match)` is not sure of: the score has points."""
        self._journal = journal
        self.draw()

    def resume(self, game: str, match, left: tuple | None) -> None:
        """Go on after a restart with a match; `left`: the (game, match) it stands in for."""
        self.left = left
        self._take_up(game, match)
        self._offered = False
        self._clocks.resume(not match.match_over and match.history.begun(), self._in_frame())
        self.tell(b"RESU")

    def tell(self, text: bytes) -> None:
        """Say something that no key asked for."""
        self._buzzer.play(sounds.LAPSED)
        self._face.clear_line()
        self._face.write(0, text)
        self._say()
        self.draw()

    def _start(self, game, match):
        self._take_up(game, match)
        self._attend()
        self.draw()

    def _take_up(self, game, match):
        self.game = game
        self.match = match
        self._menu = None
        self._map = load_keys(game)(self.match)
        self._map.allow(self._infos, self._clocks.times_strokes)
        self._info = self._map.next_info(-1)
        self._entry.drop()
        self._drop_message()
        self._face.clear()
        self.match.history.tidy()

    def press(self, char: int) -> None:
        """A key went down: its label as a character code."""
        self._finish_undo()
        recall = self._recall
        self._drop_message()
        self._lapse_ms = _LAPSE_MS
        if self._menu is not None:
            self._menu_key(self._menu, char)
        elif recall and char == STAR:
            self._show_recalled(recall + 1)
        elif char == _UNDO:
            self._undo_key()
        elif self._entry.busy:
            self._sequence_key(char)
        elif char == STAR:
            self._show_next_info()
        elif char == ENTER and self._is_idle():
            self._open_menu()
        elif char == ENTER:
            self._enter_event(self._map.going_on(), 0)
        else:
            self._sequence_key(char)
        self.draw()

    def release(self, char: int) -> None:
        """A key came up. D undoes now, unless it was held for redo."""
        if char == _UNDO:
            self._finish_undo()
        elif char == STAR:
            self._pause_ms = 0

    def step(self, elapsed_ms: int) -> None:
        """Let time pass: messages end, sequences lapse, D held becomes redo."""
        self._lamp.step(elapsed_ms, not self._is_safe())
        self._step_clocks(elapsed_ms)
        if self._undo_ms:
            self._undo_ms = max(0, self._undo_ms - elapsed_ms)
            if not self._undo_ms:
                self._redo()
        if self._lapse_ms:
            self._lapse_ms = max(0, self._lapse_ms - elapsed_ms)
            if not self._lapse_ms:
                self._lapse()
        if self._message_ms:
            self._message_ms = max(0, self._message_ms - elapsed_ms)
            if not self._message_ms:
                self._drop_message()
                self.draw()

    def fault(self, present: bool) -> None:
        """Say whether a part of the board is out of order; the lamp `fault` shows it."""
        if present != self._faulty:
            self._faulty = present
            self.draw()

    def stuck(self, char: int) -> None:
        """Say which key is isolated because it is stuck, 0 for none; each is named once."""
        if char != self._stuck:
            self._stuck = char
            if char:
                self.tell(b"STU")
                self._message[3] = char
                self.draw()

    def rest(self) -> None:
        """Do in a quiet moment what takes heap, so that no key has to."""
        self.match.history.tidy()

    def draw(self) -> None:
        """Show everything as it stands."""
        face = self._face
        self._map.draw(face)
        if not self._is_safe():
            face.point("score_a", True)
            face.point("score_b", True)
        face.lamp("fault", self._faulty)
        if self._message_ms:
            face.line[:] = self._message
        elif self._menu is not None:
            self._menu.draw(face)
        elif self._entry.busy:
            self._map.write_entry(face, self._entry)
        elif self._clocks.interval_s and not self._in_frame():
            face.clear_line()
            clock.write_time(face, self._clocks.interval_s)
        elif self._names_offer():
            write_label(face, self.game)
        else:
            self._draw_state()
        face.show_line()

    def _draw_state(self):
        shown = self._map.clock_of(self._info)
        if shown >= 0 and not self.match.frame_over:
            self._face.clear_line()
            self._clocks.write(self._face, shown)
        else:
            self._map.write_state(self._face, self._info)

    # -- keys ---------------------------------------------------------------------------------

    def _sequence_key(self, char):
        answer = self._entry.key(char, self._map.keys)
        if answer == DONE:
            self._complete(self._entry.kind, self._entry.arg)
        elif answer == MORE:
            self._buzzer.play(sounds.MORE)
        else:
            self._refuse(BAD_TOKEN)

    def _complete(self, kind, arg):
        if kind < ACTION:
            self._enter_event(kind, arg)
        elif kind == LAMP_KEY:
            self._answer(ACCEPTED if self._lamp.toggle() else NOT_NOW, sounds.ACCEPTED)
        elif kind == RECALL:
            self._show_recalled(1)
        elif kind == NEW_MATCH:
            self._new_match()
        elif kind == TO_MANUAL:
            self._switch_to_manual()
        else:
            self._order_clock(kind, self._entry.arg)

    def _order_clock(self, kind, minutes):
        clocks = self._clocks
        done = True
        if kind == EXTENSION:
            done = clocks.extend(self.match.striker())
        elif kind == INTERVAL:
            clocks.start_interval(minutes)
        elif kind == TABLE_TIME:
            clocks.rent(minutes)
            self._lamp.rent(clocks.rented)
        self._answer(ACCEPTED if done else NOT_NOW, sounds.ACCEPTED)

    def _step_clocks(self, elapsed_ms):
        """Signals only sound; no clock ends a frame or moves a turn."""
        clocks = self._clocks
        if self._pause_ms:
            self._pause_ms = max(0, self._pause_ms - elapsed_ms)
            if not self._pause_ms:
                clocks.pause()
                self._buzzer.play(sounds.UNDONE if clocks.paused else sounds.REDONE)
        signal = clocks.step(elapsed_ms)
        if signal == clock.TICK:
            self._buzzer.play(sounds.CLOCK_TICK)
        elif signal == clock.EXPIRED:
            self._buzzer.play(sounds.CLOCK_OVER)
        elif signal != clock.SILENT:
            self._buzzer.play(sounds.CLOCK_WARNING)
        if clocks.beats != self._beat:
            self._beat = clocks.beats
            self._lamp.rent(clocks.rented)
            self.draw()

    def _new_match(self):
        """Same again; never over a match that is being played, since no undo leads back."""
        if self.match.history.begun() and not self.match.match_over:
            self._refuse(NOT_NOW)
        else:
            self.begin(self.game, self.match.options)
            self._buzzer.play(sounds.FRAME)

    def _names_offer(self):
        """Whether the information field names the game that is offered."""
        return self._offered and not self.match.history.begun()

    def _show_next_info(self):
        if not self._names_offer():
            self._info = self._map.next_info(self._info)
        self._offered = False
        self._pause_ms = _HOLD_MS
        self._buzzer.play(sounds.MORE)

    def _is_idle(self):
        """Whether no match is being played: there is none to lose, and no frame to go on to."""
        match = self.match
        return not match.history.begun() and self.left is None

    def _is_safe(self):
        """Whether the flash has all that happened, as far as it is kept at all."""
        return self._journal is None or self._journal.holds(self.match)

    def _open_menu(self):
        """Nothing is played, so there is time and room to load it."""
        from console.menu import Menu

        self._menu = Menu(self.game, self.match.options)
        self._buzzer.play(sounds.MORE)

    def _menu_key(self, menu, char):
        answer = menu.key(char)
        if answer == DONE:
            self.begin(menu.game, menu.options)
            self._buzzer.play(sounds.FRAME)
        elif answer == LEAVES:
            self._menu = None
            self._buzzer.play(sounds.LAPSED)
        elif answer == WRONG:
            self._refuse(BAD_TOKEN)
        else:
            self._buzzer.play(sounds.MORE)

    def _switch_to_manual(self):
        """To plus and minus, or back to the game, with the score kept."""
        from console.handover import bring_back, to_manual  # rarely needed

        if self.left is not None:
            game, match = self.left
            self.left = None
            refusal = bring_back(match, self.match)
            self._start(game, match)
            self._answer(refusal, sounds.ACCEPTED)
        elif self.game == "manual" or self.match.match_over:
            self._refuse(NOT_NOW)
        else:
            manual = to_manual(self.match)
            self.left = (self.game, self.match)
            self._start("manual", manual)
            self._buzzer.play(sounds.ACCEPTED)

    def _enter_event(self, kind, arg):
        was_over = self.match.frame_over
        refusal = self.match.enter(kind, arg)
        ended = self.match.frame_over and not was_over
        if refusal == ACCEPTED:
            self._clocks.stroke()
        self._answer(refusal, sounds.FRAME if ended else sounds.ACCEPTED)

    def _undo_key(self):
        """D in a sequence drops it; else it names the event that its release takes back."""
        if self._entry.busy:
            self._lapse()
            return
        self._undo_ms = _HOLD_MS
        self._buzzer.play(sounds.MORE)
        if self.match.history.look_back(1):
            self._say_event(_U)

    def _finish_undo(self):
        """D is down no more, or another key went down after it."""
        if self._undo_ms:
            self._undo_ms = 0
            self._answer(self.match.undo(), sounds.UNDONE, False)
            self.draw()

    def _redo(self):
        refusal = self.match.redo()
        if refusal == ACCEPTED:
            self._say_event(_R)
        self._answer(refusal, sounds.REDONE, False)
        self.draw()

    def _show_recalled(self, steps):
        """Show an entry further back; while it stands there the star goes on to the one before."""
        if self.match.history.look_back(steps):
            self._recall = steps
            self._say_event(48 + steps % 10)
            self._buzzer.play(sounds.MORE)
        else:
            self._refuse(EMPTY_UNDO)

    def _lapse(self):
        """What was begun is dropped, audibly."""
        if self._entry.busy:
            self._entry.drop()
            self._buzzer.play(sounds.LAPSED)
            self.draw()

    # -- answers ------------------------------------------------------------------------------

    def _answer(self, refusal, sound, anew=True):
        if refusal == ACCEPTED:
            self._offered = False
            self._buzzer.play(sound)
            self._attend(anew)
        else:
            self._refuse(refusal)

    def _refuse(self, refusal):
        """Say why a key was refused; never silently."""
        self._buzzer.play(sounds.REFUSED)
        self._face.clear_line()
        self._face.write(0, _REASONS[refusal])
        self._say()

    def _say_event(self, mark):
        """Name the event that `history` last read, behind a mark."""
        history = self.match.history
        self._face.clear_line()
        self._face.line[0] = mark
        self._map.write_event(self._face, history.kind, history.arg, 1)
        self._say()

    def _say(self):
        """Keep what stands in the line for a while."""
        self._message[:] = self._face.line
        self._message_ms = _MESSAGE_MS

    def _drop_message(self):
        self._message_ms = 0
        self._recall = 0

    def _attend(self, anew=True):
        """Tell the lamp and the clocks whether a match and a frame are being played."""
        in_match = not self.match.match_over and self.match.history.begun()
        self._lamp.attend(in_match, self._in_frame())
        self._clocks.attend(in_match, self._in_frame(), anew)

    def _in_frame(self):
        return self.match.history.begun() and not self.match.frame_over
