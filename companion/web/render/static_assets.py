"""Static assets: compression, bundles, and long-lived browser caching.

Style sheets and scripts are many files, by subject, and sent as one bundle each. Bundles are
smaller and arrive sooner.

A title's look, of its companies and markets, is a sheet of its own, because pages contain no style
(see ``companion.web.access.security_policy``).
"""

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

import rjsmin
import zopfli.gzip
from flask import Flask, Response, abort, request, url_for

from companion import titles
from companion.drawing import CompanyLook, company_css
from companion.web.render.market_layout import market_css

TEXT = ("text/", "application/json", "application/javascript", "image/svg+xml")
SMALL = 700  # bytes below which compressing is not worth it
A_YEAR = 365 * 24 * 3600
Files = tuple[Path, ...]
Times = tuple[int, ...]
# The files of each bundle, in order of precedence. Files that only few pages need stay separate:
# new-game.css, made-title.css, new-game-seats.js and kept-form.js, rules-and-packs.css, keys.css,
# history-edit.css, and table-view.css.
SHEETS = (
    "css/shared/design-tokens.css",
    "css/shared/components.css",
    "css/shared/map.css",
    "css/layout/page.css",
    "css/play/turn.css",
    "css/play/accounts.css",
    "css/shared/holdings-matrix.css",
    "css/shared/market.css",
    "css/shared/lists.css",
    "css/layout/wide-screens.css",
    "css/library/home.css",
    "css/read/overview.css",
    "css/play/operating.css",
    "css/play/runs-and-dividends.css",
    "css/read/receipt.css",
    "css/play/operating-narrow.css",
    "css/play/operating-wide.css",
    "css/play/compact-turn.css",
    "css/play/clock.css",
    "css/layout/double-tap-guard.css",
    "css/layout/small-screens.css",
    "css/access/joining.css",
    "css/layout/missed-events.css",
    "css/read/time-travel.css",
    "css/amend/drafts.css",
    "css/play/operating-table.css",
)
SCRIPTS = (
    "js/layout/live-updates.js",
    "js/layout/partial-updates.js",
    "js/layout/missed-events.js",
    "js/play/warnings.js",
    "js/layout/unsaved-input.js",
    "js/layout/fixed-bars.js",
    "js/layout/scroll-position.js",
    "js/layout/back-button.js",
    "js/play/amounts.js",
    "js/layout/menus.js",
    "js/layout/announcements.js",
    "js/play/turn-alerts.js",
    "js/play/tap-queue.js",
    "js/play/clock.js",
    "js/shared/map.js",
    "js/shared/minimap.js",
    "js/layout/keyboard-shortcuts.js",
    # after all others, which read the page before it is changed
    "js/layout/double-tap-guard.js",
    "js/layout/page-refresh.js",
    "js/access/seat-taking.js",
)
BUNDLES = {"sheets": ("css/all.css", SHEETS), "scripts": ("js/all.js", SCRIPTS)}
LOOK = "title_look"
STATIC = ("static", *BUNDLES, LOOK)  # endpoints that a browser may cache
# parts of a style sheet that may be removed without effect
_SPARED = re.compile(
    rb"/\*.*?\*/\s*|^[ \t]+|(?<=[{},;])\s+|;(?=\s*})|(?<=\w:) | (?={)", re.DOTALL | re.MULTILINE
)
# Comments and spaces serve only readers of the source.
SQUEEZE: dict[str, Callable[[bytes], bytes]] = {
    "text/css": lambda sheet: _SPARED.sub(b"", sheet),
    "text/javascript": rjsmin.jsmin,
}


