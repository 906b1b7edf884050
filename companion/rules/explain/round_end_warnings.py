"""Warnings at the edges of rounds: trains about to rust, privates about to close, and others.

They follow from trying on a copy of the state what is about to happen. So they hold for every
title. Nothing is warned of that follows from no deed.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from companion.languages import format_count, format_text, lazy_gettext, list_names, pgettext
from companion.ledger.entries import BANK as BANK_ACCOUNT
from companion.rules.core.actions import Pass
from companion.rules.core.change import Change
from companion.rules.core.rounds import RoundId
from companion.rules.core.state import DEPOT, GONE, LAST_RUN, State, type_of
from companion.rules.data.switches import NEVER
from companion.rules.data.title_data import TrainType
from companion.rules.explain.liquidity import liquidity
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.trains_and_phases import begin_type, trains_on_sale
from companion.rules.shares import holdings, market
from companion.rules.stock.programmed_actions import find_rivals
from companion.rules.stock.stock_rounds import StockRules
from companion.rules.stock.stock_turn import StockTurn

# the kinds of warnings
RUST, CLOSING, PRICES, DIRECTOR, BANK = "rust", "closing", "prices", "director", "bank"
KINDS = (RUST, CLOSING, PRICES, DIRECTOR, BANK)
SOON = 3  # the most trains that are sold before something that is about to happen
LAST_ROUNDS = 6  # of the bank, from which on they are estimated
PACE = 3  # operating rounds from which the pace of the bank is taken
_TAKEN_OVER = lazy_gettext("One purchase could make {players:or} {president} of {company}.")


@dataclass(frozen=True, slots=True)
class RoundWarning:
    """A warning of some ``kind`` about a ``subject``, in one line.

    It is for the ``player`` alone, or for all if that is "".
    """

    kind: str
    subject: str
    says: str
    player: str = ""


def find_warnings(rules: Rules, state: State) -> tuple[RoundWarning, ...]:
    """Return all warnings in this state, without that of the bank, which needs the past."""
    if state.end_reason or not rules.data.has_board:
        return ()
    if isinstance(state.round, OperatingRound):
        return _warn_of_trains(rules, state)
    if isinstance(rules.round_rules(state), StockRules):
        return (*_warn_of_prices(rules, state), *_warn_directors(rules, state))
    return ()


# --- what the first train of a type brings


def _warn_of_trains(rules: Rules, state: State) -> tuple[RoundWarning, ...]:
    """Warn of the next type of train that rusts trains in use or closes privates."""
    for type in rules.data.train_types:
        before = _count_trains_before(rules, state, type)
        if before is None:
            continue
        found = _try_train(rules, state, type, before)
        if found:
            return found if before <= min(SOON, len(rules.operating_order(state))) else ()
    return ()


def _count_trains_before(rules: Rules, state: State, type: TrainType) -> int | None:
    """Return how many trains are sold before the first of the type.

    None if it has begun, is gone, or cannot be reached as things stand.
    """
    lying = [type_of(train) for train, card in state.trains.items() if card.place == DEPOT]
    if type.name in state.train_types_in_play or type.name not in lying or not type.price:
        return None
    if any(sale.type is type for sale in trains_on_sale(rules, state)):
        return 0
    if type.after is not None:
        return None
    types = rules.data.train_types
    first = [each for each in types[: types.index(type)] if each.name in lying and each.price]
    first = [each for each in first if each.after is None and each.side_of is None]
    if any(each.count is None for each in first):
        return None
    return sum(lying.count(each.name) for each in first)


def _try_train(
    rules: Rules, state: State, type: TrainType, before: int
) -> tuple[RoundWarning, ...]:
    change = Change(state.copy())
    begin_type(change, rules, type.name)
    name = rules.words.name
    rusts: defaultdict[str, list[str]] = defaultdict(list)
    for train, card in state.trains.items():
        after = change.state.trains[train]
        leaves = after.place == GONE or LAST_RUN in after.marks
        if leaves and LAST_RUN not in card.marks and _is_owned(rules, card.place):
            rusts[type_of(train)].append(name(card.place))
    closes = [
        f"{rules.words.private(private)} ({name(owner)})"
        for private, owner in state.privates.items()
        if change.state.privates[private] == GONE and _is_owned(rules, owner)
    ]
    found = []
    if rusts:
        of_owners = pgettext("name", "the {type}-trains of {owners}")
        trains = list_names(
            of_owners.format(type=type, owners=list_names(dict.fromkeys(owners)))
            for type, owners in rusts.items()
        )
        says = format_text("The first {type} rusts {trains}.", type=type.name, trains=trains)
        found.append(RoundWarning(RUST, type.name, _with_distance(says, before)))
    if closes:
        says = format_text(
            "The first {type} closes {privates}.", type=type.name, privates=list_names(closes)
        )
        found.append(RoundWarning(CLOSING, type.name, _with_distance(says, before)))
    return tuple(found)


def _is_owned(rules: Rules, place: str) -> bool:
    return holdings.is_player(place) or place in rules.data.companies


def _with_distance(says: str, before: int) -> str:
    """Return the sentence with the number of trains that are sold before."""
    if not before:
        return says
    distance = format_count(
        "{count} train comes before it.", "{count} trains come before it.", before, count=before
    )
    return f"{says} {distance}"


# --- the end of a stock round


def _warn_of_prices(rules: Rules, state: State) -> tuple[RoundWarning, ...]:
    """Warn of the prices that move if the player whose turn it is ends the round by a pass."""
    step, round_rules = rules.waiting(state), rules.round_rules(state)
    if not isinstance(step, StockTurn) or not isinstance(round_rules, StockRules):
        return ()
    player = step.actor(state)
    if judge.refusals(rules, state, Pass(player)):
        return ()
    change = Change(state.copy())
    step.apply(change, Pass(player))
    if not round_rules.is_over(change.state):
        return ()
    companies = market.companies_by_price(state)
    before = {c: market.price(rules.data, change.state, c) for c in companies}
    round_rules.close(change)
    after = {c: market.price(rules.data, change.state, c) for c in companies}
    moves = [f"{c} {before[c]} → {after[c]}" for c in companies if before[c] != after[c]]
    if not moves:
        return ()
    says = format_text(
        "If {player} passes, the round ends: {moves}.",
        player=rules.words.name(player),
        moves=", ".join(moves),
    )
    return (RoundWarning(PRICES, "", says),)


def _warn_directors(rules: Rules, state: State) -> tuple[RoundWarning, ...]:
    """Warn players whose directorship another player could take with one purchase."""
    means = {row.id: row.total for row in liquidity(rules, state)}
    found = []
    for company in market.companies_by_price(state):
        seat = holdings.president(rules.data, state, company)
        if seat is None:
            continue
        prices = (state.companies[company].par, market.price(rules.data, state, company))
        price = min(filter(None, prices), default=0)
        rivals = [p for p in find_rivals(rules, state, seat, company) if means[p] >= price]
        if rivals:
            says = rules.words.fill(_TAKEN_OVER, {"players": rivals, "company": company})
            found.append(RoundWarning(DIRECTOR, company, says, seat))
    return tuple(found)


# --- the bank


def estimate_bank(
    rules: Rules, state: State, movements: Sequence[tuple[RoundId, int]]
) -> tuple[RoundWarning, ...]:
    """Warn of the bank's end by the pace of the last rounds.

    ``movements`` are the amounts that moved into the bank in each round so far, oldest first.
    """
    bank = state.cash[BANK_ACCOUNT]
    if not rules.bank_size or state.is_bank_broken or rules.data.ends.bank == NEVER:
        return ()
    paid = rounds = 0
    for round, amount in reversed(movements):
        if round == state.round.id:
            continue
        paid -= amount
        rounds += round.kind == OperatingRound.kind
        if rounds == PACE:
            break
    if rounds < PACE or paid <= 0 or (left := -(-bank * rounds // paid)) > LAST_ROUNDS:
        return ()
    says = format_text(
        "Operating rounds until the bank breaks, at the current pace: about {count}.",
        count=left,
    )
    return (RoundWarning(BANK, "", says),)
