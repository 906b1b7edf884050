"""The check that ids and amounts in an action exist, before the title's rules judge it.

It refuses only ids unknown in this game and negative amounts. The rules decide whether a thing may
be used now.
"""

from collections.abc import Collection, Iterator
from dataclasses import fields
from typing import Any

from companion.board.routes import missing_nodes
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action
from companion.rules.core.refusals import Judge, Refusal
from companion.rules.core.state import State
from companion.rules.shares.holdings import INITIAL, POOL

# Fields whose ids are printed on the board or certificates. Players do not know other ids, so
# messages do not quote them.
NAMED = frozenset(("company", "private", "hex"))
OWN_REFUSALS = {"tile": "lay.not_in_title", "stop": "token.city"}
ROUTES = "routes"
MONEY = frozenset(("amount", "price"))
# values that are not ids; the rules check them
VALUES = frozenset(("amount", "price", "percent", "kind", "better_revenue", "is_proved"))

_named: dict[type, tuple[str, ...]] = {}  # class of action -> its fields to check


def unknown(rules: Judge, state: State, action: Action) -> list[Refusal]:
    """Return refusals for every unknown id and every negative amount in ``action``."""
    found: list[Refusal] = []
    for field in _fields(action):
        value = getattr(action, field)
        if value is None:
            continue
        if field == ROUTES:
            found += _in_routes(rules, state, value)
        elif field in MONEY:
            if value < 0:
                found.append(rules.refuse("unknown.sum", amount=value))
        elif value in _known(rules, state, field, value):
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
        _named[kind] = tuple(name for name in names if name not in VALUES - MONEY)
    return _named[kind]


def _known(rules: Judge, state: State, field: str, value: object) -> Collection[Any]:
    """Return the valid ids for a field; for a field without ids, the value itself."""
    data = rules.data
    match field:
        case "player" | "seller" | "buyer" | "other_director":
            return rules.seats
        case "party":
            return rules.seats if value in rules.seats else data.companies
        case "company" | "other_company" | "shell":
            return data.companies
        case "private":
            return data.privates
        case "source":
            return (INITIAL, POOL) if value in (INITIAL, POOL) else data.companies
        case "hex":
            return data.map.hexes
        case "rotation":
            return range(6)
        case "tile":
            return data.tiles
        case "stop":
            return state.board.tokens
        case "charter":
            return range(max(company.charters for company in state.companies.values()))
        case "home":
            return {*state.board.tokens, *state.board.city_hexes()}
        case "replaced_owner":
            return {owner for slots in state.board.tokens.values() for owner in slots}
        case "payer" | "payee":
            return (BANK, *rules.seats, *data.companies)
        case "certificate":
            return data.percents
        case "token":
            return tuple(owner.symbol for owner in data.token_owners)
        case "phase":
            return [phase.name for phase in data.phases]
        case "cell":
            return data.cells
        case "train" | "trade_in":
            return state.trains
    return (value,)


def _in_routes(
    rules: Judge, state: State, routes: tuple[tuple[str, tuple[str, ...]], ...]
) -> Iterator[Refusal]:
    """Yield refusals for unknown trains and places of a run."""
    for train, path in routes:
        if train not in state.trains:
            yield rules.refuse("unknown.id", kind="train")
        for fault in missing_nodes(state.board, path):
            yield rules.refuse_fault("run", fault)
