"""Corrections of the present state: a form for each kind, and a preview of its changes.

The address holds the entered values. The button below the preview enters the correction like any
other action.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, request

from companion.languages import gettext, gettext_name, lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.amend.correction_actions import LONGEST_REASON
from companion.rules.amend.correction_rules import (
    cash_places,
    closings,
    private_places,
    share_places,
    train_places,
    turns,
)
from companion.rules.amend.map_choice import map_choices
from companion.rules.amend.map_correction_rules import token_places, tokens
from companion.rules.core.action_parser import BadActionError, read_action
from companion.rules.core.actions import Action
from companion.rules.core.map_use import CHECKED, TOLD
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State, type_of
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import BANKER
from companion.rules.judge.rules import Rules
from companion.store.history.records import GameView
from companion.web.access.identity import current_device, only_bankers
from companion.web.amend.difference_texts import describe_differences
from companion.web.render.screens import current_store, game_screen
from companion.web.render_cache import draw_once

blueprint = Blueprint("corrections", __name__)

Options = list[tuple[str, str]]  # the value that is sent, and its label
Fields = list[tuple[str, str, Options]]  # name and label; no options where a number is typed
FREE = frozenset(("amount", "count"))  # fields in which a number is typed
AND = "~"  # joins the names of fields that one list sets, and their values


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of correction: the name of its action, its heading, and the fields of its form."""

    action: str
    head: str
    fields: Callable[[Rules, State], Fields]


@blueprint.get("/game/<int:game>/correct")
@draw_once
def correct(game: int) -> Response:
    """Show the kinds of corrections, the form of the chosen one, and its changes."""
    if current_device(game).role != BANKER:
        return only_bankers()
    view = current_store().open(game)
    rules, state = view.rules, view.state
    forms = {kind.action: kind.fields(rules, state) for kind in KINDS}
    kinds = {
        kind.action: gettext(kind.head)
        for kind in KINDS
        if all(options or name in FREE for name, _, options in forms[kind.action])
    }
    chosen = request.args.get("kind", "")
    chosen = chosen if chosen in kinds else ""
    fields = forms.get(chosen, [])
    action, fault, refusals = _read(view, chosen, fields)
    changes = None
    if action is not None and not refusals:
        after = judge.apply(rules, state, action).state
        changes = describe_differences(rules, state, after)
    return game_screen(
        view,
        "amend/corrections/correct.html",
        "correct",
        kinds=kinds,
        chosen=chosen,
        fields=fields,
        asked=request.args,
        fault=fault,
        against=refusals,
        action=action,
        changes=changes,
        longest=LONGEST_REASON,
    )


def _read(
    view: GameView, chosen: str, fields: Fields
) -> tuple[Action | None, str, tuple[Refusal, ...]]:
    """Read the correction in the address, if it is complete, and the faults in it."""
    if not chosen or "reason" not in request.args:
        return None, "", ()
    sent: dict[str, str] = {}
    for field, _, _ in fields:
        names = field.split(AND)
        values = request.args.get(field, "").split(AND, len(names) - 1)
        sent |= dict(zip(names, values, strict=False))
    reason = request.args.get("reason", "").strip()
    try:
        action = read_action({"type": chosen, **sent, "reason": reason})
    except BadActionError as fault:
        return None, str(fault), ()
    return action, "", tuple(judge.refusals(view.rules, view.state, action))


# --- the forms


def _options(rules: Rules, ids: Iterable[str]) -> Options:
    return [(id, rules.words.name(id)) for id in dict.fromkeys(ids)]


def _to(rules: Rules, places: Iterable[str]) -> tuple[str, str, Options]:
    return "owner", gettext("To"), _options(rules, places)


def _cash(rules: Rules, state: State) -> Fields:
    money, name = rules.data.money, rules.words.name
    accounts = [
        (id, f"{name(id)} · {money(state.cash[id])}" if id != BANK or rules.bank_size else name(id))
        for id in cash_places(state)
    ]
    return [
        ("payer", gettext("From"), accounts),
        ("payee", gettext("To"), accounts),
        ("amount", gettext("Amount"), []),
    ]


def _share(rules: Rules, state: State) -> Fields:
    name, found = rules.words.name, dict[tuple[str, int, str], str]()
    started = [own for c, own in rules.data.companies.items() if state.companies[c].started]
    for own in started:
        for certificate, percent in zip(own.certificates, own.shares, strict=True):
            found.setdefault((own.symbol, percent, state.certificates[certificate]), certificate)
    options = [(c, f"{of} {part}% · {name(at)}") for (of, part, at), c in found.items()]
    places = (place for own in started for place in share_places(rules, state, own.symbol))
    return [("certificate", gettext("Share"), options), _to(rules, places)]


def _private(rules: Rules, state: State) -> Fields:
    name, privates = rules.words.name, state.privates.items()
    sold = [] if state.round.kind == "auction" else [(p, at) for p, at in privates if at != BANK]
    options = [(private, f"{name(private)} · {name(at)}") for private, at in sold]
    return [("private", gettext("Private"), options), _to(rules, private_places(state))]


