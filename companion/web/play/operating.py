"""The operating turn: the company's charter, its step, the map, runs, dividends and trains."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from flask import Blueprint, render_template, request
from markupsafe import Markup
from werkzeug.datastructures import CombinedMultiDict, MultiDict

from companion.drawing import Look, draw_minimap, draw_tokens
from companion.languages import format_count, format_text, gettext
from companion.rules.core.vocabulary import Asks
from companion.rules.explain.summary_rows import GameSummary
from companion.store.history.records import GameView
from companion.web.access.rights import Rights
from companion.web.http.worker_process import WorkerError
from companion.web.play.best_run_searches import StillSearchingError
from companion.web.play.choices import is_about
from companion.web.play.deed_effects import find_operating_effects
from companion.web.play.operating_panels import (
    choice_list,
    dividend,
    one_tap,
    powers,
    runs,
    step_bar,
    tokens,
    track,
)
from companion.web.play.operating_panels.operating_map import look_of
from companion.web.play.operating_panels.rest_of_turn import (
    rest_row,
    row_for_any_revenue,
)
from companion.web.play.operating_panels.turn_offers import TurnScreen, ask, pass_words
from companion.web.play.skipped_steps import SkippedSteps, find_skipped_steps
from companion.web.render.fragments import map_group
from companion.web.render.screens import current_store, table_of

blueprint = Blueprint("operating", __name__)

TEMPLATE = "play/operating/turn.html"
BACK_AT = frozenset(("step",))  # arguments that choose nothing
Args = MultiDict[str, str] | CombinedMultiDict[str, str]

# the panel for each kind of choice
PANELS: Mapping[Asks, Callable[[TurnScreen, Args], Any]] = {
    "lay": track.panel,
    "stop": tokens.panel,
    "runs": runs.panel,
    "dividend": dividend.panel,
    "list": choice_list.panel,
    "question": choice_list.panel,
}


def context(passed: SkippedSteps, table: GameSummary, args: Args, rights: Rights) -> dict[str, Any]:
    """Return the context of the operating screens, past the skipped steps, for the input so far."""
    view = passed.view
    asked = _own(ask(view, table), rights)
    panel = _panel(asked, args)
    has_pad = panel.kind == "choices" and panel.has_pad
    is_busy = any(key not in BACK_AT for key in args) and not (has_pad and panel.is_alone)
    look = look_of(view.rules, view.state)
    return {
        "asked": asked,
        "charter": asked.row,
        "panel": panel,
        "ahead": passed,
        "back_to": args.get("step", ""),
        "busy": is_busy,
        "passes": pass_words(asked),
        "step_tabs": step_bar.step_tabs(asked, dict(passed.steps)),
        "side_actions": step_bar.beside(asked),
        "powers": powers.powers(asked),
        "tokens": _tokens(asked, look),
        "minimap": Markup(draw_minimap(view.state.board, map_group)),
        "effects": _find_effects(asked, panel),
        "one_tap": None if is_busy else one_tap.find_one_tap(asked),
        "rest": rest_row(rights.view) if rights.turn and not is_busy else None,
        "after_run": row_for_any_revenue(rights.view)
        if has_pad and rights.turn and not is_busy
        else None,
    }


def _find_effects(asked: TurnScreen, panel: Any) -> list[str]:
    """Return what the chosen deed changes; a run and a dividend have tables of their own."""
    if panel.kind not in ("track", "token", "choices") or panel.action is None:
        return []
    return find_operating_effects(asked.rules, asked.state, panel.action)


def _own(asked: TurnScreen, rights: Rights) -> TurnScreen:
    """Keep only the offers that the device may enter or propose."""
    if rights.banker:
        return asked
    beside = tuple(offer for offer in asked.beside if rights.enter(offer.action))
    return replace(asked, offers=asked.offers if rights.turn else (), beside=beside)


def _tokens(asked: TurnScreen, look: Look) -> str:
    """Draw the company's remaining tokens."""
    count, name = asked.row.tokens_left, asked.rules.words.name
    facts = {"count": count, "token": name("token"), "tokens": name("tokens")}
    words = format_count("{count} {token} left", "{count} {tokens} left", count, **facts)
    return draw_tokens(look, asked.company, count, words)


def _panel(asked: TurnScreen, args: Args) -> Any:
    """Return the panel of the step, or of the choice beside it."""
    words = asked.rules.vocabulary
    do = args.get("do", "")
    if not do and "type" in args:  # a refused form keeps its panel
        do = next((offer.kind for offer in asked.beside if is_about(offer, args)), "")
    if do in {offer.kind for offer in asked.beside}:
        asks = words.offer(do).asks
        return choice_list.panel(asked, args, do) if asks == "list" else PANELS[asks](asked, args)
    return PANELS[words.steps[asked.step.name].asks](asked, args)


@blueprint.get("/game/<int:game>/search")
def search(game: int) -> str:
    """Finish the search for the best run, and report whether the screen is out of date.

    ``shown`` in the address is the revenue that the screen shows.
    """
    view = find_skipped_steps(current_store().open(game)).view
    table = table_of(view)
    asked = None if table.finished else ask(view, table)
    if asked is None or asked.table.asks != "runs":
        return _search_note(view, gettext("No trains are waiting to run."))
    try:
        found = runs.best_runs().search(view, asked.company, runs.LONG)
    except StillSearchingError:
        return _search_note(view, gettext("Searches for other tables come first."), "again")
    except WorkerError as fault:
        return _search_note(view, str(fault))
    if found.proved or request.args.get("shown") != str(found.revenue):
        return _search_note(view, gettext("A search has finished."), "anew")
    seconds = round(found.seconds, 1)
    return _search_note(view, format_text("Searched for {seconds:,} s.", seconds=seconds))


def _search_note(view: GameView, says: str, then: str = "") -> str:
    """Draw the note under the run.

    ``then`` makes the page repeat the request or redraw the screen.
    """
    shown = request.args.get("shown")
    return render_template(
        "play/operating/_search_result.html", view=view, says=says, then=then, shown=shown
    )
