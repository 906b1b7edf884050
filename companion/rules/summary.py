"""The table at a glance: everything the screens and the report show of a state, worked out once.

Documented values without behaviour; sums and limits are worked out here and nowhere else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.ledger.entries import BANK
from companion.rules import holdings, market, stock
from companion.rules.cards import CardRound
from companion.rules.data import Cell, Chart, Kind
from companion.rules.operating import OperatingRound, OperatingRules
from companion.rules.rules import Rules
from companion.rules.running import trains_of, type_of
from companion.rules.state import GONE, LAST_RUN, UNSTARTED, State
from companion.rules.tokens import next_cost
from companion.rules.trains import cheapest, on_sale


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A seat: ``shares`` company -> percent; ``bound`` money laid down for bids; ``limit`` of its
    certificates, None where there is none; ``worth`` as if scored now; ``card`` the number of his
    card in the order of play, 0 for none, ``taken`` of that in the next one.
    """

    id: str
    name: str
    cash: int
    bound: int
    certificates: int
    limit: int | None
    over: bool
    worth: int
    privates: tuple[str, ...]
    shares: Mapping[str, int]
    presidencies: tuple[str, ...]
    acting: bool
    card: int = 0
    taken: int = 0


@dataclass(frozen=True, slots=True)
class HeldTrain:
    """A train of a company, on which of its charters it lies, and whether it runs but once more."""

    type: str
    charter: int
    last_run: bool


@dataclass(frozen=True, slots=True)
class CompanyRow:
    """A company. ``shares`` owner or place -> percent ("initial", "pool", its own symbol, players);
    ``kind`` is what it is now; ``status`` is "unstarted", "started" or "floated"; ``trains`` go by
    charter; ``train_limit`` is that of all charters together; ``besides`` is what else it has, in
    words; ``gone`` is a company that has left the game, ``into`` the one that it has merged into,
    and ``parts`` are those that a company is made of.
    """

    symbol: str
    name: str
    short: str
    colour: str
    kind: Kind
    status: str
    price: int | None
    par: int | None
    cell: str | None
    president: str | None
    cash: int
    shares: Mapping[str, int]
    initial: int
    pool: int
    treasury: int
    trains: tuple[HeldTrain, ...]
    train_limit: int
    tokens_left: int
    token_cost: int | None
    privates: tuple[str, ...]
    operating: bool
    operated: bool
    gone: bool = False
    besides: tuple[str, ...] = ()
    into: str = ""
    parts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PrivateRow:
    """A private: ``owner`` a player, a company, "bank" (unsold) or "gone"; ``bids`` (player,
    amount); ``offered`` whether it is the one that is sold now, ``first`` whether it begins a row
    of those of one price.
    """

    symbol: str
    name: str
    price: int
    revenue: int
    text: str
    owner: str
    bids: tuple[tuple[str, int], ...]
    offered: bool = False
    first: bool = False


@dataclass(frozen=True, slots=True)
class TrainRow:
    """A type of train: copies left with the bank (None:
    unlimited) and in the pool, on sale now or not.
    """

    name: str
    price: int
    left: int | None
    total: int | None
    pool: int
    for_sale: bool
    rusted_by: str | None
    gone: bool


@dataclass(frozen=True, slots=True)
class StepRow:
    """A station of the turn's rail: ``status`` is "done", "skipped", "now" or "to come"."""

    name: str
    words: str
    status: str


@dataclass(frozen=True, slots=True)
class StandingRow:
    """A player's place (ties share one) and what makes up the worth: cash, shares at their price,
    and privates as far as the title counts them.
    """

    place: int
    id: str
    name: str
    cash: int
    shares: int
    privates: int
    worth: int


