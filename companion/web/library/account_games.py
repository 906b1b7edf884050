"""A new game of accounts: the form, and the game."""

import re

from flask import Blueprint, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.board.tiles import DataError
from companion.languages import format_text, gettext, lazy_gettext
from companion.rules.core.action_parser import shorten_value, whole
from companion.rules.data.setup import BadSetupError, Setup
from companion.titles.accounts_pack import MOST_PLAYERS, AccountsSetup
from companion.titles.schema.fields import PAINTS, SYMBOL
from companion.web.access.idempotency import make_idempotent, record_answer
from companion.web.library.games import address_of_seats, draw_seed, note_host
from companion.web.render.screens import draw, game_store

blueprint = Blueprint("account_games", __name__)

ROWS = 12  # for companies
SHARES = (10, 5, 4, 20, 2)
MOST_MONEY = 1_000_000
COLOURS = {
    "red": lazy_gettext("red"),
    "blue": lazy_gettext("blue"),
    "green": lazy_gettext("green"),
    "yellow": lazy_gettext("yellow"),
    "orange": lazy_gettext("orange"),
    "black": lazy_gettext("black"),
    "brown": lazy_gettext("brown"),
    "lightblue": lazy_gettext("light blue"),
    "lightgreen": lazy_gettext("light green"),
    "purple": lazy_gettext("purple"),
    "pink": lazy_gettext("pink"),
    "gray": lazy_gettext("grey"),
    "gold": lazy_gettext("gold"),
    "white": lazy_gettext("white"),
}
assert COLOURS.keys() == PAINTS.keys()


@blueprint.get("/new/money")
def new() -> Response:
    """Show the form."""
    return _form()


@blueprint.post("/new/money")
@make_idempotent
def create() -> AnyResponse:
    """Begin the game that the form describes, and show how others join it."""
    players = tuple(name for name in map(str.strip, request.form.getlist("player")) if name)
    try:
        pack = _read_setup().pack()
        title = game_store().packs.add(pack)
        game_store().packs.hide(pack.sha256)  # it is of this game alone
        setup = Setup(title.slug, players, {}, draw_seed())
        game = game_store().new_game(setup, note_host(record_answer(address_of_seats)))
    except (BadSetupError, DataError) as fault:
        return _form(str(fault), 422)
    if request.form.get("each") == "0":
        game_store().places.set_players_enter(game, each=False)
    return redirect(address_of_seats(game), 303)


def _read_setup() -> AccountsSetup:
    """Return the set-up in the form. Raises BadSetupError with a sentence."""
    currency = request.form.get("currency", "").strip()
    if not 0 < len(currency) <= 5 or not currency.isprintable():
        raise BadSetupError(gettext("The currency symbol needs 1 to 5 letters."))
    bank = request.form.get("bank", "").strip()
    shares = whole(request.form.get("shares", ""))
    if shares not in SHARES:
        raise BadSetupError(gettext("Choose how many shares a company has."))
    return AccountsSetup(
        currency=currency,
        bank=_read_money(bank, gettext("Bank")) if bank else None,
        cash=_read_money(request.form.get("cash", ""), gettext("Cash of each player")),
        companies=_read_companies(),
        shares=shares,
        pool_pays=request.form.get("pool_pays") == "1",
    )


def _read_money(text: str, label: str) -> int:
    amount = whole(text)
    if amount is None or not 0 <= amount <= MOST_MONEY:
        raise BadSetupError(
            f"{label} · "
            + format_text(
                "{value} is not a whole number from 0 to {most:,}.",
                value=shorten_value(text),
                most=MOST_MONEY,
            )
        )
    return amount


def _read_companies() -> list[tuple[str, str]]:
    """Return the symbols and colours of the companies. Raises BadSetupError."""
    names, colours = request.form.getlist("symbol"), request.form.getlist("colour")
    found: dict[str, str] = {}
    for name, colour in zip(map(str.strip, names), colours, strict=False):
        if not name:
            continue
        if not re.fullmatch(SYMBOL, name) or len(name) > 10:
            raise BadSetupError(
                format_text(
                    "{value} cannot name a company. Use 1 to 10 letters, digits and &, and "
                    "no word such as bank or pool.",
                    value=shorten_value(name),
                )
            )
        if name in found:
            raise BadSetupError(
                format_text("{value} is the name of two companies.", value=shorten_value(name))
            )
        found[name] = colour if colour in COLOURS else next(iter(COLOURS))
    if not found:
        raise BadSetupError(gettext("Name at least one company."))
    return list(found.items())


def _form(fault: str = "", status: int = 200) -> Response:
    players = (request.form.getlist("player") + [""] * MOST_PLAYERS)[:MOST_PLAYERS]
    names = (request.form.getlist("symbol") + [""] * ROWS)[:ROWS]
    colours = request.form.getlist("colour") or [*COLOURS]
    return draw(
        "library/games/accounts.html",
        status,
        fault=fault,
        entered=request.form,
        is_new=request.method == "GET",
        players=players,
        companies=list(zip(names, [*colours, *COLOURS][:ROWS], strict=True)),
        colours={key: gettext(name) for key, name in COLOURS.items()},
        shares=SHARES,
    )
