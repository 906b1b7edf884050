"""The security policy: what pages may load, from where requests may come, and to which host names.

Pages contain no script and no style of their own, load nothing from other sites and cannot be
framed. Another site could let its own name resolve to this computer (DNS rebinding), and the
browser would take its page for ours. So requests are answered only under this computer's names.
Numeric addresses are allowed: people type them, and other sites cannot redirect them here. Another
site may not change anything here.
"""

import ipaddress
import os
import re
import socket
from urllib.parse import urlsplit

from flask import Flask, Request, Response, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import MapAdapter

from companion.languages import format_text, gettext
from companion.rules.core.action_parser import shorten_value
from companion.web.render.screens import draw

READS = frozenset(("GET", "HEAD", "OPTIONS"))  # methods of requests that change nothing
NAMES = "COMPANION_HOSTS"  # further names, separated by commas, such as a proxy's

_LABEL = r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?"
_HOST = re.compile(
    rf"(?=[^:]{{1,253}}(?::|$)|\[)(?:{_LABEL}(?:\.{_LABEL})*\.?|\[[0-9a-f:.]{{2,45}}\])(?::[0-9]{{1,5}})?",
    re.IGNORECASE,
)

PAGES = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "manifest-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
# a report for the browser has its styles within, and no script
REPORT = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src data:",
        "font-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)


def refuse_other_names() -> Response | None:
    """Refuse requests that name another host."""
    if not is_host(request.headers.get("Host")):
        return draw("layout/error.html", 400, says=gettext("That is not the name of any computer."))
    name = _name(request.host)
    if _is_address(name) or name in _own_names() or name in _read_allowed_names():
        return None
    says = format_text(
        "The companion is not called {name}. Open it at the address that its computer shows.",
        name=shorten_value(name),
    )
    return draw("layout/error.html", 421, says=says)


def restrict(response: Response) -> Response:
    """Add the security headers to a response."""
    response.headers["X-Content-Type-Options"] = "nosniff"
    response.headers["Referrer-Policy"] = "same-origin"
    if response.mimetype in ("text/html", "image/svg+xml"):
        response.headers.setdefault("Content-Security-Policy", PAGES)
    return response


class NamedApp(Flask):
    """An application that can draw a page for every request, even if its host name is invalid."""

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """Use "localhost" for reading and building addresses if the request's host is invalid."""
        try:
            return super().create_url_adapter(request)
        except (HTTPException, UnicodeError):
            assert request is not None
            here = {**request.environ, "HTTP_HOST": "localhost"}
            return self.url_map.bind_to_environ(here)


def is_host(named: str | None) -> bool:
    """Is this a valid host name? A request may name none."""
    if named is None:
        return True
    if not _HOST.fullmatch(named):
        return False
    try:
        named.partition(":")[0].encode("ascii").decode("idna")
    except UnicodeError:
        return False
    return True


def _name(host: str) -> str:
    """Return a request's host without its port: "[::1]:8018" gives "::1"."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].lower().rstrip(".")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _own_names() -> frozenset[str]:
    """Return the present names of this computer. Another network may give it another name."""
    own = socket.gethostname().lower().partition(".")[0]
    return frozenset(("localhost", own, f"{own}.local", socket.gethostname().lower()))


def _read_allowed_names() -> frozenset[str]:
    """Return the further names from the environment."""
    return frozenset(n.strip().lower() for n in os.environ.get(NAMES, "").split(",") if n.strip())


def refuse_strangers() -> Response | None:
    """Refuse requests that change something and come from another site."""
    if request.method in READS or not _from_elsewhere():
        return None
    says = gettext(
        "That came from another site. Only the companion's own pages may act at this table."
    )
    return draw("layout/error.html", 403, says=says)


def _from_elsewhere() -> bool:
    """Does the browser name another site? Old browsers and other programs name none."""
    if request.headers.get("Sec-Fetch-Site") == "cross-site":
        return True
    origin = request.headers.get("Origin")
    if origin is None:
        return False
    try:
        return urlsplit(origin).netloc.lower() != request.host.lower()
    except ValueError:  # no valid address, so not one of our pages
        return True
