"""Addresses of pages in links and forms."""

from typing import Any

from flask import url_for
from flask.globals import request_ctx

from companion.cache import Cache

_BUILT: Cache[tuple[object, ...], str] = Cache(8000)


def address_of(endpoint: str, **values: Any) -> str:
    """Return what ``url_for`` returns. An address is built once, as a screen has many of them.

    A page with arguments may hand them on to its links, so these are built each time.
    """
    asked = request_ctx.request
    if asked.args or not {str, int}.issuperset(map(type, values.values())):
        return url_for(endpoint, **values)
    key = asked.root_path, asked.blueprint, endpoint, *values.items()
    return _BUILT.get(key, lambda: url_for(endpoint, **values))
