"""Debounced keys, whatever their contacts are wired to.

A press counts once the contact was closed for 4 ms, a release once it was open for 20 ms. A key
held for 30 s is taken for stuck: its release is reported, and it stays silent until its contact
opens; the others go on. So does one that is down at the start, which was pressed before: a jammed
key must not count once more at every restart. A subclass reads the contacts.

For whoever asks how worn the contacts are it is counted how long they bounced: from the first
touch to the last one before the press or release counted. That is as fine as the scans are apart.
"""

from array import array

from micropython import const

RELEASED = const(32)

_MOST = const(28)  # a bitmap of them is a small integer
_CONFIRM_MS = const(4)  # rejects the 2.5 ms pulses that long cables pick up
_RELEASE_MS = const(20)  # outlasts the bounce of worn and dome contacts
_STUCK_MS = const(30_000)
_BOUNCE_MS = const(50)  # what came longer ago than that belongs to something else
_MS_MASK = const(0xFFF_FFFF)
_MOST_COUNTED = const(0xFFFF)
BOUNCES_MS = (0, 4, 9, 19)  # a column each up to these, and one for what is longer


class Keys:
    """At most 28 of them, in bitmaps from bit 0 on.

    `stuck` are the keys taken for stuck. `moving` are those whose contact differs from what was
    made of it so far: a press or a release may be on its way. `bounces` are how many presses and
    releases bounced for how long, by BOUNCES_MS; `longest_ms` is the longest bounce of each key.
    """

    ghosts = 0

    def __init__(self, count: int) -> None:
        if not 0 < count <= _MOST:
            raise ValueError("there are 1 to 28 keys, not %d" % count)
        self.stuck = 0
        self.moving = 0
        self._down = 0  # debounced contacts, one bit a key
        self._told = 0  # the keys whose press was taken last
        self._old = 0  # the keys that have been down since before the start
        self._differs_ms = bytearray(count)  # for how long, plus 1; 0: it does not
        self._held_ms = array("H", bytes(2 * count))
        self.bounces = array("H", bytes(2 * len(BOUNCES_MS) + 2))
        self.longest_ms = bytearray(count)
        self._ms = 0  # since the start, as far as a small integer goes
        self._touched_ms = array("i", [-_BOUNCE_MS - 1] * count)  # the first touch, in `_ms`

    def begin(self) -> None:
        """Keys that are down now have been pressed before: they stay silent until they are up."""
        self._down = self._old = self._read()

    def scan(self, elapsed_ms: int) -> None:
        """Read all contacts; to be called every 2 to 5 ms."""
        self._ms = self._ms + elapsed_ms & _MS_MASK
        self._settle(self._read(), elapsed_ms)

    def is_down(self, key: int) -> bool:
        """Whether a key is down, be it silent or not."""
        return bool(self._down >> key & 1)

    @property
    def silent(self) -> int:
        """The keys that are down and count no more: stuck, or down since before the start."""
        return self.stuck | self._old & self._down

    def take(self) -> int:
        """The next event: k (key k pressed), k | RELEASED, or -1 when there is none."""
        down = self._down & ~self.stuck & ~self._old
        news = down ^ self._told
        if not news:
            return -1
        key = 0
        while not news >> key & 1:
            key += 1
        self._told ^= 1 << key
        return key if down >> key & 1 else key | RELEASED

    def _read(self) -> int:
        """Bitmap of the contacts that are closed, as far as that can be believed."""
        raise NotImplementedError

    def _settle(self, closed: int, elapsed_ms: int) -> None:
        """Move the debounced state towards the contacts that read closed."""
        keys = closed | self._down | self.moving
        if not keys:
            return
        self.moving = key = 0
        while keys:
            if keys & 1:
                self._settle_key(key, closed >> key & 1, elapsed_ms)
            keys >>= 1
            key += 1

    def _settle_key(self, key: int, closed: int, elapsed_ms: int) -> None:
        if closed == self._down >> key & 1:
            self._differs_ms[key] = 0
            if closed:
                self._hold(key, elapsed_ms)
            return
        differs_ms = self._differs_ms[key]
        if not differs_ms:
            self._differs_ms[key] = 1
            self.moving |= 1 << key
            if self._ms - self._touched_ms[key] > _BOUNCE_MS:
                self._touched_ms[key] = self._ms
        elif differs_ms - 1 + elapsed_ms >= (_CONFIRM_MS if closed else _RELEASE_MS):
            self._count_bounce(key, self._ms - elapsed_ms - differs_ms + 1)
            self._turn(key)
        else:
            self._differs_ms[key] = differs_ms + elapsed_ms
            self.moving |= 1 << key

    def _count_bounce(self, key: int, still_ms: int) -> None:
        """The contact has kept still since `still_ms`, and its press or release counts."""
        bounce_ms = max(0, min(still_ms - self._touched_ms[key], _BOUNCE_MS))
        self._touched_ms[key] = -_BOUNCE_MS - 1
        self.longest_ms[key] = max(self.longest_ms[key], bounce_ms)
        column = 0
        while column < len(BOUNCES_MS) and bounce_ms > BOUNCES_MS[column]:
            column += 1
        self.bounces[column] = min(self.bounces[column] + 1, _MOST_COUNTED)

    def _turn(self, key: int) -> None:
        self._down ^= 1 << key
        self.stuck &= ~(1 << key)
        self._old &= ~(1 << key)
        self._differs_ms[key] = 0
        self._held_ms[key] = 0

    def _hold(self, key: int, elapsed_ms: int) -> None:
        held_ms = self._held_ms[key] + elapsed_ms
        if held_ms < _STUCK_MS:
            self._held_ms[key] = held_ms
        else:
            self.stuck |= 1 << key
