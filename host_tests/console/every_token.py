"""Every token that a game can have, from the forms of its events; the keys of the shared ones."""

import itertools
import re

from console.entry import Entry
from console.parts import DONE, MORE
from rules.match import OWN
from rules.notation import text

NUMBERS = (0, 1, 9, 10, 99, 147, 999)  # what stands for all numbers where any may stand
LARGEST_ARG = 1 << 28  # rules/history.py

_KEYS = {"-": "0", "/": "#", "play": "#", "concede": "C7#", "restart": "C0#"}
_FORMS = (
    (r"concede:([AB])", r"C7\1"),
    (r"award:([AB])", r"C8\1"),
    (r"match:([AB])", r"C9\1"),
    (r"([AB])\+(\d+)", r"C\1\2#"),
    (r"([AB])-(\d+)", r"C\1*\2#"),
    (r"points=(\d+)-(\d+)", r"CC1\1*\2#"),
    (r"frames=(\d+)-(\d+)", r"CC2\1*\2#"),
    (r"turn=([AB][12])", r"CC3\1"),
)


def shared_keys(token, pairs=0):
    """The keys for a token of every game, or None."""
    if token in _KEYS:
        return _KEYS[token]
    for form, keys in _FORMS + ((r"turn=([AB])", r"CC3\1#" if pairs else r"CC3\1"),):
        if re.fullmatch(form, token):
            return re.sub(form, keys, token)
    return None


def every_token(match):
    """All tokens of the match's game but `/` and `play`, which are the key # of every game."""
    for kind in range(OWN + len(match.OWN_KINDS)):
        row = match.kind_row(kind)
        if row and row[0] not in ("/", "play") and kind not in match.LACKS:
            yield from tokens(row[0], match.pairs)


def tokens(form, pairs):
    """All tokens of a form of rules/forms.py; of open numbers some."""
    literals = re.split("<[^>]*>", form)
    choices = [choices_of(part, pairs) for part in re.findall("<([^>]*)>", form)]
    for chosen in itertools.product(*choices):
        yield "".join(itertools.chain(*itertools.zip_longest(literals, chosen, fillvalue="")))


def choices_of(part, pairs):
    if part == "n":
        return [str(number) for number in NUMBERS]
    if part == "seat":
        return ["", "1", "2"] if pairs else [""]
    if part[0] == "x":
        return [""] + [f"x{count}" for count in range(int(part[1]) + 1, 16)]
    if "|" in part:
        return part.split("|")
    if "set" in part:
        return _sets(part)
    if "kinds" in part:
        return _kinds(part)
    least, most, optional = re.fullmatch(r"(\d+)-(\d+)(\??)", part).groups()
    numbers = [str(number) for number in range(int(least), int(most) + 1)]
    return [""] * bool(optional) + numbers


def _sets(part):
    """Balls by number, ascending: every set of them."""
    optional, most = re.fullmatch(r"(\+?)set(\d+)\??", part).groups()
    balls = [str(ball) for ball in range(1, int(most) + 1)]
    sets = [
        optional + "+".join(chosen)
        for size in range(1, len(balls) + 1)
        for chosen in itertools.combinations(balls, size)
    ]
    return [""] * (part[0] == "+" or part[-1] == "?") + sets


def _kinds(part):
    """Balls by kind, up to seven of one, in either order, the eight behind them."""
    counts = [""] + [f"{count}" for count in range(2, 8)]
    named = [[kind + count for count in counts] for kind in "st"]
    both = itertools.chain(itertools.product(*named), itertools.product(*reversed(named)))
    balls = ["+".join(kinds) for kinds in both] + named[0] + named[1]
    if part == "kinds" or part == "+kinds":
        balls += [kinds + "+8" for kinds in balls]
    if part[0] == "+":
        return [""] + ["+" + kinds for kinds in balls] + ["+8"] * (part == "+kinds")
    return balls


def typed(keymap, keys):
    """The token that the keys enter; each but the last must ask for more."""
    entry = Entry()
    answers = [entry.key(ord(key), keymap.keys) for key in keys]
    assert answers == [MORE] * (len(keys) - 1) + [DONE], keys
    assert entry.arg < LARGEST_ARG
    return text(keymap.match, entry.kind, entry.arg)
