"""The history of a game: its log and its ledger, by rounds."""

from flask import Blueprint, Response, jsonify, request

from companion.web.read.ledger_view import bookings, by_round
from companion.web.read.log_filters import matches_entry, matches_row, of_books, of_log
from companion.web.read.log_view import history
from companion.web.read.time_travel import find_told, keep_moment, lines, view_as_asked
from companion.web.render.event_texts import summarize_cached
from companion.web.render.paging_by_round import RequestedPage
from companion.web.render.screens import current_store, game_screen
from companion.web.render_cache import draw_once

blueprint = Blueprint("history", __name__)
blueprint.url_defaults(keep_moment)


@blueprint.get("/game/<int:game>/ledger")
@draw_once
def ledger(game: int) -> Response:
    """Show the ledger by action, filtered by account, company or kind. Other rounds are folded."""
    view = view_as_asked(game)
    accounts = ("bank", *view.rules.seats, *view.rules.data.companies)
    posted = lines(view)
    log_filter = of_books(view.rules, accounts, posted)
    account, asked = log_filter.who, _read_paging()
    of = [line for line in posted if not account or line.touches(account)]
    told = find_told(view)
    found = bookings(view.rules, of, account, lambda line: matches_entry(log_filter, line), told)
    return game_screen(
        view,
        "read/history/ledger.html",
        "ledger",
        accounts=accounts,
        account=account,
        filters=log_filter,
        asked=asked.row,
        missing=asked.row if all(asked.row != booking.n for booking in found) else None,
        chapters=by_round(found, asked),
    )


@blueprint.get("/game/<int:game>/log")
@draw_once
def log(game: int) -> Response:
    """Show the log with undone actions, filtered by player, company or kind.

    Other rounds are folded.
    """
    view = view_as_asked(game)
    rows = [row for row in current_store().rows(game) if view.then is None or row.n <= view.then]
    log_filter, asked = of_log(view.rules), _read_paging()
    account = log_filter.who or log_filter.company
    found = history(
        rows,
        asked,
        lambda row: matches_row(log_filter, row),
        current_store().sum_movements(game, account or None),
    )
    return game_screen(
        view,
        "read/history/log.html",
        "log",
        filters=log_filter,
        account=account,
        asked=asked.row,
        chapters=found,
    )


@blueprint.get("/game/<int:game>/events")
def events(game: int) -> Response:
    """Tell the events between two rows of the log, for a screen that missed some of them."""
    view = current_store().open(game)
    since, before = request.args.get("since", 0, int), request.args.get("before", 0, int)
    rows = [row for row in view.tail if since < row.n < before]
    lines = [summarize_cached(view.rules, row) for row in rows]
    followed = (" · ".join((*line.more, *line.lines)) for line in lines)
    told = zip((line.said.striptags() for line in lines), followed, strict=True)
    return jsonify([" ".join(filter(None, both)) for both in told])


def _read_paging() -> RequestedPage:
    """Read the requested part of a list: a page of a round, or a row."""
    args = request.args
    return RequestedPage(args.get("round"), args.get("page", 1, int), args.get("row", None, int))
