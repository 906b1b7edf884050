"""The origin of requests: other sites may not change anything here."""

from urllib.parse import urlsplit

from flask import Response, request

from companion.languages import gettext, lazy_gettext
from companion.web.render.screens import draw

READS = frozenset(("GET", "HEAD", "OPTIONS"))
SAYS = lazy_gettext(
    "That came from another site. Only the companion's own pages may act at this table."
)


def refuse_strangers() -> Response | None:
    """Refuse requests that change something and come from another site."""
    if request.method in READS or not _from_elsewhere():
        return None
    return draw("layout/error.html", 403, says=gettext(SAYS))


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
