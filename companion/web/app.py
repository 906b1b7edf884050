"""Putting the application together."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue
from werkzeug.routing import IntegerConverter

from companion.compiled import keep_compiled
from companion.exchange.copies import Copier, Copies
from companion.exchange.damage import lost_now
from companion.store.place import games_place
from companion.store.shelf import GameStore
from companion.web import (
    accounts,
    alike,
    answering,
    auditing,
    calls,
    consent,
    corrections,
    counting,
    drafts,
    faults,
    games,
    health,
    joining,
    keeping,
    letters,
    looking,
    looks,
    moving,
    once,
    operating,
    origin,
    papers,
    places,
    policy,
    presence,
    receipts,
    rights,
    rulings,
    screens,
    speech,
    table,
    then,
    wire,
)
from companion.web.hub import Hub

MOST_BYTES = 8 * 1024 * 1024  # of a request, as one with an imported file
ROOT = Path(__file__).resolve().parents[2]


class Number(IntegerConverter):
    """A number in an address; one too long for any game or row leads nowhere."""

    regex = r"\d{1,9}"


class App(policy.NamedApp):
    """An application that answers a request once all that it did is on disk."""

    def dispatch_request(self) -> ResponseReturnValue:
        """The answer, which is drawn while the disk writes."""
        with screens.present_shelf().database.settle_last():
            return super().dispatch_request()


def make_app(config: Mapping[str, Any]) -> Flask:
    """The application; ``config`` as in :func:`companion.web.create_app`."""
    app = App(__name__, static_folder=str(ROOT / "static"), template_folder=str(ROOT / "templates"))
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config.update(config)
    shelf = app.config.get("SHELF")
    if shelf is None:
        named = app.config.get("DATABASE")
        shelf = GameStore(Path(named) if named else games_place())
    app.extensions["shelf"] = shelf
    app.extensions["hub"] = hub = Hub()
    shelf.on_change.append(hub.tell)
    app.extensions["presence"] = presence.Presence(hub.tell)
    app.extensions["copies"] = copies = Copies(shelf)
    if lost := lost_now(shelf):  # no new game takes the number of one that may come back
        shelf.archive.reserve(max(lost))
    if app.config.get("COPY_ROUNDS"):
        app.extensions["copier"] = copier = Copier(copies)
        shelf.on_round = copier.copy
    app.url_map.converters["int"] = Number
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    guards = (policy, origin, letters, places, rights)
    everywhere = (wire, looks, speech, screens, faults, *guards, then)
    screens_of_a_game = (table, answering, looking, operating, papers, receipts, rulings)
    told = (
        presence,
        consent,
        calls,
        moving,
        joining,
        accounts,
        alike,
        once,
        receipts,
        rulings,
        drafts,
        counting,
    )
    for part in (*everywhere, *told):
        part.install(app)
    keep_compiled(app.jinja_env)
    beside = (accounts, health, games, joining, keeping, auditing, counting)
    for screens_of in (*beside, *screens_of_a_game, corrections, drafts):
        app.register_blueprint(screens_of.blueprint)
    return app
