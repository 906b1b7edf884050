"""What goes over the wire: compressed text, and static files kept by the browser for good."""

import gzip
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from flask import Flask, Response, request, url_for

from companion.web import looks

TEXT = ("text/", "application/json", "application/javascript", "image/svg+xml")
SMALL = 700  # bytes below which compressing is not worth it
STATIC = ("static", "sheets", looks.ENDPOINT)  # endpoints of what a browser may keep
A_YEAR = 365 * 24 * 3600
# of static/css, in the order in which they count
SHEETS = (
    *("tokens", "parts", "map", "app", "turn", "matrix", "market", "lists", "wide"),
    *("home", "looking", "operating", "hands", "room", "joining", "past"),
)


def install(app: Flask) -> None:
    """Compress what is text, let hashed static files be kept, and give templates ``asset``."""
    folder = Path(app.static_folder or "")

    def asset(name: str) -> str:
        """The address of a static file, with a mark of its content."""
        file = folder / name
        return url_for("static", filename=name, v=_mark(file, file.stat().st_mtime_ns))

    def sheets() -> str:
        """The address of all style sheets in one."""
        times = tuple((folder / "css" / f"{name}.css").stat().st_mtime_ns for name in SHEETS)
        return url_for("sheets", v=_mark_of_all(folder / "css", times))

    @app.get("/static/css/all.css", endpoint="sheets")
    def send_sheets() -> Response:
        """The style sheets one after the other: together they are smaller, and come sooner."""
        response = Response(_all_sheets(folder / "css"), mimetype="text/css")
        response.cache_control.no_cache = True
        response.add_etag()
        response.make_conditional(request)
        return response

    app.jinja_env.globals["asset"] = asset
    app.jinja_env.globals["sheets"] = sheets
    app.after_request(_send)


def _all_sheets(folder: Path) -> bytes:
    return b"\n".join((folder / f"{name}.css").read_bytes() for name in SHEETS)


@lru_cache(maxsize=16)
def _mark_of_all(folder: Path, changed: tuple[int, ...]) -> str:
    return hashlib.sha256(_all_sheets(folder)).hexdigest()[:12]


@lru_cache(maxsize=256)
def _mark(file: Path, changed: int) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12]


# Comments and indents, which are for who reads the source. In a script only comments that have
# lines of their own; what it says over several lines (`...`) does not hang on their indents.
_SPARED = {
    "text/css": re.compile(rb"/\*.*?\*/\s*|^[ \t]+|(?<=[{};])\n+", re.DOTALL | re.MULTILINE),
    "text/javascript": re.compile(
        rb"^[ \t]*(?://[^\n]*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)?\n|^[ \t]+", re.MULTILINE
    ),
}


@lru_cache(maxsize=64)
def _squeezed(body: bytes, kind: str) -> bytes:
    """A static file compressed as far as it goes; there are few of them."""
    if kind in _SPARED:
        body = _SPARED[kind].sub(b"", body)
    return gzip.compress(body, 9, mtime=0)


def _send(response: Response) -> Response:
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
        ours = "/vendor/" not in request.path  # what others made is sent as they made it
        response.set_data(_squeezed(body, response.mimetype if ours else ""))
    else:
        response.set_data(gzip.compress(body, 5, mtime=0))
    response.headers["Content-Encoding"] = "gzip"
    if etag := response.get_etag()[0]:
        response.set_etag(etag, weak=True)  # the same content, in other bytes
    return response
