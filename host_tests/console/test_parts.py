"""What follows in a sequence: each part takes its keys, refuses the others unchanged."""

import pytest

from console import parts
from console.face import Face
from console.parts import DONE, MORE, WRONG

KEYS = "0123456789ABCD*#"


def typed(part, keys, base=0):
    """Type keys into a part; return its last answer and its argument."""
    answer = part.begin(base)
    for key in keys:
        assert answer == MORE
        answer = part.key(ord(key))
    return answer, part.arg


def accepted(part, keys="", base=0):
    """Which keys this part does not refuse after others."""
    return "".join(key for key in KEYS if typed(part, keys + key, base)[0] != WRONG)


def drawn(part, base, keys):
    """The line after these keys."""
    part.begin(base)
    for key in keys:
        part.key(ord(key))
    face = Face(bytearray(4), {}, {})
    face.line[:] = b"    "
    part.draw(face)
    return face.line.decode()


def points(side, minus, number):
    return number << 2 | minus << 1 | side


def both(first, second):
    return second << 14 | first


PIECES = parts.Pieces(
    {"1": (0, 3, 1, 7), "7": (0, 3, 7, 7), "A": (3, 1, 0, 1), "8": (4, 7, 0, 15)}
)

BALLS = parts.Balls("123456789")

ALL = {
    "nothing": (parts.NOTHING, 0),
    "confirm": (parts.CONFIRM, 5),
    "digit": (parts.DIGIT, 0),
    "number": (parts.NUMBER, 0),
    "number from 1": (parts.NUMBER, 1),
    "correction": (parts.CORRECTION, 1),
    "two numbers": (parts.TWO_NUMBERS, 0),
    "side": (parts.SIDE, 0),
    "side or enter": (parts.SIDE_OR_ENTER, 0),
    "seat": (parts.SEAT, 0),
    "seat in pairs": (parts.SEAT, 1),
    "seat of A in pairs": (parts.SEAT, 1 | 2),
    "pieces": (PIECES, 0),
    "pieces that begin with some": (PIECES, 3 << 4 | 1),
    "balls": (BALLS, 0),
}
BEGINNINGS = ["", "4", "12", "999", "3*", "3*4", "*", "*7", "A", "B", "18", "AA8"]


@pytest.mark.parametrize("name", ALL)
def test_a_wrong_key_changes_nothing(name):
    """The line, and what any next key leads to, are the same as without it."""
    part, base = ALL[name]
    tried = 0
    for beginning in BEGINNINGS:
        for wrong in wrong_keys(part, base, beginning):
            assert ahead(part, base, beginning + wrong) == ahead(part, base, beginning)
            tried += 1
    assert tried or name == "nothing"


def wrong_keys(part, base, beginning):
    """The keys that are refused after these, where the part awaits more after them."""
    answer = part.begin(base)
    for key in beginning:
        if answer == MORE:
            answer = part.key(ord(key))
    if answer != MORE:
        return ""
    return "".join(key for key in KEYS if key not in accepted(part, beginning, base))


def ahead(part, base, keys):
    """The line now, and the answer and the argument for every key that may follow."""
    return drawn(part, base, keys), endings(part, base, keys)


def endings(part, base, beginning):
    """Answer and argument for every key that may follow."""
    followed = []
    for key in KEYS:
        part.begin(base)
        for before in beginning:
            part.key(ord(before))
        answer = part.key(ord(key))
        followed.append((answer, part.arg if answer == DONE else None))
    return followed


def test_nothing_is_done_at_once():
    assert parts.NOTHING.begin(7) == DONE
    assert parts.NOTHING.arg == 7
    assert drawn(parts.NOTHING, 0, "") == "    "


def test_confirm_takes_enter_only():
    assert typed(parts.CONFIRM, "#", 5) == (DONE, 5)
    assert accepted(parts.CONFIRM) == "#"
    assert drawn(parts.CONFIRM, 0, "") == "   ?"


def test_digit_takes_a_colour():
    assert typed(parts.DIGIT, "5") == (DONE, 5)
    assert accepted(parts.DIGIT) == "234567"
    assert drawn(parts.DIGIT, 0, "") == "   -"


@pytest.mark.parametrize(("keys", "number"), [("0#", 0), ("7#", 7), ("007#", 7), ("999#", 999)])
def test_number_takes_digits_and_enter(keys, number):
    assert typed(parts.NUMBER, keys) == (DONE, number)


def test_number_wants_a_digit_and_at_most_three():
    assert accepted(parts.NUMBER) == "0123456789"
    assert accepted(parts.NUMBER, "1") == "0123456789#"
    assert accepted(parts.NUMBER, "100") == "#"


def test_number_is_refused_below_its_base():
    assert typed(parts.NUMBER, "0#", 1)[0] == WRONG
    assert typed(parts.NUMBER, "1#", 1) == (DONE, 1)
    assert typed(parts.NUMBER, "10#", 1) == (DONE, 10)


def test_number_shows_what_is_typed():
    assert drawn(parts.NUMBER, 0, "") == "   -"
    assert drawn(parts.NUMBER, 0, "0") == "   0"
    assert drawn(parts.NUMBER, 0, "147") == " 147"


