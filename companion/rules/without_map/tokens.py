"""Tokens in a game without its map: they are paid and counted, and their place is not told."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, Pass
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import TurnStep, turn_of, update_turn
from companion.rules.operating.private_powers import power, privates_with_power, refuse_owner
from companion.rules.operating.tokens import next_cost, place_somewhere
from companion.rules.without_map.actions import TellToken
from companion.rules.without_map.private_uses import refuse_any_cost
from companion.rules.without_map.step import ToldStep


class ToldTokenStep(ToldStep):
    """One token of a turn, for a price that the table tells."""

    name = "told_token"
    deed = "token"
    accepts: tuple[type[Action], ...] = (TellToken, Pass)

    def waits(self, state: State) -> bool:
        return any(offer.allowed for offer in self.token_offers(state))

    def token_offers(self, state: State) -> list[Offer]:
        """Return the offers to place a token."""
        company = self.company(state)
        usual = next_cost(self.rules, state, company)
        most = max(0, self.rules.treasury.means(self.rules, state, company))
        if usual is None:
            return []
        span, facts = Span("price", 0, most), (("usual", (usual, 0)),)
        bonuses = {0, *self.data.companies[company].token_bonuses.values()}
        tokens = [TellToken(company, usual, bonus=bonus) for bonus in sorted(bonuses)]
        offers = (Offer("tell_token", one, 0, span, weight=0.5, facts=facts) for one in tokens)
        return [self.judge_offer(state, offer) for offer in offers]

    def offers(self, state: State) -> list[Offer]:
        return [*self.token_offers(state), self.pass_offer(state)]

    def refusals(self, state: State, action: TellToken | Pass) -> list[Refusal]:
        found = self.not_its_turn(state, action)
        if found or isinstance(action, Pass):
            return found
        refuse, company = self.rules.refuse, action.company
        cash = self.rules.treasury.means(self.rules, state, company)
        if next_cost(self.rules, state, company) is None:
            found.append(refuse("token.none", company=company))
        if turn_of(state).tokens:
            found.append(refuse("token.one", company=company))
        if action.price > cash:
            found.append(refuse("token.cost", company=company, cost=action.price, cash=cash))
        bonuses = self.data.companies[company].token_bonuses
        if action.bonus and action.bonus not in bonuses.values():
            found.append(refuse("told.bonus", company=company, bonus=action.bonus))
        return found + self.power_refusals(state, action)

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        """Refuse a token with a private that has no power for it."""
        if action.private is None:
            return []
        return [self.rules.refuse("power.none", private=action.private)]

    def apply(self, change: Change, action: TellToken | Pass) -> None:
        if isinstance(action, Pass):
            self.pass_on(change)
            return
        company, price = action.company, action.price
        self.rules.treasury.before_paying(change, self.rules, company, price)
        change.pay(company, BANK, price, "told_token", company)
        place_somewhere(change, company)
        change.tell("told_token", company=company, cost=price)
        update_turn(change, tokens=turn_of(change.state).tokens + 1)
        if action.bonus:
            change.pay(BANK, company, action.bonus, "told_bonus", company)
            change.tell("told_bonus", company=company, amount=action.bonus)
        self.end(change)


def refuse_free_token(rules: Rules, state: State, action: TellToken, key: str) -> list[Refusal]:
    """Refuse a token with a private that has not the power ``key``, or a price for it."""
    private = str(action.private)
    if not power(rules, private, key):
        return [rules.refuse("power.none", private=private)]
    found = refuse_owner(rules, state, action.company, private)
    return found + refuse_any_cost(rules, private, action.price)


class ToldFreeTokenStep(ToldTokenStep):
    """The token of a turn, placed free of charge with the tile of a private beside the steps.

    ``key`` is the power in the data. A title says when it is open.
    """

    key = ""

    def takes(self, state: State, action: object) -> bool:
        return isinstance(action, TellToken) and action.private is not None

    def waits(self, state: State) -> bool:
        return False

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        mine = privates_with_power(self.rules, state, company, self.key)
        uses = (TellToken(company, 0, private) for private in mine)
        return [Offer("tell_token", use, 0) for use in uses if not self.refusals(state, use)]

    def power_refusals(self, state: State, action: TellToken) -> list[Refusal]:
        return refuse_free_token(self.rules, state, action, self.key)

    def end(self, change: Change) -> None:
        """Leave the turn where it was."""


class ToldPaidTokenStep(ToldTokenStep):
    """The token of a turn that is paid. The step waits for a free one, too."""

    def __init__(self, rules: Rules, step: TurnStep, free: ToldFreeTokenStep) -> None:
        super().__init__(rules, step)
        self.free = free

    def takes(self, state: State, action: Action) -> bool:
        return isinstance(action, self.accepts) and not (
            isinstance(action, TellToken) and action.private
        )

    def waits(self, state: State) -> bool:
        return bool(self.free.offers(state)) or super().waits(state)
