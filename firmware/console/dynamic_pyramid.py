"""Dynamic pyramid on the keypad and on the board: its keys are those of combined pyramid.

The lamp of the cue ball in hand is lit wherever it may be played from.
"""

from console.pyramid import PyramidKeys

GameKeys = PyramidKeys
