"""One chip or part a file: levels on pins, bytes on buses. Knows no game and no key's meaning.

Pins and buses come in ready-made. Time comes in as `elapsed_ms`, the milliseconds since the
last call; nothing here reads a clock. After `__init__` nothing takes heap.
"""
