"""What of the firmware does not lie on the way of a key, so that it may take memory."""

# Text is for people and tools: a match is read from it and written to it, no key is. While a
# match is picked, handed over to manual and back, or brought back, nothing is played.
OFF_THE_WAY = {  # modules of firmware/
    "assembly.py",
    "boardfile.py",
    "console/comeback.py",
    "console/handover.py",
    "console/header.py",
    "console/menu.py",
    "drivers/wiring.py",
    "rules/forms.py",
    "rules/notation.py",
    "rules/resume.py",
    "store/entries.py",
    "store/files.py",  # opening a file takes heap anyway, behind the key's light and sound
    "store/header.py",
    "store/recovery.py",
}

# Makes the parts of a board, from its file, and a match, or brings one back.
AT_START = {"wired", "_levels", "_lay_digit", "_cut", "_dimmed"}
AT_START |= {"run", "build", "_build", "resume", "_go_on", "_methods"}


def runs_at_start(name: str) -> bool:
    """Whether it is a module's top level, a class body, a constructor or of its company."""
    path = name.split(".")
    last = path[-1]
    return last in ("<module>", "__init__") or last[0].isupper() or not AT_START.isdisjoint(path)
