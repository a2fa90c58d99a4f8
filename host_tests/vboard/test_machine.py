"""The stand-in for `machine`, held against the stubs of the real one."""

import ast
from importlib.metadata import PackageNotFoundError, files

import pytest

from tools.chips import CHIPS as PINS
from tools.vboard.clock import Clock
from tools.vboard.machine import CHIPS, I2C, PWM, SPI, Machine, Pin, SoftI2C, Wire, solder


class Probe(Wire):
    """Notes the level of its pin after everything that is done to it, and what SPI sends."""

    rest = 1

    def __init__(self):
        self.levels = []
        self.bytes = b""
        self.tones = []

    def moved(self, pin):
        self.levels.append(self.read(pin))

    def shift(self, data):
        self.bytes += bytes(data)

    def tone(self, hz):
        self.tones.append(hz)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def machine(clock):
    return Machine(clock)


@pytest.fixture
def probe(machine):
    probe = Probe()
    machine.Pin(32).wire = probe
    return probe


def stub_classes():
    try:
        stubs = [path for path in files("micropython-esp32-stubs") if path.name == "machine.pyi"]
    except PackageNotFoundError:
        pytest.skip("micropython-esp32-stubs is not installed")
    tree = ast.parse(stubs[0].read_text(encoding="utf-8"))
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}, tree


@pytest.mark.parametrize("name", ["IN", "OUT", "OPEN_DRAIN", "PULL_UP", "PULL_DOWN"])
def test_constants_of_pin_are_those_of_the_esp32(name):
    classes, _ = stub_classes()
    values = {
        node.target.id: node.value.value
        for node in classes["Pin"].body
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Constant)
    }
    assert getattr(Pin, name) == values[name]


@pytest.mark.parametrize(
    "name", ["PWRON_RESET", "HARD_RESET", "WDT_RESET", "DEEPSLEEP_RESET", "SOFT_RESET"]
)
def test_constants_of_the_module_are_those_of_the_esp32(name):
    _, tree = stub_classes()
    values = {
        node.target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.value, ast.Constant)
    }
    assert getattr(Machine, name) == values[name]


@pytest.mark.parametrize("kind", [Pin, SPI, PWM, I2C, SoftI2C])
def test_methods_take_no_argument_that_the_real_ones_do_not(kind):
    classes, _ = stub_classes()
    real = {}
    left_open = set()
    for node in classes[kind.__name__].body:
        if isinstance(node, ast.FunctionDef):
            arguments = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
            real.setdefault(node.name, set()).update(argument.arg for argument in arguments)
            if node.args.vararg:
                left_open.add(node.name)
    own = set(dir(kind)) - set(dir(object)) - {"drives", "pulls", "pads", "__module__"}
    methods = {name for name in own if callable(getattr(kind, name)) and name[0] != "_"}
    assert methods <= set(real)
    for name in methods | {"__init__"}:
        code = getattr(kind, name).__code__
        arguments = set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])
        assert name in left_open or arguments <= real[name]


def test_a_pad_has_one_pin_however_often_it_is_constructed(machine):
    first = machine.Pin(4, machine.Pin.OUT, value=1)
    assert machine.Pin(4) is first
    assert first.value() == 1


def test_boards_do_not_share_pads(machine):
    machine.Pin(4, machine.Pin.OUT, value=1)
    assert Machine(Clock()).Pin(4).drives() == -1


@pytest.mark.parametrize("number", [-1, 20, 24, 28, 31, 40])
def test_a_pad_that_the_chip_does_not_have_is_refused(machine, number):
    with pytest.raises(ValueError, match="invalid pin"):
        machine.Pin(number)


@pytest.mark.parametrize("mode", [Pin.OUT, Pin.OPEN_DRAIN])
def test_an_input_only_pad_cannot_drive(machine, mode):
    with pytest.raises(ValueError, match="only be input"):
        machine.Pin(34, mode)


def test_an_input_only_pad_has_no_pull_up(machine):
    assert machine.Pin(34, Pin.IN, Pin.PULL_UP).pulls() == -1


def test_a_value_in_the_constructor_is_on_the_wire_with_the_direction(machine, probe):
    machine.Pin(32, Pin.OUT, value=1)
    assert probe.levels == [1]


def test_an_output_without_a_value_drives_low(machine, probe):
    machine.Pin(32, Pin.OUT)
    assert probe.levels == [0]


def test_a_pad_floats_until_it_is_configured(machine, probe):
    assert machine.Pin(32).value() == probe.rest


def test_open_drain_drives_low_only(machine):
    pin = machine.Pin(4, Pin.OPEN_DRAIN, value=1)
    assert pin.drives() == -1
    pin.off()
    assert pin.drives() == 0
    pin.on()
    assert pin.drives() == -1


