"""Test clients for devices with a secret and a role at the table.

The default client of a test is the host's machine, which is the banker of every game. Tests ask for
others with :func:`stranger` and :func:`guest`. The default client sends its forms' guard in a
header, so that tests may post anything. :func:`press` sends a form as a browser does.
"""

import re
from html import unescape
from types import SimpleNamespace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import insert
from werkzeug.test import TestResponse

from companion.store.db.seat_tables import DeviceRow
from companion.store.games.game_store import GameStore
from companion.store.history.log_writer import now
from companion.store.people.roles import hash_secret
from companion.web.access import identity as web
from companion.web.app_state import NAME, app_state

HOST = "the-machine-that-serves"
_APP = Flask(__name__)  # only for computing form guards


def make_host(store: GameStore) -> None:
    """Make the serving machine the host."""
    if not store.places.who(HOST).host:
        values = {
            "secret_hash": hash_secret(HOST),
            "kind": "other",
            "is_host": True,
            "created_at": now(),
        }
        with store.database.write() as session:
            session.execute(insert(DeviceRow).values(**values))


def without_form_keys(page: str) -> str:
    """Leave out the keys of forms that may be sent again and again: each drawing has its own."""
    return re.sub(r'(name="guard" value="[^".]*)[^"]*', r"\1", page)


class HostClient(FlaskClient):
    """A browser on the serving machine."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        make_host(app_state(self.application).store)
        known_as(self, HOST)


def known_as(client: FlaskClient, secret: str) -> None:
    """Give the browser this secret."""
    store: GameStore = app_state(client.application).store
    client.set_cookie(web.COOKIE, web.cookie_of(store.places, secret))
    client.environ_base["HTTP_X_FORM_GUARD"] = headers(store, secret)[web.HEADER]


def headers(store: GameStore, secret: str = HOST) -> dict[str, str]:
    """Return the headers that a browser with this secret sends."""
    _APP.extensions[NAME] = SimpleNamespace(store=store)
    sent = f"{web.COOKIE}={web.cookie_of(store.places, secret)}"
    with _APP.test_request_context(headers={"Cookie": sent}):
        return {"Cookie": sent, web.HEADER: web.token()}


def stranger(app: Flask) -> FlaskClient:
    """Return a new browser without a cookie."""
    return FlaskClient(app, app.response_class)


def guest(app: Flask, game: int, *seats: str, secret: str = "a-guest") -> FlaskClient:
    """Return a browser that has joined a game with these seats, or as an onlooker.

    It sends no header, because its forms have their own guards.
    """
    store: GameStore = app_state(app).store
    for seat in seats or ("",):
        store.places.join(game, secret, "other", seat)
    client = stranger(app)
    client.set_cookie(web.COOKIE, web.cookie_of(store.places, secret))
    return client


_FORM = re.compile(r'<form\b[^>]*?action="([^"]*)"[^>]*>(.*?)</form>', re.S)
_TAG = re.compile(r"<(?:input|button|select)\b[^>]*>")


def form(page: str, button: str) -> tuple[str, dict[str, str]]:
    """Return the address and the fields of the form with the button of this id.

    The fields are those sent when that button is pressed.
    """
    for action, inside in _FORM.findall(page):
        if f'id="{button}"' not in inside:
            continue
        sent = {}
        for tag in _TAG.findall(inside):
            named = {
                name: unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)
            }
            pressed = not tag.startswith("<button") or named.get("id") == button
            if pressed and "name" in named:
                sent[named["name"]] = named.get("value", "")
            action = named.get("formaction", action) if pressed else action
        return unescape(action), sent
    raise AssertionError(f"no form has a button {button}")


def press(client: FlaskClient, page: str, button: str, **typed: str) -> TestResponse:
    """Press a button of the page after filling in the ``typed`` fields."""
    to, sent = form(page, button)
    return client.post(to, data={**sent, **typed})
