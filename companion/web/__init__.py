"""The web interface: a server-rendered Flask application, one blueprint per family of screens."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """Create the Flask application.

    ``config`` may name ``DATABASE`` (a file) or give a ``STORE``. Without either, the application
    uses the games in the user's data folder. If ``COPY_ROUNDS`` is set, it writes a copy of a game
    after each round.
    """
    from companion.web.app import make_app  # the workers' processes need no Flask

    return make_app(config or {})
