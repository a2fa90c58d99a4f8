"""The texts of all languages say the same, and what they say is what the keys do."""

import itertools
import json

import pytest

from console.entry import Entry
from console.games import load as load_keys
from console.parts import DONE, MORE
from rules.games import NAMES
from rules.games import load as load_game
from tools.legends import LANGUAGES, balls, captions, expand, games, legends, texts
from tools.venv import ROOT

KEYS = "123A456B789C*0#D"
CASES = list(itertools.product(games(), LANGUAGES))


@pytest.fixture(params=games())
def game(request):
    return request.param


def key_map(game):
    return load_keys(game)(load_game(game)({}))


def ways(sequence, filling=""):
    """The sequences that a text's one stands for, with something in the place of n and … ."""
    steps = [{"n": ["2"], "…": [filling]}.get(step) or expand(step) for step in sequence.split()]
    return ["".join(way) for way in itertools.product(*steps)]


def outcome(keys, table):
    entry = Entry()
    answers = [entry.key(ord(key), table) for key in keys]
    return answers[-1] if all(answer == MORE for answer in answers[:-1]) else None


def assert_known(sequences, table):
    """Each sequence is an event, whichever of its keys are taken, with a filling that fits."""
    for sequence in sequences:
        for fillings in zip(*(ways(sequence, filling) for filling in ("1", "0"))):
            assert DONE in [outcome(keys, table) for keys in fillings], sequence


def test_there_are_texts_for_every_game_of_the_menu():
    assert sorted(games()) == sorted(NAMES)


def test_every_sequence_is_one_of_the_firmware(game):
    assert_known(texts(game).sequences, key_map(game)._table_keys)


def test_every_sequence_of_the_break_is_one_while_it_is_due(game):
    assert_known(texts(game).on_break, key_map(game).keys)


def test_every_sequence_of_the_firmware_is_told(game):
    map_ = key_map(game)
    said = {keys for sequence in texts(game).sequences for keys in ways(sequence)}
    said |= set(legends(game))
    begun = {keys for s in texts(game).sequences if "…" in s for keys in ways(s.split(" …")[0])}
    for keys, row in map_.rows().items():
        if row[0] not in map_.match.LACKS:
            told = any(one.startswith(keys) for one in said)
            assert told or any(keys.startswith(one) for one in begun), keys


@pytest.mark.parametrize("game, language", CASES)
def test_the_languages_say_the_same_things(game, language):
    english, other = texts(game), texts(game, language)
    for part in ("keys", "sequences", "on_break", "board", "captions"):
        assert getattr(other, part).keys() == getattr(english, part).keys(), part
    assert other.words.keys() == english.words.keys()
    said = [*other.sequences.values(), *other.keys.values(), *other.captions.values()]
    assert all(text and text == text.strip() for text in said)


def test_a_legend_has_two_lines_at_most_and_only_keys_that_there_are(game):
    for language in LANGUAGES:
        found = legends(game, language)
        assert set(found) <= set(KEYS)
        assert all(legend.count("\n") < 2 for legend in found.values())


def test_counts_are_declined():
    assert [legends("14.1", "ru")[key] for key in "125"] == ["1 шар", "2 шара", "5 шаров"]
    assert [legends("14.1", "pl")[key] for key in "125"] == ["1 bila", "2 bile", "5 bil"]
    assert legends("14.1", "fa")["5"] == "۵ توپ"


def test_what_the_page_shows():
    assert legends("snooker")["1"] == "red"
    assert captions("nine-ball")["frames"] == "fouls"
    assert captions("snooker", "pl")["free"] == "wolna bila"
    assert balls("snooker") == {str(n): legends("snooker")[str(n)] for n in range(1, 8)}
    assert balls("carom") == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_stands_twice_in_an_object(language):
    def once(pairs):
        names = [name for name, _ in pairs]
        assert len(set(names)) == len(names), names
        return dict(pairs)

    text = (ROOT / "tools" / "texts" / f"{language}.json").read_text(encoding="utf-8")
    assert json.loads(text, object_pairs_hook=once)["name"]