@dataclass(frozen=True, slots=True)
class Market:
    """A share market as it stands: ``rows`` of (cell or None, companies top first)."""

    chart: Chart
    rows: tuple[tuple[tuple[Cell | None, tuple[str, ...]], ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything at a glance. ``round`` is the short name ("SR 2", "OR 2.1"); ``step`` the key of
    the step that waits and ``step_words`` the same in words, ``asks`` which panel it needs,
    ``question`` what it asks in sentences, where its offers do not say it; ``order`` the operating
    order of the round or, outside one, of the next; ``markets`` all there are.
    """

    title: str
    currency: str
    round: str
    kind: str
    phase: str
    colours: tuple[str, ...]
    bank: int
    bank_unlimited: bool
    bank_broke: bool
    acting: str | None
    step: str
    step_words: str
    asks: str
    question: tuple[str, ...]
    finished: str
    standings: tuple[StandingRow, ...]
    players: tuple[PlayerRow, ...]
    companies: tuple[CompanyRow, ...]
    privates: tuple[PrivateRow, ...]
    trains: tuple[TrainRow, ...]
    next_train: TrainRow | None
    order: tuple[str, ...]
    operating: str | None
    rail: tuple[StepRow, ...]
    markets: tuple[Market, ...]
    winner: str | None = None  # by name, where it is not whoever is worth most

    def player(self, id: str) -> PlayerRow:
        """The player with that id."""
        return next(row for row in self.players if row.id == id)

    def company(self, symbol: str) -> CompanyRow:
        """The company with that symbol."""
        return next(row for row in self.companies if row.symbol == symbol)


def summary(rules: Rules, state: State) -> Table:
    """The table at a glance, for the given state."""
    data = rules.data
    step = rules.waiting(state)
    acting = step.actor(state) if step else None
    phase = rules.phase(state)
    turn = state.round.operating
    operating = turn.company if turn else None
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
    return Table(
        title=data.name,
        currency=data.currency,
        round=round_rules.name(state),
        kind=type(state.round).__name__,
        phase=phase.name,
        colours=phase.tiles,
        bank=state.cash[BANK],
        bank_unlimited=not rules.bank_size,
        bank_broke=bool(rules.bank_size) and state.bank_broke,
        acting=acting,
        step=step_name,
        step_words=words.within if words else "",
        asks=words.asks if words else "",
        question=tuple(step.sentences(state)) if step else (),
        finished=state.finished,
        standings=standings(rules, state),
        players=tuple(player_row(rules, state, seat, acting) for seat in rules.seats),
        companies=company_rows(rules, state, operating),
        privates=private_rows(rules, state),
        trains=trains,
        next_train=next((row for row in trains if first and row.name == first.type.name), None),
        order=tuple(order),
        winner=rules.words.names.get(rules.winner(state) or ""),
        operating=operating,
        rail=rail(rules, state),
        markets=tuple(_market(chart, state) for chart in data.charts),
    )


def _market(chart: Chart, state: State) -> Market:
    """One market."""
    return Market(
        chart,
        tuple(
            tuple((cell, state.stacks.get(cell.id, ()) if cell else ()) for cell in row)
            for row in chart.rows
        ),
    )


def player_row(rules: Rules, state: State, seat: str, acting: str | None) -> PlayerRow:
    """One seat."""
    data = rules.data
    shares = {
        symbol: percent
        for symbol in data.companies
        if (percent := holdings.percent(data, state, symbol, seat))
    }
    return PlayerRow(
        id=seat,
        name=rules.words.names[seat],
        cash=state.cash[seat],
        bound=state.round.bound(seat),
        certificates=stock.certificate_count(rules, state, seat),
        limit=rules.certificate_limit(state, seat),
        over=stock.is_over(rules, state, seat),
        worth=rules.worth(state, seat),
        privates=tuple(p for p, owner in state.privates.items() if owner == seat),
        shares=shares,
        presidencies=tuple(c for c in shares if rules.director(state, c) == seat),
        acting=seat == acting,
        card=_card(rules, state, seat),
        taken=_place(seat, state.round.cards) if isinstance(state.round, CardRound) else 0,
    )


def _card(rules: Rules, state: State, seat: str) -> int:
    """The number of the player's card; where there are none 1 is who has the priority."""
    if rules.numbered:
        return _place(seat, state.order)
    return int(seat == state.priority)


def _place(seat: str, seats: Sequence[str]) -> int:
    """The place among seats, from 1; 0 of who is not there."""
    return seats.index(seat) + 1 if seat in seats else 0


def standings(rules: Rules, state: State) -> tuple[StandingRow, ...]:
    """The players by worth, the richest first."""
    data = rules.data
    worth = {seat: rules.worth(state, seat) for seat in rules.seats}
    rows = []
    for seat in sorted(rules.seats, key=lambda seat: -worth[seat]):
        shares = sum(
            rules.kind(state, symbol).value(holdings.percent(data, state, symbol, seat), price)
            for symbol in market.priced(state)
            if (price := market.price(data, state, symbol))
        )
        rows.append(
            StandingRow(
                place=1 + sum(other > worth[seat] for other in worth.values()),
                id=seat,
                name=rules.words.names[seat],
                cash=state.cash[seat],
                shares=shares,
                privates=worth[seat] - state.cash[seat] - shares,
                worth=worth[seat],
            )
        )
    return tuple(rows)


def company_rows(rules: Rules, state: State, operating: str | None) -> tuple[CompanyRow, ...]:
    """Companies in operating order, then those started, then the others in printed order."""
    data = rules.data
    ordered = rules.operating_order(state)
    started = [c for c in data.companies if state.companies[c].started and c not in ordered]
    rest = [c for c in data.companies if c not in ordered and c not in started]
    parts = {company: rules.parts(state, company) for company in data.companies}
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
                status=UNSTARTED if now.status == GONE else now.status,
                price=market.price(data, state, symbol),
                par=now.par,
                cell=now.cell,
                president=rules.director(state, symbol),
                cash=state.cash[symbol],
                shares=shares,
                initial=shares.get(holdings.INITIAL, 0),
                pool=shares.get(holdings.POOL, 0),
                treasury=shares.get(symbol, 0),
                trains=held_trains(state, symbol),
                train_limit=rules.train_limit(state, symbol) * now.charters,
                tokens_left=now.tokens,
                token_cost=next_cost(rules, state, symbol),
                privates=tuple(p for p, owner in state.privates.items() if owner == symbol),
                besides=rules.besides(state, symbol),
                operating=symbol == operating,
                operated=isinstance(state.round, OperatingRound) and symbol in state.round.done,
                gone=now.status == GONE,
                into=into.get(symbol, ""),
                parts=parts[symbol],
            )
        )
    return tuple(rows)


