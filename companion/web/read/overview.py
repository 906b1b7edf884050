"""Overviews of a game: holdings, market, map, companies, players, privates, trains, standings."""

from typing import Any

from flask import Blueprint, Response, abort, request

from companion.drawing import Marks, draw_minimap
from companion.rules.explain.liquidity import liquidity
from companion.rules.explain.phase_rows import phase_rows
from companion.rules.explain.tile_manifest import tile_manifest
from companion.rules.shares import market as market_rules
from companion.store.history.records import GameView
from companion.web.play.operating_panels.operating_map import (
    barrier_words,
    draw_position,
    find_blocked_hexes,
    marks_on,
    tile_picture,
)
from companion.web.read.hex_list import HexList, find_hex
from companion.web.read.ledger_view import Booking, bookings
from companion.web.read.standings_charts import ByRound, figures_by_round
from companion.web.read.time_travel import find_told, keep_moment, lines, view_as_asked
from companion.web.render.fragments import map_group
from companion.web.render.market_layout import fits_one_screen
from companion.web.render.screens import game_screen, game_store, table_of
from companion.web.render_cache import draw_once

blueprint = Blueprint("overview", __name__)
blueprint.url_defaults(keep_moment)

HALVES = ("holdings", "market")  # of the table view
BOOKINGS = 12  # of one account on its own page; the ledger lists all


def _page(game: int, template: str, section: str, **context: Any) -> Response:
    return game_screen(view_as_asked(game), template, section, **context)


def _last_bookings(view: GameView, account: str) -> list[Booking]:
    """Return the last bookings of an account, newest first."""
    found = bookings(view.rules, lines(view, account), account, told=find_told(view))
    return found[: -BOOKINGS - 1 : -1]


@blueprint.get("/game/<int:game>/shares")
@draw_once
def shares(game: int) -> Response:
    """Show all holdings and the market."""
    return _page(game, "read/overview/shares.html", "shares")


@blueprint.get("/game/<int:game>/table")
@draw_once
def table_view(game: int) -> Response:
    """Show holdings and market for a large screen: together, or one of them if both do not fit."""
    view = view_as_asked(game)
    table = table_of(view)
    half = request.args.get("half", HALVES[0])
    if fits_one_screen(table):
        half = ""
    elif half not in HALVES:
        half = HALVES[0]
    return game_screen(view, "read/overview/table_view.html", "shares", table=table, half=half)


@blueprint.get("/game/<int:game>/market")
@draw_once
def market(game: int) -> Response:
    """Show the share market, and the possible price moves of one company."""
    view = view_as_asked(game)
    of = request.args.get("of", "")
    of = of if of in market_rules.companies_by_price(view.state) else ""
    template = "read/overview/market.html"
    if "table" in request.args:
        template = "read/overview/market_table.html"
    moves = view.rules.table.price_moves(view.rules, view.state, of) if of else ()
    return game_screen(
        view,
        template,
        "market",
        of=of,
        moves=moves,
        movable=_moves(view),
    )


def _moves(view: GameView) -> bool:
    """Does the title tell in advance where prices may move?"""
    return any(
        view.rules.table.price_moves(view.rules, view.state, c)
        for c in market_rules.companies_by_price(view.state)[:1]
    )


@blueprint.get("/game/<int:game>/map")
@draw_once
def map(game: int) -> Response:
    """Show the map. If it is too large for the screen, it opens at the first company to operate."""
    view = view_as_asked(game)
    board = view.state.board
    first = next(iter(table_of(view).order), "")
    return game_screen(
        view,
        "read/overview/map.html",
        "map",
        near=next((stop.partition(".")[0] for stop in board.token_stops(first)), None),
        svg=draw_position(
            view.rules,
            view.state,
            marks=Marks(blocked=find_blocked_hexes(view.rules, view.state)),
            numbers=True,
            group=map_group,
        ),
        small=draw_minimap(board, group=map_group),
        marks=marks_on(view.rules, view.state),
        barriers=barrier_words(view.rules, view.state),
    )


@blueprint.get("/game/<int:game>/hexes")
@draw_once
def hexes(game: int) -> Response:
    """Show the map as a list: one hex with its sides, or all hexes."""
    view = view_as_asked(game)
    if not view.rules.data.has_map:
        abort(404)
    typed, listed = request.args.get("hex", ""), HexList(view.rules, view.state)
    at = find_hex(view.state.board, typed)
    return game_screen(
        view,
        "read/overview/hexes.html",
        "map",
        typed=typed,
        at=at,
        detail=listed.detail(at) if at else None,
        hexes=() if at else listed.all(),
    )


@blueprint.get("/game/<int:game>/companies")
@draw_once
def companies(game: int) -> Response:
    """Show a summary of every company's charter."""
    return _page(game, "read/overview/companies.html", "companies")


@blueprint.get("/game/<int:game>/company/<symbol>")
@draw_once
def company(game: int, symbol: str) -> Response:
    """Show one company's charter and bookings."""
    view = view_as_asked(game)
    if symbol not in view.rules.data.companies:
        abort(404)
    table = table_of(view)
    return game_screen(
        view,
        "read/overview/company.html",
        "companies",
        table=table,
        row=table.company(symbol),
        bookings=_last_bookings(view, symbol),
    )


@blueprint.get("/game/<int:game>/player/<seat>")
@draw_once
def player(game: int, seat: str) -> Response:
    """Show one player's holdings and bookings."""
    view = view_as_asked(game)
    if seat not in view.rules.seats:
        abort(404)
    table = table_of(view)
    return game_screen(
        view,
        "read/overview/player.html",
        "shares",
        table=table,
        row=table.player(seat),
        bookings=_last_bookings(view, seat),
    )


@blueprint.get("/game/<int:game>/privates")
@draw_once
def privates(game: int) -> Response:
    """Show the privates, their owners and their powers."""
    return _page(game, "read/overview/privates.html", "privates")


@blueprint.get("/game/<int:game>/trains")
@draw_once
def trains(game: int) -> Response:
    """Show the trains, sold and for sale, and the phases."""
    view = view_as_asked(game)
    phases = phase_rows(view.rules, view.state)
    return game_screen(view, "read/overview/trains.html", "trains", phases=phases)


@blueprint.get("/game/<int:game>/tiles")
@draw_once
def tiles(game: int) -> Response:
    """Show all tiles, with how many of each are left."""
    view = view_as_asked(game)
    if not view.rules.data.tiles:
        abort(404)
    return game_screen(
        view,
        "read/overview/tiles.html",
        "tiles",
        tiles=tile_manifest(view.rules, view.state),
        picture=lambda tile: tile_picture(view.rules, tile, 0),
        place=view.rules.words.hex,
    )


@blueprint.get("/game/<int:game>/standings")
@draw_once
def standings(game: int) -> Response:
    """Show the standings; the final standings after the end of the game."""
    view = view_as_asked(game)
    is_present = view.then is None and not view.tried
    return game_screen(
        view,
        "read/overview/standings.html",
        "standings",
        by_round=figures_by_round(game_store(), view) if is_present else ByRound(),
        liquidity=() if view.state.end_reason else liquidity(view.rules, view.state),
    )