@pytest.mark.parametrize(
    ("keys", "arg"),
    [
        ("5#", points(1, 0, 5)),
        ("*5#", points(1, 1, 5)),
        ("5*#", points(1, 1, 5)),
        ("*5*#", points(1, 0, 5)),
        ("999#", points(1, 0, 999)),
    ],
)
def test_correction_takes_points_and_the_star_for_minus(keys, arg):
    assert typed(parts.CORRECTION, keys, 1) == (DONE, arg)


def test_correction_begins_anew():
    typed(parts.CORRECTION, "*5", 1)
    assert typed(parts.CORRECTION, "3#", 0) == (DONE, points(0, 0, 3))


def test_correction_shows_its_sign():
    assert drawn(parts.CORRECTION, 0, "*") == "-  -"
    assert drawn(parts.CORRECTION, 0, "*12") == "- 12"


@pytest.mark.parametrize(
    ("keys", "arg"),
    [("45*30#", both(45, 30)), ("0*0#", 0), ("999*999#", both(999, 999))],
)
def test_two_numbers_are_parted_by_the_star(keys, arg):
    assert typed(parts.TWO_NUMBERS, keys) == (DONE, arg)


def test_two_numbers_come_one_after_the_other():
    assert accepted(parts.TWO_NUMBERS) == "0123456789"
    assert accepted(parts.TWO_NUMBERS, "4") == "0123456789*"
    assert accepted(parts.TWO_NUMBERS, "4*") == "0123456789"
    assert accepted(parts.TWO_NUMBERS, "4*1") == "0123456789#"


def test_two_numbers_say_whose_number_is_typed():
    assert drawn(parts.TWO_NUMBERS, 0, "45") == "A 45"
    assert drawn(parts.TWO_NUMBERS, 0, "45*") == "B  -"


def test_side_is_a_or_b():
    assert accepted(parts.SIDE) == "AB"
    assert typed(parts.SIDE, "A") == (DONE, 0)
    assert typed(parts.SIDE, "B") == (DONE, 1)


def test_side_may_be_left_out():
    assert accepted(parts.SIDE_OR_ENTER) == "AB#"
    assert typed(parts.SIDE_OR_ENTER, "#") == (DONE, 0)
    assert typed(parts.SIDE_OR_ENTER, "A") == (DONE, 1)
    assert typed(parts.SIDE_OR_ENTER, "B") == (DONE, 2)


def test_seat_in_singles_is_a_side():
    assert typed(parts.SEAT, "A") == (DONE, 0)
    assert typed(parts.SEAT, "B") == (DONE, 1)
    assert typed(parts.SEAT, "", 2) == (DONE, 0)
    assert typed(parts.SEAT, "", 4) == (DONE, 1)


def test_seat_in_pairs_is_a_side_and_a_player():
    assert accepted(parts.SEAT, "", 1) == "AB"
    assert accepted(parts.SEAT, "A", 1) == "12#"
    assert typed(parts.SEAT, "B#", 1) == (DONE, 1)
    assert typed(parts.SEAT, "A1", 1) == (DONE, 2)
    assert typed(parts.SEAT, "B2", 1) == (DONE, 5)
    assert typed(parts.SEAT, "#", 1 | 4) == (DONE, 1)
    assert typed(parts.SEAT, "2", 1 | 4) == (DONE, 5)


def test_pieces_set_count_and_clear():
    assert accepted(PIECES) == "178A#"
    assert typed(PIECES, "#") == (DONE, 0)
    assert typed(PIECES, "17#") == (DONE, 7)
    assert typed(PIECES, "77#") == (DONE, 0)
    assert typed(PIECES, "A1#") == (DONE, 1 << 3 | 1)
    assert typed(PIECES, "AA#") == (DONE, 0)
    assert typed(PIECES, "888#") == (DONE, 3 << 4)
    assert typed(PIECES, "8" * 15 + "#") == (DONE, 15 << 4)
    assert typed(PIECES, "8" * 16 + "7#") == (DONE, 7)


def test_pieces_come_back_to_what_the_sequence_began_with():
    base = 3 << 4 | 1 << 3 | 1
    assert typed(PIECES, "#", base) == (DONE, base)
    assert typed(PIECES, "7#", base) == (DONE, base | 7)
    assert typed(PIECES, "77A#", base) == (DONE, base)
    assert typed(PIECES, "1#", base) == (DONE, base)
    assert typed(PIECES, "8" * 13 + "#", base) == (DONE, base)
    assert typed(PIECES, "#") == (DONE, 0)


def test_balls_are_put_in_and_taken_out():
    assert accepted(BALLS) == "123456789#"
    assert typed(BALLS, "#") == (DONE, 0)
    assert typed(BALLS, "91#") == (DONE, 1 << 8 | 1)
    assert typed(BALLS, "919#") == (DONE, 1)
    assert typed(BALLS, "33#", 1 << 2) == (DONE, 1 << 2)
    assert typed(parts.Balls("1234567890"), "0#") == (DONE, 1 << 9)


def test_balls_are_shown():
    assert drawn(BALLS, 0, "") == "   -"
    assert drawn(BALLS, 0, "91") == "  19"
    assert drawn(BALLS, 0, "1234") == "  4="
