"""CI runs what developers run."""

import os
import shutil
import subprocess

import pytest

from tools.venv import ROOT

RUN = ROOT / ".ci" / "run"


@pytest.mark.skipif(not shutil.which("bash"), reason="there is no bash on this system")
def test_the_script_is_sound():
    assert subprocess.run(["bash", "-n", str(RUN)]).returncode == 0
    assert os.access(RUN, os.X_OK)


def test_it_calls_the_tests_and_nothing_after():
    assert RUN.read_text().splitlines()[-1] == "exec python3 -m tools test"
