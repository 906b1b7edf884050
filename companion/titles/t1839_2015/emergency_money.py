"""Emergency money (Emergency train buying).

It comes from the company's markers and its director's cash, shares and privates. If all of it is
not enough, the game ends.
"""

from companion.rules.core.change import Change
from companion.rules.core.copying import replace
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.judge.rules import Rules
from companion.rules.money.debts import Debt, DebtHelp
from companion.rules.operating.debt_sources import PlayerShareSource, PrivateSource, TokenSource
from companion.rules.operating.emergency_money import MoneyRaising
from companion.rules.operating.private_powers import privates_with_power
from companion.titles.t1839_2015.stock import not_operated


class PlayerShareSource2015(PlayerShareSource):
    """The director's shares, by the usual rules.

    Public companies may be sold only after they have operated, and no price moves.
    """

    def keeps(self, debt: Debt) -> tuple[str, ...]:
        """Return the companies that keep their director.

        For the director's own debt to a company, that company is one of them.
        """
        return (debt.debtor, debt.payee)

    def limits(self, state: State, company: str) -> list[Refusal]:
        return not_operated(self.rules, state, company)


class MoneyRaising2015(MoneyRaising):
    """Raising of money for the train that a company must buy."""

    def __init__(self, rules: Rules) -> None:
        helping = (PlayerShareSource2015(rules), PrivateSource(rules))
        super().__init__(rules, own=(TokenSource(rules),), helping=helping)

    def may_fall_short(self) -> bool:
        """Allow a shortfall. The director chooses freely which markers to sell."""
        return True

    def help(self, state: State, debt: Debt) -> DebtHelp:
        """Return the help. Nobody is bankrupt if the company has another way to a train."""
        found = super().help(state, debt)
        return replace(found, fails="") if self._becomes(state, debt) else found

    def check_bankruptcy(self, state: State, debt: Debt, lacking: int) -> list[Refusal]:
        found = super().check_bankruptcy(state, debt, lacking)
        facts = {"company": debt.debtor, "player": debt.helper}
        becomes = [] if found else self._becomes(state, debt)
        return found + [
            self.rules.refuse("bankrupt.becomes", private=one, **facts) for one in becomes
        ]

    def _becomes(self, state: State, debt: Debt) -> list[str]:
        """Return the privates of the company that become a train."""
        return privates_with_power(self.rules, state, debt.debtor, "becomes")

    def fail(self, change: Change, debt: Debt) -> None:
        """End the game at once, scored as it stands."""
        change.tell("bankrupt", player=debt.helper)
        self.rules.finish(change, "bankrupt")
