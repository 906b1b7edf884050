"""Kabinet-Rochussen: its owner floats companies at the end of a stock round.

Enough of each company must be sold. Three of its shares go to the pool, with the par price in money
on each. The company gets this money as shares leave the pool (Brown private companies).
"""

from companion.languages import lazy_gettext
from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, Pass, PrivateAction, action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import FLOATED, STARTED, Question, State
from companion.rules.judge.rules import QuestionStep, Rules
from companion.rules.operating import private_powers
from companion.rules.operating.private_powers import power
from companion.rules.shares import holdings
from companion.rules.shares.holdings import INITIAL, POOL, is_player
from companion.rules.stock import floating
from companion.titles.t1839_2015.title_state import game_of, note

ASKS = lazy_gettext(
    "{player:who} may float companies with {private:private} before the round ends."
)
BRINGS = lazy_gettext(
    "{amount:$} to its treasury, and {percent}% of it to the {pool}, with {laid:$} on them"
)


@action("float_company")
class FloatCompany(PrivateAction):
    """The owner of the private floats a company with it."""

    company: str

    def about(self) -> str:
        return self.company


def candidates(rules: Rules, state: State, private: str) -> list[str]:
    """Return the companies that could be floated with it now."""
    floats, found = power(rules, private, "floats"), []
    for company, own in state.companies.items():
        waits = own.status == STARTED and rules.kind(state, company).directed
        if waits and floating.percent_sold(rules, state, company) >= floats["sold"]:
            found.append(company)
    return found


def ask_owner(change: Change, rules: Rules) -> bool:
    """Ask the owner once, at the end of a stock round. Returns whether they are asked."""
    state = change.state
    if game_of(state).float_question_round == state.round.number:
        return False
    for private, owner in state.privates.items():
        is_his = power(rules, private, "floats") and is_player(owner)
        if is_his and candidates(rules, state, private):
            note(change, float_question_round=state.round.number)
            state.ask(Question(FloatStep.name, owner, (private,)))
            return True
    return False


class FloatStep(QuestionStep):
    """The owner floats any number of companies, one after the other."""

    name = "floats"
    accepts: tuple[type[Action], ...] = (FloatCompany, Pass)

    def sentences(self, state: State) -> list[str]:
        """Return the question to the owner, with the private."""
        facts = {"player": self.actor(state), "private": self.question(state).subjects[0]}
        return [self.rules.words.fill(ASKS, facts)]

    def offers(self, state: State) -> list[Offer]:
        player, private = self.actor(state), self.question(state).subjects[0]
        found = []
        for company in candidates(self.rules, state, private):
            note = self._brings(state, company, private)
            deed = FloatCompany(player, private, company)
            found.append(self.judge_offer(state, Offer("float", deed, note=note)))
        return [*found, self.judge_offer(state, Offer("pass", Pass(player)))]

    def _brings(self, state: State, company: str, private: str) -> str:
        """Return the company's capital, and the money on its shares."""
        floats, par = power(self.rules, private, "floats"), state.companies[company].par or 0
        count = self.rules.kind(state, company).shares(floats["pooled"])
        facts = {"amount": floats["times"] * par, "laid": count * par, "percent": floats["pooled"]}
        return self.rules.words.fill(BRINGS, facts)

    def refusals(self, state: State, action: FloatCompany | Pass) -> list[Refusal]:
        refuse = self.rules.refuse
        if (found := self.refuse_others(state, action)) or isinstance(action, Pass):
            return found
        if action.private not in self.question(state).subjects:
            return [refuse("power.none", private=action.private)]
        if action.company in candidates(self.rules, state, action.private):
            return []
        least = power(self.rules, action.private, "floats")["sold"]
        return [refuse("float.too_little", company=action.company, minimum=least)]

    def apply(self, change: Change, action: FloatCompany | Pass) -> None:
        question = self.question(change.state)
        if isinstance(action, FloatCompany):
            self._float(change, action.company, action.private)
            if candidates(self.rules, change.state, action.private):
                return
        change.state.remove_question(question)

    def _float(self, change: Change, company: str, private: str) -> None:
        state, floats = change.state, power(self.rules, private, "floats")
        kind, par = self.rules.kind(state, company), state.companies[company].par or 0
        amount, count = floats["times"] * par, kind.shares(floats["pooled"])
        state.alter(company, status=FLOATED)
        change.pay(BANK, company, amount, "capital", company)
        holdings.take(change, self.data.companies[company], INITIAL, POOL, floats["pooled"])
        change.pay(BANK, POOL, count * par, "laid_on_shares", company)
        note(change, shares_with_money={**game_of(state).shares_with_money, company: count})
        facts = {"company": company, "amount": amount, "private": private}
        change.tell(
            "floated_early",
            percent=floats["pooled"],
            money_on_shares=count * par,
            pool=POOL,
            **facts,
        )
        private_powers.use_power(change, self.rules, state.privates[private], private)


def pay_for_sold_shares(change: Change, company: str, count: int) -> None:
    """Pay the company the money on its shares that have left the pool."""
    lying = game_of(change.state).shares_with_money
    leaving = min(count, lying.get(company, 0))
    if leaving:
        amount = leaving * (change.state.companies[company].par or 0)
        change.pay(POOL, company, amount, "lay_on_shares", company)
        left = {**lying, company: lying[company] - leaving}
        note(change, shares_with_money={each: shares for each, shares in left.items() if shares})
        change.tell("money_of_shares", company=company, amount=amount, pool=POOL)


def money_on_shares(state: State, company: str) -> int:
    """Return the money on shares of the company in the pool."""
    return game_of(state).shares_with_money.get(company, 0) * (state.companies[company].par or 0)
