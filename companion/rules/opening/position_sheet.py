"""The sheet of a position: everything of a game between two turns, as a table can tell it.

It is compact JSON. Certificates of one size and trains of one type are counted, not named. Parts
that are as at the start of the game are left out.
"""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from companion.ledger.entries import BANK, BOX
from companion.rules.core.map_use import ToldFacts
from companion.rules.core.rounds import OperatingTurn, Round
from companion.rules.core.state import DEPOT, GONE, State, TrainCard, type_of
from companion.rules.data.codec import BadJSONError, read_json, to_json
from companion.rules.judge.rules import Rules
from companion.rules.opening.value_shapes import has_shape
from companion.rules.shares.holdings import INITIAL

FORMAT = 1  # of sheets
# fields of a state that a sheet has under ``more`` if they are not empty
MORE = ("forgone_effects", "declined_chances", "extra_tiles", "advances", "surplus")
OWN_LINES = ("revenue", "routes", "lays", "tokens", "division", "trains_bought", "run_lines")


class BadSheetError(ValueError):
    """A text that is no sheet; the message names the part that is wrong."""


@dataclass(frozen=True, kw_only=True)
class PositionSheet:
    """The sheet of a position.

    ``round`` is the round with its turn, as it is stored. ``types`` are the train types of which
    one has come into play; None derives them from the depot. ``cash`` names the accounts that hold
    money. ``shares`` maps a company and an owner to a percent, or to the sizes of certificates.
    ``presidents`` are the owners of each president's certificate.

    ``companies`` holds what differs from the start; those with a price stand in the order of their
    start. ``trains`` maps a place and an entry (see :func:`train_entry`) to a number. ``tokens``
    lists the slots of each city. ``told``, ``own`` and ``more`` hold what differs from the start.
    """

    round: Mapping[str, Any]
    phase: str
    priority: str
    order: tuple[str, ...] = ()
    types: tuple[str, ...] | None = None
    broken: bool = False
    cash: Mapping[str, int] = field(default_factory=dict)
    shares: Mapping[str, Mapping[str, int | tuple[int, ...]]] = field(default_factory=dict)
    presidents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    companies: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    market: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    privates: Mapping[str, str] = field(default_factory=dict)
    trains: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    tiles: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    tokens: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    stacked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    told: Mapping[str, Any] = field(default_factory=dict)
    own: Mapping[str, Any] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


def write_sheet(sheet: PositionSheet) -> str:
    """Return the sheet as compact JSON. Empty parts are left out."""
    body: dict[str, Any] = {"format": FORMAT}
    for part in fields(sheet):
        value = getattr(sheet, part.name)
        if value or (value == () and part.name == "types"):
            body[part.name] = value
    return json.dumps(body, separators=(",", ":"), ensure_ascii=True)


def read_sheet(text: str) -> PositionSheet:
    """Read a sheet that :func:`write_sheet` wrote. Raises BadSheetError."""
    try:
        body = read_json(text)
    except (BadJSONError, ValueError):
        raise BadSheetError("JSON") from None
    if not isinstance(body, dict) or body.pop("format", None) != FORMAT:
        raise BadSheetError("format")
    known = {part.name: part.type for part in fields(PositionSheet)}
    for name, value in body.items():
        if name not in known or not has_shape(_as_tuples(value), known[name]):
            raise BadSheetError(str(name)[:24])
    values = {name: _as_tuples(value) for name, value in body.items()}
    try:
        return PositionSheet(**values)
    except TypeError:
        raise BadSheetError("round, phase, priority") from None


def _as_tuples(value: Any) -> Any:
    """Return JSON with tuples for lists."""
    if isinstance(value, list):
        return tuple(_as_tuples(item) for item in value)
    if isinstance(value, dict):
        return {key: _as_tuples(item) for key, item in value.items()}
    return value


# --- the sheet of a state


def sheet_of(rules: Rules, state: State, start: State) -> PositionSheet:
    """Return the sheet of a state without a question; ``start`` is the state at the beginning."""
    accounts = (a for a in state.cash if a != BOX and (a != BANK or rules.bank_size))
    derived = types_in_play(rules, start, state.trains)
    types, names = state.train_types_in_play, renumber_trains(state)
    return PositionSheet(
        round=_rename(_write_round(state.round), names),
        phase=state.phase,
        priority=state.priority,
        order=() if state.order == rules.seats else state.order,
        types=None if {*types} == {*derived} else types,
        broken=state.is_bank_broken,
        cash={account: state.cash[account] for account in accounts if state.cash[account]},
        shares={c: own for c in state.companies if (own := _shares_of(rules, state, c))},
        presidents=_presidents_of(rules, state),
        companies=_companies_of(state, start),
        market={cell: stack for cell, stack in state.stacks.items() if stack},
        privates=dict(state.privates),
        trains={
            place: {entry: len(trains) for entry, trains in entries.items()}
            for place, entries in _group_trains(state).items()
        },
        tiles={at: (laid.tile, laid.rotation) for at, laid in state.board.laid.items()},
        tokens={stop: slots for stop, slots in state.board.tokens.items() if any(slots)},
        stacked=dict(state.board.stacked_tokens),
        told=_rename(_plain(state.told, ToldFacts()), names),
        own=_rename(_plain(state.title_state, start.title_state), names),
        more={name: _as_tuples(to_json(value)) for name in MORE if (value := getattr(state, name))},
    )


