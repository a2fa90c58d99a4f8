# For those who freeze the firmware into a MicroPython of their own (docs.micropython.org: manifest
# files). In the checkout of MicroPython, in ports/esp32:
#
#     make BOARD=ESP32_GENERIC FROZEN_MANIFEST=/path/to/marker/manifest.py
#
# A board then still needs its board.json.

include("$(PORT_DIR)/boards/manifest.py")  # noqa: F821

for _room in ("console", "drivers", "link", "rules", "store"):
    package(_room, base_path="firmware")  # noqa: F821

for _file in (
    "assembly.py",
    "boardfile.py",
    "boot.py",
    "diarist.py",
    "examine.py",
    "forgetting.py",
    "keeper.py",
    "lastwords.py",
    "logbook.py",
    "main.py",
    "marker.py",
    "printout.py",
    "records.py",
    "supervisor.py",
    "version.py",
):
    module(_file, base_path="firmware")  # noqa: F821
