"""Debts: money that somebody has to pay now, whatever it is for, and what brings it.

What whoever owes it has in cash goes first. Then come the sources that are his own, such as a
company's own shares; then the cash of the player who has to help; and then that player's sources.
:mod:`companion.rules.operating.raising` goes through them,
:mod:`companion.rules.operating.debt_sources` has those that titles share.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action
from companion.rules.core.change import Change
from companion.rules.core.offers import Offer
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.judge.judge import Rules, Step


@register_stored("debt")
@dataclass(frozen=True, slots=True)
class Debt:
    """Money that ``owes``, a company or a player, has to pay to the account ``to``.

    ``helper`` is the player who has to help; of a player's own debt it is himself. ``why`` is its
    name among the words for debts, and the memo of its payment; ``train`` the type of train that is
    bought with it, "" of other debts. Where nothing is owed ``amount`` is 0.
    """

    why: str
    owes: str
    amount: int
    helper: str
    to: str = BANK
    train: str = ""


@dataclass(frozen=True, slots=True)
class Help:
    """A debt that somebody helps to pay, worked out before anything is done.

    Who owes it pays ``treasury``, and raises ``own`` from sources of his own; the helper ``adds``
    from his ``cash``; ``lacking`` is what is not there then, and ``can_raise`` what his sources
    could bring at most. ``fails`` is who is bankrupt if they do not, "" for nobody.
    """

    debt: Debt
    treasury: int
    own: int
    cash: int
    adds: int
    lacking: int
    can_raise: int
    fails: str

    @property
    def bankrupt(self) -> bool:
        """Is there no way to raise the money?"""
        return bool(self.fails) and self.can_raise < self.lacking


class Source:
    """What brings money for a debt beside cash: its ``accepts`` are the actions that use it.

    ``certain`` is whether it can be said beforehand what it brings: an agreed price cannot. One
    that is ``free`` may be used, and need not be, as long as whoever owes does not pay it alone.
    """

    accepts: tuple[type[Action], ...] = ()
    certain = True
    free = False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.data = rules.data

    def comes_first(self, state: State, debt: Debt) -> bool:
        """Must it be used before anybody helps?"""
        return self.due(state, debt) is not None

    def due(self, state: State, debt: Debt) -> Action | None:
        """What has to be done with it before anybody helps; None: nothing, or as one likes."""
        return None

    def brings(self, state: State, debt: Debt) -> int:
        """What it could bring at most."""
        return 0

    def sum_one_less(self, state: State, action: Any) -> Mapping[str, int]:
        """The sum that the action would bring with one share less, for each company in the sale;
        empty where it sells no shares.
        """
        return {}

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """How it may be used, as offers of the step in which the debt is raised."""
        raise NotImplementedError

    def refusals(self, state: State, debt: Debt, lacking: int, action: Any) -> list[Refusal]:
        """Against using it so, when so much is lacking after all cash."""
        raise NotImplementedError

    def apply(self, change: Change, debt: Debt, action: Any) -> None:
        """Use it."""
        raise NotImplementedError
