"""What stands on the serial console at boot: which firmware, why it started, which pin is what."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_CAUSES = ("unknown", "power-on", "hard reset", "watchdog", "deep sleep", "soft reset")


def print_configuration(board: "dict[str, Any]", version: str, cause: int) -> None:
    """`cause` is the number of machine.reset_cause()."""
    why = _CAUSES[cause] if cause < len(_CAUSES) else cause
    print("Marker", version + _build(), "on", board["name"], "with", board["chip"], "after", why)
    for name in sorted(board):
        part = board[name]
        if isinstance(part, dict):
            _print_part(name, part)
        elif name == "displays":
            for index, display in enumerate(part):
                _print_part("display %d" % index, display)


def _build() -> str:
    """Which files these are, as `flash` has noted it down; nothing if they came otherwise."""
    try:
        with open("build.txt") as file:
            return " (" + file.readline().strip() + ")"
    except OSError:
        return ""


def _print_part(name: str, part: "dict[str, Any]") -> None:
    print(" ", name, end=":")
    for key in sorted(part):
        print("", key, _text(part[key]), end=";")
    print()


def _text(value: "Any") -> str:
    """A value without the brackets and quotes of JSON."""
    if isinstance(value, dict):
        return " ".join([str(key) + " " + _text(value[key]) for key in sorted(value)])
    if isinstance(value, list):
        return " ".join([_text(part) for part in value])
    return str(value)
