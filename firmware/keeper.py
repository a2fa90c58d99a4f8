"""Between the console and the store: what is played is kept, and what was kept is played again."""

from store.journal import FAILED, ROOM_MADE, SAVED


class Keeper:
    """Keeps the matches of a `console`, a Console, in a `store`, a Store."""

    def __init__(self, store, console):
        self._store = store
        self._console = console

    def resume(self, defaults) -> None:
        """Go on with the match that was kept, if there is one, else begin one by `defaults`."""
        journal = self._store.journal
        saved = self._store.saved
        self._store.saved = None  # its pages would take as much memory again as the match's own
        if saved is not None:
            try:
                self._go_on(journal, saved)
            except MemoryError:  # a crash, after which the match is still there
                raise
            except Exception:  # records of another firmware may be whole and mean nothing
                self._begin(defaults)
                self._console.tell(b"LOST")
        self._console.write_into(journal)

    def step(self, elapsed_ms, busy, edge) -> None:
        """Behind the light and the sound: what happened is kept, and told if it must be.

        `busy` and `edge` are those of Store.step.
        """
        self._follow(self._store.journal)
        self._tell(self._store.step(elapsed_ms, busy, edge))

    def _follow(self, journal):
        console = self._console
        if journal.match is not console.match:
            journal.follow(console.game, console.match, console.left is not None)
        journal.time_s = console.match_s

    def _begin(self, defaults):
        from console.header import read_header

        self._console.begin(*read_header(defaults))

    def _go_on(self, journal, saved):
        from console.comeback import bring_back

        match = bring_back(saved)
        left = bring_back(saved.left) if saved.left else None
        self._console.resume(saved.game, match, left and (saved.left.game, left))
        if saved.fits(match):  # else it is kept anew, as a match that has just begun
            journal.resume(saved, match, left)

    def _tell(self, news):
        if news == SAVED:
            self._console.draw()
        elif news == FAILED:
            self._console.tell(b"SAUE")
        elif news == ROOM_MADE:
            self._console.tell(b"FULL")
