"""The rules of 18MS that no other title has: who sells privates, payments, and interest."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyPrivateForCompany, LayTile, Pass
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.standard_state import note
from companion.rules.core.state import State
from companion.rules.judge.policies import TrackPolicy, TreasuryPolicy
from companion.rules.judge.rules import Rules
from companion.rules.operating.map_answers import find_reach
from companion.rules.operating.private_powers import close, power
from companion.rules.operating.trains_and_phases import has_room
from companion.rules.privates.free_train import FREE_TRAIN
from companion.rules.privates.private_purchases import PrivatePurchaseStep
from companion.rules.shares import holdings
from companion.rules.standard.rules import StandardRules
from companion.rules.without_map.map_facts import MapFact
from companion.titles.t18ms.trains import (
    MississippiRunStep,
    MississippiState,
    MississippiTrainStep,
    own_state,
)
from companion.titles.t18ms.words import WORDS

FIRST_PRIVATES = ("AGS", "BS")  # for companies in operating round 1
CHATTANOOGA = "B12.0"


class MississippiPrivateStep(PrivatePurchaseStep):
    """The purchase of privates, of some in the first rounds alone (13, 27)."""

    def _check_first_round(self, state: State, company: str, seller: str) -> list[Refusal]:
        return []

    def refusals(self, state: State, action: BuyPrivateForCompany | Pass) -> list[Refusal]:
        found = super().refusals(state, action)
        if isinstance(action, Pass) or not holdings.is_player(state.privates[action.private]):
            return found
        company, private = action.company, action.private
        if self.is_at_face(state) and private not in FIRST_PRIVATES:
            found.append(self.rules.refuse("private.first", private=private))
        if power(self.rules, private, FREE_TRAIN):
            if not 2 <= own_state(state).operating_rounds <= 4:
                found.append(self.rules.refuse("private.rounds", private=private))
            if not has_room(self.rules, state, company):
                found.append(self.rules.refuse("private.no_room", company=company, private=private))
        return found

    def apply(self, change: Change, action: BuyPrivateForCompany | Pass) -> None:
        super().apply(change, action)
        if not isinstance(action, Pass) and power(self.rules, action.private, FREE_TRAIN):
            close(change, self.rules, action.private)


def pay_for_chattanooga(change: Change, rules: Rules, action: LayTile) -> None:
    """Pay the first company whose tile on B10 joins it to Chattanooga (15)."""
    state, company, at = change.state, action.company, action.hex
    if at != "B10" or own_state(state).chattanooga_company:
        return
    if CHATTANOOGA in find_reach(rules, state, company).stops:
        note(change, chattanooga_company=company)
        change.pay(BANK, company, 50, "chattanooga", company, at)
        change.tell("chattanooga", company=company, amount=50)


def note_chattanooga(change: Change, rules: Rules, company: str) -> None:
    """Note the company that was paid for Chattanooga (15)."""
    note(change, chattanooga_company=company)


CHATTANOOGA_FACT = MapFact(
    "chattanooga",
    50,
    is_open=lambda state: not own_state(state).chattanooga_company,
    note=note_chattanooga,
)


class MississippiRules(StandardRules):
    """One game of 18MS."""

    vocabulary = StandardRules.vocabulary.with_own(WORDS)
    own = MississippiState()
    track = TrackPolicy(pay=pay_for_chattanooga)
    treasury = TreasuryPolicy(players_may_owe=True)
    run_step = MississippiRunStep
    train_step = MississippiTrainStep
    private_purchase_step = MississippiPrivateStep
    map_facts = (CHATTANOOGA_FACT,)

    def after_stock_round(self, change: Change) -> None:
        """Add half to the debts of players, rounded up, and begin the operating rounds (22)."""
        for seat in self.seats:
            if (debt := -change.state.cash[seat]) > 0:
                change.pay(seat, BANK, (debt + 1) // 2, "loan_interest")
                change.tell("loan_interest", player=seat, amount=(debt + 1) // 2)
        super().after_stock_round(change)
