"""The summary of a state: everything that screens and the report show, calculated once.

Sums and limits are calculated only here. :mod:`companion.rules.explain.summary_rows` holds the rows
that contain them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from companion.ledger.entries import BANK
from companion.rules.core.state import FLOATED, GONE, LAST_RUN, UNSTARTED, CompanyState, State
from companion.rules.core.state_cache import asking
from companion.rules.data.companies import Home
from companion.rules.data.printed_markets import PrintedMarket
from companion.rules.explain.summary_rows import (
    CharterTrain,
    CompanyRow,
    GameSummary,
    MarketSummary,
    PlayerRow,
    PrivateRow,
    StandingRow,
    StepRow,
    TrainRow,
)
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import shares_worth, total_worth
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.running import trains_of, type_of
from companion.rules.operating.tokens import next_cost
from companion.rules.operating.track import blocked_hexes
from companion.rules.operating.trains_and_phases import cheapest, runs_once_more, trains_on_sale
from companion.rules.shares import company_kinds, holdings, market
from companion.rules.stock import share_trading
from companion.rules.stock.auction import ParStep
from companion.rules.stock.number_cards import CardRound


def with_decided_shares(rules: Rules, state: State) -> State:
    """Return the state with pending president's certificates already transferred.

    They go to the players who are asked for the par price of a company.
    """
    asked = [question for question in state.questions if question.step == ParStep.name]
    if not asked:
        return state
    after = state.copy()
    for question in asked:
        company = rules.data.companies[question.subjects[0]]
        after.certificates[company.certificates[0]] = question.actor
    return after


def summary(rules: Rules, state: State) -> GameSummary:
    """Return the summary of the state."""
    decided = with_decided_shares(rules, state)
    with asking(decided):
        return _summary(rules, decided)


def _summary(rules: Rules, state: State) -> GameSummary:
    data = rules.data
    step = rules.waiting(state)
    acting = step.actor(state) if step else None
    phase = rules.phase(state)
    operating = state.round.operating_company or None
    trains = train_rows(rules, state)
    first = cheapest(rules, state)
    round_rules = rules.round_rules(state)
    order = (
        round_rules.order(state)
        if isinstance(round_rules, OperatingRules)
        else rules.operating_order(state)
    )
    step_name = step.name if step else ""
    words = rules.vocabulary.steps[step_name] if step else None
    return GameSummary(
        title=data.name,
        currency=data.currency,
        round=round_rules.name(state),
        phase=phase.name,
        colours=phase.tiles,
        bank=state.cash[BANK],
        bank_unlimited=not rules.bank_size,
        bank_broke=bool(rules.bank_size) and state.is_bank_broken,
        acting=acting,
        step=step_name,
        step_words=rules.words.fill_name(words.within, {}) if words else "",
        asks=words.asks if words else "",
        question=tuple(step.sentences(state)) if step else (),
        finished=state.end_reason,
        standings=standings(rules, state),
        players=tuple(player_row(rules, state, seat, acting) for seat in rules.seats),
        companies=company_rows(rules, state, operating),
        privates=private_rows(rules, state),
        trains=trains,
        next_train=next((row for row in trains if first and row.name == first.type.name), None),
        order=tuple(order),
        winner=rules.words.names.get(rules.ends.winner(rules, state) or ""),
        operating=operating,
        turn_steps=turn_steps(rules, state),
        markets=tuple(market_summary(chart, state.stacks) for chart in data.charts),
    )


def market_summary(chart: PrintedMarket, stacked: Mapping[str, tuple[str, ...]]) -> MarketSummary:
    """Return the row of a market with the companies in its cells."""
    stacks = {chart.cells[at]: stack for at, stack in stacked.items() if at in chart.cells}
    return MarketSummary(
        chart,
        tuple(
            [
                tuple([(cell, stacks.get(cell, ()) if cell else ()) for cell in row])
                for row in chart.rows
            ]
        ),
    )


def player_row(rules: Rules, state: State, seat: str, acting: str | None) -> PlayerRow:
    """Return the row of a player."""
    data = rules.data
    held = holdings.percents_held(data, state, seat)
    shares = {symbol: held[symbol] for symbol in data.companies if symbol in held}
    return PlayerRow(
        id=seat,
        name=rules.words.names[seat],
        cash=state.cash[seat],
        bound=state.round.bound(seat),
        certificates=share_trading.certificate_count(rules, state, seat),
        limit=share_trading.certificate_limit(rules, state, seat),
        over=share_trading.is_over(rules, state, seat),
        worth=total_worth(rules, state, seat),
        owed=state.advances.get(seat, 0),
        privates=tuple([p for p, owner in state.privates.items() if owner == seat]),
        shares=shares,
        presidencies=tuple(c for c in shares if rules.holdings.director(rules, state, c) == seat),
        acting=seat == acting,
        card=_card(rules, state, seat),
        taken=_place(seat, state.round.cards) if isinstance(state.round, CardRound) else 0,
        left=seat not in state.order,
    )


def _card(rules: Rules, state: State, seat: str) -> int:
    """Return the number of the player's card.

    Without number cards it is 1 for the player with the priority deal and 0 for others. Accounts
    have no order.
    """
    if not rules.data.has_board:
        return 0
    if rules.stock.number_cards:
        return _place(seat, state.order)
    return int(seat == state.priority)


def _place(seat: str, seats: Sequence[str]) -> int:
    """Return the position among seats, from 1; 0 if the seat is not among them."""
    return seats.index(seat) + 1 if seat in seats else 0


def rank_players(worth: Mapping[str, int]) -> list[tuple[int, str]]:
    """Return the players by worth, richest first, each with their rank; ties share a rank."""
    falling = sorted(worth.values(), reverse=True)
    richest = sorted(worth, key=worth.__getitem__, reverse=True)
    return [(1 + falling.index(worth[seat]), seat) for seat in richest]


def standings(rules: Rules, state: State) -> tuple[StandingRow, ...]:
    """Return the standings by worth, richest first."""
    worth = {seat: total_worth(rules, state, seat) for seat in rules.seats}
    rows = []
    for place, seat in rank_players(worth):
        shares = shares_worth(rules, state, seat)
        rows.append(
            StandingRow(
                place=place,
                id=seat,
                name=rules.words.names[seat],
                cash=state.cash[seat],
                shares=shares,
                privates=worth[seat] + state.advances.get(seat, 0) - state.cash[seat] - shares,
                worth=worth[seat],
                owed=state.advances.get(seat, 0),
                left=seat not in state.order,
            )
        )
    return tuple(rows)


def company_rows(rules: Rules, state: State, operating: str | None) -> tuple[CompanyRow, ...]:
    """Return companies in operating order, then started ones, then the rest in printed order."""
    data = rules.data
    ordered = rules.operating_order(state)
    started = [c for c in data.companies if state.companies[c].started and c not in ordered]
    rest = [c for c in data.companies if c not in ordered and c not in started]
    parts = {company: rules.table.parts(rules, state, company) for company in data.companies}
    into = {part: whole for whole, its in parts.items() for part in its if part != whole}
    rows = []
    for symbol in (*ordered, *started, *rest):
        company, now = data.companies[symbol], state.companies[symbol]
        shares = holdings.shares(data, state, symbol)
        rows.append(
            CompanyRow(
                symbol=symbol,
                name=company.name,
                short=company.short,
                colour=company.colour,
                kind=rules.kind(state, symbol),
                status=_status(rules, now),
                price=market.price(data, state, symbol),
                par=now.par,
                cell=now.cell,
                president=rules.holdings.director(rules, state, symbol),
                cash=state.cash[symbol],
                shares=shares,
                initial=shares.get(holdings.INITIAL, 0),
                pool=shares.get(holdings.POOL, 0),
                treasury=shares.get(symbol, 0),
                trains=held_trains(rules, state, symbol),
                train_limit=company_kinds.train_limit(rules.data, state, symbol) * now.charters,
                tokens_left=now.tokens,
                token_cost=next_cost(rules, state, symbol),
                privates=tuple(p for p, owner in state.privates.items() if owner == symbol),
                besides=tuple(rules.table.belongings(rules, state, symbol)),
                operating=symbol == operating,
                operated=isinstance(state.round, OperatingRound)
                and symbol in state.round.companies_done,
                gone=now.status == GONE or shares.get(GONE) == 100,
                into=into.get(symbol, ""),
                parts=parts[symbol],
                charters=min(now.charters, len(parts[symbol])),  # each has a name
                homes=homes_of(rules, parts[symbol]) or reserved_hexes(state, symbol),
                owed=state.advances.get(symbol, 0),
                certificates=certificates_in_sizes(rules, state, symbol),
            )
        )
    return tuple(rows)


def _status(rules: Rules, company: CompanyState) -> str:
    """Return the status of a company as it is shown. All companies of accounts take part."""
    if not rules.data.has_board:
        return FLOATED
    return UNSTARTED if company.status == GONE else company.status


def certificates_in_sizes(
    rules: Rules, state: State, symbol: str
) -> Mapping[str, tuple[tuple[int, int], ...]]:
    """Return the certificates in each place, as (count, percent), largest first.

    Empty for a company whose ordinary certificates have one size.
    """
    own = rules.data.companies[symbol]
    if len(own.sizes) < 2:
        return {}
    counts: dict[str, Counter[int]] = {}
    for certificate, size in zip(own.certificates, own.shares, strict=True):
        counts.setdefault(state.certificates[certificate], Counter())[size] += 1
    return {
        place: tuple((count, size) for size, count in sorted(sizes.items(), reverse=True))
        for place, sizes in counts.items()
    }


def homes_of(rules: Rules, companies: Sequence[str]) -> tuple[str, ...]:
    """Return the hexes where the companies have or may have their homes, each once."""
    return _hexes([home for symbol in companies for home in rules.data.companies[symbol].homes])


def reserved_hexes(state: State, company: str) -> tuple[str, ...]:
    """Return the hexes reserved for a company whose homes were named in the game."""
    return _hexes(state.companies[company].homes)


def _hexes(homes: Iterable[Home]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([place.partition(".")[0] for home in homes for place in home]))


def held_trains(rules: Rules, state: State, company: str) -> tuple[CharterTrain, ...]:
    """Return the trains of a company by charter, smallest type first."""
    held = []
    for train in trains_of(state, company):
        card = state.trains[train]
        stays = runs_once_more(rules, train, card)
        held.append(CharterTrain(type_of(train), card.charter, LAST_RUN in card.marks, stays))
    return tuple(sorted(held, key=lambda train: train.charter))


def private_rows(rules: Rules, state: State) -> tuple[PrivateRow, ...]:
    """Return the privates in order of sale."""
    if not rules.data.privates:
        return ()
    sale, kept = rules.sale, blocked_hexes(rules, state)
    offered, rows, due = sale.privates_on_offer(state), sale.rows, sale.must_take(state)
    closes = next((phase.name for phase in rules.data.phases if phase.privates_close), "")
    order = [symbol for row in rows for symbol in row]
    first_in_rows = {row[0] for row in rows[1:]}
    order += [symbol for symbol in rules.data.privates if symbol not in order]
    return tuple(
        PrivateRow(
            symbol=private.symbol,
            name=private.name,
            price=private.price,
            revenue=rules.privates.revenue(rules, state, private.symbol),
            text=private.text,
            owner=state.privates[private.symbol],
            bids=tuple(state.round.standing_bids(private.symbol)),
            asked=sale.asking_price(state, private.symbol),
            comes_with=tuple(sale.included_shares(state, private.symbol)),
            offered=private.symbol in offered,
            first=private.symbol in first_in_rows,
            keeps=tuple(
                rules.words.hex(at) for at, keeper in kept.items() if keeper == private.symbol
            ),
            closes=private.powers.get("closes_in_phase", closes),
            off=tuple(sale.reductions(state, private.symbol)),
            due=private.symbol in due,
            falls=sale.fall_when_all_pass(state, private.symbol),
        )
        for private in map(rules.data.privates.__getitem__, order)
        if private.symbol in state.privates
    )


def train_rows(rules: Rules, state: State) -> tuple[TrainRow, ...]:
    """Return the types of train in order of sale, without those that have no price."""
    sale = {item.type.name for item in trains_on_sale(rules, state)}
    rows, types = [], rules.data.train_types
    first_of_phase = {type.brings: type.name for type in reversed(types)}
    by_type: defaultdict[str, list[str]] = defaultdict(list)
    for train, card in state.trains.items():
        by_type[type_of(train)].append(card.place)
    for type in types:
        places = by_type[type.name]
        if not places or not type.price:
            continue
        unlimited = type.count is None
        rows.append(
            TrainRow(
                name=type.name,
                price=type.price,
                left=None if unlimited else places.count("depot"),
                total=None if unlimited else len(places),
                pool=places.count("pool"),
                for_sale=type.name in sale,
                rusted_by=first_of_phase.get(type.rusted_by or ""),
                rusts_after=type.rusts_after,
                gone=places.count("gone") == len(places),
            )
        )
    return tuple(rows)


def turn_steps(rules: Rules, state: State) -> tuple[StepRow, ...]:
    """Return the steps of the current operating turn; empty outside one."""
    round_rules = rules.round_rules(state)
    turn = state.round.operating
    if not isinstance(round_rules, OperatingRules) or turn is None:
        return ()
    rows = []
    for index, step in enumerate(round_rules.steps_in(state)):
        if not step.concerns(state):
            continue
        if index == turn.step:
            status = "now"
        elif index > turn.step:
            status = "to come"
        else:
            status = "done" if step.has_acted(state) else "skipped"
        title = rules.words.fill(rules.vocabulary.steps[step.name].title, {})
        rows.append(StepRow(step.name, title, status))
    return tuple(rows)