def _write_round(round: Round) -> dict[str, Any]:
    """Return the stored form of a round without what is usual.

    The step of a turn that has only begun is left out: the rules find it again.
    """
    body = _without_defaults(round)
    if turn := round.operating:
        body["turn"] = _without_defaults(turn)
        if not any(getattr(turn, name) for name in OWN_LINES):
            body["turn"].pop("step", None)
    return body


def _without_defaults(value: Round | OperatingTurn) -> dict[str, Any]:
    """Return the stored form of a value, with only its type and what differs from the defaults."""
    stored = _as_tuples(to_json(value))
    usual = {one.name for one in fields(value) if getattr(value, one.name) == one.default}
    return {key: item for key, item in stored.items() if key not in usual}


def _plain(value: Any, usual: Any) -> dict[str, Any]:
    """Return the stored fields of a value that differ from the usual one, without its type."""
    names = (one.name for one in fields(value))
    return {
        name: _as_tuples(to_json(getattr(value, name)))
        for name in names
        if getattr(value, name) != getattr(usual, name)
    }


def _shares_of(rules: Rules, state: State, company: str) -> dict[str, int | tuple[int, ...]]:
    """Return the shares of a company by owner; {} while all are in the initial offering.

    If its ordinary certificates have several sizes, the president's is not among those listed.
    """
    own = rules.data.companies[company]
    listed: dict[str, list[int]] = {}
    for certificate, size in zip(own.certificates, own.shares, strict=True):
        listed.setdefault(state.certificates[certificate], []).append(size)
    if set(listed) == {INITIAL}:
        return {}
    if len(own.sizes) < 2:
        return {owner: sum(sizes) for owner, sizes in listed.items()}
    first = state.certificates[own.certificates[0]] if own.kind.directed else ""
    return {
        owner: tuple(sorted(sizes[1:] if owner == first else sizes, reverse=True))
        for owner, sizes in listed.items()
    }


def _presidents_of(rules: Rules, state: State) -> dict[str, tuple[str, ...]]:
    """Return the owner of each president's certificate that has left the initial offering."""
    firsts = {c.symbol: c.certificates[0] for c in rules.data.company_list if c.kind.directed}
    owners = {company: state.certificates[first] for company, first in firsts.items()}
    return {company: (owner,) for company, owner in owners.items() if owner != INITIAL}


def _companies_of(state: State, start: State) -> dict[str, dict[str, Any]]:
    found = {c: _plain(own, start.companies[c]) for c, own in state.companies.items()}
    for company in found:
        found[company].pop("cell", None)  # it is the place in the market
    return {company: changed for company, changed in found.items() if changed}


def _group_trains(state: State) -> dict[str, dict[str, list[str]]]:
    """Return the trains by place and entry."""
    found: dict[str, dict[str, list[str]]] = {}
    for train, card in state.trains.items():
        is_out = card.place == GONE  # its marks no longer count
        entry = type_of(train) if is_out else train_entry(type_of(train), card)
        found.setdefault(card.place, {}).setdefault(entry, []).append(train)
    return found


def renumber_trains(state: State) -> dict[str, str]:
    """Return the id that each train has in a game that begins with the sheet of the state."""
    counted: Counter[str] = Counter()
    numbers = {}
    for entries in _group_trains(state).values():
        for train in (train for trains in entries.values() for train in trains):
            type = type_of(train)
            numbers[train] = f"{type}-{counted[type]}"
            counted[type] += 1
    return numbers


def _rename(value: Any, names: Mapping[str, str]) -> Any:
    """Return a plain value with other ids of trains."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple):
        return tuple(_rename(item, names) for item in value)
    if isinstance(value, dict):
        return {names.get(key, key): _rename(item, names) for key, item in value.items()}
    return value


def train_entry(type: str, card: TrainCard) -> str:
    """Return the entry of a train: its type, and its charter and marks if it has any."""
    if not card.charter and not card.marks:
        return type
    return "|".join((type, str(card.charter), *card.marks))


def read_train_entry(entry: str) -> tuple[str, int, tuple[str, ...]]:
    """Return type, charter and marks of an entry. Raises BadSheetError."""
    type, *rest = entry.split("|")
    charter, *marks = rest or ["0"]
    if not charter.isdecimal() or len(charter) > 2:
        raise BadSheetError("trains")
    return type, int(charter), tuple(sorted(marks))


def types_in_play(rules: Rules, start: State, trains: Mapping[str, TrainCard]) -> tuple[str, ...]:
    """Return the train types of which fewer trains are in the depot than at the start.

    A type without a limit is in play if a train has left the depot.
    """
    before, now, there = Counter[str](), Counter[str](), Counter[str]()
    before.update(type_of(t) for t, card in start.trains.items() if card.place == DEPOT)
    now.update(type_of(t) for t, card in trains.items() if card.place == DEPOT)
    there.update(type_of(t) for t in trains)
    return tuple(
        one.name
        for one in rules.data.train_types
        if now[one.name] < before[one.name] or (one.count is None and there[one.name] > 1)
    )
