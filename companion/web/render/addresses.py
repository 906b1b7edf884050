"""Addresses of pages in links and forms."""

from functools import lru_cache
from typing import Any

from flask import url_for
from flask.globals import request_ctx


def address_of_turn(game: int) -> str:
    """Return the address of the screen of the awaited step."""
    return url_for("turn_screen.turn", game=game)


def address_of(endpoint: str, **values: Any) -> str:
    """Return what ``url_for`` returns. An address is built once, as a screen has many of them.

    A page with arguments may hand them on to its links, so these are built each time.
    """
    asked = request_ctx.request
    if asked.args or not {str, int}.issuperset(map(type, values.values())):
        return url_for(endpoint, **values)
    return _build(asked.root_path, asked.blueprint, endpoint, tuple(values.items()))


@lru_cache(maxsize=8000)
def _build(
    root: str, blueprint: str | None, endpoint: str, values: tuple[tuple[str, Any], ...]
) -> str:
    """Return the address. It also depends on the ``root`` and on the page's ``blueprint``."""
    return url_for(endpoint, **dict(values))
