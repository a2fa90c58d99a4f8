"""The simulation: a season in which everything holds, and the mistakes that it finds."""

import json
import re

import pytest

from console import lamp as lamp_module
from console import sounds
from console.clocks import Clocks
from console.console import Console
from console.face import Face
from console.lamp import Lamp
from drivers import keys
from drivers.panel import Panel
from host_tests import command
from rules.history import History
from rules.match import Match
from rules.refusals import ACCEPTED
from tools import simulate
from tools.refusal import Refusal
from tools.simulate.face import fields, turn
from tools.simulate.replica import Replica
from tools.simulate.script import read_script
from tools.simulate.season import plan, play
from tools.simulate.shrink import shrink
from tools.vboard.fault import Fault
from tools.vboard.faults import FAULTS
from tools.vm import available

SEASON = 5
MATCHES = 154  # all games in turn, each fourteen times
BROKEN_MATCHES = 60  # within so many a mistake of the firmware is found


@pytest.fixture
def run(capsys):
    """Run `simulate`: its status, what it printed, what it complained of."""

    def run(*arguments):
        return command.run(simulate, *arguments), *capsys.readouterr()

    return run


def test_a_season_in_which_everything_holds(run):
    status, printed, _ = run("--seed", str(SEASON), "--matches", str(MATCHES), "--json")
    counts = json.loads(printed)
    assert status == 0, printed
    assert counts["matches"] == MATCHES
    assert counts["matches played to the end"] >= 150
    assert counts["keys"] > 5000
    for what in ("refused", "accepted", "undone", "redone", "frame", "lapsed"):
        assert counts[f"keys {what}"] > 20, what
    for what in ("flips", "stalls", "leaps", "bus errors", "interruptions", "pulses", "jams"):
        assert counts[what] > 5, what
    for what in ("cuts", "resets", "brown-outs", "crashes", "exceptions", "refusals", "erases"):
        assert counts[what] > 10, what
    assert counts["restarts"] > 150
    assert counts["programs"] > counts["events"] > 1500


def test_the_same_seed_is_the_same_season():
    for number in (3, 15):
        first, again = (play(plan(7, number)) for _ in range(2))
        assert (first.script, first.end, first.noticed) == (again.script, again.end, again.noticed)
        assert first.script != play(plan(8, number)).script


@pytest.mark.parametrize("number", range(8))
def test_a_script_is_the_match_again(number):
    by_chance = play(plan(3, number))
    by_script = play(plan(3, number), by_chance.script)
    assert by_script.end == by_chance.end
    assert by_script.noticed == by_chance.noticed


@pytest.mark.parametrize("number", range(11))
def test_idle_time_that_is_skipped_is_as_if_it_had_passed(number):
    """But for a millisecond or two where a display kept the loop for longer than a pass."""
    script = [word for word in play(plan(4, number)).script if word != "./62000"]
    skipped = play(plan(4, number), script)
    passed = play(plan(4, number), script, skips=False)
    assert passed.broken is None
    assert passed.noticed == skipped.noticed
    assert passed.end[1:] == skipped.end[1:]
    assert abs(passed.end[0] - skipped.end[0]) <= 4


@pytest.mark.parametrize("name", ["wasm", "unix"])
def test_the_same_on_a_real_micropython_and_no_key_takes_heap(name):
    if not available(name):
        pytest.skip(f"the VM {name!r} is not installed here")
    replica = Replica(name)
    try:
        for number in (0, 2, 5, 7):
            played = play(plan(1, number))
            replica.play(played)
            assert played.broken is None
    finally:
        replica.close()


# -- firmware broken on purpose -----------------------------------------------------------------


def never_refresh(monkeypatch):
    """A register that has flipped stays so."""

    def skip(panel):
        panel._refreshed += 1

    monkeypatch.setattr(Panel, "_refresh_next", skip)


