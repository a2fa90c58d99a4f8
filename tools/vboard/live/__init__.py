"""A chip with MicroPython on it, behind a serial line: what runs in the guest of tools/pty_board.

The interpreter is the unix VM; here is what makes it look like an ESP32 with its own flash, its
own clock and its own prompt. Runs on MicroPython only.
"""
