"""A match as header keys and texts, as board files and scoresheets have them, made ready."""

from rules.forms import parse_form
from rules.games import NAMES, load


def read_header(header: dict):
    """Return (game, options) for `Console.begin`; ValueError names the key that is wrong.

    Keys that no header has are ignored, apart from `pairs`: two players a side when true.
    """
    name = header["game"]
    if name not in NAMES:
        raise ValueError("game: there is none called %s" % name)
    game = load(name)
    options = {"pairs": 1} if header.get("pairs") else {}
    for key in game.OPTIONS:
        if key in header:
            options[key] = _read(key, game.OPTIONS[key][0], str(header[key]))
    fault = game.option_fault(options)
    if fault:
        raise ValueError("%s: does not go with the other keys" % fault)
    return name, options


def _read(key, form, text):
    packed = parse_form(form, text)
    if packed is None:
        raise ValueError("%s: %s is none of %s" % (key, text, form))
    return packed
