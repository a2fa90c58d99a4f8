"""The address of a host, without waiting for it.

getaddrinfo blocks for as long as DNS is silent (field notes, row 93), so it runs in a thread of
its own that does nothing but put the answer into an attribute. The address is kept until
`forget`. A numeric address asks nobody, and needs no thread.
"""


class Resolver:
    """`modules` has socket and _thread."""

    def __init__(self, modules, host: str, port: int):
        self._modules = modules
        self._host = host
        self._port = port
        self._numeric = not host.strip("0123456789.")
        self._asking = False
        self.failed = False
        self.address = None  # for connect and sendto, once it is known

    def ask(self) -> None:
        """Have it looked up, unless it is known or somebody is at it. Never waits."""
        if self.address is not None or self._asking:
            return
        self.failed = False
        self._asking = True
        if self._numeric:
            self._look()
            return
        try:
            self._modules._thread.start_new_thread(self._look, ())
        except (OSError, RuntimeError, MemoryError):  # no thread to be had
            self._asking = False
            self.failed = True

    def forget(self) -> None:
        """The address may be another one by now."""
        self.address = None

    def _look(self):
        try:
            found = self._modules.socket.getaddrinfo(self._host, self._port)
            self.address = found[0][-1]
        except (OSError, IndexError, MemoryError):
            self.failed = True
        self._asking = False
