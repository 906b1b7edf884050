"""Turns of foreign companies (Foreign company operations).

Nobody directs them. They act automatically, one after the other, once the public companies have
operated.
"""

from companion.ledger.entries import BANK
from companion.rules.core.change import Change, Event
from companion.rules.core.copying import replace
from companion.rules.core.state import GONE, State
from companion.rules.data.revenue_divisions import WITHHOLD
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.dividends import divide, pay_out
from companion.rules.privates import obsolete_privates
from companion.rules.shares import holdings, market
from companion.rules.shares.holdings import POOL
from companion.titles.t1839_2015.dividends import HALF
from companion.titles.t1839_2015.draws import foreign
from companion.titles.t1839_2015.title_figures import figures
from companion.titles.t1839_2015.title_state import game_of, note

HUNDRED = 100


def record(change: Change, company: str, who: str, income: int) -> None:
    """Record the income of ``who`` from a run to an off-board of the foreign company."""
    recorded = dict(game_of(change.state).offboard_visits)
    recorded[company] = (*recorded.get(company, ()), (who, income))
    note(change, offboard_visits=recorded)
    told = game_of(change.state).told_incomes
    if change.state.is_told and company not in told:
        note(change, told_incomes=(*told, company))


def revenue(state: State, company: str) -> int:
    """Return half of the company's recorded incomes, rounded up to a hundred."""
    together = sum(income for _, income in game_of(state).offboard_visits.get(company, ()))
    return -(-together // (2 * HUNDRED)) * HUNDRED


def preview_turn(rules: Rules, state: State, company: str) -> tuple[Event, ...]:
    """Return the events of the company's turn if the round ended now."""
    change = Change(state.copy())
    _earn(change, rules, company)
    _buy_back(change, rules, company)
    while _buy_train(change, rules, company):
        pass
    return tuple(change.events)


def go_on(change: Change, rules: Rules) -> bool:
    """Let foreign companies act once, in order. Returns whether one acted.

    Each earns and buys its own shares back, then buys trains one by one.
    """
    buying, done = game_of(change.state).train_buyer, game_of(change.state).foreign_companies_done
    if buying:
        if not _buy_train(change, rules, buying):
            note(change, train_buyer="")
            obsolete_privates.turn_ended(change, rules, buying)
        return True
    left = (c for c in foreign(rules.data) if change.state.companies[c].started and c not in done)
    if company := next(left, ""):
        note(change, foreign_companies_done=(*done, company), train_buyer=company)
        _earn(change, rules, company)
        _buy_back(change, rules, company)
    return bool(company)


def _earn(change: Change, rules: Rules, company: str) -> None:
    """Pay half of its revenue to its treasury, half to its shares."""
    state = change.state
    earned, way = revenue(state, company), HALF
    recorded = tuple(game_of(state).offboard_visits.get(company, ()))
    incomes = tuple(income for _, income in recorded)
    facts = {"incomes": incomes, "total": sum(incomes), "rounding_step": HUNDRED, "revenue": earned}
    has_told = company in game_of(state).told_incomes
    kind = "told_foreign_turn" if has_told else "foreign_turn"
    change.tell(kind if incomes else "foreign_idle", company=company, **facts)
    divided = divide(rules, state, company, way if earned else WITHHOLD, earned)
    pay_out(
        change,
        rules,
        replace(divided, incomes=recorded, rounding_step=HUNDRED, has_told_incomes=has_told),
    )


def _buy_back(change: Change, rules: Rules, company: str) -> None:
    """Move shares from the pool to its charter, at half price, as many as its treasury pays for."""
    state, unit = change.state, rules.kind(change.state, company).unit
    price = (market.price(rules.data, state, company) or 0) // 2
    pooled = holdings.percent(rules.data, state, company, POOL) // unit
    count = min(pooled, state.cash[company] // price)
    if not count:
        return
    amount = count * price
    change.pay(company, BANK, amount, "foreign_back", company)
    holdings.take(change, rules.data.companies[company], POOL, company, count * unit)
    facts = {"company": company, "percent": count * unit, "price": price, "amount": amount}
    change.tell("foreign_bought_back", remaining=state.cash[company], **facts)


def _buy_train(change: Change, rules: Rules, company: str) -> bool:
    """Buy the next train of the supply if the treasury can pay it.

    Each train brings its phase and raises the price. It leaves the game, except for the last kind,
    which goes back to the supply.
    """
    state, sale = change.state, trains_and_phases.cheapest(rules, change.state)
    if sale is None or sale.type.price > state.cash[company]:
        return False
    change.pay(company, BANK, sale.type.price, "train", company, sale.train)
    facts = {"company": company, "type": sale.type.name, "train": sale.train}
    change.tell("foreign_train", price=sale.type.price, remaining=state.cash[company], **facts)
    if sale.type.name == figures(rules.data).returns:
        trains_and_phases.begin_type(change, rules, sale.type.name)
    else:
        trains_and_phases.take_train(change, rules, sale.train, GONE)
    market.move(change, rules.data, company, market.cell_ahead(rules.data, state, company, 1))
    return True
