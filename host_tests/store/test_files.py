"""Where records lie: no two of them in the same place, and no file where a folder must be."""

from store.files import FETCHED_FILE, LIVE, PLACES, SETTINGS_FILES, Files, place_file
from tools.littlefs_flash import FlashFiles
from tools.vboard.flash import Flash


def test_the_whole_ring_has_room_beside_the_other_files():
    """A folder must not have the name of a file: from that place on nothing could be kept."""
    fs = FlashFiles(Flash(64), format=True)
    files = Files(fs.open, fs.mkdir)
    paths = [*LIVE, *SETTINGS_FILES, FETCHED_FILE, *map(place_file, range(PLACES))]
    for path in paths:
        files.write(path, path.encode())
    assert [files.read(path) for path in paths] == [path.encode() for path in paths]
