"""Corrections: the step that takes them, the refusals of each kind, and their effects.

A correction breaks no rule of a book, but it may be impossible. It neither creates nor loses money,
certificates, trains, tokens or tiles. A started company keeps its president, and a home its slot.
Each open question has an answer.
"""

from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.ledger.entries import BANK, LedgerError
from companion.rules.amend import map_correction_rules as on_map
from companion.rules.amend.correction_actions import (
    CorrectCash,
    CorrectClosing,
    Correction,
    CorrectMap,
    CorrectMarker,
    CorrectPhase,
    CorrectPrice,
    CorrectPrivate,
    CorrectShare,
    CorrectSupply,
    CorrectTile,
    CorrectToken,
    CorrectTrain,
    CorrectTurn,
    tell_correction,
)
from companion.rules.amend.map_choice import check_map, correct_map
from companion.rules.core.actions import Action
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import DEPOT, GONE, POOL, State, TrainCard, type_of
from companion.rules.data.companies import INCREMENTAL
from companion.rules.judge.rules import Rules
from companion.rules.judge.table_step import TableStep
from companion.rules.operating.company_removal import remove_company
from companion.rules.operating.operating_round import OperatingRound, OperatingRules
from companion.rules.operating.trains_and_phases import DiscardStep, ask_discards
from companion.rules.shares import holdings, market


class CorrectionStep(TableStep):
    """The step that takes corrections at any moment, even after the end."""

    name = "correction"
    accepts = (Correction,)

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        against, _ = _KINDS[type(action)]
        found = list(against(self.rules, state, action))
        if not found:
            change = Change(state.copy())
            self.apply(change, action)
            found = list(_check_result(self.rules, change.state))
        return found

    def apply(self, change: Change, action: Any) -> None:
        _, correct = _KINDS[type(action)]
        correct(change, self.rules, action)
        if any(question.step == DiscardStep.name for question in change.state.questions):
            ask_discards(change, self.rules)


def _check_result(rules: Rules, state: State) -> Iterator[Refusal]:
    """Refuse a state that violates conservation or has a question without an answer."""
    try:
        rules.inventory.check(state)
    except LedgerError:
        yield rules.refuse("correct.lost")
        return
    step = rules.waiting(state) if state.questions else None
    if step is not None and not any(offer.allowed for offer in step.offers(state)):
        yield rules.refuse("correct.asked", step=step.name)


def _check_owner(rules: Rules, owner: str, now: str, places: Container[str]) -> Iterator[Refusal]:
    """Refuse a new owner or place that is the present one or not among ``places``."""
    if owner == now:
        yield rules.refuse("correct.nothing")
    elif owner not in places:
        yield rules.refuse("correct.place", owner=owner)


# --- money


def cash_places(state: State) -> list[str]:
    """Return the accounts: bank, players in the game and companies.

    A company has an account if it is started, floated or has money.
    """
    own = state.companies.items()
    having = [c for c, one in own if one.started or one.floated or state.cash[c]]
    return [BANK, *state.order, *having]


def _check_cash(rules: Rules, state: State, action: CorrectCash) -> Iterator[Refusal]:
    payer, cash = action.payer, state.cash[action.payer]
    if payer == action.payee or not action.amount:
        yield rules.refuse("correct.nothing")
    elif action.payee not in cash_places(state):
        yield rules.refuse("correct.place", owner=action.payee)
    elif payer != BANK and action.amount > cash:
        yield rules.refuse("correct.cash", owner=payer, cash=cash, amount=action.amount)


def _correct_cash(change: Change, rules: Rules, action: CorrectCash) -> None:
    payer, payee, amount = action.payer, action.payee, action.amount
    change.pay(payer, payee, amount, "correction")
    tell_correction(change, action, "corrected_cash", source=payer, owner=payee, amount=amount)


# --- holdings


def share_places(rules: Rules, state: State, company: str) -> list[str]:
    """Return the places of a company's certificates.

    They are the players in the game, the pool, the place of unsold shares, and any place that holds
    one now. A company that may hold its own has them in its treasury.
    """
    kind = rules.kind(state, company)
    unsold = company if kind.capital == INCREMENTAL else holdings.INITIAL
    lying = holdings.shares(rules.data, state, company)
    own = (company,) if kind.holds_own else ()
    return list(dict.fromkeys((*state.order, unsold, holdings.POOL, *lying, *own)))


