"""Login: a device belongs to an account, which hosts the games begun with it.

Accounts are made by `companion account`. Without accounts there is nobody to log in.

Wrong guesses delay only their own source, and only for that account. A device that has logged in
before is a source of its own, which a signed cookie proves. Guesses from elsewhere do not delay it.
"""

import hashlib
import hmac

from flask import Blueprint, Response, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import format_count, gettext
from companion.store.people.accounts import NoAccountError, plain_name
from companion.web.access.identity import (
    A_YEAR,
    current_device,
    forget_asker,
    kind,
    own_secret,
    secret,
)
from companion.web.app_state import app_state
from companion.web.http.rate_limit import TOO_OFTEN, Delays, RateLimit, source_of
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("accounts", __name__)


COOKIE = "logged-in-before"


def pace(again: bool) -> RateLimit:
    """Limit guesses: 10 a minute from one source, 100 from all.

    Sources that have guessed wrong ``again`` and again have a separate limit, so that they leave
    room for all others.
    """
    return app_state().next_login_pace if again else app_state().login_pace


def delays() -> Delays:
    """Return the delays of guesses."""
    return app_state().login_delays


@blueprint.get("/account")
def account() -> Response:
    """Show the form for name and password, or the way to log out on a logged-in device."""
    return _page()


@blueprint.post("/account")
def log_in() -> AnyResponse:
    """Log in, or say why that failed."""
    name, password = request.form.get("name", ""), request.form.get("password", "")
    account = plain_name(name)
    known = hmac.compare_digest(request.cookies.get(COOKIE, "").encode(), _mark(account).encode())
    source = f"device {secret()}" if known else source_of(request.remote_addr)
    if not known and not pace(delays().has_guessed(source)).lets(source):
        return _page(gettext(TOO_OFTEN), 429)
    if wait := delays().begin(source, account):
        seconds = int(wait) + 1
        says = format_count("Wait {count} second.", "Wait {count} seconds.", seconds, count=seconds)
        return _page(says, 422, name)
    try:
        places = game_store().places
        game_store().accounts.log_in(name, password, lambda: places.register(own_secret(), kind()))
    except NoAccountError as fault:
        return _page(str(fault), 422, name)
    delays().forget(source, account)
    response = redirect(url_for("games.home"), 303)
    response.set_cookie(
        COOKIE,
        _mark(account),
        max_age=A_YEAR,
        path=url_for("accounts.log_in"),
        httponly=True,
        samesite="Lax",
        secure=request.is_secure,
    )
    return response


def _mark(account: str) -> str:
    """Sign that this device has logged in to the account."""
    of = f"logged in {account} {own_secret()}"
    return hmac.new(
        game_store().places.key, of.encode("utf-8", "replace"), hashlib.sha256
    ).hexdigest()


@blueprint.post("/account/leave")
def log_out() -> AnyResponse:
    """Log out."""
    if current_device().device:
        game_store().accounts.log_out(current_device().device)
    forget_asker()
    return redirect(url_for("accounts.account"), 303)


def _page(fault: str = "", status: int = 200, typed: str = "") -> Response:
    _, name = game_store().accounts.of(current_device().device)
    return draw("access/accounts/account.html", status, name=name, typed=typed[:40], fault=fault)


def accounts_exist() -> bool:
    """Is there anybody to log in?"""
    return bool(game_store().accounts.names())
