"""What the bootstrap decides, with installing and restarting replaced by notes of it."""

import os
import re
import sys
from types import SimpleNamespace

import pytest

from tools import venv


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout without .venv. `done` lists what happened in it."""
    done = []
    place = tmp_path / ".venv"
    python = place / "bin" / "python"

    def run_venv(command, **options):
        assert command[1:] == ["-I", "-m", "venv", str(place)]
        python.parent.mkdir()
        python.write_text("an interpreter")
        done.append("create")
        return SimpleNamespace(returncode=0)

    def restart():
        done.append("restart")

    monkeypatch.setattr(venv, "_VENV", place)
    monkeypatch.setattr(venv, "_PYTHON", python)
    monkeypatch.setattr(venv, "_STATE", place / "marker")
    monkeypatch.setattr(venv, "_LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(venv, "_pip_install", done.append)
    monkeypatch.setattr(venv, "_restart", restart)
    monkeypatch.setattr("subprocess.run", run_venv)
    (tmp_path / "requirements.lock").write_text("# part: play\na==1\n# part: test\nb==2\n")
    return SimpleNamespace(path=tmp_path, venv=place, python=python, done=done)


def test_a_command_without_packages_just_runs(checkout):
    venv.enter("")
    assert checkout.done == []
    assert not checkout.venv.exists()


def test_the_first_start_makes_fills_and_enters(checkout):
    venv.enter("play")
    assert checkout.done == ["create", "play", "restart"]


def test_the_next_start_only_enters(checkout):
    venv.enter("play")
    checkout.done.clear()
    venv.enter("play")
    assert checkout.done == ["restart"]


def test_inside_nothing_is_left_to_do(checkout, monkeypatch):
    venv.enter("play")
    checkout.done.clear()
    monkeypatch.setattr(sys, "prefix", str(checkout.venv))
    monkeypatch.setenv("PYTHONPATH", str(venv.ROOT))
    venv.enter("play")
    assert checkout.done == []
    monkeypatch.setenv("PYTHONPATH", "/somewhere/else")
    venv.enter("play")
    assert checkout.done == ["restart"]


def test_parts_come_on_top_of_each_other(checkout):
    venv.enter("play")
    venv.enter("test")
    assert checkout.done == ["create", "play", "restart", "test", "restart"]
    venv.enter("play")
    assert checkout.done[5:] == ["restart"]


def test_the_last_part_brings_those_before(checkout):
    venv.enter("test")
    venv.enter("play")
    assert checkout.done == ["create", "test", "restart", "restart"]


@pytest.mark.parametrize("change", ["lock", "interpreter", "no interpreter", "cut off"])
def test_it_is_made_anew_when_something_has_changed(checkout, change):
    venv.enter("play")
    (checkout.venv / "lib").mkdir()
    checkout.done.clear()
    if change == "lock":
        (checkout.path / "requirements.lock").write_text("# part: play\na==2\n")
    elif change == "interpreter":
        other = checkout.path / "python"
        other.write_text("another interpreter")
        checkout.python.unlink()
        checkout.python.symlink_to(other)
    elif change == "no interpreter":
        checkout.python.unlink()
    else:
        (checkout.venv / "marker").write_text("")
    venv.enter("play")
    assert checkout.done == ["create", "play", "restart"]
    assert not (checkout.venv / "lib").exists()


def test_an_install_that_fails_is_not_taken_for_whole(checkout, monkeypatch):
    def fail(part):
        raise venv.SetupError("no network")

    with monkeypatch.context() as patch, pytest.raises(venv.SetupError):
        patch.setattr(venv, "_pip_install", fail)
        venv.enter("play")
    venv.enter("play")
    assert checkout.done == ["create", "create", "play", "restart"]


def test_somebody_elses_environment_is_left_alone(checkout):
    checkout.venv.mkdir()
    (checkout.venv / "pyvenv.cfg").write_text("theirs")
    with pytest.raises(venv.SetupError, match=r"\.venv was made by something else"):
        venv.enter("play")
    assert [entry.name for entry in checkout.venv.iterdir()] == ["pyvenv.cfg"]


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_is_told_the_way_out(checkout, monkeypatch, module):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == module else name)
    with pytest.raises(venv.SetupError, match=rf"lacks its module {module}.*apt install python3"):
        venv.enter("play")
    assert not checkout.venv.exists()


def test_a_checkout_that_cannot_be_written_is_named(checkout, monkeypatch):
    monkeypatch.setattr(venv, "_VENV", checkout.path / "nowhere" / ".venv")
    with pytest.raises(venv.SetupError, match=r"nowhere.\.venv\.lock cannot be written"):
        venv.enter("play")


def test_a_second_start_waits_for_the_first(checkout):
    with venv._only_one(), open(f"{checkout.venv}.lock", "a") as second:
        assert not venv._try_lock(second.fileno())
    with open(f"{checkout.venv}.lock", "a") as second:
        assert venv._try_lock(second.fileno())


def test_the_restart_leaves_foreign_settings_behind(monkeypatch):
    calls = []
    monkeypatch.setattr(os, "name", "posix")
    monkeypatch.setattr(os, "execve", lambda *call: calls.append(call))
    monkeypatch.setattr(sys, "argv", ["tools", "replay", "-"])
    for name in ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV"):
        monkeypatch.setenv(name, "/somewhere/else")
    monkeypatch.setenv("HOME", "/home/somebody")
    venv._restart()
    [(python, command, environment)] = calls
    assert command == [str(python), "-m", "tools", "replay", "-"]
    assert environment["PYTHONPATH"] == str(venv.ROOT)
    assert environment["HOME"] == "/home/somebody"
    assert not {"PYTHONHOME", "VIRTUAL_ENV"} & set(environment)


def test_no_network_is_said_in_a_sentence():
    output = ["WARNING: Retrying (Retry(total=1)) after NewConnectionError('...')", "ERROR: none"]
    text = venv._explain("play", output)
    assert text.startswith("The packages for `play` cannot be fetched without a network")
    assert "\n" not in text


def test_an_error_of_pip_is_passed_on_without_its_noise():
    output = ["WARNING: Location is ignored", "Collecting a==1", "ERROR: hash mismatch"]
    assert venv._explain("test", output) == (
        "pip could not install the packages for `test`:\n  ERROR: hash mismatch"
    )


PIP = [
    "Ignoring c: markers 'x' don't match your environment",
    "Collecting a==1 (from -r play.txt (line 1))",
    "Requirement already satisfied: b==2 in ./lib",
    "Installing collected packages: a",
]


def test_progress_is_one_line_on_a_terminal(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    progress = venv._Progress("play", 3)
    assert [progress.read(line) for line in PIP] == PIP
    progress.end("Done")
    said = capsys.readouterr()
    assert said.out == ""
    lines = [line.strip() for line in re.split("[\r\n]", said.err) if line.strip()]
    assert lines[1:4] == ["1 of 2: a", "2 of 2: b", "unpacking 2"]
    assert said.err.count("\n") == 2


def test_progress_is_two_lines_elsewhere(capsys):
    progress = venv._Progress("play", 3)
    for line in PIP:
        progress.read(line)
    progress.end("Done")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err == "Installing the packages for `play` into .venv\nDone after 0 s\n"


def test_the_parts_of_the_lock_hold_what_their_groups_name():
    tomllib = pytest.importorskip("tomllib", reason="this Python cannot read TOML")
    groups = tomllib.loads((venv.ROOT / "pyproject.toml").read_text())["dependency-groups"]
    for part in venv.PARTS:
        pinned = set(re.findall(r"^([\w.-]+)==", venv.requirements(part), re.MULTILINE))
        named = {re.match(r"[\w-]+", name)[0] for name in groups[part] if isinstance(name, str)}
        assert named <= pinned
    assert "pytest==" not in venv.requirements("play")


def test_the_lock_has_hashes_and_no_address():
    text = venv.requirements("test")
    for pin in re.split(r"^(?=\w)", text, flags=re.MULTILINE)[1:]:
        assert "--hash=sha256:" in pin
    assert "://" not in text
    assert not re.search(r"^-", text, re.MULTILINE)
