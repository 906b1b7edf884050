"""Help in a game: shortcuts, alerts of this device, rules card, readings of the rule book."""

from flask import Blueprint, Response

from companion.rules.data.options import BECAUSE
from companion.rules.explain.rules_card import card_sections
from companion.titles import load
from companion.web.read.time_travel import keep_moment, view_as_asked
from companion.web.render.keyboard_shortcuts import KEYS
from companion.web.render.screens import game_screen
from companion.web.render_cache import draw_once

blueprint = Blueprint("help", __name__)
blueprint.url_defaults(keep_moment)


@blueprint.get("/game/<int:game>/keys")
@draw_once
def keys(game: int) -> Response:
    """Show the keyboard shortcuts."""
    return game_screen(view_as_asked(game), "read/help/keys.html", "keys", keys=KEYS)


@blueprint.get("/game/<int:game>/device")
@draw_once
def device(game: int) -> Response:
    """Show how this device alerts its player."""
    return game_screen(view_as_asked(game), "read/help/device.html", "device")


@blueprint.get("/game/<int:game>/readings")
@draw_once
def readings(game: int) -> Response:
    """Show the readings of the rule book, and this game's choices among its options."""
    view = view_as_asked(game)
    editions = load(view.setup.title).every_edition if view.rules.data.editions else ()
    return game_screen(
        view, "read/help/readings.html", "readings", because=BECAUSE, editions=editions
    )


@blueprint.get("/game/<int:game>/rules")
@draw_once
def rules(game: int) -> Response:
    """Show the rules card of the title with this game's options, and its numbered rules."""
    view = view_as_asked(game)
    sections = card_sections(view.rules.data)
    return game_screen(view, "read/help/rules.html", "rules", sections=sections)
