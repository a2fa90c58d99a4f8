"""A small snooker, as each state machine would have it: sources of modules for the VM.

Four events: a red, a colour (the black), a miss, a foul of four. A red brings a point and any
colour on, a colour seven and a red on; a miss and a foul change the striker and bring a red on.
Each module has `build()`, `enter(event)`, `score()` and `rest()`, what may be done in a quiet
moment. The peers' machines are used as their README teaches it: functions of a state, or rows of
a table with a condition and an act. Their score lies in an object beside, as nothing could be
cheaper.
"""

RED, COLOUR, MISS, FOUL = range(4)
ROUND = (RED, COLOUR, RED, COLOUR, MISS, RED, FOUL, MISS, RED, COLOUR, FOUL, MISS, MISS)

_EVENTS = "RED, COLOUR, MISS, FOUL = range(4)\n"

# The whole of snooker. The reds of a round come back in the quiet moment behind it.
OURS = """
from rules.match import FAIR
from rules.snooker import FOUL, POT_COLOUR, POT_REDS, SET_REDS, Snooker

_EVENTS = ((POT_REDS, 1), (POT_COLOUR, 7), (FAIR, 0), (FOUL, 0))

def build():
    global _match
    _match = Snooker({})

def enter(event):
    kind, arg = _EVENTS[event]
    _match.enter(kind, arg)

def rest():
    _match.enter(SET_REDS, 15)
    _match.history.tidy()

def score():
    return _match.score
"""

_TABLE = (
    _EVENTS
    + """
class _Table:
    def __init__(self):
        self.event = RED
        self.striker = 0
        self.score = [0, 0]

    def add(self, points):
        self.score[self.striker] += points

    def seat(self):
        self.striker = 1 - self.striker

    def foul(self):
        self.seat()
        self.add(4)

def enter(event):
    _table.event = event
    _step()

def rest():
    pass

def score():
    return _table.score
"""
)

_FUNCTIONS = """
def _red_on(state, table, machine):
    if table.event == RED:
        table.add(1)
        return "colour on"
    return _lost(state, table)

def _colour_on(state, table, machine):
    if table.event == COLOUR:
        table.add(7)
        return "red on"
    return _lost(state, table)

def _lost(state, table):
    if table.event == MISS:
        table.seat()
        return "red on"
    if table.event == FOUL:
        table.foul()
        return "red on"
    return state
"""

EFSM_MICRO = (
    _TABLE
    + _FUNCTIONS
    + """
import efsm_micro

def build():
    global _table, _step
    _table = _Table()
    efsm_micro.add("red on", fn=_red_on, data=_table)
    efsm_micro.add("colour on", fn=_colour_on, data=_table)
    efsm_micro.start = "red on"
    _step = efsm_micro.step
"""
)

EFSM = (
    _TABLE
    + _FUNCTIONS
    + """
from efsm_standard import StateMachine

def build():
    global _table, _step
    _table = _Table()
    machine = StateMachine("red on")
    machine.add("red on", fn=_red_on, data=_table)
    machine.add("colour on", fn=_colour_on, data=_table)
    _step = machine.step
"""
)

EZFSM = (
    _TABLE
    + """
from ezfsm import StateMachine

def build():
    global _table, _step
    _table = _Table()
    on = ["red on", "colour on"]
    machine = StateMachine([
        ["red on", "colour on", lambda: _table.event == RED, lambda: _table.add(1)],
        ["colour on", "red on", lambda: _table.event == COLOUR, lambda: _table.add(7)],
        [on, "red on", lambda: _table.event == MISS, _table.seat],
        [on, "red on", lambda: _table.event == FOUL, _table.foul],
    ], start="red on", end="over")
    machine.EnableLogRecord(False)
    machine.Build()
    _step = machine.Execute
"""
)