def install(app: Flask) -> None:
    """Serve static files; tell templates their addresses: ``asset``, ``sheets``, ``scripts``."""
    folder = Path(app.static_folder or "")

    def asset(name: str) -> str:
        """Return the address of a static file, with a hash of its content."""
        return url_for("static", filename=name, v=_mark(*_with_times(folder, (name,))))

    app.jinja_env.globals["asset"] = asset
    for endpoint, (address, names) in BUNDLES.items():
        _bundle(app, folder, endpoint, address, names)

    @app.get("/static/css/title/<slug>.css", endpoint=LOOK)
    def send_look(slug: str) -> Response:
        known = titles.find(slug)
        if known is None or not known.is_usable():
            abort(404)
        return _checked_again(_look(slug), "text/css")

    def look(slug: str) -> str:
        """Return the address of a title's sheet, with a hash of its content."""
        return url_for(LOOK, slug=slug, v=_mark_look(slug))

    app.jinja_env.globals["look"] = look


def _bundle(app: Flask, folder: Path, endpoint: str, address: str, names: tuple[str, ...]) -> None:
    """Serve these files as one, and add a template function named like the ``endpoint``."""

    def send() -> Response:
        kind = "text/css" if address.endswith(".css") else "text/javascript"
        return _checked_again(_join_files(*_with_times(folder, names)), kind)

    def where() -> str:
        return url_for(endpoint, v=_mark(*_with_times(folder, names)))

    app.add_url_rule(f"/static/{address}", endpoint, send)
    app.jinja_env.globals[endpoint] = where


def _checked_again(body: str | bytes, kind: str) -> Response:
    """Return a file that browsers keep, but ask for again unless its address has a hash."""
    response = Response(body, mimetype=kind)
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


def _with_times(folder: Path, names: tuple[str, ...]) -> tuple[Files, Times]:
    """Return the files with their times of change, as a key for cached results."""
    files = tuple(folder / name for name in names)
    return files, tuple(file.stat().st_mtime_ns for file in files)


@lru_cache(maxsize=16)
def _join_files(files: Files, changed: Times) -> bytes:
    return b"\n".join(file.read_bytes() for file in files)


@lru_cache(maxsize=256)
def _mark(files: Files, changed: Times) -> str:
    return hashlib.sha256(_join_files(files, changed)).hexdigest()[:12]


@lru_cache(maxsize=32)
def _look(slug: str) -> str:
    data = titles.load(slug).data
    owners = [CompanyLook(c.symbol, c.short, c.colour) for c in data.token_owners]
    return company_css(owners) + market_css(data)


@lru_cache(maxsize=32)
def _mark_look(slug: str) -> str:
    return hashlib.sha256(_look(slug).encode()).hexdigest()[:12]


@lru_cache(maxsize=64)
def _compress_file(body: bytes, kind: str) -> bytes:
    """Compress a static file as far as possible; there are few of them."""
    if kind in SQUEEZE:
        body = SQUEEZE[kind](body)
    packed: bytes = zopfli.gzip.compress(body)  # slower than others, and smaller
    return packed


@lru_cache(maxsize=32)
def _compress_body(body: bytes) -> bytes:
    """Compress a screen, once for all devices that receive the same."""
    return gzip.compress(body, 9, mtime=0)


def send(response: Response) -> Response:
    """Compress text, and let browsers cache hashed static files."""
    static = request.endpoint in STATIC
    if static and response.status_code == 200:
        font = request.path.endswith((".woff2", ".otf"))
        if request.args.get("v") or font:
            response.cache_control.no_cache = None
            response.cache_control.public = True
            response.cache_control.max_age = A_YEAR
            response.cache_control.immutable = True
    elif not static:
        response.cache_control.no_store = True
    if not (response.mimetype or "").startswith(TEXT) or response.headers.get("Content-Encoding"):
        return response
    response.vary.add("Accept-Encoding")
    if response.status_code in (204, 304) or not request.accept_encodings["gzip"]:
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) < SMALL:
        return response
    if static:
        ours = "/vendor/" not in request.path  # third-party files are sent unchanged
        response.set_data(_compress_file(body, response.mimetype if ours else ""))
    else:
        response.set_data(_compress_body(body))
    response.headers["Content-Encoding"] = "gzip"
    if etag := response.get_etag()[0]:
        response.set_etag(etag, weak=True)  # same content, other bytes
    return response
