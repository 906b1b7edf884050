"""The server at the table: start, messages in the terminal, and QR code for phones."""

import contextlib
import gc
import io
import logging
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

from companion import __version__
from companion.addresses_and_ports import AddressWatch, NoPortError, lan_address, take_port
from companion.log_file import NAME, end_log, keep_log
from companion.sleep_inhibitor import Awake, how_to

SHOWN = "it was made on this computer. Choose to go on all the same."
QUIET = 5.0  # seconds after the start in which a first report has the processor to itself
# Allocations until Python's garbage collector runs. With its defaults and many tables, it runs so
# often that all tables wait for it.
COLLECTING = 3000, 10, 50
# Seconds for which a thread may run while others wait. With Python's default (5 ms), each thread
# back from the database waits that long for a screen being rendered, several times a response.
SWITCH = 0.0005
FILES = 2000  # limit of open files: a browser keeps up to six connections


def qr_code(url: str) -> str:
    """Return the address as a QR code, drawn for a terminal."""
    import segno

    drawn = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue()


def welcome(
    port: int,
    wanted: int,
    address: str | None,
    link: str = "",
    scheme: str = "http",
    other: str = "",
) -> str:
    """Return the start message: the addresses and the code for the phones.

    The first address has a ``link`` that makes one device the host. ``other`` is the port of a
    companion that already serves the same games.
    """
    lines = []
    if other:
        lines += [
            f"A companion serves these games already, on port {other}. Use that one.",
            "Its link makes a browser the host. This one prints none, and takes port"
            f" {port}; Ctrl+C ends it.",
            "",
        ]
    elif port != wanted:
        lines += [
            f"Port {wanted} is in use by another program, or by a companion that already runs.",
            f"This one takes port {port}.",
            "",
        ]
    lines.append(f"On this computer:  {host_address(port, link, scheme)}")
    if link:
        lines.append("                   It makes one browser the host, once. Keep it to yourself.")
    if address is None:
        lines.append("No local network was found, so only this computer can open it.")
    else:
        url = f"{scheme}://{address}:{port}"
        lines += [f"On every phone:    {url}", "", qr_code(url)]
        if scheme == "https":
            lines += ["Each phone warns once of a certificate that nobody vouches for:", SHOWN, ""]
        lines.append("The phones must be on the same network. To stop: Ctrl+C.")
    return "\n".join(lines)


def address_message(port: int, address: str | None, scheme: str = "http") -> str:
    """Return the message for a changed address of the computer."""
    if address is None:
        return "This computer is no longer on a network: only it can open the companion."
    url = f"{scheme}://{address}:{port}"
    says = "This computer has another address. Phones that are lost scan this, or open"
    return f"\n{says}\n{url}\n\n{qr_code(url)}"


def host_address(port: int, link: str, scheme: str = "http") -> str:
    """Return the address that makes one device the host."""
    return f"{scheme}://localhost:{port}" + (f"/host/{link}" if link else "")


def _open_browser(address: str) -> None:
    """Open the address in a browser if there is a display."""
    screen = sys.platform in ("win32", "darwin") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if screen and sys.stdout.isatty():
        import webbrowser

        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _get_ready(app: Any) -> None:
    """Prepare in the background what the first request of each screen would wait for."""
    gc.collect()
    gc.freeze()  # objects present now are permanent, so later collections can skip them
    gc.set_threshold(*COLLECTING)
    sys.setswitchinterval(SWITCH)

    from companion.store.db.faults import StoreError
    from companion.web.app_state import app_state

    def beside() -> None:
        with contextlib.suppress(StoreError):  # players are told of the fault when they play
            app_state(app).store.answers.forget()
        for name in app.jinja_env.list_templates():
            app.jinja_env.get_template(name)

    threading.Thread(target=beside, name="getting ready", daemon=True).start()


def _stop(*_: object) -> NoReturn:
    raise SystemExit(0)


def print_text(text: str) -> None:
    """Print a text in the terminal as far as its encoding allows."""
    # an encoding without block characters drops the QR code
    encoding = sys.stdout.encoding or "utf-8"
    with contextlib.suppress(OSError, ValueError):  # the terminal may be closed by now
        print(text.encode(encoding, "ignore").decode(encoding), flush=True)


