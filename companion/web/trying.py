"""What if: the banker tries deeds in a copy of a game, on this device alone.

While he does, every screen of that game shows on this device what would be; the band over it says
so, in a colour of its own, and what would be different. It is thrown away, or made real: all of it
as one deed, where the game still is what it stands on.
"""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, Flask, current_app, g, redirect, request, url_for
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from companion.languages import later, said, translated
from companion.rules.differences import Difference, differences
from companion.rules.parties import BANKER
from companion.rules.refusals import Refused
from companion.rules.rounds import RoundId
from companion.rules.rules import Rules
from companion.rules.rulings import BadRuling
from companion.rules.words.rounds import round_words
from companion.store.records import GameView, StaleVersion
from companion.store.shelf import GameStore
from companion.store.trying import Trials, TriedStore
from companion.web import table
from companion.web.once import noted, once
from companion.web.places import asker
from companion.web.screens import draw, present_shelf
from companion.web.telling import sentences

blueprint = Blueprint("trying", __name__)

# screens and deeds of a game that are of what is tried, where something is
TRIED = frozenset(("table", "looking", "operating", "rulings", "receipts", "correcting"))
REAL = frozenset(("table.stream", "table.pulse"))
TOLD = frozenset(("cash", "worth", "share", "price", "president", "private", "train"))

HEADS = {
    "cash": later("Cash"),
    "worth": later("Worth"),
    "share": later("Shares"),
    "price": later("Price"),
    "president": later("President"),
    "private": later("Private"),
    "train": later("Trains"),
    "tile": later("Tile"),
    "token": later("Token"),
    "phase": later("Phase"),
    "round": later("Round"),
    "turn": later("To act"),
    "finished": later("The end"),
}


def install(app: Flask) -> None:
    """See whether the device that asks tries something, before any screen is drawn."""
    app.extensions["trials"] = Trials()
    app.before_request(_try)
    app.jinja_env.globals.update(against_present=against_present, told_differences=told)


def _try() -> None:
    game = (request.view_args or {}).get("game")
    if game is None or request.blueprint not in TRIED or request.endpoint in REAL:
        return
    if tried := tried_shelf(int(game)):
        g.tried_shelf = tried


def tried_shelf(game: int) -> TriedStore | None:
    """The shelf with what the device that asks tries in the game; None where it tries nothing."""
    who = asker(game)
    if who.role != BANKER or not who.tries:
        return None
    draft = present_shelf().drafts.of(game, who.device)
    if draft is None:
        return None
    return TriedStore(present_shelf(), current_app.extensions["trials"], draft)


# --- what is different


def against_present(view: GameView) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """What is different in a view from the game as it stands: by kind, each with its name, and how
    it is and would be.
    """
    present: GameStore = present_shelf()
    found = differences(view.rules, present.open(view.id).state, view.state)
    return told(view.rules, [one for one in found if one.kind in TOLD])


def told(rules: Rules, found: list[Difference]) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Differences in words, kind by kind."""
    kinds: dict[str, list[tuple[str, str, str]]] = {}
    for one in found:
        row = _named(rules, one), _how(rules, one, one.before), _how(rules, one, one.after)
        kinds.setdefault(one.kind, []).append(row)
    return [(translated(HEADS[kind]), rows) for kind, rows in kinds.items()]


def _named(rules: Rules, one: Difference) -> str:
    name = rules.words.name
    if one.owner:
        return f"{one.of} · {name(one.owner)}"
    return name(one.of) if one.of else ""


def _how(rules: Rules, one: Difference, value: Any) -> str:
    """One side of a difference, as the table says it; a dash where there is nothing."""
    if value is None or value in ("", ()):
        return "–" if one.kind not in ("share", "train") else "0"
    match one.kind:
        case "cash" | "worth" | "price":
            return rules.data.money(value)
        case "share":
            return f"{value}%"
        case "tile":
            return said(
                "{tile}, turned {turns}", tile=rules.data.map.on_tile(value[0]), turns=value[1]
            )
        case "token":
            return ", ".join(map(rules.words.name, value))
        case "round":
            return round_words(RoundId(*value))
    return rules.words.name(str(value))


# --- deeds


@blueprint.post("/game/<int:game>/what-if")
@once
def begin(game: int) -> AnyResponse:
    """Begin to try something."""
    who = asker(game)
    if who.role != BANKER:
        return draw("fault.html", 403, says=translated("Only the banker may do that."))
    present = present_shelf()
    present.drafts.begin(game, who.device, present.version(game))
    return redirect(url_for("table.now", game=game), 303)


@blueprint.post("/game/<int:game>/what-if/drop")
@once
def drop(game: int) -> AnyResponse:
    """Throw it away."""
    present_shelf().drafts.drop(game, asker(game).device)
    return redirect(url_for("table.now", game=game), 303)


@blueprint.post("/game/<int:game>/what-if/keep")
@once
def keep(game: int) -> AnyResponse:
    """Make it real: one deed."""
    tried = tried_shelf(game)
    if tried is None:
        return table.shown(present_shelf().open(game), 409, notice=translated("Nothing is tried."))
    g.tried_shelf = tried
    view, draft = tried.open(game), tried.draft
    base = request.form.get("version", "")
    assert view.tried is not None
    if base != str(view.tried.base):
        return table.shown(view, 409, notice=_moved(game))
    if view.tried.fault or not draft.deeds or draft.row is not None:
        return table.shown(view, 422, notice=view.tried.fault or translated("Nothing is tried."))
    note = noted(lambda game: url_for("table.now", game=game))

    def done(session: Session, game: int) -> None:
        if note:
            note(session, game)
        present_shelf().drafts.drop_in(session, game, draft.device)

    try:
        real = present_shelf().play(game, view.tried.base, *draft.entered, noted=done)
    except StaleVersion:
        return table.shown(tried.open(game), 409, notice=_moved(game))
    except (Refused, BadRuling) as fault:
        return table.shown(tried.open(game), 422, notice=str(fault))
    g.pop("tried_shelf", None)
    return table.fresh(real)


def _moved(game: int) -> str:
    """Why it is not made real: what has happened meanwhile."""
    present = present_shelf().open(game)
    last = present.tail[-1] if present.tail else None
    what = sentences(present.rules, last)[0].striptags() if last else ""
    return said("The game has moved on: {what} What is tried stands on that now.", what=what)


def kinds() -> Iterator[str]:
    """The kinds of differences there are."""
    yield from HEADS
