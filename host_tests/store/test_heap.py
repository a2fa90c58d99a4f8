"""With a store no key takes heap either: the RTC memory is written within the key's pass.

The file that is written behind it takes heap, for an open file does; that is outside of the
key's time, with no key down.
"""

import json

import pytest

from tools.boards import load_board
from tools.vm import available, open_vm

KEYS = ("17" * 15 + "234567#") * 2 + "A5#1717DD017A7#17B#D171111D"


@pytest.mark.parametrize("name", ["wasm", "unix"])
def test_no_key_takes_heap(name):
    if not available(name):
        pytest.skip(f"the VM {name!r} is not installed here")
    with open_vm(name) as vm:
        vm.put("board", load_board("wall-max7219"))
        vm.call(
            "from host_tests.store.heap_of_keys import Meter, Nowhere\n"
            "from tools.vboard.device import Device\n"
            "device = Device(board, {'game': 'snooker', 'best-of': 9}, flash=Nowhere())\n"
            "meter = Meter(device)\n"
            "meter.play('17D')"
        )
        vm.put("keys", KEYS)
        vm.call("meter.spent = []\nmeter.play(keys)")
        assert json.loads(vm.call("import json\nprint(json.dumps(meter.spent))")) == []
        assert int(vm.call("print(device.marker.console.match.history.page.number)")) >= 1
        assert int(vm.call("print(device.marker.store.journal._noted)")) > len(KEYS) / 2
