"""The actions of a game of accounts, which anybody at the table may enter at any time."""

from companion.ledger.entries import BANK
from companion.rules.core.actions import Action, CompanyAction, action
from companion.rules.shares import holdings


@action("account_payment")
class AccountPayment(Action):
    """A payment from one account to another: bank, player or company.

    The payer enters it. The payee enters a payment of the bank.
    """

    payer: str
    payee: str
    amount: int

    def actor(self) -> str:
        return self.payee if self.payer == BANK else self.payer


@action("account_dividend")
class AccountDividend(CompanyAction):
    """The revenue ``amount`` of a company, divided in the way ``kind``."""

    amount: int
    kind: str


@action("account_shares")
class AccountShares(CompanyAction):
    """A move of shares from one place to another, and their price in all, which may be 0.

    Places are players, the company's treasury, the pool and the initial offering. A player agrees
    to a move of their shares.
    """

    giver: str
    taker: str
    percent: int
    amount: int

    def actor(self) -> str:
        return self.parties()[0]

    def parties(self) -> tuple[str, ...]:
        return tuple(filter(holdings.is_player, (self.taker, self.giver))) or (self.company,)


@action("close_accounts")
class CloseAccounts(Action):
    """The table ends the game; the banker enters it."""

    def actor(self) -> str:
        return BANK
