"""Logging in: a device becomes that of an account, which hosts the games that are begun with it.

Accounts are made by `companion account`; where there are none, there is nobody to log in.
"""

from flask import Blueprint, Flask, Response, current_app, redirect, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import translated
from companion.store.accounts import NoAccount
from companion.web.pace import TOO_OFTEN, Pace
from companion.web.places import asker, forget_asker, kind, own_secret
from companion.web.screens import draw, shelf

blueprint = Blueprint("accounts", __name__)


def pace() -> Pace:
    """How often somebody may try: 10 times a minute from one address, 100 from all."""
    found: Pace = current_app.extensions.setdefault("pace of logins", Pace(10, 100, 60))
    return found


@blueprint.get("/account")
def form() -> Response:
    """Where name and password are typed, or, on a device that is an account's, how to leave it."""
    return _page()


@blueprint.post("/account")
def enter() -> AnyResponse:
    """Log in, or say why not."""
    if not pace().lets(request.remote_addr or ""):
        return _page(translated(TOO_OFTEN), 429)
    name, password = request.form.get("name", ""), request.form.get("password", "")
    try:
        known = shelf().places.known
        shelf().accounts.log_in(name, password, lambda: known(own_secret(), kind()))
    except NoAccount as fault:
        return _page(str(fault), 422, name)
    return redirect(url_for("games.home"), 303)


@blueprint.post("/account/leave")
def leave() -> AnyResponse:
    """Log out."""
    if asker().device:
        shelf().accounts.log_out(asker().device)
    forget_asker()
    return redirect(url_for("accounts.form"), 303)


def install(app: Flask) -> None:
    """Tell templates whether there is anybody to log in."""
    app.jinja_env.globals["accounts_exist"] = lambda: bool(shelf().accounts.names())


def _page(fault: str = "", status: int = 200, typed: str = "") -> Response:
    _, name = shelf().accounts.of(asker().device)
    return draw("joining/account.html", status, name=name, typed=typed[:40], fault=fault)
