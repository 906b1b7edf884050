"""Addresses of pages in links and forms."""

from functools import lru_cache
from typing import Any
from urllib.parse import SplitResult, urlsplit

from flask import request, url_for
from flask.globals import request_ctx


def address_of_turn(game: int) -> str:
    """Return the address of the screen of the awaited step."""
    return url_for("turn_screen.turn", game=game)


def read_address(text: str) -> SplitResult:
    """Return the parts of an address that a browser has sent; empty if it is none."""
    try:
        return urlsplit(text)
    except ValueError:
        return urlsplit("")


def page_shown(game: int) -> str:
    """Return the address of the game's page on which the form was, else of its turn."""
    turn = address_of_turn(game)
    here = read_address(request.headers.get("HX-Current-URL", "") or request.referrer or "")
    if here.path != turn and not here.path.startswith(f"{turn}/"):
        return turn
    return f"{here.path}?{here.query}" if here.query else here.path


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
