"""How much heap a key takes, by micropython.mem_total(): garbage, and what is given back at once.

Runs inside a MicroPython VM only.
"""

import micropython


def heap_of_a_key(board):
    """The bytes that each phase takes; most have been run before, to warm up."""
    board.contacts.bounce_us = 1600
    phases = (
        ("a pass without a key", (), 2),
        ("a key down", ("+6",), 60),
        ("a key up", ("-6",), 60),
        ("two keys", ("+1", "+5", "-1", "-5"), 60),
        ("three corners", ("+1", "+2", "+4", "-1", "-2", "-4"), 60),
        ("a relay edge", ("+D", "-D"), 100),
        ("the periodic refresh", (), 3100),
    )
    stuck = (
        ("a stuck key", ("+9",), 31000),
        ("its release", ("-9",), 60),
    )
    taken = {}
    for name, moves, ms in phases + phases + stuck:
        taken[name] = _heap(board, moves, ms)
    return taken


def _heap(board, moves, ms):
    before = micropython.mem_total()
    for move in moves:
        _move(board, move, ms)
    if not moves:
        board.run_ms(ms)
    return micropython.mem_total() - before


def _move(board, move, ms):
    if move[0] == "+":
        board.press(move[1])
    else:
        board.release(move[1])
    board.run_ms(ms)
