"""The games: integers in, integers out.

Nothing in this room knows a pin, a clock or a file, and nothing is imported from outside it.
A game is one module with one subclass of `match.Match`; the events it knows, what they may do and
what they change stand there and nowhere else.
"""