def _train(rules: Rules, state: State) -> Fields:
    name, found = rules.words.name, dict[tuple[str, str], str]()
    for train, card in state.trains.items():
        found.setdefault((type_of(train), card.place), train)
    options = [(train, f"{type} · {name(at)}") for (type, at), train in found.items()]
    places = (place for train in found.values() for place in train_places(rules, state, train))
    return [("train", gettext("Train"), options), _to(rules, places)]


def _token(rules: Rules, state: State) -> Fields:
    name, board = rules.words.name, state.board

    def place(stop: str) -> str:
        return f"{stop.partition('.')[0]} {board.stop_name(stop)}"

    def inside(stop: str | None) -> str:
        if stop is None:
            return gettext("off the map")
        owners = ", ".join(name(owner) for owner in board.tokens[stop] if owner)
        return f"{place(stop)} · {owners}" if owners else place(stop)

    def lies(owner: str, stop: str | None) -> tuple[str, str]:
        own = owner in rules.data.companies
        off = gettext("charter") if own else gettext("supply")
        return f"{owner}{AND}{stop or ''}", f"{name(owner)} · {place(stop) if stop else off}"

    places = [(to or "", inside(to)) for to in token_places(rules, state)]
    options = [lies(*one) for one in tokens(rules, state)]
    return [(f"token{AND}stop", gettext("Token"), options), ("destination", gettext("To"), places)]


def _tile(rules: Rules, state: State) -> Fields:
    hexes, laid, on_tile = state.board.map.hexes, state.board.laid, rules.data.map.printed_number

    def label(at: str) -> str:
        lies = f" · {on_tile(laid[at].tile)}" if at in laid else ""
        return rules.words.hex(at) + lies

    tiles = [("", gettext("no tile")), *((t, on_tile(t)) for t in rules.data.tiles)]
    return [
        ("hex", gettext("Hex"), [(at, label(at)) for at in hexes if not hexes[at].fixed]),
        ("tile", gettext("Tile"), tiles),
        ("rotation", gettext("Rotation, in sixths"), [(str(n), str(n)) for n in range(6)]),
    ]


def _supply(rules: Rules, state: State) -> Fields:
    counted = [tile for tile, count in rules.data.tiles.items() if count is not None]
    tiles = [(tile, rules.data.map.printed_number(tile)) for tile in counted]
    return [("tile", gettext("Tile"), tiles), ("count", gettext("How many to add"), [])]


def _marker(rules: Rules, state: State) -> Fields:
    name, found = rules.words.name, rules.corrections.markers(rules, state)
    options = [(id, f"{name(id)} · {name(at)}") for id, (at, _) in found.items()]
    places = (place for _, may in found.values() for place in may)
    return [("piece", gettext("Marker"), options), _to(rules, places)]


def _phase(rules: Rules, state: State) -> Fields:
    names = [phase.name for phase in rules.data.phases if phase.name != state.phase]
    return [("phase", gettext("Phase"), [(name, gettext_name(name)) for name in names])]


def _map(rules: Rules, state: State) -> Fields:
    says = {TOLD: gettext("without it: routes are not checked"), CHECKED: gettext("with it")}
    options = [(choice, says[choice]) for choice in map_choices(rules, state)]
    return [("map", gettext("Continue"), options)]


def _price(rules: Rules, state: State) -> Fields:
    data, money = rules.data, rules.data.money
    prices = {c: data.cells[own.cell].price for c, own in state.companies.items() if own.cell}
    cells = sorted(data.cells.values(), key=lambda cell: (cell.market, cell.price, cell.row))
    companies = [(c, f"{c} · {money(price)}") for c, price in prices.items()]
    places = [(c.id, f"{money(c.price)} · {c.row + 1}/{c.column + 1}") for c in cells]
    return [
        ("company", gettext("Company"), companies),
        ("cell", gettext("Market space"), places),
    ]


def _closing(rules: Rules, state: State) -> Fields:
    return [("company", gettext("Company"), _options(rules, closings(rules, state)))]


def _turn(rules: Rules, state: State) -> Fields:
    return [("party", gettext("Next to act"), _options(rules, turns(rules, state)))]


KINDS = (
    Kind("correct_cash", lazy_gettext("Cash"), _cash),
    Kind("correct_share", lazy_gettext("A share"), _share),
    Kind("correct_price", lazy_gettext("A price"), _price),
    Kind("correct_train", lazy_gettext("A train"), _train),
    Kind("correct_private", lazy_gettext("A private"), _private),
    Kind("correct_tile", lazy_gettext("A tile"), _tile),
    Kind("correct_supply", lazy_gettext("More copies of a tile"), _supply),
    Kind("correct_token", lazy_gettext("A token"), _token),
    Kind("correct_marker", lazy_gettext("A marker"), _marker),
    Kind("correct_map", lazy_gettext("The map"), _map),
    Kind("correct_phase", lazy_gettext("The phase"), _phase),
    Kind("correct_closing", lazy_gettext("A company closes"), _closing),
    Kind("correct_turn", lazy_gettext("Next to act"), _turn),
)
