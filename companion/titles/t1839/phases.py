"""Immediate effects of a phase (§17): privates close, locals become majors."""

from collections.abc import Sequence

from companion.ledger.entries import BANK
from companion.rules.core.change import Change
from companion.rules.core.state import GONE, State, type_of
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.operating.private_powers import close, power
from companion.rules.shares import company_kinds, market
from companion.rules.shares.holdings import is_player
from companion.titles.t1839.company_start import LOCAL
from companion.titles.t1839.title_figures import Figures
from companion.titles.t1839.title_state import game_of, note

MAJOR = "major"  # the kind of company that a local may become


def figures_of(rules: Rules) -> Figures:
    """Return the figures of the title."""
    figures: Figures = rules.figures  # type: ignore[attr-defined]
    return figures


def first_train(change: Change, rules: Rules, name: str) -> None:
    """Handle the first train of a rank (§16.1): phase, rust, limits, privates, and locals.

    Ranks that were skipped (§9) come first.
    """
    state = change.state
    names = [phase.name for phase in rules.data.phases]
    before = names.index(state.phase)
    trains_and_phases.begin_phase(change, rules, name)
    now = names.index(state.phase)
    for phase in names[before + 1 : now + 1]:
        if any(type.rusted_by == phase for type in rules.data.train_types):
            note(change, is_nationalisation_open=True)
        close_privates(change, rules, phase)
        if phase == figures_of(rules).converts_in:
            convert(change, rules)


def close_privates(change: Change, rules: Rules, phase: str) -> None:
    """Close the privates that close with the phase (§14.2)."""
    for private in rules.data.privates:
        if power(rules, private, "closes") == phase:
            close_private(change, rules, private)


def close_private(change: Change, rules: Rules, private: str) -> None:
    """Close a private and compensate its owner.

    The owner gets a local later (§14.2.3.1, §14.2.3.3), or a train, or money and another private at
    once (§14.2.3.2).
    """
    state, owner = change.state, change.state.privates[private]
    if owner == GONE:
        return
    close(change, rules, private)
    if not is_player(owner):
        return
    if power(rules, private, "local"):
        note(change, locals_due=(*game_of(state).locals_due, (private, owner)))
    if train := train_of(rules, state, private):
        state.move_train(train, owner)
        change.tell("train_of_private", private=private, player=owner, train=train)
    if cash := power(rules, private, "cash"):
        change.pay(BANK, owner, cash, "private_cash", private)
        state.privates[power(rules, private, "becomes")] = owner
        change.tell("private_paid_cash", private=private, player=owner, amount=cash)


def train_of(rules: Rules, state: State, private: str) -> str | None:
    """Return the train that lies with a private until it closes (§4). It belongs to nobody."""
    type = power(rules, private, "train")
    lying = (train for train, card in state.trains.items() if card.place == BANK)
    return next((train for train in lying if train.rpartition("-")[0] == type), None)


def keepers(rules: Rules, state: State, train: str) -> Sequence[str]:
    """Return the players who may keep a train that their private has become (§14.2.3.2.3)."""
    return state.order if may_be_kept(rules, state, train) else ()


def may_be_kept(rules: Rules, state: State, train: str) -> bool:
    """Has a private closed that becomes a train of that type (§14.2.3.2.3)?

    Only one player has such a train.
    """
    type = type_of(train)
    closed = {power(rules, p, "train") for p, owner in state.privates.items() if owner == GONE}
    cards = state.trains.items()
    kept = {one for one, card in cards if type_of(one) == type and is_player(card.place)}
    return type in closed and kept <= {train}


def convert(change: Change, rules: Rules) -> None:
    """Turn locals at the marked prices into majors, floated or not, in operating order (§17.10)."""
    state, prices = change.state, figures_of(rules).converts
    for company in rules.market_order(state):
        before = market.price(rules.data, state, company) or 0
        if state.companies[company].kind != LOCAL or before not in prices:
            continue
        company_kinds.become(change, rules.data, company, MAJOR)
        cells = rules.data.markets[MAJOR].cells.values()
        cell = next(cell for cell in cells if cell.price == prices[before])
        market.place(change, company, cell)
        change.tell("converted", company=company, before=before, after=cell.price)
