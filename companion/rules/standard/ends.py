"""The end of the standard game, by a price on the market, a broken bank or the last train."""

from companion.rules.core.change import Change
from companion.rules.core.standard_state import game_of, note
from companion.rules.core.state import DEPOT, State, type_of
from companion.rules.data.switches import AFTER_OPERATING_ROUND, AFTER_ROUND, AFTER_SET, AT_ONCE
from companion.rules.judge.rules import Rules
from companion.rules.shares import market

# reasons for an end, in the order in which they are named
ROUNDS, BANK, PRICE, TRAINS = "rounds", "bank", "price", "trains"
AFTER_LAST_PART = frozenset((AFTER_SET, AFTER_OPERATING_ROUND, AFTER_ROUND))
AFTER_OTHER_PART = AFTER_LAST_PART - {AFTER_SET}
AFTER_STOCK_ROUND = frozenset((AFTER_ROUND,))


def note_ends(change: Change, rules: Rules) -> None:
    """Note what ends the game later, and end it for what ends it at once."""
    state, when = change.state, rules.data.ends
    if when.price is not None:
        _note_price(change, rules, when.price)
    if when.last_train is not None:
        _note_last_train(change, rules, when.last_train)
    if state.is_bank_broken and when.bank == AT_ONCE and not state.end_reason:
        rules.finish(change, BANK)


def _note_last_train(change: Change, rules: Rules, when: str) -> None:
    """Note that the bank has no train to sell any more. End the game if that ends it at once."""
    state = change.state
    if state.end_reason or game_of(state).is_last_train_sold:
        return
    lying = (type_of(train) for train, card in state.trains.items() if card.place == DEPOT)
    if any(rules.data.trains[name].price for name in lying):
        return
    note(change, is_last_train_sold=True)
    change.tell("last_train_sold")
    if when == AT_ONCE:
        rules.finish(change, TRAINS)


def _note_price(change: Change, rules: Rules, when: str) -> None:
    """Note the first company whose price is on an end space. End the game if it does at once."""
    state = change.state
    if game_of(state).goal_company:
        return
    for company in rules.market_order(state):
        cell = market.cell_of(rules.data, state, company)
        if cell is not None and "end" in cell.kinds:
            note(change, goal_company=company)
            change.tell("price_goal", company=company, price=cell.price)
            if when == AT_ONCE:
                rules.finish(change, PRICE)
            return


def end_due(rules: Rules, state: State, moments: frozenset[str]) -> str | None:
    """Return the reason for an end that takes effect at one of these moments, or None."""
    if game_of(state).goal_company and rules.data.ends.price in moments:
        return PRICE
    if game_of(state).is_last_train_sold and rules.data.ends.last_train in moments:
        return TRAINS
    return BANK if state.is_bank_broken and rules.data.ends.bank in moments else None
