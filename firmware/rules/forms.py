"""The form language: text to a packed number and back, by a pattern.

A form is literal text with parts in angle brackets. Each part gives a number, packed from the
lowest bit up, and takes so many bits:

    <2-7>     a whole number of that range, as many bits as the largest needs
    <2-7?>    the same, or nothing, which is 0
    <a|b|>    one of these words, by its place
    <n>       any whole number; 14 bits, larger ones are read as the largest
    <x1>      xN with N >= 1, nothing is 1; 7 bits, larger ones as the largest. <x0>: nothing is 0
    <seat>    in pairs 1, 2 or nothing; in singles always nothing; 2 bits
    <set9>    balls by number, 1 to 9, joined by +, each once; 9 bits. <set9?>: or none
    <kinds>   balls by kind, s, t2 and 8 joined by +, each kind once, the eight not first:
              solids (4 bits), stripes (4), the eight (1), whether stripes are named first (1)
    <+set9>   <+kinds>  none, or the same with a + before the first, which may be the eight
    <+kinds-8>  the same without the eight

Text is for people and files, so none of this is on the way of a key.
"""

from micropython import const

_MOST = const((1 << 29) - 1)  # what longer numbers are read as: too large for every event
_NUMBER_BITS = const(14)
_COUNT_BITS = const(7)
_SEAT_BITS = const(2)
_KINDS_BITS = const(10)
_MOST_OF_A_KIND = const(15)
_SHIFTS = {"s": 0, "t": 4}
_EIGHT = const(1 << 8)
_STRIPES_FIRST = const(1 << 9)


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


def limits(form: str):
    """Return (bits, least, largest) of each part of a form, the part in the lowest bits first."""
    return [(_bits(part),) + _limits(part) for _, part in _parts(form) if part]


def keeps(limits, packed: int) -> bool:
    """Whether each part of a packed number is within its limits, and nothing is beyond them."""
    for bits, least, most in limits:
        if not least <= packed & (1 << bits) - 1 <= most:
            return False
        packed >>= bits
    return not packed


def read_number(text: str, at: int):
    """Return (number, place behind its last digit); only 0 to 9 are digits."""
    number = 0
    while at < len(text) and "0" <= text[at] <= "9":
        number = min(number * 10 + ord(text[at]) - 48, _MOST)
        at += 1
    return number, at


def _parts(form):
    """Yield (literal text, part behind it) from a form; the last part may be empty."""
    while form:
        literal, _, rest = form.partition("<")
        part, _, form = rest.partition(">")
        yield literal, part


def _sort(part):
    """What sort of part it is: the name of its readers and printers below."""
    if "|" in part:
        return "word"
    name = part.lstrip("+").rstrip("?0123456789-")
    return {"": "range", "n": "number", "x": "count"}.get(name, name)


def _range_of(part):
    least, _, most = part.rstrip("?").partition("-")
    return int(least), int(most)


def _set_size(part):
    return int(part.strip("+set?"))


def _bits(part):
    sort = _sort(part)
    if sort == "word":
        return _width(part.count("|"))
    if sort == "range":
        return _width(_range_of(part)[1])
    if sort == "set":
        return _set_size(part)
    return {
        "number": _NUMBER_BITS,
        "count": _COUNT_BITS,
        "seat": _SEAT_BITS,
        "kinds": _KINDS_BITS,
    }[sort]


def _limits(part):
    """The least and the largest value of a part. What may be left out may be 0."""
    sort = _sort(part)
    most = (1 << _bits(part)) - 1
    least = 0
    if sort == "word":
        most = part.count("|")
    elif sort == "range":
        least, most = _range_of(part)
    elif sort == "count":
        least = int(part[1])
    elif sort == "seat":
        most = 2
    elif sort == "set" or sort == "kinds":
        least = 0 if part[0] == "+" else 1
    return 0 if part[-1] == "?" else least, most


def _width(largest):
    width = 0
    while largest:
        width += 1
        largest >>= 1
    return width


# -- reading: (value or None, place behind it) ----------------------------------------------------


def _read_part(part, token, at, pairs):
    sort = _sort(part)
    if sort == "seat":
        seat = token[at : at + 1]
        return (int(seat), at + 1) if pairs and seat in ("1", "2") else (0, at)
    if sort == "set":
        return _read_balls(_add_number, part, token, at)
    if sort == "kinds":
        return _read_balls(_add_kind, part, token, at)
    readers = {
        "word": _read_word,
        "range": _read_ranged,
        "number": _read_any_number,
        "count": _read_count,
    }
    return readers[sort](part, token, at)


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


def _read_any_number(part, token, at):
    number, end = read_number(token, at)
    return (min(number, (1 << _NUMBER_BITS) - 1) if end > at else None), end


def _read_count(part, token, at):
    if token[at : at + 1] != "x":
        return int(part[1]), at
    number, end = read_number(token, at + 1)
    if end == at + 1 or token[at + 1] == "0":
        return None, at
    return min(number, (1 << _COUNT_BITS) - 1), end


def _read_ranged(part, token, at):
    least, most = _range_of(part)
    number, end = read_number(token, at)
    if end == at:
        return (0 if part[-1] == "?" else None), at
    if not least <= number <= most or (token[at] == "0" and end > at + 1):
        return None, at
    return number, end


def _read_balls(add, part, token, at):
    """Read balls joined by +; `add` reads one into those read so far."""
    balls = 0
    first = part[0] != "+"
    while first or token[at : at + 1] == "+":
        begin = at if first else at + 1
        added, end = add(part, balls, token, begin)
        if added is None:
            none = first and part[-1] == "?" and end == begin
            return (0 if none else None), at
        balls, at, first = added, end, False
    return balls, at


def _add_number(part, balls, token, at):
    ball, end = read_number(token, at)
    if end == at or token[at] == "0" or ball > _set_size(part):
        return None, end
    bit = 1 << ball - 1
    return (None if balls & bit else balls | bit), end


def _add_kind(part, balls, token, at):
    kind = token[at : at + 1]
    if kind == "8":
        refused = balls & _EIGHT or not balls and part[0] != "+" or part[-2:] == "-8"
        return (None if refused else balls | _EIGHT), at + 1
    shift = _SHIFTS.get(kind)
    if shift is None or balls >> shift & _MOST_OF_A_KIND:
        return None, at
    count, end = read_number(token, at + 1)
    if end == at + 1:
        count = 1
    elif token[at + 1] == "0":
        return None, at
    if kind == "t" and not balls & _MOST_OF_A_KIND:
        balls |= _STRIPES_FIRST
    return balls | min(count, _MOST_OF_A_KIND) << shift, end


# -- printing -------------------------------------------------------------------------------------


def _print_part(part, value):
    sort = _sort(part)
    if sort == "word":
        return part.split("|")[value]
    if sort == "count":
        return "" if value == int(part[1]) else "x" + str(value)
    if sort == "set":
        names = [str(ball + 1) for ball in range(_set_size(part)) if value >> ball & 1]
        return _join(part, names)
    if sort == "kinds":
        return _join(part, _kind_names(value))
    optional = sort == "seat" or part[-1] == "?"
    return "" if optional and not value else str(value)


def _join(part, names):
    return ("+" if part[0] == "+" and names else "") + "+".join(names)


def _kind_names(balls):
    names = []
    for kind in ("t", "s") if balls & _STRIPES_FIRST else ("s", "t"):
        count = balls >> _SHIFTS[kind] & _MOST_OF_A_KIND
        if count:
            names.append(kind + (str(count) if count > 1 else ""))
    return names + (["8"] if balls & _EIGHT else [])
