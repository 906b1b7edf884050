"""Rotterdamsche Bank: its company may draw on the director for track, markers and trains.

This is allowed even if the company has money or trains. The director may sell for it as in an
emergency (Brown private companies). First the company enters the director's share of its next
expense. The director pays at most the cost of that.
"""

from typing import Any

from companion.rules.core.actions import (
    Action,
    BuyTrain,
    CompanyAction,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    action,
)
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer, Span
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.core.state_cache import compute_once
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt
from companion.rules.operating import private_powers
from companion.rules.operating.emergency_money import MoneyRaising, add_help
from companion.rules.operating.operating_round import OperatingRules, TurnStep, steps_to_come
from companion.rules.operating.private_powers import privates_with_power
from companion.rules.without_map.actions import TellToken, TellTrack
from companion.titles.t1839_2015 import friesche
from companion.titles.t1839_2015.title_state import game_of, note

SPENDS = ("track", "token", "train")  # the steps with something to pay
EXPENSES = (LayTile, PlaceToken, BuyTrain)
TOLD = (TellTrack, TellToken)  # expenses of a game without its map, at any cost


@action("director_pays")
class Draw(CompanyAction):
    """The director of the company pays an amount of its next expense."""

    amount: int


def director_payment(rules: Rules, state: State, company: str) -> int:
    """Return the director's payment for the company's next expense, up to the director's cash."""
    turn = state.round.operating
    if turn is None or turn.company != company or not game_of(state).director_payment:
        return 0
    return min(game_of(state).director_payment, state.cash[rules.decider(state, company)])


def means(rules: Rules, state: State, company: str) -> int:
    """Return the company's money with the sum drawn on its director.

    For a private's railway it is its owner's money.
    """
    if company == friesche.railway(rules):
        return friesche.means(rules, state)
    return state.cash[company] + director_payment(rules, state, company)


def before_paying(change: Change, rules: Rules, company: str, cost: int) -> None:
    """Take the drawn sum from the director, or the cost from the owner of a private's railway."""
    if company == friesche.railway(rules):
        friesche.before_paying(change, rules, cost)
    else:
        pay_drawn(change, rules, company, cost)


def pay_drawn(change: Change, rules: Rules, company: str, cost: int) -> None:
    """Take the drawn sum from the director, at most the cost, before the company pays."""
    amount = min(cost, director_payment(rules, change.state, company))
    if not amount:
        return
    add_help(change, rules.decider(change.state, company), company, amount)
    note(change, director_payment=0, has_director_sold=False, money_without_last_share=0)
    for private in privates_with_power(rules, change.state, company, "director_pays"):
        private_powers.use_power(change, rules, company, private)


def _dearest(
    rules: Rules,
    state: State,
    beside: bool = True,
    expenses: tuple[type[Action], ...] = EXPENSES,
) -> int:
    """Return the highest cost that the company on turn could pay now.

    Without ``beside`` only the current step counts, and not purchases that are possible at any
    time.
    """
    of_turn = rules.round_rules(state)
    assert isinstance(of_turn, OperatingRules)
    now = [step for step in of_turn.anytime if beside and step.name != DirectorPaymentStep.name]
    if (reached := of_turn.current_step(state)) and reached.subject in SPENDS:
        now.append(reached)
    offers = [offer for step in now for offer in step.offers(state) if offer.allowed]
    paid = [offer for offer in offers if isinstance(offer.action, expenses)]
    return max((o.span.most if o.span else -(o.price or 0) for o in paid), default=0)


def _is_due(rules: Rules, state: State, beside: bool = True) -> bool:
    """Can the company on turn now make the payment for which its director has sold?"""
    game, turn = game_of(state), state.round.operating
    if (
        not game.has_director_sold
        or turn is None
        or director_payment(rules, state, turn.company) < game.director_payment
    ):
        return False

    def dearest() -> int:
        probe = Change(state.copy())
        note(probe, has_director_sold=False)  # avoids a recursion
        return _dearest(rules, probe.state, beside)

    return compute_once(state, ("dearest", turn.company, beside), dearest) >= game.director_payment


def needs_no_sale(rules: Rules, state: State) -> int:
    """Return the money left with one share less in the director's last sale, or 0.

    It is 0 unless the company can now pay for the purpose of the sale.
    """
    had = game_of(state).money_without_last_share
    return had if had and _is_due(rules, state) else 0


def unpaid(rules: Rules, state: State, action: object) -> list[Refusal]:
    """Refuse to pass while the company can make the payment for which its director has sold."""
    if not (isinstance(action, Pass) and _is_due(rules, state, beside=False)):
        return []
    return [
        rules.refuse("draw.unpaid", company=action.party, amount=game_of(state).director_payment)
    ]


