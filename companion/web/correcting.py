"""Setting things right here and now: a form for each kind of correction entry.

What is chosen lives in the address; below the form stands what would be different, and the one
button that enters it. The deed itself is one like any other.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from flask import Blueprint, Response, request

from companion.languages import later, translated
from companion.ledger.entries import BANK
from companion.rules.actions import Action
from companion.rules.correcting import (
    cash_places,
    private_places,
    share_places,
    train_places,
    turns,
)
from companion.rules.correcting_map import token_places, tokens
from companion.rules.corrections import LONGEST_REASON
from companion.rules.differences import differences
from companion.rules.entering import BadAction, read_action
from companion.rules.parties import BANKER
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules
from companion.rules.state import State, type_of
from companion.store.records import GameView
from companion.web.alike import drawn_once
from companion.web.places import asker
from companion.web.screens import draw, game_screen, shelf
from companion.web.trying import told

blueprint = Blueprint("correcting", __name__)

Option = tuple[str, str]  # what is sent, and what it is called
FREE = frozenset(("amount", "count"))  # fields in which a number is typed
AND = "~"  # between the names of what is chosen at once, and between what is sent for them


@dataclass(frozen=True, slots=True)
class Field:
    """A field of the form: its name, or several where they are chosen at once, what it is called,
    and what may be chosen; a number where nothing is listed.
    """

    name: str
    label: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of correction: its action, what it is called, and the fields of its form."""

    action: str
    head: str
    fields: Callable[[Rules, State], Iterator[Field]]

    def is_there(self, rules: Rules, state: State) -> bool:
        """Is there anything of the kind now?"""
        return all(field.options or field.name in FREE for field in self.fields(rules, state))


@blueprint.get("/game/<int:game>/correct")
@drawn_once
def correct(game: int) -> Response:
    """The kinds of corrections; of the one that is chosen its form, and what it would change."""
    if asker(game).role != BANKER:
        return draw("fault.html", 403, says=translated("Only the banker may do that."))
    view = shelf().open(game)
    rules, state = view.rules, view.state
    kinds = [kind for kind in KINDS if kind.is_there(rules, state)]
    chosen = next((kind for kind in kinds if kind.action == request.args.get("kind")), None)
    action, fault, refusals = _entered(view, chosen)
    after = None
    if action is not None and not refusals:
        after = rules.apply(state, action).state
    return game_screen(
        view,
        "correct.html",
        "correct",
        kinds=[(kind.action, translated(kind.head)) for kind in kinds],
        chosen=chosen,
        head=translated(chosen.head) if chosen else "",
        fields=list(chosen.fields(rules, state)) if chosen else [],
        asked=request.args,
        fault=fault,
        against=refusals,
        action=action if after is not None else None,
        changes=told(rules, differences(rules, state, after)) if after is not None else [],
        longest=LONGEST_REASON,
    )


def _entered(view: GameView, chosen: Kind | None) -> tuple[Action | None, str, tuple[Refusal, ...]]:
    """The correction that the address tells, if it tells all of one; what is wrong with it."""
    if chosen is None or "reason" not in request.args:
        return None, "", ()
    sent: dict[str, str] = {}
    for field in chosen.fields(view.rules, view.state):
        names = field.name.split(AND)
        values = request.args.get(field.name, "").split(AND, len(names) - 1)
        sent |= dict(zip(names, values, strict=False))
    reason = request.args.get("reason", "").strip()
    try:
        action = read_action({"type": chosen.action, **sent, "reason": reason})
    except BadAction as fault:
        return None, str(fault), ()
    return action, "", tuple(view.rules.refusals(view.state, action))


# --- the forms


def _named(rules: Rules, ids: Iterator[str] | list[str]) -> tuple[Option, ...]:
    return tuple((id, rules.words.name(id)) for id in dict.fromkeys(ids))


def _accounts(rules: Rules, state: State) -> tuple[Option, ...]:
    """Who has money, with how much."""
    money, name = rules.data.money, rules.words.name
    return tuple((id, f"{name(id)} · {money(state.cash[id])}") for id in cash_places(state))


def _cash(rules: Rules, state: State) -> Iterator[Field]:
    yield Field("payer", translated("From"), _accounts(rules, state))
    yield Field("payee", translated("To"), _accounts(rules, state))
    yield Field("amount", translated("Amount"))


def _share(rules: Rules, state: State) -> Iterator[Field]:
    found: dict[tuple[str, int, str], str] = {}
    places: list[str] = []
    for company, own in rules.data.companies.items():
        if not state.companies[company].started:
            continue
        for certificate, percent in zip(own.certificates, own.shares, strict=True):
            found.setdefault((company, percent, state.certificates[certificate]), certificate)
        places += share_places(rules, state, company)
    name = rules.words.name
    options = ((c, f"{of} {part}% · {name(at)}") for (of, part, at), c in found.items())
    yield Field("certificate", translated("Share"), tuple(options))
    yield Field("owner", translated("To"), _named(rules, places))


