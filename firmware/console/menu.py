"""The match picked by keypad: the game, then its options one by one, the last choice first.

Enter takes what is shown and goes on to the next item, and behind the last one the match begins;
C begins it at once, D leaves everything as it was. A number is typed, a word is picked by its
place; the star goes on to the next value. Which options there are is asked of the game, so a new
game brings its own. Nothing is played meanwhile, so here heap may be taken.
"""

from micropython import const

from console.games import write_label
from console.parts import DONE, ENTER, LEAVES, MORE, STAR, WRONG, digit_of
from rules.forms import parse_form, print_form
from rules.games import NAMES, load

_C = const(67)
_D = const(68)

# Only one of these says how long the match is; the others must not be said then.
_LENGTHS = ("best-of", "race-to", "frames")

# Two characters that name an option; the others are named by their own first ones.
_LABELS = {
    "game": b"",
    "preset": b"ED",
    "pairs": b"PR",
    "breaks": b"BR",
    "break-order": b"OR",
    "best-of": b"BO",
    "race-to": b"RA",
    "frames": b"FS",
    "reds": b"RE",
    "start": b"S",
    "target": b"T",
    "three-fouls": b"3F",
}

# What the seven segments show for letters that have no form of their own.
_INSTEAD = {"K": "H", "M": "N", "V": "U", "W": "U", "X": "H", "Z": "2"}


class Menu:
    """The choice of `game` and `options`, as `Console.begin` takes them."""

    def __init__(self, game: str, options: dict):
        self.game = game
        self.options = dict(options)
        self._at = 0
        self._typed = False  # the next digit goes on with the number that is shown
        self._items = self._list_items()

    def key(self, char: int) -> int:
        """Take a key: MORE are awaited, DONE begins the match, LEAVES drops it, or it is WRONG."""
        if char == _D:
            return LEAVES
        if char == _C or char == ENTER and self._at == len(self._items) - 1:
            return self._begin()
        if char == ENTER:
            self._at += 1
            self._typed = False
            return MORE
        if char == STAR:
            self._set((self._value() + 1) % (self._most() + 1))
            return MORE
        digit = digit_of(char)
        return self._digit(digit) if digit >= 0 else WRONG

    def draw(self, face) -> None:
        """Show the item: its name and its value; a side's own item lights its lamp."""
        key, side, _, _ = self._items[self._at]
        face.clear_line()
        if key == "game":
            write_label(face, self.game)
        else:
            face.write(0, _name(key))
            words = self._words()
            if words:
                face.write(2, _shown(words[self._value()]))
            else:
                face.write_number(self._value())
        if side >= 0:
            face.lamp("turn_a", side == 0)
            face.lamp("turn_b", side == 1)

    def _list_items(self):
        """Rows (key, side or -1, form of the value, where it stands in the packed option)."""
        game = load(self.game)
        items = [("game", -1, "", 0)]
        if game.HAS_PAIRS:
            items.append(("pairs", -1, "<no|yes>", 0))
        for key in sorted(game.OPTIONS, key=_order):
            form = game.OPTIONS[key][0]
            if key == "target":
                items += [(key, 0, "<1-999>", 0), (key, 1, "<1-999>", 11)]
            elif key == "start":
                items += [(key, 0, "<0-999>", 0), (key, 1, "<0-999>", 10)]
            elif key != "aggregate" and "<" in form:  # the former follows from `frames`
                items.append((key, -1, form, 0))
        return items

    def _words(self):
        form = self._items[self._at][2]
        return form.strip("<>").split("|") if "|" in form else None

    def _most(self):
        """The largest value of the item."""
        key, _, form, _ = self._items[self._at]
        if key == "game":
            return len(NAMES) - 1
        words = self._words()
        return len(words) - 1 if words else int(form.strip("<>").split("-")[1])

    def _value(self):
        key, side, _, shift = self._items[self._at]
        if key == "game":
            return NAMES.index(self.game)
        packed = self._packed(key)
        if key == "target" and side == 1 and not packed >> shift:
            return packed & 1023
        return packed >> shift & 1023

    def _packed(self, key):
        if key in self.options or key == "pairs":
            return self.options.get(key, 0)
        said = [length for length in _LENGTHS if length in self.options]
        return 0 if key in _LENGTHS and said else load(self.game).OPTIONS[key][1]

    def _digit(self, digit):
        if self._items[self._at][0] == "game" or self._words():
            if not 1 <= digit <= self._most() + 1:
                return WRONG
            self._set(digit - 1)
            return MORE
        value = self._value() * 10 + digit if self._typed else digit
        if value > self._most():
            return WRONG
        self._typed = True
        self._set(value)
        return MORE

    def _set(self, value):
        key, side, _, shift = self._items[self._at]
        if key == "game":
            self._change_game(NAMES[value])
        elif key == "target":
            self._set_target(side, value)
        elif side >= 0:
            kept = self._packed(key) & ~(1023 << shift)
            self.options[key] = kept | value << shift
        else:
            self.options[key] = value
            if key in _LENGTHS:
                self._set_length(key, value)

    def _set_target(self, side, value):
        packed = self._packed("target")
        both = [packed & 1023, packed >> 11 or packed & 1023]
        both[side] = value
        self.options["target"] = both[0] | 1 << 10 | both[1] << 11

    def _set_length(self, key, value):
        for other in _LENGTHS:
            if other != key or not value:
                self.options.pop(other, None)
        self.options.pop("aggregate", None)
        if key == "frames" and value:
            self.options["aggregate"] = 1

    def _change_game(self, game):
        """Keep what the other game knows too; its own edition and target are its own."""
        old, new = load(self.game).OPTIONS, load(game).OPTIONS
        for key in list(self.options):
            if key not in new or new[key] != old.get(key):
                del self.options[key]
        self.game = game
        self._items = self._list_items()

    def _begin(self):
        """Begin, or go to the option that does not go with the others."""
        fault = load(self.game).option_fault(self.options) or self._unreadable()
        if not fault:
            return DONE
        self._typed = False
        for at in range(len(self._items)):
            if self._items[at][0] == fault:
                self._at = at
        return WRONG

    def _unreadable(self):
        """The first option that no scoresheet could say, such as a target of 0."""
        for key, packed in self.options.items():
            if key != "pairs":
                form = load(self.game).OPTIONS[key][0]
                if parse_form(form, print_form(form, packed)) != packed:
                    return key
        return ""


def _order(key):
    """The length first, what is rarely changed last."""
    first = ("preset", "best-of", "race-to", "breaks", "reds", "target", "start")
    return (first.index(key) if key in first else len(first), key)


def _name(key):
    return _LABELS.get(key) or _shown(key)


def _shown(word):
    """The first two letters of a word, as seven segments have them."""
    letters = [_INSTEAD.get(letter, letter) for letter in word[:2].upper()]
    return "".join(letters).encode()
