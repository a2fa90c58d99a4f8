import errno

import pytest

from tools.vboard.files import Files


@pytest.fixture
def files():
    made = Files()
    made.mkdir("s")
    return made


def write(files, path, data):
    file = files.open(path, "wb")
    file.write(data)
    return file


def test_a_file_is_replaced_when_it_is_closed(files):
    write(files, "s/a", b"old and long").close()
    file = write(files, "s/a", b"new")
    assert files.open("s/a", "rb").read(100) == b"old and long"
    file.close()
    assert files.open("s/a", "rb").read(100) == b"new"


def test_a_file_is_read_on_from_where_it_was_read_to(files):
    write(files, "s/a", b"12345").close()
    file = files.open("s/a", "rb")
    assert [file.read(2), file.read(2), file.read(2), file.read(2)] == [b"12", b"34", b"5", b""]


@pytest.mark.parametrize(
    "call, number",
    [
        (lambda files: files.open("s/a", "rb"), errno.ENOENT),
        (lambda files: files.open("t/a", "wb"), errno.ENOENT),
        (lambda files: files.mkdir("s"), errno.EEXIST),
    ],
)
def test_what_cannot_be_is_an_oserror(files, call, number):
    with pytest.raises(OSError) as caught:
        call(files)
    assert caught.value.args == (number,)
