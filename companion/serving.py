"""The server at the table: its port, its addresses, and the code that phones can read."""

import contextlib
import errno
import io
import signal
import socket
import struct
import sys
from collections.abc import Iterator
from typing import Any, NoReturn

PORT = 8018
# Tables ask often and shortly. Some of these wait for a report or a long search, which others make;
# there are more of them than may wait (companion.web.prints, searches), so nobody else does.
THREADS = 64
CONNECTIONS = 500  # a browser keeps up to six open

# Nothing is sent to these: they make the system choose the address it would send from. The
# first is set aside for documentation, the others stand for the private ranges.
_FAR_AWAY = ("192.0.2.1", "192.168.255.254", "10.255.255.254", "172.31.255.254")


def _usable(address: str) -> bool:
    return not address.startswith(("127.", "0.", "169.254."))


def _interface_addresses() -> Iterator[str]:
    """The addresses of this computer's interfaces, where the system tells them (Linux)."""
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
    """This computer's address on the local network, found without sending anything."""
    for far in _FAR_AWAY:
        with (
            contextlib.suppress(OSError),
            socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe,
        ):
            probe.connect((far, 9))
            address = str(probe.getsockname()[0])
            if _usable(address):
                return address
    for address in _interface_addresses():
        if _usable(address):
            return address
    with contextlib.suppress(OSError):
        for address in socket.gethostbyname_ex(socket.gethostname())[2]:
            if _usable(address):
                return address
    return None


def _bind(host: str, port: int, family: socket.AddressFamily) -> socket.socket:
    bound = socket.socket(family, socket.SOCK_STREAM)
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
    """Whether a server could take this port now."""
    try:
        _bind("", port, socket.AF_INET).close()
    except OSError:
        return False
    return True


class NoPort(Exception):
    """No port could be taken; the text says why."""


def take_port(host: str, wanted: int, tries: int = 50) -> tuple[int, list[socket.socket]]:
    """Takes the wanted port, or the next free one above it; the port and what listens there.

    Host "" is every interface, IPv6 as well where there is any.
    """
    for port in range(wanted, min(wanted + tries, 65536)):
        try:
            bound = [_bind(host, port, socket.AF_INET)]
        except OSError as fault:
            if fault.errno in (errno.EADDRINUSE, errno.EACCES) or sys.platform == "win32":
                continue
            raise NoPort(f"{host or 'This computer'} cannot serve: {fault.strerror}.") from fault
        if not host:
            with contextlib.suppress(OSError):
                bound.append(_bind("::", bound[0].getsockname()[1], socket.AF_INET6))
        return bound[0].getsockname()[1], bound
    last = min(wanted + tries, 65536) - 1
    raise NoPort(f"Ports {wanted} to {last} are all in use. Choose one: companion serve --port N")


def qr_code(url: str) -> str:
    """The address as a code for a phone's camera, drawn for a terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def welcome(port: int, wanted: int, address: str | None) -> str:
    """What the table reads when the server starts: addresses and the code for the phones."""
    lines = []
    if port != wanted:
        lines += [
            f"Port {wanted} is in use by another program, or by a companion that already runs.",
            f"This one takes port {port}.",
            "",
        ]
    lines.append(f"On this computer:  http://localhost:{port}")
    if address is None:
        lines.append("No local network was found, so only this computer can open it.")
    else:
        url = f"http://{address}:{port}"
        lines += [f"On every phone:    {url}", "", qr_code(url)]
        lines.append("The phones must be on the same network. To stop: Ctrl+C.")
    return "\n".join(lines)


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)


def _print(text: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"  # without block characters there is no code
    print(text.encode(encoding, "ignore").decode(encoding), flush=True)


def make_server(app: Any, sockets: list[socket.socket]) -> Any:
    """The server of an application on sockets that listen; ``run`` serves until ``close``."""
    import waitress

    from companion.web import MOST_BYTES
    from companion.web.gate import Channel

    listeners: dict[int, Any] = {-1: None}  # waitress takes an empty map for none
    server = waitress.create_server(
        app,
        map=listeners,
        sockets=sockets,
        threads=THREADS,
        connection_limit=CONNECTIONS,
        max_request_body_size=MOST_BYTES + 1,
        ident=None,
        channel_timeout=3600,
        asyncore_use_poll=True,
    )
    del listeners[-1]
    for listener in listeners.values():
        if hasattr(listener, "channel_class"):
            listener.channel_class = Channel
    return server


def serve_command(host: str, wanted: int) -> int:
    """Serves the companion until it is stopped; 0 when stopped, 1 when it cannot start."""
    from companion.doctor import pdf_problem
    from companion.web import workers

    problem = pdf_problem()
    if not problem:
        # it gets ready for the first report while we do; who searches comes after it
        workers.printer().start().add_done_callback(lambda _: workers.searcher().start())
    try:
        return _serve(host, wanted, problem)
    finally:
        workers.close_all()


def _serve(host: str, wanted: int, problem: str | None) -> int:
    from companion.store.faults import StoreFault
    from companion.web import create_app

    try:
        app = create_app()
        port, sockets = take_port(host, wanted)
    except (NoPort, StoreFault) as fault:
        print(fault, file=sys.stderr)
        return 1
    server = make_server(app, sockets)
    _print(welcome(port, wanted, lan_address() if host in ("", "0.0.0.0") else host))
    if problem:
        _print(f"Everything works but the PDF. {problem}")
    signal.signal(signal.SIGTERM, _stop)
    with contextlib.suppress(KeyboardInterrupt):
        server.run()
    server.close()
    return 0
