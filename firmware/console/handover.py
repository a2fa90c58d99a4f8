"""From a game to manual and back, the score kept: play goes on when rules and referee disagree.

The game is left as it is; a manual match takes over its score and frames. On the way back what
was scored meanwhile is entered into the game as corrections, and the frames and the turn as a
set-up: events like all others, so each can be undone.
"""

from rules.games import load
from rules.match import CORRECT, FRAMES, LARGEST_SCORE, POINTS, TURN
from rules.refusals import ACCEPTED

_SHARED = ("breaks", "break-order", "best-of", "race-to")


def to_manual(match):
    """Return a manual match that stands as `match` does; a score below 0 counts as 0 there."""
    options = {key: match.options[key] for key in _SHARED if key in match.options}
    if match.frames_set:
        options["race-to"] = match.frames_set
    manual = load("manual")(options)
    manual.enter(FRAMES, match.frames[0] | match.frames[1] << 14)
    manual.enter(POINTS, _shown(match.score[0]) | _shown(match.score[1]) << 14)
    manual.enter(TURN, match.striker())
    return manual


def bring_back(match, manual) -> int:
    """Enter into `match` what happened in `manual`; return the first refusal, or ACCEPTED."""
    refusal = ACCEPTED
    if manual.frames != match.frames:
        refusal = match.enter(FRAMES, manual.frames[0] | manual.frames[1] << 14)
    if CORRECT not in match.LACKS:
        for side in range(2):
            refusal = refusal or _correct(match, side, manual.score[side])
    if manual.striker() != match.striker():
        refusal = refusal or match.enter(TURN, manual.striker())
    return refusal


def _correct(match, side, score):
    points = score - _shown(match.score[side])
    if points == 0:
        return ACCEPTED
    return match.enter(CORRECT, abs(points) << 2 | (2 if points < 0 else 0) | side)


def _shown(score):
    return min(max(score, 0), LARGEST_SCORE)