def held_trains(state: State, company: str) -> tuple[HeldTrain, ...]:
    """The trains of a company, charter by charter, the smallest type first."""
    held = []
    for train in trains_of(state, company):
        card = state.trains[train]
        held.append(HeldTrain(type_of(train), card.charter, LAST_RUN in card.marks))
    return tuple(sorted(held, key=lambda train: train.charter))


def private_rows(rules: Rules, state: State) -> tuple[PrivateRow, ...]:
    """Privates in the order of their sale."""
    offered, rows = rules.on_offer(state), rules.rows_of_privates
    order = [symbol for row in rows for symbol in row]
    order += [symbol for symbol in rules.data.privates if symbol not in order]
    return tuple(
        PrivateRow(
            symbol=private.symbol,
            name=private.name,
            price=private.price,
            revenue=rules.private_revenue(state, private.symbol),
            text=private.text,
            owner=state.privates[private.symbol],
            bids=tuple(state.round.bids_on(private.symbol)),
            offered=private.symbol == offered,
            first=any(private.symbol == row[0] for row in rows[1:]),
        )
        for private in map(rules.data.privates.__getitem__, order)
        if private.symbol in state.privates
    )


def train_rows(rules: Rules, state: State) -> tuple[TrainRow, ...]:
    """The types of train in order of sale."""
    sale = {item.type.name for item in on_sale(rules, state)}
    rows, types = [], rules.data.train_types
    for type in types:
        places = [c.place for train, c in state.trains.items() if type_of(train) == type.name]
        if not places:
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
                rusted_by=next((t.name for t in types if t.brings == type.rusted_by), None),
                gone=all(place == "gone" for place in places),
            )
        )
    return tuple(rows)


def rail(rules: Rules, state: State) -> tuple[StepRow, ...]:
    """The stations of the operating turn being taken; empty outside one."""
    round_rules = rules.round_rules(state)
    turn = state.round.operating
    if not isinstance(round_rules, OperatingRules) or turn is None:
        return ()
    rows = []
    for index, step in enumerate(round_rules.steps):
        if index == turn.step:
            status = "now"
        elif index > turn.step:
            status = "to come"
        else:
            status = "done" if step.acted(state) else "skipped"
        rows.append(StepRow(step.name, rules.vocabulary.steps[step.name].title, status))
    return tuple(rows)
