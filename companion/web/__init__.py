"""The screens: a Flask application, a blueprint per family of screens, server-rendered."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from flask import Flask


def create_app(config: Mapping[str, Any] | None = None) -> "Flask":
    """The application. ``config`` may name ``DATABASE`` (a file) or give a ``SHELF``; without
    either, the games are those of the user's data folder. With ``COPY_ROUNDS`` a copy of a game is
    written after each round.
    """
    from companion.web.app import make_app  # the workers' processes need no Flask

    return make_app(config or {})
