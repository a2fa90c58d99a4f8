"""The project's own virtual environment, which the command line makes, fills and enters by itself.

`.venv` stands in the checkout and is filled from requirements.lock, hashes checked, part by part:
"play" is what a user needs, "pictures" is for what goes on paper, "club" for many tables, "test"
comes on top. Before that only Python's own library is needed.

`.venv/marker` says what is installed whole: a digest of the lock and the interpreter, then the
parts. It is emptied before anything changes. So an install that was cut off, an interpreter that
was replaced and a lock that has changed are all seen, and the environment is made anew. One
without that file is somebody else's, and left alone.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tools.refusal import Refusal

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("play", "board", "pictures", "club", "test")

_VENV = ROOT / ".venv"
_PYTHON = _VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
_STATE = _VENV / "marker"
_LOCK = ROOT / "requirements.lock"

_FOREIGN = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "__PYVENV_LAUNCHER__")
_PIP_OPTIONS = (
    "--require-hashes --no-deps --only-binary=:all: --no-user --no-input "
    "--disable-pip-version-check --progress-bar=off --retries=2"
).split()
_NO_NETWORK = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|ReadTimeout|ProxyError"
)


class SetupError(Refusal):
    """The environment can't be had. The text says why, and what to do."""


def enter(part: str) -> None:
    """Return in an interpreter that has a part of the lock; where this one has not, start anew."""
    if part and part not in _installed():
        _install(part)
    elif not part or _is_current():
        return
    _restart()


def requirements(part: str) -> str:
    """The lock up to the end of a part."""
    text = _LOCK.read_text(encoding="utf-8")
    following = PARTS[PARTS.index(part) + 1 :]
    return text.split(f"# part: {following[0]}\n")[0] if following else text


def _is_current() -> bool:
    inside = _VENV.exists() and _VENV.samefile(sys.prefix)
    return inside and os.environ.get("PYTHONPATH") == str(ROOT)


def _restart() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in _FOREIGN}
    environment["PYTHONPATH"] = str(ROOT)
    command = [str(_PYTHON), "-m", "tools", *sys.argv[1:]]
    sys.stdout.flush()
    if os.name == "nt":  # there, exec would give the prompt back at once
        sys.exit(subprocess.call(command, env=environment))
    os.execve(_PYTHON, command, environment)


def _identity() -> str:
    interpreter = os.path.realpath(_PYTHON)
    return hashlib.sha256(_LOCK.read_bytes() + os.fsencode(interpreter)).hexdigest()


def _installed() -> tuple[str, ...]:
    try:
        identity, *parts = _STATE.read_text(encoding="utf-8").split()
    except (OSError, ValueError):
        return ()
    return tuple(parts) if _PYTHON.exists() and identity == _identity() else ()


def _install(part: str) -> None:
    try:
        with _only_one():
            if part in _installed():  # by the one waited for
                return
            if not _installed():
                _create()
            _STATE.write_text("", encoding="utf-8")
            _pip_install(part)
            parts = PARTS[: PARTS.index(part) + 1]
            _STATE.write_text("\n".join((_identity(), *parts)), encoding="utf-8")
    except OSError as error:
        raise SetupError(
            f"{error.filename or _VENV} cannot be written ({error.strerror}), and the packages go "
            "there: start as the owner of this checkout, or from a copy of it that is yours."
        ) from error


@contextlib.contextmanager
def _only_one() -> Iterator[None]:
    """Wait until no other start is installing, and hold the others back."""
    with open(f"{_VENV}.lock", "a", encoding="utf-8") as file:
        if not _try_lock(file.fileno()):
            print("Waiting for another start that installs packages.", file=sys.stderr)
            while not _try_lock(file.fileno()):
                time.sleep(0.2)
        yield


def _try_lock(file: int) -> bool:
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _create() -> None:
    """Make the environment, over what is left of an old one of ours."""
    for module in ("venv", "ensurepip"):
        if importlib.util.find_spec(module) is None:
            version = "python%d.%d" % sys.version_info[:2]
            raise SetupError(
                f"This Python lacks its module {module}, which makes the environment for the "
                f"packages: install it (Debian, Ubuntu: `apt install {version}-venv`)."
            )
    if os.path.lexists(_VENV) and not _STATE.exists():
        raise SetupError(
            f"{_VENV} was made by something else and is in the way: remove it, or rename it."
        )
    _VENV.mkdir(exist_ok=True)
    _STATE.write_text("", encoding="utf-8")
    for entry in _VENV.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        elif entry != _STATE:
            entry.unlink()
    base = getattr(sys, "_base_executable", sys.executable)
    made = subprocess.run(
        [base, "-I", "-m", "venv", str(_VENV)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if made.returncode:
        raise SetupError(f"Python could not make {_VENV}:\n{_tail(made.stdout.splitlines())}")


def _pip_install(part: str) -> None:
    text = requirements(part)
    file = _VENV / f"{part}.txt"
    file.write_text(text, encoding="utf-8")
    progress = _Progress(part, len(re.findall(r"^\S+==", text, re.MULTILINE)))
    with subprocess.Popen(
        [str(_PYTHON), "-I", "-m", "pip", "install", *_PIP_OPTIONS, "-r", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    ) as pip:
        assert pip.stdout
        output = [progress.read(line.rstrip()) for line in pip.stdout]
    progress.end("Failed" if pip.returncode else "Done")
    if pip.returncode:
        raise SetupError(_explain(part, output))


def _explain(part: str, output: list[str]) -> str:
    """What went wrong, in one sentence, from what pip said."""
    if any(_NO_NETWORK.search(line) for line in output):
        return (
            f"The packages for `{part}` cannot be fetched without a network: connect, or tell pip "
            "of your proxy or index (PIP_PROXY, PIP_INDEX_URL), and start again."
        )
    errors = [line for line in output if line.startswith("ERROR")]
    return f"pip could not install the packages for `{part}`:\n{_tail(errors or output)}"


def _tail(lines: list[str]) -> str:
    return "\n".join(f"  {line}" for line in lines[-8:])


class _Progress:
    """On stderr: a line that follows pip; where it is not a terminal, only start and end."""

    def __init__(self, part: str, total: int) -> None:
        self._total = total
        self._count = 0
        self._start = time.monotonic()
        self._live = sys.stderr.isatty()
        self._say(f"Installing the packages for `{part}` into .venv", lasting=True)

    def read(self, line: str) -> str:
        """Take a line of pip's; returns it."""
        if line.startswith("Ignoring "):  # for another system or Python
            self._total -= 1
        elif found := re.match(r"(?:Collecting|Requirement already satisfied:) ([^=]+)", line):
            self._count += 1
            self._say(f"{self._count} of {self._total}: {found[1]}")
        elif line.startswith("Installing "):
            self._say(f"unpacking {self._total}")
        return line

    def end(self, outcome: str) -> None:
        self._say(f"{outcome} after {time.monotonic() - self._start:.0f} s", lasting=True)

    def _say(self, text: str, lasting: bool = False) -> None:
        if self._live:
            width = shutil.get_terminal_size().columns - 1
            print("\r" + text[:width].ljust(width), end="\n" if lasting else "", file=sys.stderr)
        elif lasting:
            print(text, file=sys.stderr)
