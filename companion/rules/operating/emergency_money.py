"""Raising money: the sources and their order when cash cannot pay a debt, and bankruptcy.

A title's :class:`MoneyRaising` says which sources exist, what limits each, and what happens when a
debt cannot be paid. A train that must be bought is a debt while its step waits (see
:mod:`companion.rules.operating.train_purchase`). Other debts are paid at once if cash suffices.
Otherwise the game asks for the money (:func:`owe`, :class:`DebtStep`).
"""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from companion.rules.core.actions import Action, DeclareBankruptcy
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal, has_hard
from companion.rules.core.state import Question, State
from companion.rules.core.state_cache import compute_once
from companion.rules.data.codec import register_stored
from companion.rules.judge.rules import QuestionStep, Rules, Step
from companion.rules.money.debts import Debt, DebtHelp, DebtSource
from companion.rules.operating.debt_sources import PlayerShareSource
from companion.rules.shares import market


class MoneyRaising:
    """The way a title raises debts.

    ``own`` are the debtor's sources, ``helping`` those of the player who helps, both in order of
    use. ``in_vain`` allows sales that cannot pay the debt even together. ``short`` is the refusal
    code of a sale after which the other sources no longer suffice. ``able`` is the code of a
    bankruptcy while the debt can be paid. ``weight`` is how likely simulated players are to give
    up. With ``only_needed``, the price of a train must exceed the funds left if the last sale had
    one share less.
    """

    in_vain = True
    only_needed = True
    short = "forced.falls_short"
    able = "bankrupt.not_short"
    weight = 5.0

    def __init__(
        self, rules: Rules, own: Sequence[DebtSource] = (), helping: Sequence[DebtSource] = ()
    ) -> None:
        self.rules = rules
        self.own, self.helping = tuple(own), tuple(helping)
        used = [action for source in (*own, *helping) for action in source.accepts]
        self.accepts: tuple[type[Action], ...] = (*used, DeclareBankruptcy)

    # --- overridden by titles

    def must_help(self, state: State, debt: Debt) -> bool:
        """Check whether the player must use their sources as long as these can pay."""
        return True

    def may_fall_short(self) -> bool:
        """Check whether a sale is allowed after which the other sources no longer suffice."""
        return False

    def fails(self, debt: Debt) -> str:
        """Return the player who is bankrupt if the debt is not paid; "" for nobody."""
        return debt.helper

    def fail(self, change: Change, debt: Debt) -> None:
        """Apply the consequences of an unpaid debt."""
        raise NotImplementedError

    # --- sums

    def state_before_help(self, state: State, debt: Debt) -> State:
        """Return the state after all that must be done before anybody helps."""
        for source in self.own:
            if action := source.due(state, debt):
                change = Change(state.copy())
                source.apply(change, debt, action)
                state = change.state
        return state

    def lacking(self, state: State, debt: Debt) -> int:
        """Return the amount that cash cannot pay after all steps that come before help."""

        def compute() -> int:
            after = self.state_before_help(state, debt)
            return max(0, debt.amount - sum(after.cash[who] for who in {debt.debtor, debt.helper}))

        return compute_once(state, ("lacking", self, debt), compute)

    def can_raise(self, state: State, debt: Debt) -> int:
        """Return the most that all sources could bring beyond cash and required steps."""

        def compute() -> int:
            after = self.state_before_help(state, debt)
            return sum(source.brings(after, debt) for source in (*self.own, *self.helping))

        return compute_once(state, ("can_raise", self, debt), compute)

    def falls_short(self, state: State, debt: Debt) -> bool:
        """Check whether all sources together cannot pay the debt."""
        return self.can_raise(state, debt) < self.lacking(state, debt)

    def help(self, state: State, debt: Debt) -> DebtHelp:
        """Return the debt with all sums calculated."""
        treasury, lacking = state.cash[debt.debtor], self.lacking(state, debt)
        own = self.state_before_help(state, debt).cash[debt.debtor] - treasury
        return DebtHelp(
            debt=debt,
            treasury=treasury,
            own=own,
            cash=state.cash[debt.helper],
            adds=max(0, debt.amount - treasury - own - lacking),
            lacking=lacking,
            can_raise=self.can_raise(state, debt),
            fails=self.fails(debt),
        )

    # --- allowed actions

    def first(self, state: State, debt: Debt) -> DebtSource | None:
        """Return the source that must be used before anybody helps, or None."""
        return next((source for source in self.own if source.comes_first(state, debt)), None)

    def first_refusals(self, state: State, debt: Debt) -> list[Refusal]:
        """Refuse help while another source must be used first."""
        first = self.first(state, debt)
        return first.refuse_others(state, debt) if first else []

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """Return the offers to raise the debt or to give up, for the step that raises it."""
        found: list[Offer] = []
        lacking, first = self.lacking(state, debt), self.first(state, debt)
        if state.cash[debt.debtor] < debt.amount:
            free = (source for source in self.own if source.free)
            found += [offer for source in free for offer in source.offers(step, state, debt)]
        if first:
            found += first.offers(step, state, debt)
        elif lacking:
            found += self.help_offers(step, state, debt)
        if lacking:
            give_up = Offer("bankrupt", DeclareBankruptcy(debt.helper), None, weight=self.weight)
            judged = step.judge_offer(state, give_up)
            if not has_hard(judged.refusals):
                found.append(judged)
        return found

    def help_offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """Return the offers to use the sources of the player who helps."""
        return [offer for source in self.helping for offer in source.offers(step, state, debt)]

    def helps(self, action: Action) -> bool:
        """Check whether the action uses a source of the player who helps."""
        return any(isinstance(action, source.accepts) for source in self.helping)

    def is_own(self, action: Action) -> bool:
        """Check whether the action uses a source of the debtor."""
        return any(isinstance(action, source.accepts) for source in self.own)

    def source(self, action: Action) -> DebtSource:
        """Return the source that the action uses. Raises StopIteration if there is none."""
        sources = (*self.own, *self.helping)
        return next(source for source in sources if isinstance(action, source.accepts))

    def sum_one_less(self, state: State, action: Action) -> int:
        """Return the highest proceeds of the sale with one share less of some company."""
        return max(self.source(action).sum_one_less(state, action).values(), default=0)

    def refusals(self, state: State, debt: Debt, action: Action) -> list[Refusal]:
        """Check an action that raises money for the debt or gives up."""
        refuse, lacking = self.rules.refuse, self.lacking(state, debt)
        helps = self.helps(action) or isinstance(action, DeclareBankruptcy)
        actor, who = debt.helper if helps else debt.debtor, action.actor()
        if who != actor:
            return [refuse("turn.not_yours", actor=actor, party=who)]
        if isinstance(action, DeclareBankruptcy):
            return self.check_bankruptcy(state, debt, lacking)
        source, found = self.source(action), []
        if helps:
            if not lacking:
                found.append(refuse("forced.not_short", player=debt.helper, debt=debt.kind))
            found += self.first_refusals(state, debt)
        found += source.refusals(state, debt, lacking, action)
        if not found and source.certain and not self.may_fall_short():
            found = self._falling_short(state, debt, lacking, action)
        return found

    def check_bankruptcy(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        """Refuse a bankruptcy while the debt can be paid and the player must help."""
        refuse, facts = self.rules.refuse, {"player": debt.helper, "debt": debt.kind}
        if not lacking:
            code = self.able if debt.amount else "bankrupt.not_short"
            return [refuse(code, company=debt.debtor, price=debt.amount, **facts)]
        most = self.can_raise(state, debt)
        if most >= lacking and self.must_help(state, debt):
            facts["failing"] = self.fails(debt) or debt.helper
            return [refuse("bankrupt.not", price=lacking, raisable=most, **facts)]
        return []

    def _falling_short(
        self, state: State, debt: Debt, lacking: int, action: Action
    ) -> list[Refusal]:
        """Refuse a sale after which the debt can no longer be paid, or could not before."""
        short = self.falls_short(state, debt)
        if (short and self.in_vain) or not self._short_after(state, debt, action):
            return []
        facts = {"player": debt.helper, "debt": debt.kind, "price": lacking}
        if short:
            own = self.state_before_help(state, debt).cash[debt.debtor] - state.cash[debt.debtor]
            sums = {"price": lacking + own, "raisable": self.can_raise(state, debt) + own}
            return [self.rules.refuse("forced.in_vain", **facts | sums)]
        return [self.rules.refuse(self.short, **facts, **self._that_does(state, debt, action))]

    def _short_after(self, state: State, debt: Debt, action: Action) -> bool:
        change = Change(state.copy())
        self.source(action).apply(change, debt, action)
        return self.falls_short(change.state, debt)

    def _that_does(self, state: State, debt: Debt, action: Action) -> dict[str, object]:
        """Return a sale after which the debt can still be paid.

        Prefer the same company and the smallest sale. One exists as long as selling everything
        would pay. Raises ValueError otherwise.
        """
        lacking, source = self.lacking(state, debt), self.source(action)
        assert isinstance(source, PlayerShareSource)  # nothing else falls in price
        for company in sorted(market.companies_by_price(state), key=lambda c: c != action.about()):
            for sale in source.sales(state, debt, company):
                against = source.refusals(state, debt, lacking, sale)
                if not against and not self._short_after(state, debt, sale):
                    return {"company": company, "percent": sale.percent}
        raise ValueError("no sale raises the money that can be raised")

    def apply(self, change: Change, debt: Debt, action: Action) -> None:
        """Carry out an action that raises money or gives up."""
        if isinstance(action, DeclareBankruptcy):
            self.fail(change, debt)
        else:
            self.source(action).apply(change, debt, action)


@runtime_checkable
class OwingStep(Protocol):
    """A step that raises money.

    ``help_needed`` returns the debt with its sums, or None if no help is needed.
    """

    raising: MoneyRaising
    accepts: tuple[type[Action], ...]

    def help_needed(self, state: State) -> DebtHelp | None: ...


def help_needed(rules: Rules, state: State) -> DebtHelp | None:
    """Return the debt that the game waits for, or None."""
    step = rules.waiting(state)
    return step.help_needed(state) if isinstance(step, OwingStep) else None


# --- debts other than purchases


@register_stored("debt_question", kw_only=True)
class DebtQuestion(Question):
    """A debt that cash cannot pay, until it is paid or has failed. Its actor is the helper."""

    debt: Debt


def owe(change: Change, raising: MoneyRaising, debt: Debt) -> None:
    """Pay a debt at once if cash suffices; otherwise ask for the money."""
    if raising.lacking(change.state, debt) or raising.first(change.state, debt):
        change.state.ask(DebtQuestion(DebtStep.name, debt.helper, (debt.debtor,), debt=debt))
    else:
        pay(change, debt)


def pay(change: Change, debt: Debt) -> None:
    """Pay the debt; the helper adds the amount that the debtor lacks."""
    add_help(change, debt.helper, debt.debtor, debt.amount - change.state.cash[debt.debtor])
    change.pay(debt.debtor, debt.payee, debt.amount, debt.kind, debt.debtor)
    change.tell("paid_debt", debtor=debt.debtor, amount=debt.amount, debt=debt.kind)


def add_help(change: Change, player: str, company: str, lacking: int, *about: str) -> None:
    """Pay the amount that a company lacks from a player's cash, if it lacks any."""
    if lacking > 0:
        change.pay(player, company, lacking, "president_help", company, *about)
        change.tell("president_paid", player=player, amount=lacking, company=company)


class DebtStep(QuestionStep):
    """The question that raises money for a debt and pays it once there is enough."""

    name = "debt"

    def __init__(self, rules: Rules, raising: MoneyRaising) -> None:
        super().__init__(rules)
        self.raising = raising
        self.accepts = raising.accepts

    def debt(self, state: State) -> Debt:
        """Return the debt of the current question."""
        question = self.question(state)
        assert isinstance(question, DebtQuestion)
        return question.debt

    def help_needed(self, state: State) -> DebtHelp | None:
        """Return the debt with its sums."""
        return self.raising.help(state, self.debt(state))

    def offers(self, state: State) -> list[Offer]:
        return self.raising.offers(self, state, self.debt(state))

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        return self.raising.refusals(state, self.debt(state), action)

    def apply(self, change: Change, action: Action) -> None:
        state, question, debt = change.state, self.question(change.state), self.debt(change.state)
        if isinstance(action, DeclareBankruptcy):
            state.remove_question(question)
            self.raising.fail(change, debt)
            return
        self.raising.apply(change, debt, action)
        if not self.raising.lacking(state, debt) and self.raising.first(state, debt) is None:
            state.remove_question(question)
            pay(change, debt)
