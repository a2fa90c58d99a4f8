"""Looks at the parts of a board in each pass, and notes in its diary what went wrong."""

from store.entries import NO_ANSWER, ROOM_MADE, SAVE_FAILED, STUCK


class Diarist:
    """Writes the `diary` of a board that has this `store`."""

    def __init__(self, diary, store):
        self._diary = diary
        self._store = store
        self._failures = 0
        self._rooms = 0
        self._silent = -1
        self._stuck = 0

    def step(self, elapsed_ms, silent, stuck) -> None:
        """Behind the store's turn. `silent` is the panel's, `stuck` the keyboard's."""
        self._follow_store()
        if silent != self._silent:
            self._silent = silent
            if silent >= 0:
                self._diary.note(NO_ANSWER, silent)
        if stuck != self._stuck:
            self._stuck = stuck
            if stuck:
                self._diary.note(STUCK, stuck)
        self._diary.step(elapsed_ms, self._store.quiet)

    def _follow_store(self):
        store = self._store
        if store.failures != self._failures:
            self._diary.note(SAVE_FAILED, 0, store.failures - self._failures)
            self._failures = store.failures
        if store.journal.rooms != self._rooms:
            self._diary.note(ROOM_MADE, 0, store.journal.rooms - self._rooms)
            self._rooms = store.journal.rooms
