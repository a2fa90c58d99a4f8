"""The virtual board: a model of the hardware on the level of wires.

The firmware cannot tell it from a board. It runs on CPython and on MicroPython, its clock
moves only when told, and what happens by chance comes from a seed.
"""
