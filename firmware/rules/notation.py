"""The scoresheet's text: tokens to events and back, the state by its public names.

Text is for people and files, so this is never on the way of a key. A form is literal text with
parts in angle brackets; each part gives a number, packed from the lowest bit of the argument up:

    <2-7>     a whole number of that range            <2-7?>   the same, or nothing (0)
    <a|b|>    one of these words, by its place        <n>      any whole number (14 bits)
    <x1>      xN with N >= 1, or nothing (1)          <x0>     the same, nothing is 0 (7 bits)
    <seat>    in pairs 1, 2 or nothing (2 bits); in singles always nothing
"""

from rules.match import OWN
from rules.refusals import BAD_TOKEN

_MOST = (1 << 29) - 1  # what longer numbers are read as: too large for every event
_NUMBER_BITS = 14
_COUNT_BITS = 7
_SEAT_BITS = 2


def enter_token(match, token: str) -> int:
    """Let a token of the scoresheet happen to `match`; return ACCEPTED or the refusal."""
    if token == "u":
        return match.undo()
    if token == "U":
        return match.redo()
    if token[0] == "@":
        number, end = _read_number(token, 1)
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
    shown = {"game": match.GAME}
    for key, attribute, names in match.STATE:
        if key != "total" or match.frames_set:
            shown[key] = _public(match, getattr(match, attribute), names)
    return shown


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
    """Bring `match` to a position that `position` printed; ValueError if the line is none."""
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


def parse_form(form: str, token: str, pairs: int = 0):
    """Return the packed parts of a token that has this form, or None."""
    at = packed = shift = 0
    for literal, part in _parts(form):
        if token[at : at + len(literal)] != literal:
            return None
        at += len(literal)
        if part:
            value, at = _read_part(part, token, at, pairs)
            if value is None:
                return None
            packed |= value << shift
            shift += _bits(part)
    return packed if at == len(token) else None


def print_form(form: str, packed: int) -> str:
    """Return the text that `parse_form` packs to this number."""
    printed = ""
    for literal, part in _parts(form):
        printed += literal
        if part:
            bits = _bits(part)
            printed += _print_part(part, packed & (1 << bits) - 1)
            packed >>= bits
    return printed


def _forms(match):
    """Yield (kind, form) of every event that the game knows."""
    for kind in range(OWN + len(match.OWN_KINDS)):
        row = match.kind_row(kind)
        if row and kind not in match.LACKS:
            yield kind, row[0]


def _parts(form):
    """Yield (literal text, part behind it) from a form; the last part may be empty."""
    while form:
        literal, _, rest = form.partition("<")
        part, _, form = rest.partition(">")
        yield literal, part


def _range_of(part):
    """Return (least, most, optional) of a `2-7` or `2-7?` part, or None for the others."""
    if not part[0].isdigit():
        return None
    least, _, most = part.rstrip("?").partition("-")
    return int(least), int(most), part[-1] == "?"


def _bits(part):
    if part == "n":
        return _NUMBER_BITS
    if part == "seat":
        return _SEAT_BITS
    if "|" in part:
        return _width(part.count("|"))
    if part[0] == "x":
        return _COUNT_BITS
    return _width(_range_of(part)[1])


def _width(largest):
    width = 0
    while largest:
        width += 1
        largest >>= 1
    return width


def _read_part(part, token, at, pairs):
    """Return (value or None, place behind it)."""
    if part == "n":
        number, end = _read_number(token, at)
        return (min(number, (1 << _NUMBER_BITS) - 1) if end > at else None), end
    if part == "seat":
        seat = token[at : at + 1]
        return (int(seat), at + 1) if pairs and seat in ("1", "2") else (0, at)
    if "|" in part:
        return _read_word(part, token, at)
    if part[0] == "x":
        return _read_count(int(part[1]), token, at)
    return _read_ranged(part, token, at)


def _read_word(part, token, at):
    """The longest word that fits counts, so that `mm` is not read as `m`."""
    words = part.split("|")
    best = None
    for index in range(len(words)):
        word = words[index]
        if token[at : at + len(word)] == word:
            if best is None or len(word) > len(words[best]):
                best = index
    return best, at + (0 if best is None else len(words[best]))


def _read_count(default, token, at):
    if token[at : at + 1] != "x":
        return default, at
    number, end = _read_number(token, at + 1)
    if end == at + 1 or token[at + 1] == "0":
        return None, at
    return min(number, (1 << _COUNT_BITS) - 1), end


def _read_ranged(part, token, at):
    least, most, optional = _range_of(part)
    number, end = _read_number(token, at)
    if end == at:
        return (0 if optional else None), at
    if not least <= number <= most or (token[at] == "0" and end > at + 1):
        return None, at
    return number, end


def _read_number(token, at):
    """Return (number, place behind its last digit); only 0 to 9 are digits."""
    number = 0
    while at < len(token) and "0" <= token[at] <= "9":
        number = min(number * 10 + ord(token[at]) - 48, _MOST)
        at += 1
    return number, at


def _print_part(part, value):
    if part == "n":
        return str(value)
    if part == "seat":
        return str(value) if value else ""
    if "|" in part:
        return part.split("|")[value]
    if part[0] == "x":
        return "" if value == int(part[1]) else "x" + str(value)
    return "" if value == 0 and part[-1] == "?" else str(value)


def _public(match, value, names):
    if names is None:
        return list(value) if isinstance(value, list) else value
    if names == "bool":
        return bool(value)
    if names == "bits":
        return [name for bit, name in enumerate(match.CHOICES) if value & 1 << bit]
    return names[value] if value >= 0 else None
