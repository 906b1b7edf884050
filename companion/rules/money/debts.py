"""Debts: money that must be paid now, and the sources that can raise it.

The debtor's cash is used first. Next come the debtor's own sources, such as a company's own shares.
Then follow the cash and the sources of the player who must help.
:mod:`companion.rules.operating.emergency_money` applies this order;
:mod:`companion.rules.operating.debt_sources` holds the sources that titles share.
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
from companion.rules.judge.rules import Rules, Step


@register_stored("debt")
class Debt:
    """Money that ``debtor``, a company or a player, must pay to the account ``payee``.

    ``helper`` is the player who must help; for a player's own debt it is the debtor. ``kind`` is
    the key of the debt in the vocabulary and the memo of its payment. ``train_type`` is the type of
    train bought with it, "" for other debts. ``amount`` is 0 if nothing is owed.
    """

    kind: str
    debtor: str
    amount: int
    helper: str
    payee: str = BANK
    train_type: str = ""


@dataclass(frozen=True, slots=True)
class DebtHelp:
    """A debt that somebody helps to pay, calculated in advance.

    The debtor pays ``treasury`` and raises ``own`` from its own sources. The helper ``adds`` from
    their ``cash``. ``lacking`` is the amount still missing, and ``can_raise`` the most that all
    sources could bring. ``fails`` is the player who goes bankrupt if they bring too little, "" for
    nobody.
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
        """Whether the money cannot be raised."""
        return bool(self.fails) and self.can_raise < self.lacking


class DebtSource:
    """A source of money for a debt besides cash; ``accepts`` are the actions that use it.

    ``certain`` is true if its proceeds are known in advance; an agreed price is not. A ``free``
    source is optional as long as the debtor cannot pay alone.
    """

    accepts: tuple[type[Action], ...] = ()
    certain = True
    free = False

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.data = rules.data

    def comes_first(self, state: State, debt: Debt) -> bool:
        """Check whether it must be used before anybody helps."""
        return self.due(state, debt) is not None

    def due(self, state: State, debt: Debt) -> Action | None:
        """Return the action required before anybody helps; None if there is none or a choice."""
        return None

    def refuse_others(self, state: State, debt: Debt) -> list[Refusal]:
        """Refuse all other help, because this source comes first."""
        return []

    def brings(self, state: State, debt: Debt) -> int:
        """Return the most that the source could bring."""
        return 0

    def sum_one_less(self, state: State, action: Any) -> Mapping[str, int]:
        """Return the proceeds of the sale with one share less of each company in it.

        Empty if the action sells no shares.
        """
        return {}

    def offers(self, step: Step, state: State, debt: Debt) -> list[Offer]:
        """Return the offers to use it, for the step in which the debt is raised."""
        raise NotImplementedError

    def refusals(self, state: State, debt: Debt, lacking: int, action: Any) -> list[Refusal]:
        """Check an action that uses it; ``lacking`` is the amount missing after all cash."""
        raise NotImplementedError

    def apply(self, change: Change, debt: Debt, action: Any) -> None:
        """Carry out an action that uses the source."""
        raise NotImplementedError
