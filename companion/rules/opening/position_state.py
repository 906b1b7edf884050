"""The state that a sheet without faults describes."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from companion.board.board import Board, PlacedTile
from companion.ledger.entries import BANK, BOX, Entry, Posting
from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.derived_dict import DerivedDict
from companion.rules.core.rounds import OperatingTurn, Round
from companion.rules.core.state import DEPOT, CompanyState, State, TrainCard
from companion.rules.data.codec import TYPE_KEY, from_json, stored_kinds
from companion.rules.data.companies import Company
from companion.rules.judge.rules import Rules
from companion.rules.opening.position_sheet import (
    MORE,
    BadSheetError,
    PositionSheet,
    read_train_entry,
    types_in_play,
)
from companion.rules.opening.value_shapes import has_shape, hints_of
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.shares.certificate_distribution import OwnedCertificate, dealt
from companion.rules.shares.holdings import INITIAL

UNREADABLE = (ValueError, TypeError, KeyError, IndexError, AttributeError, AssertionError)


def set_position(change: Change, rules: Rules, sheet: PositionSheet) -> None:
    """Turn the state at the start into that of the sheet, and post the money.

    Raises BadSheetError for a part that cannot be read.
    """
    state, start = change.state, change.state.copy()
    read_parts(rules, state, start, sheet)
    balances = expected_cash(rules, start, sheet)
    moved = tuple(
        Posting(account, balances[account] - before)
        for account, before in state.cash.items()
        if balances[account] != before
    )
    if moved:
        change.post(Entry("opening_position", moved))
    state.is_bank_broken = sheet.broken


def read_parts(rules: Rules, state: State, start: State, sheet: PositionSheet) -> None:
    """Set everything but money in a draft. Raises BadSheetError for a part that is wrong."""
    state.phase, state.priority = sheet.phase, sheet.priority
    state.order = sheet.order or rules.seats
    state.certificates = _read_certificates(rules, sheet)
    state.privates = {private: sheet.privates[private] for private in start.privates}
    state.trains = read_trains(rules, sheet)
    state.companies = read_companies(start, sheet)
    state.stacks = dict(sheet.market)
    state.board = read_board(rules, sheet)
    state.told = read_changed(state.told, sheet.told, "told")
    state.title_state = read_changed(start.title_state, sheet.own, "own")
    for name in MORE:
        value = restore(sheet.more.get(name, {}), "more")
        if not has_shape(value, hints_of(State)[name]):
            raise BadSheetError(name)
        setattr(state, name, value)
    derived = types_in_play(rules, start, state.trains)
    state.train_types_in_play = derived if sheet.types is None else sheet.types
    state.questions = ()
    state.round = read_round(rules, state, sheet)


def restore(value: Any, part: str) -> Any:
    """Return a stored value. Raises BadSheetError."""
    try:
        return from_json(json.loads(json.dumps(value)))
    except UNREADABLE:
        raise BadSheetError(part) from None


def read_changed(before: Any, changed: Mapping[str, Any], part: str) -> Any:
    """Return a value with the changed fields. Raises BadSheetError for what does not fit."""
    kind: Any = type(before)
    hints = hints_of(kind)
    known = {one.name for one in fields(before)}
    values = {}
    for name, stored in changed.items():
        value = restore(stored, part)
        if name not in known or not has_shape(value, hints[name]):
            raise BadSheetError(f"{part}: {name[:24]}")
        values[name] = value
    return replace(before, **values) if values else before


def expected_cash(rules: Rules, start: State, sheet: PositionSheet) -> dict[str, int]:
    """Return the balance of every account. An unlimited bank has paid what all others have."""
    balances = dict.fromkeys(start.cash, 0) | dict(sheet.cash)
    balances[BOX] = start.cash[BOX]
    if not rules.bank_size:
        balances[BANK] = 0
        balances[BANK] = -sum(balances.values())
    return balances


# --- certificates


def _read_certificates(rules: Rules, sheet: PositionSheet) -> DerivedDict[str, str]:
    held: dict[str, str] = {}
    for company in rules.data.company_list:
        held.update(deal_certificates(company, sheet))
    return DerivedDict({certificate: held[certificate] for certificate in rules.data.percents})


def deal_certificates(company: Company, sheet: PositionSheet) -> dict[str, str]:
    """Return the owner of each certificate of a company.

    Raises ValueError if no certificates give the holdings.
    """
    shares = sheet.shares.get(company.symbol)
    if shares is None:
        return dict.fromkeys(company.certificates, INITIAL)
    held, ordinary = {}, dict(shares)
    if company.kind.directed:
        first = president_of(company, sheet)
        held[company.certificates[0]] = first
        if isinstance(now := ordinary.get(first, 0), int):
            ordinary[first] = now - company.shares[0]
    pieces = [OwnedCertificate(id, size, "") for id, size in company.ordinary]
    for owner, listed in ordinary.items():
        for size in listed if isinstance(listed, tuple) else ():
            piece = next((p for p in pieces if p.percent == size), None)
            if piece is None:
                raise ValueError(f"{size}% of {company.symbol} is too much")
            pieces.remove(piece)
            held[piece.id] = owner
    sums = {owner: part for owner, part in ordinary.items() if isinstance(part, int)}
    if min(sums.values(), default=0) < 0:
        raise ValueError(f"a president of {company.symbol} has too little")
    return held | dealt(pieces, sums)


def president_of(company: Company, sheet: PositionSheet) -> str:
    """Return the owner of the president's certificate, as far as it is entered."""
    return next(iter(sheet.presidents.get(company.symbol, ())), INITIAL)


