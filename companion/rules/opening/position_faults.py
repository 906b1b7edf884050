"""The faults of a sheet: everything that is missing, too much, unknown or in two places."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator
from typing import Any

from companion.board.board import Board
from companion.ledger.entries import BOX
from companion.rules.core.refusals import Refusal
from companion.rules.core.rounds import PlayersRound
from companion.rules.core.state import (
    FLOATED,
    STARTED,
    CompanyState,
    State,
)
from companion.rules.data.companies import Company
from companion.rules.judge.rules import Rules
from companion.rules.opening.position_sheet import BadSheetError, PositionSheet
from companion.rules.opening.position_state import (
    UNREADABLE,
    count_trains,
    deal_certificates,
    president_of,
    read_board,
    read_companies,
    read_round,
    read_track,
    sum_percents,
)
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.shares.holdings import is_player

MOST_TRAINS = 99  # of a type in one place


def find_sheet_faults(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    """Yield every fault of a sheet, part by part. Each part is checked even if others are wrong."""
    for check in (
        _check_names,
        _check_money,
        _check_shares,
        _check_privates,
        _check_trains,
        _check_market,
        _check_tiles,
        _check_tokens,
        _check_order,
        _check_turn,
    ):
        try:
            yield from check(rules, start, sheet)
        except UNREADABLE as fault:  # a part that is of another kind than it should be
            yield rules.refuse("opening.sheet", part=str(fault))


def _check_names(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    """Refuse ids that the game does not have; the other checks leave them out."""
    data, owners = rules.data, rules.inventory.places
    named: tuple[tuple[str, Iterable[str], Any], ...] = (
        ("phase", [sheet.phase], {phase.name for phase in data.phases}),
        ("cash", sheet.cash, start.cash.keys() - {BOX}),
        ("shares", sheet.shares, data.companies),
        ("shares", [o for owned in sheet.shares.values() for o in owned], owners),
        ("presidents", sheet.presidents, data.companies),
        ("companies", sheet.companies, data.companies),
        ("market", sheet.market, data.cells),
        ("market", [c for stack in sheet.market.values() for c in stack], data.companies),
        ("privates", sheet.privates, data.privates),
        ("privates", sheet.privates.values(), owners),
        ("trains", sheet.trains, owners),
        ("trains", count_trains(sheet), data.trains),
        ("trains", sheet.types or (), data.trains),
        ("tiles", sheet.tiles, data.map.hexes),
        ("tiles", [tile for tile, _ in sheet.tiles.values()], data.tiles),
    )
    for part, ids, known in named:
        for id in dict.fromkeys(ids):
            if id not in known:
                yield rules.refuse("opening.unknown", part=part, id=id)


def _check_money(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    for owner, amount in sheet.cash.items():
        if amount < 0 and owner in start.cash and owner not in rules.inventory.may_owe:
            yield rules.refuse("opening.owes", owner=owner, amount=amount)
    if not rules.bank_size:
        return
    given, there = sum(sheet.cash.values()), -start.cash[BOX]
    facts = {"given": given, "there": there, "amount": abs(given - there)}
    if given != there:
        code = "opening.money_over" if given > there else "opening.money_missing"
        yield rules.refuse(code, **facts)


# --- certificates


def _check_shares(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    for company in rules.data.company_list:
        found = [*_check_percent(rules, company, sheet), *_check_president(rules, company, sheet)]
        yield from found
        if not found:
            try:
                deal_certificates(company, sheet)
            except ValueError:
                sizes = tuple(map(str, company.shares))
                yield rules.refuse("opening.deal", company=company.symbol, sizes=sizes)


def _check_percent(rules: Rules, company: Company, sheet: PositionSheet) -> Iterator[Refusal]:
    if company.symbol not in sheet.shares:
        return
    given, there = sum_percents(company, sheet), sum(company.shares)
    facts = {"company": company.symbol, "given": given, "there": there}
    if given > there:
        yield rules.refuse("opening.shares_over", **facts, over=given - there)
    if given < there:
        yield rules.refuse("opening.shares_missing", **facts, missing=there - given)


def _check_president(rules: Rules, company: Company, sheet: PositionSheet) -> Iterator[Refusal]:
    """Refuse two presidents, none for a company with a price, and one with too few shares."""
    symbol = company.symbol
    named = sheet.presidents.get(symbol, ())
    if len({*named}) > 1:
        yield rules.refuse("opening.presidents", company=symbol, players=named)
        return
    first = president_of(company, sheet)
    is_priced = any(symbol in stack for stack in sheet.market.values())
    if company.kind.directed and is_priced and not is_player(first):
        yield rules.refuse("opening.no_president", company=symbol)
        return
    held = sheet.shares.get(symbol, {}).get(first, 0)
    if is_player(first) and isinstance(held, int) and held < company.shares[0]:
        facts = {"company": symbol, "player": first, "percent": held, "part": company.shares[0]}
        yield rules.refuse("opening.president_part", **facts)


# --- privates, trains and the market


def _check_privates(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    for private in start.privates:
        if private not in sheet.privates:
            yield rules.refuse("opening.private", private=private)


def _check_trains(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    given = count_trains(sheet)
    counts = [count for entries in sheet.trains.values() for count in entries.values()]
    if not all(0 < count <= MOST_TRAINS for count in counts):
        raise BadSheetError("trains")
    for one in rules.data.train_types:
        if one.count is None:
            continue
        number, there = given[one.name], one.copies(len(rules.seats))
        facts = {"type": one.name, "given": number, "there": there}
        if number > there:
            yield rules.refuse("opening.train_over", **facts, over=number - there)
        if number < there:
            yield rules.refuse("opening.train_missing", **facts, missing=there - number)


def _check_market(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    places = Counter(company for stack in sheet.market.values() for company in stack)
    for company, number in places.items():
        if number > 1:
            yield rules.refuse("opening.two_cells", company=company)
    for company, own in _known_companies(rules, start, sheet).items():
        is_started = own.status in (STARTED, FLOATED)
        if is_started and own.cell is None:
            yield rules.refuse("opening.no_cell", company=company)
        if own.cell is None:
            continue
        if not is_started:
            yield rules.refuse("opening.unstarted", company=company)
        cell = rules.data.cells.get(own.cell)
        if cell and cell.market != rules.data.kinds[own.kind].market:
            yield rules.refuse("opening.market", company=company)


def _known_companies(rules: Rules, start: State, sheet: PositionSheet) -> dict[str, CompanyState]:
    """Return the companies of the sheet that the game has. Raises BadSheetError."""
    listed = {*sheet.companies, *(c for stack in sheet.market.values() for c in stack)}
    if not listed <= start.companies.keys():
        return {}  # named elsewhere as unknown
    found = read_companies(start, sheet)
    if unknown := {own.kind for own in found.values()} - rules.data.kinds.keys():
        raise BadSheetError(f"companies: {min(unknown)}")
    return found


# --- the map


def _check_tiles(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    extra = sheet.more.get("extra_tiles", {})
    for tile, given in Counter(tile for tile, _ in sheet.tiles.values()).items():
        there = rules.data.tiles.get(tile, 0)
        if there is not None and tile in rules.data.tiles:
            there += extra.get(tile, 0)
            if given > there:
                yield rules.refuse("opening.tile", tile=tile, given=given, there=there)


def _check_tokens(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    hexes_known = {*sheet.tiles} <= {*rules.data.map.hexes}
    tiles_known = {tile for tile, _ in sheet.tiles.values()} <= {*rules.data.tiles}
    if not hexes_known or not tiles_known:
        return
    misplaced = [*_check_cities(rules, read_track(rules, sheet), sheet)]
    yield from misplaced
    if misplaced:
        return
    board: Board = read_board(rules, sheet)
    placed, told = board.lying(), sheet.told.get("tokens", {})
    if not isinstance(told, dict) or not all(type(number) is int for number in told.values()):
        raise BadSheetError("told: tokens")
    for owner in placed:
        if owner not in {one.symbol for one in rules.data.token_owners}:
            yield rules.refuse("opening.unknown", part="tokens", id=owner)
    for company, own in _known_companies(rules, start, sheet).items():
        there = rules.data.companies[company].token_count + own.tokens_taken_over
        on_map = placed[company] + told.get(company, 0)
        given = on_map + own.tokens + own.tokens_removed
        facts = {"on_map": on_map, "charter": own.tokens, "gone": own.tokens_removed}
        if given != there or min(facts.values()) < 0:
            yield rules.refuse("opening.tokens", company=company, there=there, given=given, **facts)


def _check_cities(rules: Rules, track: Board, sheet: PositionSheet) -> Iterator[Refusal]:
    """Refuse tokens in cities that the map does not have, and more than a city has slots."""
    example = next(iter(track.tokens), "")
    for stop, owners in ({**sheet.stacked, **sheet.tokens}).items():
        company = next((owner for owner in owners if owner in rules.data.companies), None)
        slots = track.tokens.get(stop)
        if slots is None:
            yield rules.refuse("opening.no_city", stop=stop, example=example, company=company)
        elif stop in sheet.tokens and len(owners) > len(slots):
            facts = {"stop": stop, "given": len(owners), "slots": len(slots)}
            yield rules.refuse("opening.slots", company=company, **facts)


# --- order and turn


def _check_order(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    order = sheet.order or rules.seats
    if len({*order}) < len(order) or not {*order} <= {*rules.seats}:
        yield rules.refuse("opening.order")
    if sheet.priority not in order:
        yield rules.refuse("opening.priority")


def _check_turn(rules: Rules, start: State, sheet: PositionSheet) -> Iterator[Refusal]:
    companies = _known_companies(rules, start, sheet)
    if not companies:
        return
    order, draft = sheet.order or rules.seats, start.copy()
    draft.companies = companies
    round = read_round(rules, draft, sheet)
    if round.number < 1:
        yield rules.refuse("opening.round", number=round.number)
    if isinstance(round, PlayersRound):
        if round.turn not in order:
            yield rules.refuse("opening.turn", named=round.turn)
        if not 0 <= round.passes < len(order):
            yield rules.refuse("opening.passes", passes=round.passes, players=len(order))
    if isinstance(round, OperatingRound):
        yield from _check_operating_turn(rules, companies, round)


def _check_operating_turn(
    rules: Rules, companies: Container[str], round: OperatingRound
) -> Iterator[Refusal]:
    if not 1 <= round.part <= round.parts:
        yield rules.refuse("opening.part", part=round.part, parts=round.parts)
    for company in (*round.companies, *round.companies_done):
        if company not in companies:
            yield rules.refuse("opening.unknown", part="round", id=company)
    turn = round.turn
    if turn is None or turn.company not in round.companies:
        yield rules.refuse("opening.turn", named=turn.company if turn else "")
    elif turn.company in round.companies_done:
        yield rules.refuse("opening.done", company=turn.company)