def _check_share(rules: Rules, state: State, action: CorrectShare) -> Iterator[Refusal]:
    company = company_of(action.certificate)
    if not state.companies[company].started:
        yield rules.refuse("correct.unstarted", company=company)
        return
    now, places = state.certificates[action.certificate], share_places(rules, state, company)
    found = list(_check_owner(rules, action.owner, now, places))
    yield from found
    if found or holdings.is_player(action.owner):
        return
    first = rules.data.companies[company].certificates[0]
    if action.certificate == first and holdings.president(rules.data, state, company) is not None:
        yield rules.refuse("correct.president", company=company)


def _correct_share(change: Change, rules: Rules, action: CorrectShare) -> None:
    certificate, owner, held = action.certificate, action.owner, change.state.certificates
    own, percent = rules.data.companies[company_of(certificate)], rules.data.percents[certificate]
    facts = {"company": own.symbol, "percent": percent, "source": held[certificate]}
    held[certificate] = owner
    tell_correction(change, action, "corrected_share", **facts, owner=owner)
    if certificate != own.certificates[0] and own.kind.directed:
        holdings.settle_presidency(change, rules.data, own.symbol)


def company_of(certificate: str) -> str:
    """Return the company of a certificate, such as "PRR" for "PRR_3"."""
    return certificate.rpartition("_")[0]


def private_places(state: State) -> list[str]:
    """Return the places of a sold private: players, floated companies, and "gone" if closed."""
    floated = [company for company, own in state.companies.items() if own.floated]
    return [*state.order, *floated, GONE]


def _check_private(rules: Rules, state: State, action: CorrectPrivate) -> Iterator[Refusal]:
    now = state.privates[action.private]
    if state.round.kind == "auction" or now == BANK:
        yield rules.refuse("correct.sale", private=action.private)
        return
    yield from _check_owner(rules, action.owner, now, private_places(state))


def _correct_private(change: Change, rules: Rules, action: CorrectPrivate) -> None:
    private, owner, held = action.private, action.owner, change.state.privates
    before, held[private] = held[private], owner
    tell_correction(
        change, action, "corrected_private", private=private, source=before, owner=owner
    )


def train_places(rules: Rules, state: State, train: str) -> list[str]:
    """Return the places of a train.

    They are the floated companies, the depot, the pool, "gone", and the players who may keep it.
    """
    floated = [company for company, own in state.companies.items() if own.floated]
    return [*floated, DEPOT, POOL, GONE, *rules.corrections.train_keepers(rules, state, train)]


def _check_train(rules: Rules, state: State, action: CorrectTrain) -> Iterator[Refusal]:
    now, places = state.place_of(action.train), train_places(rules, state, action.train)
    yield from _check_owner(rules, action.owner, now, places)


def _correct_train(change: Change, rules: Rules, action: CorrectTrain) -> None:
    state, train, owner = change.state, action.train, action.owner
    type, before = rules.data.trains[type_of(train)], state.place_of(train)
    if type.count is None and before == DEPOT:  # the next one of an unlimited type
        number = sum(type_of(other) == type.name for other in state.trains)
        state.trains[f"{type.name}-{number}"] = TrainCard(DEPOT)
    if owner in (DEPOT, GONE):
        state.trains[train] = TrainCard(owner)
    else:
        state.move_train(train, owner)
    facts = {"type": type.name, "train": train, "source": before, "owner": owner}
    tell_correction(change, action, "corrected_train", **facts)


# --- markers, phase, price, turn


def _check_marker(rules: Rules, state: State, action: CorrectMarker) -> Iterator[Refusal]:
    lies, places = rules.corrections.markers(rules, state).get(action.piece, ("", ()))
    if not places:
        yield rules.refuse("unknown.id", kind="piece")
        return
    yield from _check_owner(rules, action.owner, lies, places)


def _correct_marker(change: Change, rules: Rules, action: CorrectMarker) -> None:
    piece, owner = action.piece, action.owner
    before, _ = rules.corrections.markers(rules, change.state)[piece]
    rules.corrections.move_marker(change, rules, piece, owner)
    tell_correction(change, action, "corrected_marker", piece=piece, source=before, owner=owner)


def _check_phase(rules: Rules, state: State, action: CorrectPhase) -> Iterator[Refusal]:
    if action.phase == state.phase:
        yield rules.refuse("correct.nothing")