def test_a_pull_holds_a_pad_that_nobody_drives(machine):
    assert machine.Pin(4, Pin.IN, Pin.PULL_UP)() == 1
    assert machine.Pin(4, Pin.IN, Pin.PULL_DOWN)() == 0


def test_spi_sends_to_the_wire_of_its_mosi_and_takes_its_time(machine, clock, probe):
    spi = machine.SPI(2, 1_000_000, sck=machine.Pin(18), mosi=machine.Pin(32), miso=None)
    spi.write(b"\x01\x02\x03\x04")
    assert probe.bytes == b"\x01\x02\x03\x04"
    assert (clock.ms, clock.us) == (0, 32)


def test_spi_without_miso_takes_the_default_pin_from_whoever_drives_it(machine):
    # As the chip does: a CS on GPIO19 goes dead unless miso=None is said.
    cs = machine.Pin(19, Pin.OUT, value=1)
    machine.SPI(2, sck=machine.Pin(18), mosi=machine.Pin(23), miso=None)
    assert cs.drives() == 1
    machine.SPI(2, sck=machine.Pin(18), mosi=machine.Pin(23))
    assert cs.drives() == -1


def test_there_is_no_third_spi(machine):
    with pytest.raises(ValueError, match=r"SPI\(3\) doesn't exist"):
        machine.SPI(3)


def test_pwm_sounds_only_between_no_and_full_duty(machine, probe):
    pwm = machine.PWM(machine.Pin(32), freq=1000, duty_u16=0)
    pwm.duty_u16(32768)
    pwm.freq(2000)
    pwm.duty_u16(65535)
    pwm.deinit()
    assert probe.tones == [0, 1000, 2000, 0, 0]


@pytest.mark.parametrize("chip", CHIPS)
def test_the_pins_of_each_chip_are_those_that_board_files_are_checked_by(chip):
    pads, input_only, spi, i2c = CHIPS[chip]
    assert set(pads) == PINS[chip].pins
    assert set(input_only) == PINS[chip].input_only
    assert (tuple(spi), tuple(i2c)) == (PINS[chip].spi, PINS[chip].i2c)


@pytest.mark.parametrize("chip, pad", [("esp32-s3", 22), ("esp32-s3", 49), ("esp32-c3", 22)])
def test_a_pad_of_another_chip_is_refused(chip, pad):
    with pytest.raises(ValueError, match="invalid pin"):
        Machine(Clock(), chip).Pin(pad)


def test_the_esp32_c3_has_one_bus_of_each_kind():
    machine = Machine(Clock(), "esp32-c3")
    with pytest.raises(ValueError, match=r"SPI\(2\) doesn't exist"):
        machine.SPI(2)
    with pytest.raises(ValueError, match=r"I2C\(1\) doesn't exist"):
        machine.I2C(1, scl=machine.Pin(0), sda=machine.Pin(1))


def test_a_pin_without_a_bus_acknowledges_nothing(machine, clock):
    i2c = machine.I2C(0, scl=machine.Pin(22), sda=machine.Pin(21))
    with pytest.raises(OSError):
        i2c.writeto(0x70, b"\x21")


def test_a_stream_of_pulses_takes_its_time(machine, clock):
    machine.bitstream(machine.Pin(18), 0, (400, 850, 800, 450), bytes(30))
    assert (clock.ms, clock.us) == (0, 300)
    with pytest.raises(ValueError):
        machine.bitstream(machine.Pin(18), 1, (400, 850, 800, 450), bytes(30))


def test_parts_on_one_pin_all_see_it_move(machine):
    parts = [Probe(), Probe(), Probe()]
    pin = machine.Pin(18)
    for part in parts:
        solder(pin, part)
    pin.init(Pin.OUT, value=0)
    pin(1)
    assert [part.levels for part in parts] == [[0, 1]] * 3


def test_the_cause_of_a_reset_is_told(machine):
    assert machine.reset_cause() == Machine.PWRON_RESET
    machine.cause = Machine.WDT_RESET
    assert machine.reset_cause() == 3


def test_the_date_is_set_as_localtime_tells_it(machine, clock):
    # Tuesday, the 60th day of a leap year; then the last day of another year.
    machine.RTC().datetime((2028, 2, 29, 1, 12, 30, 15, 0))
    assert clock.localtime() == (2028, 2, 29, 12, 30, 15, 1, 60)
    machine.RTC().datetime((2027, 12, 31, 4, 23, 59, 59, 0))
    assert clock.localtime() == (2027, 12, 31, 23, 59, 59, 4, 365)
    assert machine.RTC().datetime() == (2027, 12, 31, 4, 23, 59, 59, 0)
