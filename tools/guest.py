"""The loop inside a resident interpreter of tools/vm.py: takes sources, runs them, reports errors.

Runs on CPython and on MicroPython, and takes nothing from the firmware.

The collector of MicroPython for WASI cannot see what only the interpreter's own C code holds: a
frame of more than 11 words, a list that `map` is building. Collecting below such a call frees what
is in use. So nothing collects while a source runs, and `gc.collect()` waits: the loop collects
between two sources, from small frames.
"""

import gc
import io
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Host = Callable[[str, str], str]

END = "\x04"  # ends what a source printed, and the error after it


class _Gc:
    """Stands in for the module `gc`, so that asking for a collection does no harm."""

    def __init__(self) -> None:
        for name in dir(gc):  # now, since a __getattr__ would take heap when asked for mem_alloc
            if name != "collect" and name[0] != "_":
                setattr(self, name, getattr(gc, name))

    def collect(self) -> int:
        return 0


def serve(host: "Host") -> None:
    """Run what `host("next", "")` returns, `host("reply", error)`, until there is nothing next."""
    gc.disable()
    sys.modules["gc"] = _Gc()  # type: ignore[assignment]
    for error in _errors(host):
        host("reply", error)
        gc.collect()


def _errors(host: "Host") -> "Iterator[str]":
    # A generator: its frame, too big for the stack, lies in an object that the collector sees.
    scope = {"__name__": "__main__"}
    while True:
        source = host("next", "")
        if not source:
            return
        trouble = ""
        try:
            exec(source, scope)
        except BaseException as error:
            trouble = _traceback(error)
        yield trouble


def _traceback(error: BaseException) -> str:
    if hasattr(sys, "print_exception"):
        text = io.StringIO()
        sys.print_exception(error, text)
        return text.getvalue()
    import traceback

    return "".join(traceback.format_exception(error))


def pipes(name: str, text: str) -> str:
    """A host for `serve` at the other end of stdin and stdout."""
    if name == "reply":
        sys.stdout.write(END + text + END + "\n")
        if hasattr(sys.stdout, "flush"):
            sys.stdout.flush()
        return ""
    size = int(sys.stdin.buffer.readline() or 0)
    return sys.stdin.buffer.read(size).decode()
