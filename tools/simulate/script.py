"""Whether the words of a script that somebody wrote are acts of a stage."""

from __future__ import annotations

import re

from tools.refusal import Refusal
from tools.vboard.faults import FAULTS

_PARTS = {"n": r"\d{1,10}", "k": r"[0-9A-D*#]", "f": r"[a-z]*"}
_KEYS = re.compile(r"[0-9A-D*#](\+[0-9A-D*#])*/\d{1,10}/\d{1,10}")
_WAIT = re.compile(r"\./\d{1,10}")


def read_script(text: str) -> list[str]:
    """The words of a script. Raises Refusal, which names the first one that is none."""
    words = text.split()
    for place, word in enumerate(words, 1):
        if not _is_act(word):
            raise Refusal(
                f"--script, word {place}: {word!r} is no act; keys are 1/60/80 or 1+7/35/80, a "
                f"wait is ./500, and faults are {', '.join(map(_form, FAULTS))}."
            )
    return words


def _is_act(word: str) -> bool:
    name = word.partition("/")[0]
    if name in FAULTS:
        shape = "/".join(_PARTS[letter] for letter in FAULTS[name].shape)
        return re.fullmatch(f"{name}/{shape}", word) is not None
    return bool(_KEYS.fullmatch(word) or _WAIT.fullmatch(word))


def _form(name: str) -> str:
    words = {"n": "N", "k": "KEY", "f": "FOLDER"}
    return "/".join([name, *(words[letter] for letter in FAULTS[name].shape)])
