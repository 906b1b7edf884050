"""The style sheet of a title: its companies and its markets.

It is a file of its own, because pages contain no style (see
``companion.web.access.security_policy``). Browsers cache it like all static files.
"""

import hashlib
from functools import lru_cache

from flask import Flask, Response, abort, request, url_for

from companion import titles
from companion.drawing import CompanyLook, company_css
from companion.web.render.market_layout import market_css

ENDPOINT = "title_look"


def install(app: Flask) -> None:
    """Serve the sheet of each title, and tell templates its address."""

    @app.get("/static/css/title/<slug>.css", endpoint=ENDPOINT)
    def send(slug: str) -> Response:
        known = titles.find(slug)
        if known is None or not known.is_usable():
            abort(404)
        response = Response(_sheet(slug), mimetype="text/css")
        response.cache_control.no_cache = True
        response.add_etag()
        response.make_conditional(request)
        return response

    def look(slug: str) -> str:
        """Return the address of a title's sheet, with a hash of its content."""
        return url_for(ENDPOINT, slug=slug, v=_mark(slug))

    app.jinja_env.globals["look"] = look


@lru_cache(maxsize=32)
def _sheet(slug: str) -> str:
    data = titles.load(slug).data
    owners = [CompanyLook(c.symbol, c.short, c.colour) for c in data.token_owners]
    return company_css(owners) + market_css(data)


@lru_cache(maxsize=32)
def _mark(slug: str) -> str:
    return hashlib.sha256(_sheet(slug).encode()).hexdigest()[:12]
