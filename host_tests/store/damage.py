"""Damage to what lies on the flash: every third byte of the live files, one at a time."""

from host_tests.store.cuts import Table
from store.files import LIVE


def after_damage(table):
    """A line for the first byte whose damage leads to a match that was never played."""
    lost = []
    table.flash.on_write = None
    contents = [table.fs.open(path, "rb").read(128) for path in LIVE]
    for path, content in zip(LIVE, contents):
        for at in range(0, len(content), 3):
            if lost:
                return lost
            damaged = bytearray(content)
            damaged[at] ^= 0x10
            write(table.fs, path, damaged)
            trouble = boot(table)
            if trouble:
                lost.append("byte %d of %s: %s" % (at, path, trouble))
        write(table.fs, path, content)
    return lost


def write(fs, path, data):
    file = fs.open(path, "wb")
    file.write(bytes(data))
    file.close()


def boot(table):
    """What is wrong with what the store leads to now."""
    try:
        booted = Table(table.mount, table.game, {}, flash=table.flash)
        booted.resume()
    except Exception as error:
        return repr(error)
    now = booted.what_is()
    return "" if now in table.all else "%r was never played" % now
