"""Setting things right: what speaks against a correction entry, and what it does.

No rule of a book counts here, only what cannot be: money, certificates, trains, tokens and tiles
are neither made nor lost, a company that is started has a president, homes find their circle, and
whoever is asked something can answer.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.ledger.entries import BANK, LedgerFault
from companion.rules import correcting_map as on_map
from companion.rules import holdings, market
from companion.rules.actions import Action
from companion.rules.change import Change
from companion.rules.corrections import (
    CorrectCash,
    Correction,
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
)
from companion.rules.data import INCREMENTAL
from companion.rules.offers import Offer
from companion.rules.operating import OperatingRound, OperatingRules
from companion.rules.refusals import Refusal
from companion.rules.rules import Rules, Step
from companion.rules.state import DEPOT, GONE, POOL, State, TrainCard, type_of
from companion.rules.trains import Discard, ask_discards

MARK = "‡"  # what a correction is marked with, as a ruling is


class Correcting(Step):
    """Takes correction entries, at any moment of the game and after its end. It is never waited
    for, and offers nothing: what is right is known to the table alone.
    """

    name = "correction"
    accepts = (Correction,)

    def waits(self, state: State) -> bool:
        return False

    def actor(self, state: State) -> str:
        return BANK

    def offers(self, state: State) -> list[Offer]:
        return []

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        against, _ = _KINDS[type(action)]
        found = list(against(self.rules, state, action))
        if not found:
            change = Change(state.copy())
            self.apply(change, action)
            found = list(_unsound(self.rules, change.state) or _stuck(self.rules, change.state))
        return found

    def apply(self, change: Change, action: Any) -> None:
        _, does = _KINDS[type(action)]
        does(change, self.rules, action)
        if any(question.step == Discard.name for question in change.state.questions):
            ask_discards(change, self.rules)


def _unsound(rules: Rules, state: State) -> list[Refusal]:
    """Against what makes or loses something, by what always holds in this title."""
    try:
        rules.check(state)
    except LedgerFault:
        return [rules.refuse("correct.lost")]
    return []


def _stuck(rules: Rules, state: State) -> Iterator[Refusal]:
    """Against what leaves somebody with a question that he cannot answer."""
    step = rules.waiting(state) if state.questions else None
    if step is not None and not any(offer.allowed for offer in step.offers(state)):
        yield rules.refuse("correct.asked", step=step.name)


# --- money


def cash_places(state: State) -> list[str]:
    """Who may have money: the bank, the players in the game, and the companies that are started,
    operate, or have any.
    """
    own = state.companies.items()
    having = [c for c, one in own if one.started or one.floated or state.cash[c]]
    return [BANK, *state.order, *having]


def _against_cash(rules: Rules, state: State, action: CorrectCash) -> Iterator[Refusal]:
    payer, cash = action.payer, state.cash[action.payer]
    if payer == action.payee or not action.amount:
        yield rules.refuse("correct.nothing")
    elif action.payee not in cash_places(state):
        yield rules.refuse("correct.place", owner=action.payee)
    elif payer != BANK and action.amount > cash:
        yield rules.refuse("correct.cash", owner=payer, cash=cash, amount=action.amount)


def _cash(change: Change, rules: Rules, action: CorrectCash) -> None:
    change.pay(action.payer, action.payee, action.amount, "correction")
    change.tell(
        "corrected_cash",
        source=action.payer,
        owner=action.payee,
        amount=action.amount,
        reason=action.reason,
    )


# --- what is held


def share_places(rules: Rules, state: State, company: str) -> list[str]:
    """Where a certificate of the company may lie: with the players in the game, in the pool, where
    its unsold ones lie, and wherever one lies now.
    """
    incremental = rules.kind(state, company).capital == INCREMENTAL
    unsold = company if incremental else holdings.INITIAL
    lying = holdings.shares(rules.data, state, company)
    return list(dict.fromkeys((*state.order, unsold, holdings.POOL, *lying)))


def _against_share(rules: Rules, state: State, action: CorrectShare) -> Iterator[Refusal]:
    company = company_of(action.certificate)
    if not state.companies[company].started:
        yield rules.refuse("correct.unstarted", company=company)
        return
    now = state.certificates[action.certificate]
    if action.owner == now:
        yield rules.refuse("correct.nothing")
    elif action.owner not in share_places(rules, state, company):
        yield rules.refuse("correct.place", owner=action.owner)
    elif not holdings.is_player(action.owner) and _presides(rules, state, action.certificate):
        yield rules.refuse("correct.president", company=company)


def _presides(rules: Rules, state: State, certificate: str) -> bool:
    """Is it the president's certificate, in the hands of a player?"""
    own = rules.data.companies[company_of(certificate)]
    return (
        certificate == own.certificates[0]
        and holdings.president(rules.data, state, own.symbol) is not None
    )