def refresh_too_late(monkeypatch):
    monkeypatch.setattr("drivers.panel._REFRESH_AFTER_MS", (100, 400, 6000))


def forget_to_debounce(monkeypatch):
    """A contact that opens while it bounces is a release."""
    monkeypatch.setattr(keys, "_CONFIRM_MS", 0)
    monkeypatch.setattr(keys, "_RELEASE_MS", 0)


def believe_pulses(monkeypatch):
    """A pulse of interference is a key."""
    monkeypatch.setattr(keys, "_CONFIRM_MS", 1)


def undo_one_too_many(monkeypatch):
    undo = History.undo
    monkeypatch.setattr(History, "undo", lambda history: undo(history) and (undo(history) or True))


def undo_without_the_state(monkeypatch):
    """The events are folded upon what they had made before."""
    monkeypatch.setattr(Match, "unpack", lambda match, cursor: None)


def switch_at_once(monkeypatch):
    """The lamp has no least times."""
    monkeypatch.setattr(lamp_module, "_MOST_AT_ONCE", 99)
    step = Lamp.step

    def hurried(lamp, elapsed_ms, saving):
        lamp._hold_ms = 0
        step(lamp, elapsed_ms, saving)

    monkeypatch.setattr(Lamp, "step", hurried)


def put_the_lamp_out_in_a_frame(monkeypatch):
    monkeypatch.setattr(
        Lamp, "toggle", lambda lamp: setattr(lamp, "wanted", not lamp.wanted) or True
    )


def apply_what_is_refused(monkeypatch):
    def enter_event(console, kind, arg):
        refusal = console.match.refusal(kind, arg)
        console.match.history.append(kind, arg)
        console.match.apply(kind, arg)
        console._answer(refusal, sounds.ACCEPTED)

    monkeypatch.setattr(Console, "_enter_event", enter_event)


def half_apply_what_is_refused(monkeypatch):
    enter = Match.enter

    def enter_half(match, kind, arg):
        refusal = enter(match, kind, arg)
        if refusal != ACCEPTED:
            match.score[0] += 1
        return refusal

    monkeypatch.setattr(Match, "enter", enter_half)


def refuse_in_silence(monkeypatch):
    refuse = Console._refuse

    def silent(console, refusal):
        buzzer, console._buzzer = console._buzzer, Mute()
        refuse(console, refusal)
        console._buzzer = buzzer

    monkeypatch.setattr(Console, "_refuse", silent)


class Mute:
    def play(self, notes):
        pass


def show_the_other_score(monkeypatch):
    number = Face.number
    other = {"score_a": "score_b", "score_b": "score_a"}
    monkeypatch.setattr(
        Face, "number", lambda face, name, value: number(face, other.get(name, name), value)
    )


def begin_the_clocks_anew_by_undo(monkeypatch):
    attend = Clocks.attend
    monkeypatch.setattr(
        Clocks,
        "attend",
        lambda clocks, in_match, in_frame, anew: attend(clocks, in_match, in_frame),
    )


MISTAKES = {
    never_refresh: "display",
    refresh_too_late: "display",
    show_the_other_score: "display",
    forget_to_debounce: "events",
    believe_pulses: "events",
    apply_what_is_refused: "events",
    half_apply_what_is_refused: "refused",
    refuse_in_silence: "heard",
    undo_one_too_many: "undo",
    undo_without_the_state: "fold",
    switch_at_once: "lamp",
    put_the_lamp_out_in_a_frame: "lamp",
    begin_the_clocks_anew_by_undo: "clocks",
}


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.__name__)
def test_a_mistake_of_the_firmware_is_found(monkeypatch, mistake):
    mistake(monkeypatch)
    found = (play(plan(SEASON, number)).broken for number in range(BROKEN_MATCHES))
    broken = next(broken for broken in found if broken is not None)
    assert broken.rule == MISTAKES[mistake]


