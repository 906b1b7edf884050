"""This computer's network address, and free ports for a server."""

import contextlib
import errno
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterator

# Nothing is sent to these addresses. They make the system choose the address it would send from.
# The first is reserved for documentation; the others stand for the private ranges.
_FAR_AWAY = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def _is_usable(address: str) -> bool:
    return not address.startswith(("127.", "0.", "169.254."))


def _interface_addresses() -> Iterator[str]:
    """Yield the addresses of this computer's interfaces, if the system lists them (Linux)."""
    if sys.platform != "linux":
        return
    import fcntl

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            request = struct.pack("256s", name.encode()[:15])
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe.fileno(), 0x8915, request)  # SIOCGIFADDR
                yield socket.inet_ntoa(answer[20:24])


def lan_address() -> str | None:
    """Return this computer's address on the local network, without sending anything."""
    for far in _FAR_AWAY:
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((far, 9))
            address = str(probe.getsockname()[0])
            if _is_usable(address):
                return address
    for address in _interface_addresses():
        if _is_usable(address):
            return address
    with contextlib.suppress(OSError):
        for address in socket.gethostbyname_ex(socket.gethostname())[2]:
            if _is_usable(address):
                return address
    return None


LOOK = 4.0  # seconds between two checks of the address


class AddressWatch:
    """A thread that watches for a change of this computer's address.

    It calls ``moved`` with the new address (None: no network), until it is closed.
    """

    def __init__(
        self,
        found: str | None,
        moved: Callable[[str | None], None],
        look: Callable[[], str | None] = lan_address,
        every: float = LOOK,
    ) -> None:
        self._found = found
        self._moved = moved
        self._look = look
        self._every = every
        self._closing = threading.Event()
        threading.Thread(target=self._run, name="network", daemon=True).start()

    def close(self) -> None:
        """Stop watching."""
        self._closing.set()

    def _run(self) -> None:
        while not self._closing.wait(self._every):
            address = self._look()
            if address != self._found:
                self._found = address
                self._moved(address)


def _bind(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    # with the protocol named: asyncio disables Nagle's algorithm only on sockets it knows to be TCP
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        if sys.platform == "win32":
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            bound.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        bound.bind((host, port))
        bound.listen(128)
    except OSError:
        bound.close()
        raise
    return bound


def is_free(port: int) -> bool:
    """Return whether a server could take this port now."""
    try:
        _bind("", port, socket.AF_INET).close()
    except OSError:
        return False
    return True


class NoPortError(Exception):
    """No port could be taken; the text says why."""


def take_port(host: str, wanted: int, tries: int = 50) -> tuple[int, list[socket.socket]]:
    """Take the wanted port or the next free one above it.

    Return the port and its listening sockets. Host "" means every interface, with IPv6 if
    available.
    """
    for port in range(wanted, min(wanted + tries, 65536)):
        try:
            bound = [_bind(host, port, socket.AF_INET)]
        except OSError as fault:
            if fault.errno in (errno.EADDRINUSE, errno.EACCES) or sys.platform == "win32":
                continue
            raise NoPortError(
                f"{host or 'This computer'} cannot serve: {fault.strerror}."
            ) from fault
        if not host:
            with contextlib.suppress(OSError):
                bound.append(_bind("::", bound[0].getsockname()[1], socket.AF_INET6))
        return bound[0].getsockname()[1], bound
    last = min(wanted + tries, 65536) - 1
    raise NoPortError(
        f"Ports {wanted} to {last} are all in use. Choose one: companion serve --port N"
    )