def _share(change: Change, rules: Rules, action: CorrectShare) -> None:
    state, company = change.state, company_of(action.certificate)
    own = rules.data.companies[company]
    before = state.certificates[action.certificate]
    state.certificates[action.certificate] = action.owner
    change.tell(
        "corrected_share",
        company=company,
        percent=rules.data.percents[action.certificate],
        source=before,
        owner=action.owner,
        reason=action.reason,
    )
    if action.certificate != own.certificates[0] and own.kind.directed:
        holdings.settle_presidency(change, rules.data, company)


def company_of(certificate: str) -> str:
    """The company of a certificate: "PRR" of "PRR_3"."""
    return certificate.rpartition("_")[0]


def private_places(state: State) -> list[str]:
    """Who may have a private, where it is no longer in its sale: the players, the companies that
    are floated, and nobody, when it is closed.
    """
    floated = [company for company, own in state.companies.items() if own.floated]
    return [*state.order, *floated, GONE]


def _against_private(rules: Rules, state: State, action: CorrectPrivate) -> Iterator[Refusal]:
    now = state.privates[action.private]
    if state.round.kind == "auction" or now == BANK:
        yield rules.refuse("correct.sale", private=action.private)
    elif action.owner == now:
        yield rules.refuse("correct.nothing")
    elif action.owner not in private_places(state):
        yield rules.refuse("correct.place", owner=action.owner)


def _private(change: Change, rules: Rules, action: CorrectPrivate) -> None:
    before = change.state.privates[action.private]
    change.state.privates[action.private] = action.owner
    change.tell(
        "corrected_private",
        private=action.private,
        source=before,
        owner=action.owner,
        reason=action.reason,
    )


def train_places(rules: Rules, state: State, train: str) -> list[str]:
    """Where the train may lie: with a company that is floated, for sale, in the pool, out of the
    game, or with players who may keep it.
    """
    floated = [company for company, own in state.companies.items() if own.floated]
    return [*floated, DEPOT, POOL, GONE, *rules.keepers(state, train)]


def _against_train(rules: Rules, state: State, action: CorrectTrain) -> Iterator[Refusal]:
    if action.owner == state.place_of(action.train):
        yield rules.refuse("correct.nothing")
    elif action.owner not in train_places(rules, state, action.train):
        yield rules.refuse("correct.place", owner=action.owner)


def _train(change: Change, rules: Rules, action: CorrectTrain) -> None:
    state, type = change.state, rules.data.trains[type_of(action.train)]
    before = state.place_of(action.train)
    if type.count is None and before == DEPOT:  # of unlimited ones another lies ready
        number = sum(type_of(train) == type.name for train in state.trains)
        state.trains[f"{type.name}-{number}"] = TrainCard(DEPOT)
    if action.owner in (DEPOT, GONE):
        state.trains[action.train] = TrainCard(action.owner)
    else:
        state.move_train(action.train, action.owner)
    change.tell(
        "corrected_train",
        type=type.name,
        train=action.train,
        source=before,
        owner=action.owner,
        reason=action.reason,
    )


# --- markers, phase, price, turn


def _against_marker(rules: Rules, state: State, action: CorrectMarker) -> Iterator[Refusal]:
    lies, places = rules.markers(state).get(action.piece, ("", ()))
    if not places:
        yield rules.refuse("unknown.id", kind="piece")
    elif action.owner == lies:
        yield rules.refuse("correct.nothing")
    elif action.owner not in places:
        yield rules.refuse("correct.place", owner=action.owner)


