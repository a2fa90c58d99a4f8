"""How the lock is put together from what uv resolves."""

import pytest

from tools import lock, venv


def pin(package, marker=""):
    return f"{package}{marker} \\\n    --hash=sha256:{package}\n"


RESOLVED = {
    "play": pin("a==1") + pin("c==3", " ; python_version < '3.11'"),
    "board": pin("a==1") + pin("c==3") + pin("e==5"),
    "pictures": pin("a==1") + pin("c==3") + pin("d==4") + pin("e==5"),
    "club": pin("a==1") + pin("c==3") + pin("d==4") + pin("e==5") + pin("f==6"),
    "test": pin("a==1") + pin("b==2") + pin("c==3") + pin("d==4") + pin("e==5") + pin("f==6"),
}


@pytest.fixture
def root(tmp_path, monkeypatch):
    def call(program, *arguments):
        return RESOLVED.get(arguments[-1].rpartition(":")[2], "")

    monkeypatch.setattr(lock, "_call", call)
    monkeypatch.setattr(lock.venv, "create", lambda folder, with_pip: None)
    monkeypatch.setattr(lock, "ROOT", tmp_path)
    return tmp_path


def test_a_package_stands_in_the_first_part_that_needs_it_as_all_need_it(root):
    assert lock.run(None) == 0
    head, play, board, pictures, club, test = (
        (root / "requirements.lock").read_text().split("\n# part: ")
    )
    assert play == "play\n" + pin("a==1") + pin("c==3")
    assert board == "board\n" + pin("e==5")
    assert pictures == "pictures\n" + pin("d==4")
    assert club == "club\n" + pin("f==6")
    assert test == "test\n" + pin("b==2")
    assert all(line.startswith("#") for line in head.splitlines())


def test_an_address_is_not_written(root, monkeypatch):
    for part in RESOLVED:
        monkeypatch.setitem(RESOLVED, part, "a @ https://example.org/a.whl\n")
    with pytest.raises(venv.SetupError, match="an address"):
        lock.run(None)
    assert not (root / "requirements.lock").exists()
