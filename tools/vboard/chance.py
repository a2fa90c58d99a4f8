"""Seeded chance: the same on every interpreter, in small integers, without the heap."""


class Chance:
    """Marsaglia's xorshift generator with 16 bits of state."""

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFF or 1

    def bits(self) -> int:
        """Sixteen bits."""
        x = self._state
        x ^= x << 7 & 0xFFFF
        x ^= x >> 9
        x ^= x << 8 & 0xFFFF
        self._state = x
        return x

    def bytes(self, size: int) -> bytearray:
        """So many bytes."""
        return bytearray([self.bits() >> 8 for _ in range(size)])
