"""The scoresheet's text: tokens to events and back, the state by its public names.

Text is for people and files, so this is never on the way of a key. How tokens are formed stands
in the tables KINDS and OWN_KINDS of each game, in the language of forms.py.
"""

from rules.forms import parse_form, print_form, read_number
from rules.history import History
from rules.match import (
    OWN,
)
from rules.refusals import BAD_TOKEN


def enter_token(match, token: str) -> int:
    """Let a token of the scoresheet happen to `match`; return ACCEPTED or the refusal."""
    if token == "u":
        return match.undo()
    if token == "U":
        return match.redo()
    if token[:1] == "@":
        number, end = read_number(token, 1)
        return match.stamp(number) if end == len(token) and end > 1 else BAD_TOKEN
    event = parse(match, token)
    return match.enter(*event) if event else BAD_TOKEN


def parse(match, token: str):
    """Return the event (kind, argument) that a token means in this game, or None."""
    for kind, form in _forms(match):
        arg = parse_form(form, token, match.pairs)
        if arg is not None:
            return kind, arg
    return None


def text(match, kind: int, arg: int) -> str:
    """Return the token of an event."""
    return print_form(match.kind_row(kind)[0], arg)


def sheet(match) -> list[str]:
    """Return the tokens of all events that are not undone."""
    return [text(match, kind, arg) for kind, arg in match.history.events()]


def state(match) -> dict:
    """Return the state by its public names; see docs/scoresheet.md."""
    return dict(state_items(match))


def state_items(match):
    """Yield the state as pairs of a public name and its value, for who has little time a pass."""
    from rules.states import state_rows  # a board without a link never asks for it

    yield "game", match.GAME
    for key, attribute, names in state_rows(match.GAME):
        if key != "total" or match.frames_set:
            value = getattr(match, attribute)
            yield key, _public(match, value() if callable(value) else value, names)


def position(match) -> str:
    """Return the whole position as one line, which `set_position` reads back."""
    fields = []
    for name in match.FIELDS:
        value = getattr(match, name)
        numbers = value if isinstance(value, list) else [value]
        texts = [str(int(number)) for number in numbers]
        fields.append(name + "=" + ",".join(texts))
    return " ".join(fields)


def set_position(match, line: str) -> None:
    """Bring `match` to a position that `position` printed; ValueError if the line is none.

    Its history begins there: what was entered before is not undone any more.
    """
    values = {}
    for field in line.split():
        name, _, texts = field.partition("=")
        values[name] = [int(text) for text in texts.split(",")]
    if sorted(values) != sorted(match.FIELDS):
        raise ValueError("the fields are not those of " + match.GAME)
    for name in match.FIELDS:
        value = getattr(match, name)
        if len(values[name]) != (2 if isinstance(value, list) else 1):
            raise ValueError(name + " has the wrong number of values")
    for name in match.FIELDS:
        numbers = values[name]
        setattr(match, name, numbers if len(numbers) == 2 else numbers[0])
    match.history = History(match)


def _forms(match):
    """Yield (kind, form) of every event that the game knows."""
    for kind in range(OWN + len(match.OWN_KINDS)):
        row = match.kind_row(kind)
        if row and kind not in match.LACKS:
            yield kind, row[0]


def _public(match, value, names):
    """A value as the page has it, by what states.py says of its names."""
    if callable(names):
        return names(value)
    if names is None:
        return list(value) if isinstance(value, list) else value
    if names == "bool":
        return [bool(one) for one in value] if isinstance(value, list) else bool(value)
    if names == "bits":
        return [name for bit, name in enumerate(match.CHOICES) if value & 1 << bit]
    return names[value] if value >= 0 else None
