"""A state in the form of a recorded game's trace, and the first difference between two of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import privates_worth, total_worth
from companion.rules.operating.running import trains_of, type_of
from companion.rules.operating.trains_and_phases import DEPOT
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import INITIAL, POOL
from companion.rules.stock import share_trading
from companion.titles.site_adapter import SiteAdapter

UNORDERED = frozenset({"trains", "discarded"})  # trains as cards, in any order
OUT = "gone"  # the place of certificates of a company that left the game
Parts = Mapping[str, Mapping[str, int]]  # percent by company and owner or place
NULLABLE = frozenset({"price", "at", "stack", "par", "president", "priority"})


def snapshot(rules: Rules, adapter: SiteAdapter, state: State) -> dict[str, Any]:
    """Return the state in the form of a recorded game's trace."""
    parts = {
        symbol: shares
        for symbol in rules.data.companies
        if symbol not in adapter.unlisted
        and set(shares := holdings.shares(rules.data, state, symbol)) != {OUT}
    }
    return {
        "round": rules.round_rules(state).name(state),
        "phase": state.phase,
        "bank": state.cash[BANK],
        "priority": rules.words.names[state.priority],
        "players": {
            rules.words.names[seat]: _player(rules, adapter, state, seat, parts)
            for seat in rules.seats
        },
        "companies": {
            adapter.company_there(symbol): _company(rules, adapter, state, symbol, own)
            for symbol, own in parts.items()
        },
        "tiles": {at: f"{laid.tile}/{laid.rotation}" for at, laid in state.board.laid.items()},
        "depot": _depot(rules, adapter, state),
        "discarded": sorted(
            adapter.train_there(type_of(train)) for train in trains_of(state, POOL)
        ),
        "open_privates": sorted(
            adapter.private_there(p) for p, owner in state.privates.items() if owner != "gone"
        ),
    }


def worth_there(rules: Rules, adapter: SiteAdapter, state: State, seat: str) -> int:
    """Return the worth of a player there. Privates may count there but not here."""
    worth = total_worth(rules, state, seat)
    if adapter.worth_with_privates and not rules.ends.privates_count:
        worth += privates_worth(rules, state, seat)
    return worth


def _player(
    rules: Rules, adapter: SiteAdapter, state: State, seat: str, parts: Parts
) -> dict[str, Any]:
    return {
        "cash": state.cash[seat],
        "certs": share_trading.certificate_count(rules, state, seat),
        "value": worth_there(rules, adapter, state, seat),
        "privates": _privates(adapter, state, seat),
        "shares": {
            adapter.company_there(company): own[seat]
            for company, own in parts.items()
            if seat in own
        },
    }


def _privates(adapter: SiteAdapter, state: State, owner: str) -> list[str]:
    return sorted(adapter.private_there(p) for p, holds in state.privates.items() if holds == owner)


def _company(
    rules: Rules, adapter: SiteAdapter, state: State, symbol: str, parts: Mapping[str, int]
) -> dict[str, Any]:
    cell = market.cell_of(rules.data, state, symbol)
    president = holdings.president(rules.data, state, symbol)
    unsold, treasury = parts.get(INITIAL, 0), parts.get(symbol, 0)
    if adapter.unsold_in_treasury:
        unsold, treasury = unsold + treasury, 0
    price = cell.price if cell else None
    at_price = adapter.par_is_price or state.companies[symbol].kind in adapter.at_price
    return {
        "cash": state.cash[symbol],
        "price": price,
        "at": [cell.row, cell.column] if cell else None,
        "stack": state.stacks[cell.id].index(symbol) if cell else None,
        "par": price if at_price else state.companies[symbol].par,
        "president": rules.words.names[president] if president and cell else None,
        "floated": state.companies[symbol].floated,
        "ipo": unsold,
        "pool": parts.get(POOL, 0),
        "treasury": treasury,
        "trains": sorted(adapter.train_there(type_of(train)) for train in trains_of(state, symbol)),
        "privates": _privates(adapter, state, symbol),
        "tokens": sorted(stop.partition(".")[0] for stop in state.board.token_stops(symbol)),
    }


def _depot(rules: Rules, adapter: SiteAdapter, state: State) -> dict[str, int]:
    """Return the number of trains left of each type. An unlimited type counts the one on offer.

    A sold variant counts as one train less of its base type, unless that leaves the depot too.
    """
    left: dict[str, int] = {}
    for train, card in state.trains.items():
        type = type_of(train)
        if type in adapter.unlisted:
            continue
        variant_of = adapter.variants.get(type)
        if variant_of is None and card.place == DEPOT:
            there = adapter.train_there(type)
            left[there] = left.get(there, 0) + 1
        elif variant_of is not None and card.place != DEPOT and not rules.data.trains[type].side_of:
            left[variant_of] = left.get(variant_of, 0) - 1
    return left


def merge(known: dict[str, Any], changed: Mapping[str, Any]) -> None:
    """Apply the changes in a line of a trace to the known snapshot. None removes a key.

    Some keys can have None as their value and keep it.
    """
    for key, value in changed.items():
        if isinstance(value, Mapping):
            merge(known.setdefault(key, {}), value)
        elif value is None and key not in NULLABLE:
            known.pop(key, None)
        else:
            known[key] = sorted(value) if key in UNORDERED else value


@dataclass(frozen=True, slots=True)
class TraceDifference:
    """The first difference between trace and state: its path and both values."""

    path: str
    expected: Any
    ours: Any


def differences(expected: Any, ours: Any, path: str = "") -> Iterable[TraceDifference]:
    """Yield every difference between two snapshots. Keys that only ours has count too."""
    if expected == ours:
        return
    if isinstance(expected, Mapping) and isinstance(ours, Mapping):
        for key in [*expected, *(key for key in ours if key not in expected)]:
            below = f"{path}.{key}" if path else str(key)
            yield from differences(expected.get(key), ours.get(key), below)
        return
    yield TraceDifference(path, expected, ours)