def test_a_failure_ends_the_season_with_a_short_script_that_repeats_it(monkeypatch, run):
    half_apply_what_is_refused(monkeypatch)
    status, printed, _ = run("--seed", "5", "--matches", "9")
    assert status == 1
    found = re.search(r"--seed 5 --match (\d+) --script '(.*)'\n", printed)
    assert found, printed
    assert len(found[2].split()) <= 2
    assert "refused: the key" in printed
    status, again, _ = run("--seed", "5", "--match", found[1], "--script", found[2])
    assert status == 1
    assert found[2] in again
    monkeypatch.undo()
    status, printed, _ = run("--seed", "5", "--match", found[1], "--script", found[2])
    assert status == 0


def test_a_part_brings_a_fault_of_its_own_as_a_row_in_the_table(monkeypatch):
    class Thump(Fault):
        def draw(self, chance, stage):
            return "hard"

        def happen(self, stage, texts):
            stage.counts["thumps"] = len(texts)

    monkeypatch.setitem(FAULTS, "thump", Thump())
    assert play(plan(SEASON, 0), ["thump/hard"]).counts["thumps"] == 1


def test_the_shortest_script_keeps_what_is_needed():
    tried = []

    def breaks(script):
        tried.append(script)
        return "c" in script and "h" in script

    assert shrink(list("abcdefghijklm"), breaks) == ["c", "h"]
    assert len(tried) < 60
    assert shrink(["x"], lambda script: True) == []


@pytest.mark.parametrize(
    "arguments, said",
    [(("--script", "1/50/60"), "--match"), (("--vm", "unix"), "use 'wasm'")],
)
def test_what_cannot_be_simulated_is_said_in_a_sentence(monkeypatch, run, arguments, said):
    monkeypatch.setattr(simulate, "available", lambda name: name != "unix")
    status, printed, complaint = run(*arguments)
    assert (status, printed) == (2, "")
    assert said in complaint and complaint.count("\n") == 1


# -- the face, drawn a second time --------------------------------------------------------------

IDLE = {"match_over": False, "frame_over": False, "striker": "B"}


def test_the_second_face_by_hand():
    def shown(state, sets):
        sizes = {"score_a": 3, "score_b": 3, "frames_a": 2, "frames_b": 2, "info": 4}
        return list(fields(state, sets, sizes).values())

    snooker = {"game": "snooker", "score": [7, -12], "frames": [0, 11]}
    assert shown(snooker, True) == ["  7", "-12", " 0", "11"]
    assert fields(snooker, True, {"score_b": 2}) == {"score_b": "--"}
    carom = {"game": "carom", "score": [1000, 0], "frames": [1, 0], "innings": [4, 3]}
    assert shown(carom, True) == ["---", "  0", " 1", " 0"]
    assert shown(carom, False) == ["---", "  0", " 4", " 3"]
    groups = {"A": "stripes", "B": "solids"}
    pool = {"game": "eight-ball", "frames": [2, 1], "left": {"solids": 5, "stripes": 7}}
    assert shown({**pool, "groups": groups}, True) == ["  2", "  1", " 7", " 5"]
    assert shown({**pool, "groups": None}, True) == ["  2", "  1", "  ", "  "]
    assert turn(IDLE) == "B"
    assert turn({**IDLE, "frame_over": True, "winner": "A"}) == "A"
    assert turn({**IDLE, "match_over": True, "match_winner": None}) == ""


@pytest.mark.parametrize("word", ["zz", "1", "1/60", "1/a/b", "+/60/80", "cut/5", "jam/E/5", "./"])
def test_a_word_that_is_no_act_is_named(word):
    with pytest.raises(Refusal, match=f"word 2: .{re.escape(word)}. is no act"):
        read_script(f"./500 {word}")


def test_every_word_that_chance_draws_is_an_act():
    for number in range(14):
        words = play(plan(11, number)).script
        assert read_script(" ".join(words)) == words
