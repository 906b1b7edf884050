"""The rules of a game of accounts: one round without turns, which lasts as long as the game."""

from typing import ClassVar

from companion.rules.accounts.account_steps import (
    AccountDividendStep,
    AccountSharesStep,
    CloseStep,
    PaymentStep,
    largest_holder,
)
from companion.rules.accounts.account_words import WORDS
from companion.rules.core.change import Change
from companion.rules.core.rounds import Round
from companion.rules.core.state import State
from companion.rules.data.codec import register_stored
from companion.rules.data.revenue_divisions import HALF, PAY, WITHHOLD
from companion.rules.data.setup import Setup
from companion.rules.data.title_data import TitleData
from companion.rules.judge.policies import CorrectionPolicy, DividendPolicy, HoldingPolicy, no_table
from companion.rules.judge.rules import RoundRules, Rules, Step
from companion.rules.words.shared import SHARED


@register_stored("accounts_round", kw_only=True)
class AccountsRound(Round):
    """The only round of a game of accounts."""

    kind: ClassVar[str] = "accounts"


class AccountsRoundRules(RoundRules):
    """Payments wait first, and everything else may be done as well."""

    def __init__(self, rules: Rules, first: Step, *others: Step) -> None:
        super().__init__(rules)
        self.first = first
        self.anytime = others

    def waits(self, state: State) -> bool:
        return True

    def go_on(self, change: Change) -> None:
        raise ValueError("a game of accounts goes on by nothing but deeds")

    def waiting(self, state: State) -> Step:
        return self.first


class AccountsRules(Rules):
    """One game of accounts."""

    vocabulary = SHARED.with_own(WORDS)
    dividends = DividendPolicy(ways=(PAY, HALF, WITHHOLD))
    holdings = HoldingPolicy(director=largest_holder)
    corrections = CorrectionPolicy(markers=no_table)

    def __init__(self, data: TitleData, setup: Setup) -> None:
        super().__init__(data, setup)
        others = (AccountDividendStep(self), AccountSharesStep(self), CloseStep(self))
        self.rounds = {AccountsRound: AccountsRoundRules(self, PaymentStep(self), *others)}

    def begin(self, change: Change) -> None:
        """Begin the only round."""
        self.begin_round(change, AccountsRound())
