"""What only the start needs is not on the heap afterwards, and comes back for the menu."""

import sys

import pytest

from tools.boards import load_board
from tools.vboard.device import Device
from tools.vm import available, open_vm

BOARD = load_board("wall-max7219")
AT_START = ("console.comeback", "console.header", "drivers.wiring", "rules.forms", "rules.resume")


@pytest.fixture(params=["wasm", "unix"])
def vm(request):
    if not available(request.param):
        pytest.skip(f"the {request.param} VM is not installed")
    with open_vm(request.param) as vm:
        vm.put("board", BOARD)
        vm.call("import sys\nfrom tools.vboard.device import Device\ndevice = Device(board)")
        yield vm


@pytest.mark.parametrize("name", AT_START)
def test_a_board_that_has_started_has_forgotten_it(vm, name):
    package, _, module = name.partition(".")
    known = f"'{name}' in sys.modules, hasattr(sys.modules['{package}'], '{module}')"
    assert vm.call(f"print({known})") == "False False\n"


def test_the_menu_begins_a_match_all_the_same(vm):
    """The game behind snooker is nine-ball: the star goes on to it, C begins it."""
    vm.call("device.play('# * C')\ndevice.run_ms(300)")
    assert vm.call("print(device.marker.console.game)") == "nine-ball\n"


def test_a_second_board_starts_like_the_first(vm):
    assert vm.call("print(Device(board).marker.console.game)") == "snooker\n"


def test_python_on_a_host_forgets_nothing():
    Device(BOARD)
    assert {"console.header", "drivers.wiring", "rules.forms"} <= set(sys.modules)
