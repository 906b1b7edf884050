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
    answering,
    auditing,
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
    once,
    operating,
    origin,
    papers,
    places,
    policy,
    receipts,
    rulings,
    speech,
    table,
    wire,
)
from companion.web.app_state import NAME, AppState, app_state
from companion.web.hub import Hub
from companion.web.presence import Presence
from companion.web.template_names import add_names

MOST_BYTES = 8 * 1024 * 1024  # of a request, as one with an imported file
ROOT = Path(__file__).resolve().parents[2]

# Called for every request, for every answer, and when that is given; each in this order.
BEFORE = (
    speech.listen,
    policy.refuse_other_names,
    origin.refuse_strangers,
    letters.refuse_unreadable,
    places.check_form,
    places.admit,
    drafts.show_draft,
)
AFTER = (places.give_cookie, policy.restrict, wire.send)
AT_THE_END = (once.let_others_hear, speech.fall_silent)
SCREENS = (
    speech,
    accounts,
    health,
    games,
    joining,
    keeping,
    auditing,
    counting,
    table,
    answering,
    looking,
    operating,
    papers,
    receipts,
    rulings,
    corrections,
    drafts,
)


class Number(IntegerConverter):
    """A number in an address; one too long for any game or row leads nowhere."""

    regex = r"\d{1,9}"


class App(policy.NamedApp):
    """An application that answers a request once all that it did is on disk."""

    def dispatch_request(self) -> ResponseReturnValue:
        """The answer, which is drawn while the disk writes."""
        with app_state(self).store.database.settle_last():
            return super().dispatch_request()


def make_app(config: Mapping[str, Any]) -> Flask:
    """The application; ``config`` as in :func:`companion.web.create_app`."""
    app = App(__name__, static_folder=str(ROOT / "static"), template_folder=str(ROOT / "templates"))
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = letters.MOST  # Werkzeug looks at forms with a file alone
    app.config.update(config)
    app.extensions[NAME] = state = make_state(app)
    state.store.database.guard = places.still_the_same
    app.url_map.converters["int"] = Number
    add_names(app)
    faults.install(app)
    app.register_error_handler(places.PlaceChanged, lambda _: places.refuse_changed())
    for before in BEFORE:
        app.before_request(before)
    for after in reversed(AFTER):  # Flask calls the last of them first
        app.after_request(after)
    for at_the_end in reversed(AT_THE_END):
        app.teardown_request(at_the_end)
    wire.install(app)
    looks.install(app)
    keep_compiled(app.jinja_env)
    for screens in SCREENS:
        app.register_blueprint(screens.blueprint)
    return app


def make_state(app: Flask) -> AppState:
    """The state of the application, which its ``config`` describes."""
    store = app.config.get("SHELF")
    if store is None:
        named = app.config.get("DATABASE")
        store = GameStore(Path(named) if named else games_place())
    hub, copies = Hub(), Copies(store)
    store.on_change.append(hub.tell)
    if lost := lost_now(store):  # no new game takes the number of one that may come back
        store.archive.reserve(max(lost))
    state = AppState(store, hub, Presence(hub.tell), copies, places.guarded)
    if app.config.get("COPY_ROUNDS"):
        state.copier = copier = Copier(copies)
        store.on_round = copier.copy
    return state