def _allow_connections() -> None:
    """Raise the limit of open files; some systems allow too few for several tables."""
    if sys.platform != "win32":
        import resource

        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = FILES if hard == resource.RLIM_INFINITY else min(FILES, hard)
        if soft != resource.RLIM_INFINITY and soft < wanted:
            with contextlib.suppress(OSError, ValueError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def make_server(app: Any, sockets: list[socket.socket], certificate: Path | None = None) -> Any:
    """Return the server of an application on listening sockets; ``run`` serves until ``close``.

    With a ``certificate``, a file that also holds its key, it speaks HTTPS.
    """
    from companion.web.server import Server, ServerApp

    return Server(ServerApp(app), sockets, certificate)


def serve_command(host: str, wanted: int, https: bool = False) -> int:
    """Serve the companion until it is stopped. Return 0 then, or 1 if it cannot start."""
    from companion.system_dependencies import pdf_problem
    from companion.web.http import worker_pool

    problem = pdf_problem()
    if not problem:
        worker_pool.printer().start()  # it starts up for the first report in the meantime
    try:
        return _serve(host, wanted, problem, https)
    finally:
        worker_pool.close_all()


def _serve(host: str, wanted: int, problem: str | None, https: bool) -> int:
    from companion.exchange.files.damage import alarms, lost_now
    from companion.store.db.faults import StoreError
    from companion.store.db.server_lock import ServerLock
    from companion.web import create_app
    from companion.web.access.address_changes import move
    from companion.web.app_state import app_state

    try:
        app = create_app({"COPY_ROUNDS": True})
        port, sockets = take_port(host, wanted)
    except (NoPortError, StoreError) as fault:
        print(fault, file=sys.stderr)
        return 1
    reached = lan_address() if host in ("", "0.0.0.0") else host
    try:
        file = _certificate(reached) if https else None
    except OSError as fault:
        print(f"No certificate could be made: {fault}", file=sys.stderr)
        return 1
    scheme = "https" if https else "http"

    state = app_state(app)
    store = state.store
    mark = ServerLock(store.where) if isinstance(store.where, Path) else None
    other = mark.take(port) if mark else ""

    def on_begin() -> None:
        link = "" if other else store.places.open_host()
        print_text(welcome(port, wanted, reached, link, scheme, other))
        for alarm in alarms(store, lost_now(store)):
            print_text(f"\n{alarm}\n")
        _open_browser(host_address(port, link, scheme))
        if problem:
            print_text(f"Everything works but the PDF. {problem}")
        awake.begin()

    def change_address(address: str | None) -> None:
        print_text(address_message(port, address, scheme))
        move(app, address)
        if state.server and https:
            with contextlib.suppress(OSError):  # then the old certificate stays in use
                state.server.renew(_certificate(address))

    watch = AddressWatch(reached, change_address) if host in ("", "0.0.0.0") else None

    awake = Awake(lambda: _seconds_quiet(state), lambda: print_text(how_to()))
    try:
        serve_on(app, sockets, on_begin, certificate=file)
    finally:
        awake.close()
        if watch:
            watch.close()
        if mark:
            mark.close()
    return 0


def _seconds_quiet(state: Any) -> float:
    """Return for how many seconds no device was there. During a break the computer stays awake."""
    from companion.store.db.faults import StoreError

    with contextlib.suppress(StoreError):
        if state.store.halts.is_break_on():
            return 0.0
    return float(state.presence.quiet())


def _certificate(address: str | None) -> Path:
    from companion.store.db.data_dir import data_folder
    from companion.tls_certificate import certificate

    return certificate(data_folder(), address)


def serve_on(
    app: Any,
    sockets: list[socket.socket],
    on_begin: Callable[[], None],
    log: str = NAME,
    certificate: Path | None = None,
) -> None:
    """Serve the application on listening sockets until it is stopped.

    ``on_begin`` is called just before. ``log`` names the log file. A ``certificate`` switches to
    HTTPS.
    """
    from companion.store.db.data_dir import data_folder
    from companion.store.games.clock_heartbeat import ClockHeartbeat
    from companion.web.app_state import app_state
    from companion.web.http import worker_pool

    state, folder = app_state(app), data_folder()
    handlers = keep_log(folder, log)
    logger = logging.getLogger(__name__)
    port = sockets[0].getsockname()[1]
    logger.info("Companion %s serves on port %s, with its folder %s.", __version__, port, folder)
    later = threading.Timer(QUIET, lambda: worker_pool.searcher().start())
    later.daemon = True
    heartbeat = ClockHeartbeat(state.store.clocks)
    listener = None
    try:
        _allow_connections()
        server = state.server = make_server(app, sockets, certificate)
        listener = _hear_others(app)
        heartbeat.begin()
        on_begin()
        _get_ready(app)
        later.start()
        signal.signal(signal.SIGTERM, _stop)
        with contextlib.suppress(KeyboardInterrupt):
            server.run()
    finally:
        later.cancel()
        if listener:
            listener.close()
        heartbeat.close()
        if copier := state.copier:
            copier.close()
        logger.info("The companion has ended.")
        end_log(handlers)


def _hear_others(app: Any) -> Any:
    """Forward changes made by other processes, if any, to the clients of this one."""
    from companion.web.app_state import app_state

    state = app_state(app)
    hub = state.hub

    def notify_all() -> None:
        for game in hub.games():
            hub.tell(game)

    return state.store.database.listen(hub.tell, notify_all, state.presence.hear)
