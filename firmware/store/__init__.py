"""The match on flash and in RTC memory. Knows no game, no clock and no chip.

What is kept are records of at most 128 bytes (record.py). An event goes first into the RTC memory,
which survives resets, then on the flash (journal.py); at boot the newest records that are whole
lead back to the match (recovery.py).
"""