# --- trains, companies and the map


def read_trains(rules: Rules, sheet: PositionSheet) -> DerivedDict[str, TrainCard]:
    """Return the trains, numbered by type. The next one of an unlimited type is in the depot."""
    cards: dict[str, list[TrainCard]] = {one.name: [] for one in rules.data.train_types}
    for place, entries in sheet.trains.items():
        for entry, count in entries.items():
            type, charter, marks = read_train_entry(entry)
            cards[type] += [TrainCard(place, charter, marks)] * count
    for one in rules.data.train_types:
        if one.count is None and TrainCard(DEPOT) not in cards[one.name]:
            cards[one.name].append(TrainCard(DEPOT))
    return DerivedDict(
        (f"{type}-{number}", card)
        for type, found in cards.items()
        for number, card in enumerate(found)
    )


def read_companies(start: State, sheet: PositionSheet) -> dict[str, CompanyState]:
    """Return the companies: those as at the start first, the others in the order of the sheet."""
    cells = {company: cell for cell, stack in sheet.market.items() for company in stack}
    changed = {
        company: replace(
            read_changed(start.companies[company], sheet.companies.get(company, {}), "companies"),
            cell=cells.get(company),
        )
        for company in (*sheet.companies, *(c for c in cells if c not in sheet.companies))
    }
    same = {c: own for c, own in start.companies.items() if c not in changed}
    priced = {company: own for company, own in changed.items() if own.cell is not None}
    return {**same, **{c: own for c, own in changed.items() if c not in priced}, **priced}


def read_board(rules: Rules, sheet: PositionSheet) -> Board:
    """Return the map of the sheet. Raises BadSheetError if tiles or tokens do not fit."""
    empty = read_track(rules, sheet)
    try:
        slots = {
            stop: (*owners, *([None] * (len(empty.tokens.get(stop, ())) - len(owners))))
            for stop, owners in sheet.tokens.items()
        }
        return Board.restore(rules.data.map, empty.laid, slots, sheet.stacked)
    except UNREADABLE as fault:
        raise BadSheetError(f"tokens: {fault}") from None


def read_track(rules: Rules, sheet: PositionSheet) -> Board:
    """Return the map of the sheet without the tokens. Raises BadSheetError if tiles do not fit."""
    try:
        laid = {at: PlacedTile(tile, turn) for at, (tile, turn) in sheet.tiles.items()}
        return Board.restore(rules.data.map, laid, {})
    except UNREADABLE as fault:
        raise BadSheetError(f"tokens: {fault}") from None


# --- the round


def read_round(rules: Rules, state: State, sheet: PositionSheet) -> Round:
    """Return the round of the sheet. Raises BadSheetError.

    A turn of which only the company is entered is that of a company that begins its turn.
    """
    body = dict(sheet.round)
    kind = stored_kinds().get(str(body.get(TYPE_KEY)))
    if kind is None or kind not in rules.rounds:
        raise BadSheetError("round")
    operating = rules.rounds[kind]
    if not isinstance(operating, OperatingRules):
        entered: Round = _make(kind, body)
        return entered
    turn = body.pop("turn", None)
    round: OperatingRound = _make(kind, body)
    if turn:
        round = replace(round, turn=_read_turn(operating, state, turn))
    return round


def _read_turn(operating: OperatingRules, state: State, body: Any) -> OperatingTurn:
    """Return the turn of a company. One that is entered without its type begins its turn."""
    company = body.get("company") if isinstance(body, Mapping) else None
    if not isinstance(company, str) or company not in state.companies:
        raise BadSheetError("round: turn")
    if TYPE_KEY in body:
        made: OperatingTurn = _make(operating.turn, body)
        return made
    turn = operating.new_turn(state, company)
    state.alter(company, has_operated=True)
    return turn


def _make(kind: type, body: Mapping[str, Any]) -> Any:
    """Return a round or a turn from its stored fields. Raises BadSheetError."""
    values = {key: restore(item, "round") for key, item in body.items() if key != TYPE_KEY}
    try:
        return _require_shape(kind(**values))
    except (TypeError, ValueError):
        raise BadSheetError("round") from None


def _require_shape(value: Any) -> Any:
    if not has_shape(value, type(value)):
        raise BadSheetError("round")
    return value


def sum_percents(company: Company, sheet: PositionSheet) -> int:
    """Return the percent of a company that is entered altogether.

    The president's certificate is not among the listed sizes of the president.
    """
    shares = sheet.shares.get(company.symbol, {})
    total = sum(part if isinstance(part, int) else sum(part) for part in shares.values())
    held = shares.get(president_of(company, sheet))
    is_apart = isinstance(held, tuple) or (
        held is None and any(isinstance(part, tuple) for part in shares.values())
    )
    return total + (company.shares[0] if is_apart and company.kind.directed else 0)


def count_trains(sheet: PositionSheet) -> Counter[str]:
    """Return the number of trains entered, by type. Raises BadSheetError."""
    counted: Counter[str] = Counter()
    for entries in sheet.trains.values():
        for entry, count in entries.items():
            counted[read_train_entry(entry)[0]] += count
    return counted
