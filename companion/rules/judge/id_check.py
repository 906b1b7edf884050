"""The check that ids and amounts in an action exist, before the title's rules judge it.

It refuses only ids unknown in this game and negative amounts. The rules decide whether a thing may
be used now.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields
from typing import Any

from companion.board.routes import missing_nodes
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action
from companion.rules.core.refusals import Judge, Refusal
from companion.rules.core.state import MOMENTS, State
from companion.rules.shares.holdings import INITIAL, POOL

# Fields whose ids are printed on the board or certificates. Players do not know other ids, so
# messages do not quote them.
NAMED = frozenset(("company", "private", "hex"))
OWN_REFUSALS = {"tile": "lay.not_in_title", "stop": "token.city"}
ROUTES = "routes"
MONEY = frozenset(("amount", "price", "cost", "revenue"))
# by field: whether this game has the id
KNOWN: dict[str, Callable[[Judge, State, Any], bool]] = {
    "player": lambda rules, state, id: id in rules.seats,
    "party": lambda rules, state, id: id in rules.seats or id in rules.data.companies,
    "company": lambda rules, state, id: id in rules.data.companies,
    "private": lambda rules, state, id: id in rules.data.privates,
    "source": lambda rules, state, id: id in (INITIAL, POOL) or id in rules.data.companies,
    "hex": lambda rules, state, id: id in rules.data.map.hexes,
    "rotation": lambda rules, state, id: id in range(6),
    "tile": lambda rules, state, id: id in rules.data.tiles,
    "stop": lambda rules, state, id: id in state.board.tokens,
    "charter": lambda rules, state, id: (
        0 <= id < max(company.charters for company in state.companies.values())
    ),
    "home": lambda rules, state, id: id in state.board.tokens or id in state.board.city_hexes(),
    "replaced_owner": lambda rules, state, id: any(
        id in slots for slots in state.board.tokens.values()
    ),
    "payer": lambda rules, state, id: id == BANK or id in rules.seats or id in rules.data.companies,
    "certificate": lambda rules, state, id: id in rules.data.percents,
    "token": lambda rules, state, id: id in {owner.symbol for owner in rules.data.token_owners},
    "phase": lambda rules, state, id: id in {phase.name for phase in rules.data.phases},
    "cell": lambda rules, state, id: id in rules.data.cells,
    "train": lambda rules, state, id: id in state.trains,
    "moment": lambda rules, state, id: id in MOMENTS,
    "tiles": lambda rules, state, tiles: all(
        at in rules.data.map.hexes and tile in rules.data.tiles for at, tile, _ in tiles
    ),
    "visits": lambda rules, state, ids: set(ids) <= set(rules.data.companies),
    "tokens": lambda rules, state, tokens: (
        {owner for owner, _ in tokens} <= {owner.symbol for owner in rules.data.token_owners}
    ),
}
KNOWN |= {
    **dict.fromkeys(("seller", "buyer", "other_director"), KNOWN["player"]),
    **dict.fromkeys(("other_company", "shell"), KNOWN["company"]),
    "payee": KNOWN["payer"],
    "trade_in": KNOWN["train"],
}
CHECKED = {ROUTES, *MONEY, *KNOWN}

_named: dict[type, tuple[str, ...]] = {}  # class of action -> its fields to check


def unknown(rules: Judge, state: State, action: Action) -> list[Refusal]:
    """Return refusals for every unknown id and every negative amount in ``action``."""
    found: list[Refusal] = []
    for field in _fields(action):
        value = getattr(action, field)
        if value is None:
            continue
        if field == ROUTES:
            found += _check_routes(rules, state, value)
        elif field in MONEY:
            if value < 0:
                found.append(rules.refuse("unknown.sum", amount=value))
        elif KNOWN[field](rules, state, value):
            continue
        elif field in OWN_REFUSALS:
            found.append(rules.refuse(OWN_REFUSALS[field], **{field: value}))
        elif field in NAMED:
            found.append(rules.refuse("unknown.named", kind=field, id=value))
        else:
            found.append(rules.refuse("unknown.id", kind=field))
    return found


def _fields(action: Action) -> tuple[str, ...]:
    """Return the fields of the action that hold an id or an amount of money."""
    kind = type(action)
    if kind not in _named:
        names = (field.name for field in fields(action))
        _named[kind] = tuple(name for name in names if name in CHECKED)
    return _named[kind]


def _check_routes(
    rules: Judge, state: State, routes: tuple[tuple[str, tuple[str, ...]], ...]
) -> Iterator[Refusal]:
    """Yield refusals for unknown trains and places of a run."""
    for train, path in routes:
        if train not in state.trains:
            yield rules.refuse("unknown.id", kind="train")
        for fault in missing_nodes(state.board, path):
            yield rules.refuse_fault("run", fault)
