"""Questions about places without the map: homes, newly joined places, and markers that are sold."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import CompanyAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import QuestionStep
from companion.rules.operating import private_powers
from companion.rules.operating.tokens import place_somewhere
from companion.rules.without_map.actions import MOST
from companion.rules.without_map.private_uses import refuse_amount
from companion.rules.without_map.track import stop_values
from companion.titles.t1839_2015 import exploitatie
from companion.titles.t1839_2015.tokens import TOLD_HOMES


@action("tell_homes")
class TellHomes(CompanyAction):
    """A company that operates for the first time places ``count`` of its homes."""

    count: int


@action("tell_joined")
class TellJoined(CompanyAction):
    """The value of the places that the company has just joined to a marker for the first time."""

    amount: int


class ToldHomeStep(QuestionStep):
    """The question how many of its homes a company places."""

    name = TOLD_HOMES
    accepts = (TellHomes,)

    def offers(self, state: State) -> list[Offer]:
        (company,) = self.question(state).subjects
        most = len(state.companies[company].homes)
        counts = range(most, 0, -1)
        return [Offer("told_homes", TellHomes(company, count)) for count in counts]

    def refusals(self, state: State, action: TellHomes) -> list[Refusal]:
        if found := self.refuse_others(state, action):
            return found
        if 1 <= action.count <= len(state.companies[action.company].homes):
            return []
        return [self.rules.refuse("token.one_home", company=action.company)]

    def apply(self, change: Change, action: TellHomes) -> None:
        state, company = change.state, action.company
        state.remove_question(self.question(state))
        for _ in range(action.count):
            place_somewhere(change, company)
            change.tell("told_home", company=company)
        if action.count < len(state.companies[company].homes):
            change.tell("homes_given_up", company=company)
        state.alter(company, homes=())
        exploitatie.ask_value(change, self.rules)


class JoinedStep(QuestionStep):
    """The question what places that a company has just joined are worth, for their payment."""

    name = exploitatie.TOLD_JOINED
    accepts = (TellJoined,)

    def offers(self, state: State) -> list[Offer]:
        (company,) = self.question(state).subjects
        usual = (0, *stop_values(self.rules, state.phase, ("city", "town")))
        tell, span = TellJoined(company, 0), Span("amount", 0, MOST)
        return [Offer("told_joined", tell, 0, span, facts=(("usual", usual),))]

    def refusals(self, state: State, action: TellJoined) -> list[Refusal]:
        return self.refuse_others(state, action) or refuse_amount(self.rules, action.amount)

    def apply(self, change: Change, action: TellJoined) -> None:
        change.state.remove_question(self.question(change.state))
        private = exploitatie.find_private(self.rules, change.state)
        owner = change.state.privates[private]
        if not action.amount:
            return
        change.pay(BANK, owner, action.amount, "told_joined", private)
        facts = {"private": private, "player": owner, "amount": action.amount}
        change.tell("told_joined", **facts)
        private_powers.use_power(change, self.rules, owner, private)
