"""What a user has to mend: any command may raise it, and the command line says it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator


class Refusal(Exception):
    """The text is a clear sentence that names the place, the reason and the way out.

    The command line prints it, without a traceback, and ends with status 2.
    """


@contextlib.contextmanager
def writing() -> Iterator[None]:
    """Files are written here; where one cannot be, that is a Refusal."""
    try:
        yield
    except OSError as error:
        raise Refusal(f"{error.filename}: {error.strerror}; choose another --out.") from None
