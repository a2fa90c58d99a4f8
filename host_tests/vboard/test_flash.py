"""The flash chip: what it counts, what it refuses, and how it looks when the power fails."""

import pytest

from tools.vboard.flash import BLOCK_BYTES, TORN, Flash


def test_programs_make_zeros_of_erased_bits_and_are_counted():
    flash = Flash(2)
    assert flash.read(0, 0, 4) == b"\xff" * 4
    assert flash.prog(1, 64, b"\x5a" * 32)
    assert flash.read(1, 64, 32) == b"\x5a" * 32
    assert (flash.reads, flash.read_bytes, flash.progs, flash.prog_bytes) == (2, 36, 1, 32)
    assert flash.erase(1)
    assert flash.read(1, 64, 32) == b"\xff" * 32
    assert (flash.erases, flash.operations) == (1, 2)


def test_what_no_driver_may_do_is_an_error():
    flash = Flash(2)
    flash.prog(0, 0, b"\x00" * 32)
    for place in ((0, 0), (0, 16), (2, 0), (0, BLOCK_BYTES)):
        with pytest.raises(ValueError):
            flash.prog(*place, b"\x00" * 32)
    with pytest.raises(ValueError):
        flash.erase(2)


def test_it_keeps_the_processor_waiting():
    waits_us = []
    flash = Flash(1)
    flash.sleep_us = waits_us.append
    flash.prog(0, 0, b"\x00" * 32)
    flash.erase(0)
    assert waits_us == [400, 45_000]


def cuts(act):
    """What the first 32 bytes look like after a cut in the operation, for each way of tearing."""
    flash = Flash(1)
    flash.prog(0, 32, b"\x11" * 32)
    seen = []
    flash.on_write = lambda flash: seen.extend(bytes(flash.cut(torn)[:64]) for torn in TORN)
    act(flash)
    return seen


def test_a_torn_program_has_written_nothing_half_or_all_but_a_byte():
    nothing, half, nearly = cuts(lambda flash: flash.prog(0, 0, b"\x22" * 32))
    assert nothing[:32] == b"\xff" * 32
    assert half[:32] == b"\x22" * 16 + b"\xff" * 16
    assert nearly[:32] == b"\x22" * 31 + b"\xff"
    assert {image[32:] for image in (nothing, half, nearly)} == {b"\x11" * 32}


def test_a_torn_erase_leaves_the_old_the_erased_or_garbage():
    nothing, half, nearly = cuts(lambda flash: flash.erase(0))
    assert nothing[32:] == b"\x11" * 32
    assert half == b"\xff" * 64
    assert len(set(nearly)) == 1 and nearly[0] not in (0xFF, 0x11)


def test_a_broken_chip_refuses_and_changes_nothing():
    flash = Flash(1)
    flash.broken = True
    assert not flash.prog(0, 0, b"\x00" * 32)
    assert not flash.erase(0)
    assert flash.read(0, 0, 32) == b"\xff" * 32
    assert flash.operations == 0


def test_micropython_finds_its_block_device():
    flash = Flash(3)
    assert (flash.ioctl(4, 0), flash.ioctl(5, 0)) == (3, BLOCK_BYTES)
    assert flash.writeblocks(1, bytearray(b"\x33" * 32), 32) == 0
    read = bytearray(32)
    flash.readblocks(1, read, 32)
    assert read == b"\x33" * 32
    assert flash.ioctl(6, 1) == 0
    flash.broken = True
    assert flash.ioctl(6, 1) < 0 and flash.writeblocks(0, bytes(32), 0) < 0
