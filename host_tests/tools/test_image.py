"""The firmware as it goes onto a board, and the lists that mip and freezing go by."""

import json
import runpy

import pytest

from tools import image
from tools.refusal import Refusal
from tools.venv import ROOT
from version import __version__

PATHS = sorted(
    path.relative_to(image.FIRMWARE).as_posix() for path in image.FIRMWARE.rglob("*.py")
)


def test_everything_is_compiled_but_what_micropython_starts():
    built = image.build()
    assert sorted(built.files) == sorted(
        path if path in ("boot.py", "main.py") else path.replace(".py", ".mpy") for path in PATHS
    )
    assert built.files["main.py"] == (image.FIRMWARE / "main.py").read_bytes()
    assert built.version == __version__
    for path, data in built.files.items():
        if path.endswith(".mpy"):  # version 6, no native code, small integers of 31 bits
            assert data[:4] == b"M\x06\x00\x1f"
            assert path.replace(".mpy", ".py").encode() in data  # which a traceback tells


def test_the_hash_stands_for_the_whole():
    built = image.build()
    assert built.hash == image.build().hash
    assert len(built.hash) == 8
    others = [
        {**built.files, "main.py": b""},
        {**built.files, "more.py": b""},
        {path: data for path, data in built.files.items() if path != "main.py"},
        {path.replace("main", "mian"): data for path, data in built.files.items()},
    ]
    hashes = {image.Image(built.version, files).hash for files in others}
    assert len(hashes) == 4 and built.hash not in hashes


def test_a_module_that_does_not_compile_is_a_sentence(tmp_path):
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "version.py").write_text('__version__ = "1"\n')
    with pytest.raises(Refusal, match=r"firmware/broken.py does not compile \(SyntaxError.*\)"):
        image.build(tmp_path)


def test_package_json_has_every_file():
    """If not, `python3 -m tools.image` writes it anew."""
    assert image.PACKAGE.read_text(encoding="utf-8") == image.package()
    content = json.loads(image.package())
    assert content["version"] == __version__
    assert sorted(target for target, _ in content["urls"]) == PATHS
    assert all((ROOT / source).is_file() for _, source in content["urls"])
    assert content["urls"][-1][0] == "main.py"  # a copy that is cut leaves the prompt


def test_manifest_freezes_every_file():
    frozen = []
    included = []

    def package(name, base_path):
        folder = ROOT / base_path
        frozen.extend(p.relative_to(folder).as_posix() for p in (folder / name).rglob("*.py"))

    def module(path, base_path):
        assert (ROOT / base_path / path).is_file()
        frozen.append(path)

    commands = {"package": package, "module": module, "include": included.append}
    runpy.run_path(str(ROOT / "manifest.py"), commands)
    assert sorted(frozen) == PATHS
    assert included == ["$(PORT_DIR)/boards/manifest.py"]  # MicroPython's own
