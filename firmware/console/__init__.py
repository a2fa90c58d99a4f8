"""What a key means, what a digit shows, prompts, sounds and the lamp's policy.

Nothing in this room touches a pin or a bus: keys come in as characters, digits go out as
segment bytes. The rules of a game are asked of rules/; what its keys and its face look like
stands in one module a game (see snooker.py).
"""