def needless(rules: Rules, state: State, company: str, cost: int) -> list[Refusal]:
    """Refuse to spend forced-sale proceeds on something affordable without the sale."""
    his = min(cost, director_payment(rules, state, company)) + max(
        0, cost - rules.treasury.means(rules, state, company)
    )
    if not 0 < his <= game_of(state).money_without_last_share or his > needs_no_sale(rules, state):
        return []
    player = rules.decider(state, company)
    return [
        rules.refuse("draw.needless", player=player, cash=game_of(state).money_without_last_share)
    ]


class DirectorPaymentStep(TurnStep):
    """Draw on the director, at any moment of the turn.

    Another private may allow a train to be bought in any step. A director with less than the drawn
    sum may sell as much as that needs.
    """

    name = "draw_on_director"

    def __init__(self, rules: Rules, raising: MoneyRaising) -> None:
        super().__init__(rules)
        self.raising = raising
        sales = (kind for source in raising.helping for kind in source.accepts)
        self.accepts = (Draw, *sales)

    def takes(self, state: State, action: object) -> bool:
        """Leave sales in an emergency of the step itself to that step."""
        if isinstance(action, Draw):
            return True
        return isinstance(action, self.accepts) and bool(game_of(state).director_payment)

    def waits(self, state: State) -> bool:
        return False

    def _debt(self, state: State) -> Debt:
        """Return the director's payment as a debt of their own."""
        player = self.actor(state)
        return Debt(
            "drawn_on_director",
            player,
            game_of(state).director_payment,
            player,
            self.company(state),
        )

    def _most(self, state: State) -> int:
        """Return all the money that the director could pay."""
        player = self.actor(state)
        debt = Debt("drawn_on_director", player, 0, player, self.company(state))
        sources = self.raising.helping
        return state.cash[player] + sum(source.brings(state, debt) for source in sources)

    def _helps(self, state: State, most: int) -> bool:
        """Could a payment of this amount be used in a step of the turn, now or later?"""
        probe, left = self.state_with_all_money(state, most), steps_to_come(self.rules, state)
        return any(step.waits(probe) for step in left if step.subject in SPENDS)

    def state_with_all_money(self, state: State, most: int | None = None) -> State:
        """Return the state after the director has paid all possible money."""
        most, probe = self._most(state) if most is None else most, Change(state.copy())
        probe.state.cash[self.actor(state)] = most
        note(probe, director_payment=most)
        return probe.state

    def _check_amount(self, state: State) -> list[Refusal]:
        """Refuse a sale for more than the highest next expense."""
        drawn, key = game_of(state).director_payment, ("dearest", self)
        known = (*EXPENSES, *TOLD)
        if drawn <= compute_once(
            state,
            key,
            lambda: _dearest(self.rules, self.state_with_all_money(state), expenses=known),
        ):
            return []
        facts = {"company": self.company(state), "amount": drawn}
        return [self.rules.refuse("draw.cost", **facts)]

    def offers(self, state: State) -> list[Offer]:
        company = self.company(state)
        if not privates_with_power(self.rules, state, company, "director_pays"):
            return []
        most = self._most(state)
        span = Span("amount", 1, max(1, most))
        draw = Draw(company, max(1, min(most, state.cash[self.actor(state)])))
        found = []
        if self._helps(state, most):
            offer = Offer("draw_on_director", draw, span=span, weight=0.05)
            found.append(self.judge_offer(state, offer))
        debt = self._debt(state)
        if self.raising.lacking(state, debt):
            for source in self.raising.helping:
                found += source.offers(self, state, debt)
        return found

    def refusals(self, state: State, action: Any) -> list[Refusal]:
        refuse, company = self.rules.refuse, self.company(state)
        if not isinstance(action, Draw):
            against = self.raising.refusals(state, self._debt(state), action)
            return against or self._check_amount(state)
        found = self.not_its_turn(state, action)
        if found:
            return found
        if not privates_with_power(self.rules, state, company, "director_pays"):
            return [refuse("draw.none", company=company)]
        most = self._most(state)
        if not 0 < action.amount <= most:
            return [refuse("draw.most", player=self.actor(state), maximum=most)]
        game = game_of(state)
        if game.has_director_sold and action.amount < game.director_payment:
            return [refuse("draw.less", player=self.actor(state), amount=game.director_payment)]
        return []

    def apply(self, change: Change, action: Any) -> None:
        if isinstance(action, Draw):
            note(change, director_payment=action.amount)
            player = self.actor(change.state)
            change.tell(
                "drew_on_director", company=action.company, player=player, amount=action.amount
            )
            return
        assert not isinstance(action, DeclareBankruptcy)
        had = change.state.cash[self.actor(change.state)]
        had += self.raising.sum_one_less(change.state, action)
        self.raising.apply(change, self._debt(change.state), action)
        note(change, has_director_sold=True, money_without_last_share=had)
