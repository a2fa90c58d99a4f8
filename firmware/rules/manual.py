"""Manual: plus and minus, for when the rules shall not judge."""

from rules.match import (
    Match,
)


class Manual(Match):
    """Only the events that all games have. See Match for what callers use."""

    GAME = "manual"

    OPTIONS = dict(Match.OPTIONS)
    OPTIONS["start"] = ("<0-999>-<0-999>", 0)


Game = Manual
