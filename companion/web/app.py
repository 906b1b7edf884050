"""The application factory."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from flask.typing import ResponseReturnValue
from werkzeug.routing import IntegerConverter

from companion.exchange.files.automatic_copies import Copier, Copies
from companion.exchange.files.damage import lost_now
from companion.resources import folder
from companion.store.db.data_dir import games_place
from companion.store.games.game_store import GameStore
from companion.template_cache import keep_compiled
from companion.web import error_pages
from companion.web.access import (
    accounts,
    idempotency,
    identity,
    joining,
    security_policy,
)
from companion.web.amend import corrections, drafts, map_on_table, physical_count, rulings
from companion.web.app_state import NAME, AppState, app_state
from companion.web.http import input_limits, locale
from companion.web.http.presence import Presence
from companion.web.http.pubsub import PubSub
from companion.web.library import (
    account_games,
    examples,
    game_admin,
    games,
    made_titles,
    packs,
    paper_games,
    paper_import,
)
from companion.web.play import (
    game_clock,
    halts,
    operating,
    posted_form,
    programmed_actions,
    proposal_answers,
    rest_of_turn,
    turn_screen,
)
from companion.web.read import audit, health, help, history, overview, receipts, reports
from companion.web.render import static_assets
from companion.web.template_globals import add_names

# Hooks before each request, after each response and at teardown. Each runs in this order.
BEFORE = (
    locale.listen,
    security_policy.refuse_other_names,
    security_policy.refuse_strangers,
    input_limits.refuse_unreadable,
    identity.check_form,
    identity.admit,
    drafts.show_draft,
    game_clock.hold_for_banker,
    halts.refuse_while_halted,
)
AFTER = (identity.give_cookie, security_policy.restrict, static_assets.send)
AT_THE_END = (idempotency.release_notifications, locale.reset_language)
SCREENS = (
    locale,
    accounts,
    health,
    games,
    account_games,
    paper_games,
    paper_import,
    made_titles,
    examples,
    joining,
    game_admin,
    packs,
    audit,
    physical_count,
    turn_screen,
    posted_form,
    proposal_answers,
    rest_of_turn,
    programmed_actions,
    game_clock,
    halts,
    overview,
    history,
    help,
    operating,
    reports,
    receipts,
    rulings,
    corrections,
    map_on_table,
    drafts,
)


class Number(IntegerConverter):
    """A number in an address. A number too long for any game or row matches no route."""

    regex = r"\d{1,9}"


class App(security_policy.NamedApp):
    """A Flask application that responds only after everything a request did is on disk."""

    def dispatch_request(self) -> ResponseReturnValue:
        """Return the response. It is drawn while the disk writes."""
        with app_state(self).store.database.settle_last():
            return super().dispatch_request()


def make_app(config: Mapping[str, Any]) -> Flask:
    """Create the application from a ``config`` as in :func:`companion.web.create_app`."""
    app = App(
        __name__, static_folder=str(folder("static")), template_folder=str(folder("templates"))
    )
    app.config["MAX_CONTENT_LENGTH"] = input_limits.MOST_BYTES
    app.config["MAX_FORM_MEMORY_SIZE"] = input_limits.MOST  # Werkzeug checks only forms with a file
    app.config.update(config)
    app.extensions[NAME] = state = make_state(app)
    state.store.database.guard = identity.require_same_roles
    app.url_map.converters["int"] = Number
    add_names(app)
    error_pages.install(app)
    app.register_error_handler(identity.PlaceChangedError, lambda _: identity.refuse_changed())
    for before in BEFORE:
        app.before_request(before)
    for after in reversed(AFTER):  # Flask calls the last of them first
        app.after_request(after)
    for at_the_end in reversed(AT_THE_END):
        app.teardown_request(at_the_end)
    static_assets.install(app)
    keep_compiled(app.jinja_env)
    for screens in SCREENS:
        app.register_blueprint(screens.blueprint)
    return app


def make_state(app: Flask) -> AppState:
    """Create the state of the application from its ``config``."""
    store = app.config.get("STORE")
    if store is None:
        named = app.config.get("DATABASE")
        store = GameStore(Path(named) if named else games_place())
    hub, copies = PubSub(), Copies(store)
    store.on_change.append(hub.tell)
    if lost := lost_now(store):  # a lost game may return under its number
        store.admin.reserve(max(lost))
    state = AppState(store, hub, Presence(hub.tell), copies, identity.create_form_guard)
    if app.config.get("COPY_ROUNDS"):
        state.copier = copier = Copier(copies)
        store.on_round = copier.copy
    return state
