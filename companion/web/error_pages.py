"""Error pages: each fault is reported in a sentence and never as a traceback."""

import time
from typing import Any

from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from companion.languages import gettext, lazy_gettext, speaking
from companion.store.db.faults import StoreError
from companion.store.history.records import CannotOpenError, CannotRebuildError, NoGameError
from companion.web.http import locale
from companion.web.library.game_admin import show_open_error
from companion.web.render.screens import draw

SENTENCES = {
    404: lazy_gettext("There is nothing here."),
    405: lazy_gettext("That address does not take such a request."),
    413: lazy_gettext("The file is too large: 8 MB is the limit."),
}


OTHER = lazy_gettext("That did not work.")


def page(app: Flask, says: str, cookie: str = "") -> bytes:
    """Return a page with a sentence, for a request that was refused before the application saw it.

    Only the ``cookie`` of such a request is known, and only if its head was read.
    """
    with app.test_request_context(headers={"Cookie": cookie}), speaking(locale.chosen_language()):
        return draw("layout/error.html", says=gettext(says)).get_data()


def install(app: Flask) -> None:
    """Answer every fault with a page that says what happened and where to go."""

    def plain(says: str, status: int) -> Response:
        return draw("layout/error.html", status, says=says)

    @app.errorhandler(NoGameError)
    def no_game(fault: NoGameError) -> Response:
        return plain(str(fault), 404)

    app.register_error_handler(CannotOpenError, show_open_error)

    @app.errorhandler(StoreError)
    def disk(fault: StoreError) -> Response:
        tell_terminal(fault)
        return draw("layout/error.html", 503, says=fault.what, do=fault.do)

    @app.errorhandler(CannotRebuildError)
    def cannot_rebuild(fault: CannotRebuildError) -> Response:
        return plain(str(fault) or gettext("That moment cannot be rebuilt from the log."), 409)

    @app.errorhandler(HTTPException)
    def http(fault: HTTPException) -> Response:
        status = fault.code or 500
        return plain(gettext(SENTENCES.get(status, OTHER)), status)

    def log_exception(what: Any) -> None:
        """Log the exception with the route instead of the address, which may hold a secret."""
        app.logger.error(
            "Stumbled over %s %s", request.method, request.url_rule or "nothing", exc_info=what
        )

    app.log_exception = log_exception  # type: ignore[assignment, method-assign]

    @app.errorhandler(500)
    def show_error(fault: Exception) -> Response:
        return plain(
            gettext("Something went wrong in the companion. The game is as it was before."), 500
        )


TELL_AGAIN = 60.0  # seconds; every device repeats its requests, and the terminal has one reader
_told: dict[str, float] = {}


def tell_terminal(fault: StoreError) -> None:
    """Report in the terminal why the companion cannot read or write."""
    now = time.monotonic()
    if now - _told.get(str(fault), -TELL_AGAIN) >= TELL_AGAIN:
        _told[str(fault)] = now
        current_app.logger.error(str(fault))
