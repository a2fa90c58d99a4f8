"""Machines are weighed rightly: one whose score and heap can be worked out by hand."""

import tempfile
from pathlib import Path

import pytest

from tools.bench.peers import machines, small_snooker
from tools.bench.peers.machines import Weight
from tools.venv import ROOT

# Every event adds one to A's score, keeps 48 bytes and makes another 32 that nobody keeps.
TOY = """
kept = [None] * 2000
at = 0

def build():
    global table
    table = bytearray(1600)

def enter(event):
    global at
    kept[at] = bytearray(48)
    bytearray(32)
    at += 1
    if event == 3:
        more(20)

def more(count):
    for _ in range(count):
        pass

def rest():
    pass

def score():
    return [at, 0]
"""
OBJECT = 16  # of a bytearray: four words of 32 bits


@pytest.fixture(scope="module")
def weights():
    with tempfile.TemporaryDirectory(prefix=".bench-", dir=ROOT) as folder:
        with tempfile.TemporaryDirectory() as scratch:
            sources = {"toy": TOY, "ours": small_snooker.OURS}
            rules = machines.image.FIRMWARE / "rules"
            machines.shutil.copytree(rules, Path(scratch, "rules"))
            machines.lay(Path(folder), Path(scratch), sources)
        return {name: machines.weigh(f"/input/{Path(folder).name}", name) for name in sources}


def test_heap_is_counted_to_the_byte(weights):
    toy = weights["toy"]
    assert toy.taken == OBJECT + 48 + OBJECT + 32
    assert toy.left == OBJECT + 48
    assert toy.built == OBJECT + 1600


def test_work_is_that_of_the_event(weights):
    toy = weights["toy"]
    fouls = [event == small_snooker.FOUL for event in small_snooker.ROUND] * 4
    plain = [cost for cost, foul in zip(toy.work, fouls) if not foul]
    longer = [cost for cost, foul in zip(toy.work, fouls) if foul]
    assert 0 < max(plain) < min(longer)


def test_all_rounds_are_played(weights):
    # Two to begin with, four watched, one for the heap taken, forty for the heap left.
    rounds = 2 + 4 + 1 + 40
    assert weights["toy"].score == [rounds * len(small_snooker.ROUND), 0]
    # A makes 1+7+1+7 and has the foul of B, then B's of 4; B makes 1 and then 1+7.
    assert weights["ours"].score == [rounds * (16 + 4 + 4), rounds * (1 + 8)]


def test_an_event_of_ours_takes_no_heap(weights):
    assert weights["ours"].taken == 0


def test_other_scores_than_ours_are_an_error():
    ours = Weight([1], 0, 0, 0, 0, [24, 9])
    with pytest.raises(ValueError, match=r"\[24, 8\]"):
        machines.fair(Weight([1], 0, 0, 0, 0, [24, 8]), ours)


def test_duels_name_the_peer_and_what_is_less_is_ahead():
    ours = Weight([10, 30, 20], 0, 5.5, 1000, 2000, [24, 9])
    theirs = Weight([7, 9, 40], 64, 0, 100, 2000, [24, 9])
    duels = {duel.what: duel for duel in machines.duels("efsm", "micro mode", ours, theirs)}
    median = duels["small snooker in micro mode: an event, median"]
    assert (median.ours, median.theirs, median.peer, median.held) == (20, 9, "efsm", False)
    worst = duels["small snooker in micro mode: an event, worst"]
    assert (worst.ours, worst.theirs, worst.held) == (30, 40, True)
    assert duels["small snooker in micro mode: heap of its code"].held
