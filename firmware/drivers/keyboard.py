"""All keys of a board, on keypads and buttons, as the characters that are printed on them."""

from micropython import const

from drivers.keys import RELEASED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from drivers.keys import Keys

UP = const(128)  # marks a release; a character is less


class Keyboard:
    """Two keys with the same character are one to whoever takes it."""

    def __init__(self) -> None:
        self._parts: list[Keys] = []
        self._chars: list[bytes] = []

    def add(self, keys: "Keys", chars: bytes) -> None:
        """Take in a keypad or buttons; key k has chars[k] printed on it."""
        self._parts.append(keys)
        self._chars.append(chars)

    def begin(self) -> None:
        """Keys that are down now stay silent until they are up."""
        for keys in self._parts:
            keys.begin()

    def is_down(self, char: bytes) -> bool:
        """Whether a key with this character is down, be it silent or not."""
        for part in range(len(self._parts)):
            key = self._chars[part].find(char)
            if key >= 0 and self._parts[part].is_down(key):
                return True
        return False

    def scan(self, elapsed_ms: int) -> None:
        """Read all contacts; to be called every 2 to 5 ms."""
        for keys in self._parts:
            keys.scan(elapsed_ms)

    def take(self) -> int:
        """The next event: a character (pressed), the character | UP, or -1 when there is none."""
        for part in range(len(self._parts)):
            key = self._parts[part].take()
            if key >= 0:
                char = self._chars[part][key & ~RELEASED]
                return char | UP if key & RELEASED else char
        return -1

    @property
    def moving(self) -> bool:
        """Whether a press or a release may be on its way."""
        for keys in self._parts:
            if keys.moving:
                return True
        return False

    @property
    def wear(self) -> "list[tuple[list[int], dict[str, int], int]]":
        """Of each keypad and the buttons: `bounces`, `longest_ms` by character, `ghosts`.

        Takes heap.
        """
        found = []
        for part in range(len(self._parts)):
            found.append(self._wear(part))
        return found

    def _wear(self, part):
        keys = self._parts[part]
        return list(keys.bounces), _by_char(keys.longest_ms, self._chars[part]), keys.ghosts

    @property
    def silent(self) -> str:
        """The characters of the keys that are down and count no more. Takes heap."""
        found = ""
        for part in range(len(self._parts)):
            silent = self._parts[part].silent
            while silent:
                found += chr(self._chars[part][_lowest(silent)])
                silent &= silent - 1
        return found

    @property
    def stuck(self) -> int:
        """The character of a key that is taken for stuck, 0 for none."""
        for part in range(len(self._parts)):
            stuck = self._parts[part].stuck
            if stuck:
                return self._chars[part][_lowest(stuck)]
        return 0


def _by_char(longest_ms: bytearray, chars: bytes) -> "dict[str, int]":
    found = {}
    for key in range(len(chars)):
        if longest_ms[key]:
            found[chr(chars[key])] = longest_ms[key]
    return found


def _lowest(keys: int) -> int:
    key = 0
    while not keys >> key & 1:
        key += 1
    return key
