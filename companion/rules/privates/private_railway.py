"""A private that operates by itself, before the companies, for the player who owns it.

Its railway is a company with one certificate, which belongs to the owner of the private. It
therefore has an ordinary account, and its turn is made of ordinary steps. A title lists these
steps.
"""

from collections.abc import Iterable, Sequence

from companion.board.routes import Path
from companion.ledger.entries import BANK
from companion.ledger.receipts import PayeeLine, PayoutReceipt
from companion.rules.core.actions import RunTrains
from companion.rules.core.change import Change
from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.judge.rules import Rules
from companion.rules.operating.operating_round import OperatingRound, OperatingRules, turn_of
from companion.rules.operating.running import RunStep, run_lines, trains_of


@register_stored("private_round")
class PrivateOperatingRound(OperatingRound):
    """The part of an operating round in which the private operates."""


class PrivateOperatingRules(OperatingRules):
    """The operating turn of a private owned by a player."""

    def waiting_companies(self, state: State) -> list[str]:
        round = state.playing(OperatingRound)
        return [railway for railway in round.companies if railway not in round.companies_done]


class ChosenRunStep(RunStep):
    """A run on a route that the owner chooses among those the title allows, if any.

    ``may_stay`` is true if the owner may decide not to run.
    """

    may_stay = False

    def _choices(self, state: State) -> Sequence[Path]:
        return self.rules.runs.free_routes(self.rules, state, self.company(state)) or ()

    def waits(self, state: State) -> bool:
        has_train = bool(trains_of(state, self.company(state)))  # or a correction has taken it
        return has_train and bool(self._choices(state))

    def refusals(self, state: State, action: RunTrains) -> list[Refusal]:
        found = super().refusals(state, action)
        if found:
            return found
        if not action.routes:
            return [] if self.may_stay else [self.not_so(state, action)]
        allowed = self._choices(state)
        if all(path in allowed or path[::-1] in allowed for _, path in action.routes):
            return []
        return [self.not_so(state, action)]

    def not_so(self, state: State, action: RunTrains) -> Refusal:
        """Return the refusal for a run that is none of the allowed ones."""
        raise NotImplementedError


def go_over(change: Change, companies: Iterable[str]) -> None:
    """Continue the operating round with the companies."""
    round = change.state.playing(PrivateOperatingRound)
    change.state.round = OperatingRound(round.number, round.part, round.parts, tuple(companies))


def receipt(
    rules: Rules, state: State, kind: str, paid: int, kept: int, rule: str
) -> PayoutReceipt:
    """Return a receipt that divides the turn's revenue between the owner and the railway.

    ``rule`` is the refusal code whose rule-book section covers the division.
    """
    company, bank = turn_of(state).company, state.cash[BANK]
    return PayoutReceipt(
        company=company,
        kind=kind,
        runs=run_lines(rules, state, company),
        revenue=turn_of(state).revenue or 0,
        per_share=paid,
        payees=(PayeeLine(rules.decider(state, company), 100, paid),),
        unpaid_payees=(),
        to_treasury=kept,
        bank_before=bank,
        bank_after=bank - paid - kept,
        rule=rules.data.cite(rule),
        unit=100,
    )
