"""Screens: the context of every page of a game, and the choice between a page and a part."""

import json
import re
from collections.abc import Iterable
from dataclasses import fields
from datetime import datetime
from functools import partial
from typing import Any

from babel.dates import format_date
from flask import Response, make_response, render_template, request

from companion.cache import Cache
from companion.languages import current_language
from companion.rules.core.actions import Action
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.vocabulary import ON_MAP
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import GameSummary
from companion.rules.judge.agreed_end import AgreedStop
from companion.rules.judge.rules import Rules
from companion.store.db.example_numbers import is_example
from companion.store.games.draft_replay import DraftStore
from companion.store.games.game_store import GameStore
from companion.store.history.records import GameView, LogRow
from companion.web.app_state import app_state
from companion.web.http.pubsub import PubSub
from companion.web.render.event_texts import sentences, summarize_cached
from companion.web.render.fragments import assemble, sketch
from companion.web.render.keyboard_shortcuts import PRESSES
from companion.web.render.market_layout import (
    find_occupied_cells,
    grid,
    is_tight,
    legend,
    miniature,
)
from companion.web.render.market_layout import places as grid_places
from companion.web.render.share_basket import may_sell_together
from companion.web.request_state import Sketch, request_state


def is_turn_on_map(table: GameSummary) -> bool:
    """Is the awaited turn shown beside the map, and listed under "Map" in the navigation?"""
    return table.operating is not None or table.asks in ON_MAP


def side_offer_kinds(rules: Rules) -> list[tuple[str, str]]:
    """Return the kinds of offers outside all turns, with their names in the menu.

    Accounts have no rounds after which a table could stop.
    """
    left_out = ("", *(() if rules.data.has_board else (AgreedStop.apart,)))
    kinds = (step.apart for step in rules.steps if step.apart not in left_out)
    return [(kind, rules.words.fill(rules.vocabulary.offer(kind).head, {})) for kind in kinds]


def current_store() -> GameStore | DraftStore:
    """Return the application's games as the device sees them, with its draft if it has one."""
    return request_state().tried or game_store()


def game_store() -> GameStore:
    """Return the application's games without drafts."""
    return app_state().store


def hub() -> PubSub:
    """Return the hub that notifies listeners of the application's games."""
    return app_state().hub


def company_mark(game: int) -> str:
    """Return the mark of the game's company. Forget the device's role if it is older than that.

    A screen must not have a newer mark than what it shows, or the device does not request it again.
    """
    state, mark = request_state(), hub().moment(game).company
    if state.companies.setdefault(game, mark) != mark:
        state.companies[game] = mark
        state.who.pop(game, None)
        state.rights.clear()
    return mark


def is_part() -> bool:
    """Does htmx request a part to swap in? A restored history entry gets the whole page."""
    headers = request.headers
    return "HX-Request" in headers and "HX-History-Restore-Request" not in headers


def draw(template: str, status: int = 200, **context: Any) -> Response:
    """Draw ``template`` as a whole page, or as the part that htmx swaps in."""
    layout = "layout/fragment.html" if is_part() else "layout/document.html"
    drawn = request_state().sketch = sketch(render_template(template, layout=layout, **context))
    return finish_screen(drawn, status)


def finish_screen(drawn: Sketch, status: int = 200) -> Response:
    """Return the response for the device: the drawn screen with its own parts and guards."""
    html = assemble(drawn, is_part(), app_state().guarded, game_store().clocks.time())
    response = make_response(html, status)
    response.vary.add("HX-Request")
    response.vary.add("HX-History-Restore-Request")
    return response


def send_file(body: bytes | str, mimetype: str, name: str, shown: bool = False) -> Response:
    """Return a file of that name, which the browser saves, or shows if it is to be ``shown``."""
    response = Response(body, mimetype=mimetype)
    way = "inline" if shown else "attachment"
    response.headers["Content-Disposition"] = f'{way}; filename="{name}"'
    return response


def game_screen(
    view: GameView,
    template: str,
    section: str,
    status: int = 200,
    *,
    refusals: Iterable[Refusal] = (),
    notice: str = "",
    table: GameSummary | None = None,
    **context: Any,
) -> Response:
    """Draw a screen of one game. ``section`` is marked in the navigation; ``notice`` is shown."""
    table = table or table_of(view)
    return draw(
        template,
        status,
        view=view,
        table=table,
        data=view.rules.data,
        money=view.rules.data.money,
        word=view.rules.words.name,
        short_word=view.rules.words.short,
        name=partial(name_of, view.rules),
        sentences_of=partial(sentences, view.rules),
        in_a_line=partial(summarize_cached, view.rules),
        looks={row.symbol: row for row in table.companies},
        keys_press=PRESSES,
        section=section,
        refusals=tuple(refusals),
        notice=notice,
        last=last_event(view),
        company=company_mark(view.id),
        on_map=is_turn_on_map(table),
        together=not table.finished and may_sell_together(view.rules, view.state),
        is_example=is_example(view.id),
        apart=() if table.finished else side_offer_kinds(view.rules),
        market_grid=lambda market: grid(view.rules.data, market, alone=len(table.markets) == 1),
        is_tight=lambda rows: is_tight(table.markets, rows),
        market_legend=lambda: legend(view.rules.data),
        market_places=lambda market, goals: grid_places(
            view.rules.data, market, goals, view.rules.table.outlined(view.rules)[1]
        ),
        outlined=lambda: view.rules.table.outlined(view.rules)[0],
        market_held=find_occupied_cells,
        market_small=miniature,
        **context,
    )


def name_of(rules: Rules, id: str | None) -> str:
    """Return the name of a player, place, private or company at this table."""
    return rules.words.name(id or "")


def last_event(view: GameView) -> LogRow | None:
    """Return the last standing row if somebody did it; None if it is the beginning."""
    row = view.tail[-1] if view.tail else None
    return row if row and row.action_json is not None else None


def clock(at: datetime | None) -> str:
    """Return the local time as "21:48"; a dash if unknown."""
    if at is None:
        return "–"
    return at.astimezone().strftime("%H:%M")


def day(at: datetime | None) -> str:
    """Return the date as "18 May", with the year unless it is this one; a dash if unknown."""
    if at is None:
        return "–"
    local = at.astimezone()
    year = "" if local.year == datetime.now().year else " yyyy"
    return format_date(local, f"d MMMM{year}", locale=current_language())


def action_fields(action: Action) -> list[tuple[str, str]]:
    """Return the fields of an action as a form sends them; lists in JSON."""
    found = []
    for field in fields(action):
        value = getattr(action, field.name)
        if value != field.default:
            text = json.dumps(value) if isinstance(value, tuple) else str(value)
            found.append((field.name, text))
    return found


def section(rule: str) -> str:
    """Return the first section of a reference to the rule book, without the title.

    "§12.0(3)" comes from a text with the title, that section and others. A reference without such a
    number gives the first name after the title.
    """
    if found := re.search(r"§[^,]+|\btable \d+$", rule):
        return found[0]
    return rule.partition(", ")[2].partition("; ")[0]


# The key is the id of the state, which is immutable, and the language. The value holds the state,
# so that no other state gets the same id.
_tables: Cache[tuple[int, str], tuple[State, GameSummary]] = Cache(32)


def table_of(view: GameView) -> GameSummary:
    """Return the summary of the view's state in rows, in the current language."""
    key = id(view.state), current_language()
    return _tables.get(key, lambda: (view.state, summary(view.rules, view.state)))[1]