def _marker(change: Change, rules: Rules, action: CorrectMarker) -> None:
    before, _ = rules.markers(change.state)[action.piece]
    rules.move_marker(change, action.piece, action.owner)
    change.tell(
        "corrected_marker",
        piece=action.piece,
        source=before,
        owner=action.owner,
        reason=action.reason,
    )


def _against_phase(rules: Rules, state: State, action: CorrectPhase) -> Iterator[Refusal]:
    if action.phase == state.phase:
        yield rules.refuse("correct.nothing")


def _phase(change: Change, rules: Rules, action: CorrectPhase) -> None:
    """A type of train that brings a later phase has yet to come: the next one brings it again."""
    state = change.state
    names = [phase.name for phase in rules.data.phases]
    to_come = names[names.index(action.phase) + 1 :]
    state.phase = action.phase
    brings = {name: rules.data.trains[name].brings for name in state.begun}
    state.begun = tuple(name for name in state.begun if brings[name] not in to_come)
    change.tell("corrected_phase", phase=action.phase, reason=action.reason)


def _against_price(rules: Rules, state: State, action: CorrectPrice) -> Iterator[Refusal]:
    own = state.companies[action.company]
    if own.cell is None:
        yield rules.refuse("correct.unstarted", company=action.company)
    elif rules.data.cells[action.cell].market != rules.data.cells[own.cell].market:
        yield rules.refuse("correct.market", company=action.company)
    elif action.cell == own.cell and state.stacks[own.cell][-1] == action.company:
        yield rules.refuse("correct.nothing")


def _price(change: Change, rules: Rules, action: CorrectPrice) -> None:
    before = market.price(rules.data, change.state, action.company)
    market.place(change, action.company, rules.data.cells[action.cell])
    after = market.price(rules.data, change.state, action.company)
    change.tell(
        "corrected_price",
        company=action.company,
        before=before,
        after=after,
        reason=action.reason,
    )


def turns(rules: Rules, state: State) -> list[str]:
    """Whose turn it may be made: another player, or another company of the operating round."""
    if state.questions or state.finished:
        return []
    round = state.round
    if isinstance(round, OperatingRound):
        now = round.turn.company if round.turn else ""
        floated = (c for c in round.companies if state.companies[c].floated)
        return [company for company in floated if company != now]
    return list(round.others(state.order))


def _against_turn(rules: Rules, state: State, action: CorrectTurn) -> Iterator[Refusal]:
    if action.who not in turns(rules, state):
        yield rules.refuse("correct.turn", who=action.who)


def _turn(change: Change, rules: Rules, action: CorrectTurn) -> None:
    state, round = change.state, change.state.round
    change.tell("corrected_turn", who=action.who, reason=action.reason)
    if not isinstance(round, OperatingRound):
        rules.round_rules(state).give_turn(change, action.who)
        return
    operating = rules.round_rules(state)
    assert isinstance(operating, OperatingRules)
    had = round.done
    if round.turn and not round.turn.is_fresh:
        had = (*had, round.turn.company)
    done = tuple(company for company in had if company != action.who)
    state.round = replace(round, done=done, turn=operating.turn(action.who))
    if action.who not in round.done:
        state.alter(action.who, operated=True)
        rules.begin_turn(change, action.who)


Against = Callable[[Rules, State, Any], Iterable[Refusal]]
Does = Callable[[Change, Rules, Any], None]

_KINDS: dict[type[Action], tuple[Against, Does]] = {
    CorrectCash: (_against_cash, _cash),
    CorrectShare: (_against_share, _share),
    CorrectPrivate: (_against_private, _private),
    CorrectTrain: (_against_train, _train),
    CorrectToken: (on_map.against_token, on_map.token),
    CorrectTile: (on_map.against_tile, on_map.tile),
    CorrectSupply: (on_map.against_supply, on_map.supply),
    CorrectMarker: (_against_marker, _marker),
    CorrectPhase: (_against_phase, _phase),
    CorrectPrice: (_against_price, _price),
    CorrectTurn: (_against_turn, _turn),
}
