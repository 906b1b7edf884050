"""Raising money: how a debt is paid with more than cash, in what order, and what if it is not.

A title says with a :class:`Raising` which sources there are, what limits each, and what happens
when a debt cannot be paid. A train that must be bought is a debt for as long as its step waits (see
:mod:`companion.rules.operating.train_purchase`). Any other is paid at once where cash suffices,
and asked about where it does not (:func:`owe`, :class:`PayDebt`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from companion.rules.core.actions import Action, DeclareBankruptcy
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import Question, State
from companion.rules.core.state_cache import once
from companion.rules.data.codec import register_stored
from companion.rules.judge.judge import Asking, Rules, Step
from companion.rules.money.debts import Debt, Help, Source
from companion.rules.operating.debt_sources import Shares
from companion.rules.shares import market


class Raising:
    """How debts are raised in a title. ``own`` are the sources of whoever owes, ``helping`` those
    of the player who helps, each in its order.

    ``in_vain`` is whether sales are made though all of them would not pay. ``short`` and ``able``
    are codes of refusals: of a sale after which the rest falls short, and of a bankruptcy where the
    debt can be paid. ``weight`` is how likely simulated players give up. ``only_needed`` is whether
    a train must cost more than one share less in the last sale would have paid.
    """

    in_vain = True
    only_needed = True
    short = "forced.falls_short"
    able = "bankrupt.not_short"
    weight = 5.0

    def __init__(
        self, rules: Rules, own: Sequence[Source] = (), helping: Sequence[Source] = ()
    ) -> None:
        self.rules = rules
        self.own, self.helping = tuple(own), tuple(helping)
        used = [action for source in (*own, *helping) for action in source.accepts]
        self.accepts: tuple[type[Action], ...] = (*used, DeclareBankruptcy)

    # --- what a title adds

    def must_help(self, state: State, debt: Debt) -> bool:
        """Must the player use his sources, as long as they can pay?"""
        return True

    def may_fall_short(self) -> bool:
        """May a sale be made after which the others do not pay any more?"""
        return False

    def fails(self, debt: Debt) -> str:
        """Who is bankrupt when the debt is not paid; "" for nobody."""
        return debt.helper

    def fail(self, change: Change, debt: Debt) -> None:
        """The debt is not paid: what becomes of those who owe it."""
        raise NotImplementedError

    # --- sums

    def after_own(self, state: State, debt: Debt) -> State:
        """The state after all that has to be done before anybody helps."""
        for source in self.own:
            if action := source.due(state, debt):
                change = Change(state.copy())
                source.apply(change, debt, action)
                state = change.state
        return state

    def lacking(self, state: State, debt: Debt) -> int:
        """What cash does not pay when all is done that comes before help."""

        def worked_out() -> int:
            after = self.after_own(state, debt)
            return max(0, debt.amount - sum(after.cash[who] for who in {debt.owes, debt.helper}))

        return once(state, ("lacking", self, debt), worked_out)

    def can_raise(self, state: State, debt: Debt) -> int:
        """What sources could bring at most, beyond all cash and what has to be done before."""

        def worked_out() -> int:
            after = self.after_own(state, debt)
            return sum(source.brings(after, debt) for source in (*self.own, *self.helping))

        return once(state, ("can_raise", self, debt), worked_out)

    def falls_short(self, state: State, debt: Debt) -> bool:
        """Could the debt not be paid with everything used?"""
        return self.can_raise(state, debt) < self.lacking(state, debt)

    def help(self, state: State, debt: Debt) -> Help:
        """The debt worked out."""
        treasury, lacking = state.cash[debt.owes], self.lacking(state, debt)
        own = self.after_own(state, debt).cash[debt.owes] - treasury
        return Help(
            debt=debt,
            treasury=treasury,
            own=own,
            cash=state.cash[debt.helper],
            adds=max(0, debt.amount - treasury - own - lacking),
            lacking=lacking,
            can_raise=self.can_raise(state, debt),
            fails=self.fails(debt),
        )

    # --- what may be done

    def first(self, state: State, debt: Debt) -> Source | None:
        """The source that has to be used before anybody helps, if there is one."""
        return next((source for source in self.own if source.comes_first(state, debt)), None)

    def first_refusals(self, state: State, debt: Debt) -> list[Refusal]:
        """Against any help as long as there is one."""
        if self.first(state, debt) is None:
            return []
        facts = {"company": debt.owes, "debt": debt.why}
        return [self.rules.refuse("forced.treasury_first", **facts)]

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """How the debt may be raised now, for the step in which it is; or what giving up is."""
        found: list[Offer] = []
        lacking, first = self.lacking(state, debt), self.first(state, debt)
        if state.cash[debt.owes] < debt.amount:
            free = (source for source in self.own if source.free)
            found += [offer for source in free for offer in source.offers(step, state, debt)]
        if first:
            found += first.offers(step, state, debt)
        elif lacking:
            found += self.help_offers(step, state, debt)
        if lacking:
            give_up = Offer("bankrupt", DeclareBankruptcy(debt.helper), None, weight=self.weight)
            found.append(step.judged(state, give_up))
        return found

    def help_offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """How the player who helps may use his sources."""
        return [offer for source in self.helping for offer in source.offers(step, state, debt)]

    def helps(self, action: Action) -> bool:
        """Does the player who helps use a source of his own with it?"""
        return any(isinstance(action, source.accepts) for source in self.helping)

    def is_own(self, action: Action) -> bool:
        """Does whoever owes use a source of their own with it?"""
        return any(isinstance(action, source.accepts) for source in self.own)

    def source(self, action: Action) -> Source:
        """The source that the action uses. Raises StopIteration when there is none."""
        sources = (*self.own, *self.helping)
        return next(source for source in sources if isinstance(action, source.accepts))

    def sum_one_less(self, state: State, action: Action) -> int:
        """The most that the sale would bring with one share less of any company in it."""
        return max(self.source(action).sum_one_less(state, action).values(), default=0)

    def refusals(self, state: State, debt: Debt, action: Action) -> list[Refusal]:
        """Against an action that raises money for the debt, or gives up."""
        refuse, lacking = self.rules.refuse, self.lacking(state, debt)
        helps = self.helps(action) or isinstance(action, DeclareBankruptcy)
        actor, who = debt.helper if helps else debt.owes, action.actor()
        if who != actor:
            return [refuse("turn.not_yours", actor=actor, who=who)]
        if isinstance(action, DeclareBankruptcy):
            return self.giving_up(state, debt, lacking)
        source, found = self.source(action), []
        if helps:
            if not lacking:
                found.append(refuse("forced.not_short", player=debt.helper, debt=debt.why))
            found += self.first_refusals(state, debt)
        found += source.refusals(state, debt, lacking, action)
        if not found and source.certain and not self.may_fall_short():
            found = self._falling_short(state, debt, lacking, action)
        return found

    def giving_up(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        """Against a bankruptcy while the debt can be paid, and he has to help."""
        refuse, facts = self.rules.refuse, {"player": debt.helper, "debt": debt.why}
        if not lacking:
            code = self.able if debt.amount else "bankrupt.not_short"
            return [refuse(code, company=debt.owes, price=debt.amount, **facts)]
        most = self.can_raise(state, debt)
        if most >= lacking and self.must_help(state, debt):
            return [refuse("bankrupt.not", price=lacking, **{"raise": most}, **facts)]
        return []

    def _falling_short(
        self, state: State, debt: Debt, lacking: int, action: Action
    ) -> list[Refusal]:
        """Against a sale after which the debt cannot be paid any more, or never could."""
        short = self.falls_short(state, debt)
        if (short and self.in_vain) or not self._short_after(state, debt, action):
            return []
        facts = {"player": debt.helper, "debt": debt.why, "price": lacking}
        if short:
            return [self.rules.refuse("forced.in_vain", **facts)]
        return [self.rules.refuse(self.short, **facts, **self._that_does(state, debt, action))]

    def _short_after(self, state: State, debt: Debt, action: Action) -> bool:
        change = Change(state.copy())
        self.source(action).apply(change, debt, action)
        return self.falls_short(change.state, debt)

    def _that_does(self, state: State, debt: Debt, action: Action) -> dict[str, object]:
        """A sale after which the debt can still be paid: of the same company if there is one, the
        smallest. There is one as long as everything sold would pay.
        """
        lacking, source = self.lacking(state, debt), self.source(action)
        assert isinstance(source, Shares)  # nothing else falls in price
        for company in sorted(market.companies_by_price(state), key=lambda c: c != action.about()):
            for sale in source.sales(state, debt, company):
                against = source.refusals(state, debt, lacking, sale)
                if not against and not self._short_after(state, debt, sale):
                    return {"company": company, "percent": sale.percent}
        raise ValueError("no sale raises the money that can be raised")

    def apply(self, change: Change, debt: Debt, action: Action) -> None:
        """Carry out an action that raises money, or gives up."""
        if isinstance(action, DeclareBankruptcy):
            self.fail(change, debt)
        else:
            self.source(action).apply(change, debt, action)


@runtime_checkable
class OwingStep(Protocol):
    """A step in which money is raised: ``help_needed`` is its debt worked out, None where there is
    none that has to be helped with.
    """

    raising: Raising
    accepts: tuple[type[Action], ...]

    def help_needed(self, state: State) -> Help | None: ...


def help_needed(rules: Rules, state: State) -> Help | None:
    """The debt that the game waits for, where it waits for one."""
    step = rules.waiting(state)
    return step.help_needed(state) if isinstance(step, OwingStep) else None


# --- debts that are no purchase


@register_stored("debt_question")
@dataclass(frozen=True, slots=True, kw_only=True)
class Owed(Question):
    """A debt that cash does not pay, until it is paid or has failed. Its actor is the helper."""

    debt: Debt


def owe(change: Change, raising: Raising, debt: Debt) -> None:
    """Pay a debt at once where cash suffices; else ask for the money."""
    if raising.lacking(change.state, debt) or raising.first(change.state, debt):
        change.state.ask(Owed(PayDebt.name, debt.helper, (debt.owes,), debt=debt))
    else:
        pay(change, debt)


def pay(change: Change, debt: Debt) -> None:
    """Pay what is owed; the helper adds what its owner lacks."""
    add_help(change, debt.helper, debt.owes, debt.amount - change.state.cash[debt.owes])
    change.pay(debt.owes, debt.to, debt.amount, debt.why, debt.owes)
    change.tell("paid_debt", owes=debt.owes, amount=debt.amount, debt=debt.why)


def add_help(change: Change, player: str, company: str, lacking: int, *about: str) -> None:
    """A player gives a company what it lacks, if it lacks anything."""
    if lacking > 0:
        change.pay(player, company, lacking, "president_help", company, *about)
        change.tell("president_paid", player=player, amount=lacking, company=company)


class PayDebt(Asking):
    """A debt that cash does not pay: the money is raised, and it is paid as soon as it is there."""

    name = "debt"

    def __init__(self, rules: Rules, raising: Raising) -> None:
        super().__init__(rules)
        self.raising = raising
        self.accepts = raising.accepts

    def debt(self, state: State) -> Debt:
        """The debt that is asked about first."""
        question = self.question(state)
        assert isinstance(question, Owed)
        return question.debt

    def help_needed(self, state: State) -> Help | None:
        """The debt worked out."""
        return self.raising.help(state, self.debt(state))

    def offers(self, state: State) -> list[Offer]:
        return self.raising.offers(self, state, self.debt(state))

    def refusals(self, state: State, action: Action) -> list[Refusal]:
        return self.raising.refusals(state, self.debt(state), action)

    def apply(self, change: Change, action: Action) -> None:
        state, question, debt = change.state, self.question(change.state), self.debt(change.state)
        if isinstance(action, DeclareBankruptcy):
            state.answered(question)
            self.raising.fail(change, debt)
            return
        self.raising.apply(change, debt, action)
        if not self.raising.lacking(state, debt) and self.raising.first(state, debt) is None:
            state.answered(question)
            pay(change, debt)