def _correct_phase(change: Change, rules: Rules, action: CorrectPhase) -> None:
    """Set the phase, and reset train types that bring a later one.

    The next train of such a type brings its phase again.
    """
    state = change.state
    names = [phase.name for phase in rules.data.phases]
    to_come = names[names.index(action.phase) + 1 :]
    state.phase = action.phase
    brings = {name: rules.data.trains[name].brings for name in state.train_types_in_play}
    state.train_types_in_play = tuple(
        name for name in state.train_types_in_play if brings[name] not in to_come
    )
    tell_correction(change, action, "corrected_phase", phase=action.phase)


def _check_price(rules: Rules, state: State, action: CorrectPrice) -> Iterator[Refusal]:
    own = state.companies[action.company]
    if own.cell is None:
        yield rules.refuse("correct.unstarted", company=action.company)
    elif rules.data.cells[action.cell].market != rules.data.cells[own.cell].market:
        yield rules.refuse("correct.market", company=action.company)
    elif action.cell == own.cell and state.stacks[own.cell][-1] == action.company:
        yield rules.refuse("correct.nothing")


def _correct_price(change: Change, rules: Rules, action: CorrectPrice) -> None:
    company = action.company
    before = market.price(rules.data, change.state, company)
    market.place(change, company, rules.data.cells[action.cell])
    after = market.price(rules.data, change.state, company)
    tell_correction(change, action, "corrected_price", company=company, before=before, after=after)


def turns(rules: Rules, state: State) -> list[str]:
    """Return the players, or the companies of the operating round, that may get the turn."""
    if state.questions or state.end_reason:
        return []
    round = state.round
    if isinstance(round, OperatingRound):
        floated = (c for c in round.companies if state.companies[c].floated)
        return [company for company in floated if company != round.operating_company]
    return list(round.others(state.order))


def _check_turn(rules: Rules, state: State, action: CorrectTurn) -> Iterator[Refusal]:
    if action.party not in turns(rules, state):
        yield rules.refuse("correct.turn", party=action.party)


def _correct_turn(change: Change, rules: Rules, action: CorrectTurn) -> None:
    state, round = change.state, change.state.round
    tell_correction(change, action, "corrected_turn", party=action.party)
    if not isinstance(round, OperatingRound):
        rules.round_rules(state).give_turn(change, action.party)
        return
    operating = rules.round_rules(state)
    assert isinstance(operating, OperatingRules)
    had = round.companies_done
    if round.turn and operating.is_fresh(state):
        operating.give_back(change)
    elif round.turn:
        had = (*had, round.turn.company)
    done = tuple(company for company in had if company != action.party)
    turn = operating.new_turn(state, action.party)
    state.round = replace(round, companies_done=done, turn=turn)
    if action.party not in round.companies_done:
        state.alter(action.party, has_operated=True)
        rules.begin_turn(change, action.party)


def closings(rules: Rules, state: State) -> list[str]:
    """Return the companies that may close: in a title without a map, those with a price."""
    return [] if rules.data.has_map else market.companies_by_price(state)


def _check_closing(rules: Rules, state: State, action: CorrectClosing) -> Iterator[Refusal]:
    if action.company not in closings(rules, state):
        yield rules.refuse("correct.closing", company=action.company)


def _correct_closing(change: Change, rules: Rules, action: CorrectClosing) -> None:
    remove_company(change, rules, action.company, "correction")
    tell_correction(change, action, "corrected_closing", company=action.company)


Against = Callable[[Rules, State, Any], Iterable[Refusal]]
Correct = Callable[[Change, Rules, Any], None]

_KINDS: dict[type[Action], tuple[Against, Correct]] = {
    CorrectClosing: (_check_closing, _correct_closing),
    CorrectCash: (_check_cash, _correct_cash),
    CorrectShare: (_check_share, _correct_share),
    CorrectPrivate: (_check_private, _correct_private),
    CorrectTrain: (_check_train, _correct_train),
    CorrectToken: (on_map.check_token, on_map.correct_token),
    CorrectTile: (on_map.check_tile, on_map.correct_tile),
    CorrectSupply: (on_map.check_supply, on_map.correct_supply),
    CorrectMarker: (_check_marker, _correct_marker),
    CorrectPhase: (_check_phase, _correct_phase),
    CorrectPrice: (_check_price, _correct_price),
    CorrectMap: (check_map, correct_map),
    CorrectTurn: (_check_turn, _correct_turn),
}