def _private(rules: Rules, state: State) -> Iterator[Field]:
    name = rules.words.name
    if state.round.kind == "auction":
        sold = []
    else:
        sold = [(p, f"{name(p)} · {name(at)}") for p, at in state.privates.items() if at != BANK]
    yield Field("private", translated("Private"), tuple(sold))
    yield Field("owner", translated("To"), _named(rules, private_places(state)))


def _train(rules: Rules, state: State) -> Iterator[Field]:
    name = rules.words.name
    found: dict[tuple[str, str], str] = {}
    for train, card in state.trains.items():
        found.setdefault((type_of(train), card.place), train)
    options = ((train, f"{type} · {name(at)}") for (type, at), train in found.items())
    yield Field("train", translated("Train"), tuple(options))
    places = [place for train in found.values() for place in train_places(rules, state, train)]
    yield Field("owner", translated("To"), _named(rules, places))


def _token(rules: Rules, state: State) -> Iterator[Field]:
    spoken, companies = rules.words, rules.data.companies

    def place(stop: str) -> str:
        return f"{stop.partition('.')[0]} {state.board.stop_name(stop)}"

    def inside(stop: str) -> str:
        owners = ", ".join(spoken.name(owner) for owner in state.board.tokens[stop] if owner)
        return f"{place(stop)} · {owners}" if owners else place(stop)

    def lies(owner: str, stop: str | None) -> Option:
        off = translated("charter") if owner in companies else translated("supply")
        return f"{owner}{AND}{stop or ''}", f"{spoken.name(owner)} · {place(stop) if stop else off}"

    off_map = translated("off the map")
    places = ((to or "", inside(to) if to else off_map) for to in token_places(rules, state))
    yield Field(
        f"token{AND}stop", translated("Token"), tuple(lies(*one) for one in tokens(rules, state))
    )
    yield Field("to", translated("To"), tuple(places))


def _tile(rules: Rules, state: State) -> Iterator[Field]:
    hexes, laid, on_tile = state.board.map.hexes, state.board.laid, rules.data.map.on_tile

    def hex(at: str) -> Option:
        lies = f" · {on_tile(laid[at].tile)}" if at in laid else ""
        return at, f"{at} {hexes[at].name or ''}".strip() + lies

    tiles = [("", translated("no tile")), *((tile, on_tile(tile)) for tile in rules.data.tiles)]
    yield Field("hex", translated("Hex"), tuple(hex(at) for at in hexes if not hexes[at].fixed))
    yield Field("tile", translated("Tile"), tuple(tiles))
    turned = tuple((str(turn), str(turn)) for turn in range(6))
    yield Field("rotation", translated("Turned, in sixths"), turned)


def _supply(rules: Rules, state: State) -> Iterator[Field]:
    counted = [tile for tile, count in rules.data.tiles.items() if count is not None]
    yield Field(
        "tile", translated("Tile"), tuple((tile, rules.data.map.on_tile(tile)) for tile in counted)
    )
    yield Field("count", translated("How many more"))


def _piece(rules: Rules, state: State) -> Iterator[Field]:
    name = rules.words.name
    found = rules.markers(state)
    options = tuple((id, f"{name(id)} · {name(at)}") for id, (at, _) in found.items())
    yield Field("piece", translated("Marker"), options)
    places = [place for _, may in found.values() for place in may]
    yield Field("owner", translated("To"), _named(rules, places))


def _phase(rules: Rules, state: State) -> Iterator[Field]:
    names = [phase.name for phase in rules.data.phases if phase.name != state.phase]
    yield Field("phase", translated("Phase"), tuple((name, name) for name in names))


def _price(rules: Rules, state: State) -> Iterator[Field]:
    data, money = rules.data, rules.data.money
    priced = [c for c, own in state.companies.items() if own.cell]
    now = {c: data.cells[state.companies[c].cell or ""].price for c in priced}
    companies = tuple((c, f"{c} · {money(now[c])}") for c in priced)
    yield Field("company", translated("Company"), companies)
    cells = sorted(data.cells.values(), key=lambda cell: (cell.market, cell.price, cell.row))
    options = ((c.id, f"{money(c.price)} · {c.row + 1}/{c.column + 1}") for c in cells)
    yield Field("cell", translated("Space of the market"), tuple(options))


def _turn(rules: Rules, state: State) -> Iterator[Field]:
    yield Field("who", translated("Whose turn it is"), _named(rules, turns(rules, state)))


KINDS = (
    Kind("CorrectCash", later("Cash"), _cash),
    Kind("CorrectShare", later("A share"), _share),
    Kind("CorrectPrice", later("A price"), _price),
    Kind("CorrectTrain", later("A train"), _train),
    Kind("CorrectPrivate", later("A private"), _private),
    Kind("CorrectTile", later("A tile"), _tile),
    Kind("CorrectSupply", later("More of a tile"), _supply),
    Kind("CorrectToken", later("A token"), _token),
    Kind("CorrectMarker", later("A marker"), _piece),
    Kind("CorrectPhase", later("The phase"), _phase),
    Kind("CorrectTurn", later("Whose turn"), _turn),
)
