"""A match that was kept, brought back after a restart."""

from rules.resume import begin, resume


def bring_back(saved):
    """Return the match that a Saved of store/recovery.py was, at its last event.

    ValueError if it is none: its records may be whole and still be of another firmware.
    """
    try:
        match = begin(saved.game, saved.options)
        resume(match, saved.pages, saved.fits(match))
    except MemoryError:  # says nothing of the records: the next start may have it
        raise
    except Exception as error:  # whatever foreign bytes lead to
        raise ValueError("not a match of " + saved.game) from error
    return match
