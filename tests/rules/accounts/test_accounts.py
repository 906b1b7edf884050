"""A game of accounts: payments, dividends by holdings, shares, and the end."""

from dataclasses import replace

import pytest

from companion.bots.simulation import play
from companion.rules.accounts.account_actions import (
    AccountDividend,
    AccountPayment,
    AccountShares,
    CloseAccounts,
)
from companion.rules.core.actions import Action
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.titles import open_pack
from companion.titles.accounts_pack import AccountsSetup

COMPANIES = (("PRR", "green"), ("PR&", "red"), ("Erie", "gold"))
TABLE = AccountsSetup("$", 12000, 600, COMPANIES)


def rules_of(table: AccountsSetup = TABLE) -> Rules:
    """Return the rules of a game of that table with three players."""
    title = open_pack(table.pack())
    return title.rules(Setup(title.slug, ("Ann", "Bo", "Cas")))


def after(rules: Rules, *actions: Action) -> State:
    """Return the state after these actions at the start of a game."""
    state = judge.start(rules).state
    for action in actions:
        state = judge.apply(rules, state, action).state
    return state


def refused(rules: Rules, *actions: Action) -> list[str]:
    """Return the codes of the refusals of the last action."""
    *before, last = actions
    return [reason.code for reason in judge.refusals(rules, after(rules, *before), last)]


def test_money_moves_between_any_two_accounts() -> None:
    state = after(
        rules_of(),
        AccountPayment("p1", "PRR", 100),
        AccountPayment("PRR", "p2", 30),
        AccountPayment("bank", "Erie", 5),
        AccountPayment("p2", "bank", 1),
    )
    assert [state.cash[of] for of in ("p1", "p2", "p3", "PRR", "Erie")] == [500, 629, 600, 70, 5]
    assert state.cash["bank"] == 12000 - 500 - 629 - 600 - 70 - 5


@pytest.mark.parametrize(
    ("payment", "code"),
    [
        (AccountPayment("p1", "PRR", 601), ["account.cash"]),
        (AccountPayment("p1", "PRR", 600), []),
        (AccountPayment("PRR", "p1", 1), ["account.cash"]),
        (AccountPayment("p1", "p1", 1), ["account.same"]),
        (AccountPayment("p1", "p2", 0), ["account.nothing"]),
        (AccountPayment("p1", "p2", -1), ["unknown.sum"]),
        (AccountPayment("p1", "p9", 1), ["unknown.id"]),
        (AccountPayment("bank", "p1", 90_000), []),  # the bank pays on
    ],
)
def test_nobody_pays_more_than_they_have(payment: AccountPayment, code: list[str]) -> None:
    assert refused(rules_of(), payment) == code


SPREAD = (
    AccountShares("PRR", "initial", "p1", 50, 0),
    AccountShares("PRR", "initial", "p2", 10, 0),
    AccountShares("PRR", "initial", "treasury", 20, 0),
    AccountShares("PRR", "initial", "pool", 10, 0),
)


@pytest.mark.parametrize(
    ("kind", "revenue", "paid"),
    [
        ("pay", 120, (60, 12, 24 + 12)),
        ("pay", 125, (62, 12, 25 + 12)),  # every part is rounded down
        ("withhold", 120, (0, 0, 120)),
        ("half", 210, (55, 11, 100 + 22 + 11)),  # half is rounded down to tens
    ],
)
def test_a_dividend_goes_to_those_who_hold_the_shares(
    kind: str, revenue: int, paid: tuple[int, int, int]
) -> None:
    state = after(rules_of(), *SPREAD, AccountDividend("PRR", revenue, kind))
    assert (state.cash["p1"] - 600, state.cash["p2"] - 600, state.cash["PRR"]) == paid


def test_the_pool_pays_nobody_where_the_table_says_so() -> None:
    rules = rules_of(replace(TABLE, pool_pays=False))
    state = after(rules, *SPREAD, AccountDividend("PRR", 100, "pay"))
    assert state.cash["PRR"] == 20


def test_a_dividend_has_revenue_and_a_known_way() -> None:
    assert refused(rules_of(), AccountDividend("PRR", 0, "pay")) == ["account.nothing"]
    assert refused(rules_of(), AccountDividend("PRR", 10, "double")) == ["dividend.kind"]


def test_shares_change_hands_for_a_price() -> None:
    rules = rules_of()
    state = after(
        rules,
        AccountShares("PRR", "initial", "p1", 20, 134),
        AccountShares("PRR", "p1", "p2", 10, 50),
        AccountShares("PRR", "p2", "treasury", 10, 0),
        AccountShares("PRR", "treasury", "p3", 10, 80),
    )
    cash = [state.cash[of] for of in ("p1", "p2", "p3", "PRR")]
    assert cash == [600 - 134 + 50, 550, 520, 80]
    assert refused(rules, AccountShares("PRR", "p1", "p2", 10, 0)) == ["account.held"]
    assert refused(rules, AccountShares("PRR", "initial", "p2", 10, 601)) == ["account.cash"]
    assert refused(rules, AccountShares("PRR", "initial", "p2", 15, 0)) == ["account.shares"]
    assert refused(rules, AccountShares("PRR", "initial", "initial", 10, 0)) == ["account.same"]
    assert refused(rules, AccountShares("PRR", "initial", "Erie", 10, 0)) == ["account.place"]


def test_companies_may_have_other_numbers_of_shares() -> None:
    rules = rules_of(replace(TABLE, shares=5))
    assert refused(rules, AccountShares("PRR", "initial", "p1", 10, 0)) == ["account.shares"]
    state = after(
        rules,
        AccountShares("PRR", "initial", "p1", 40, 0),
        AccountDividend("PRR", 50, "pay"),
    )
    assert state.cash["p1"] == 620


def test_a_player_enters_what_they_pay_and_what_the_bank_pays_them() -> None:
    assert AccountPayment("p1", "p2", 1).parties() == ("p1",)
    assert AccountPayment("bank", "p2", 1).parties() == ("p2",)
    assert AccountShares("PRR", "p1", "p2", 10, 0).parties() == ("p2", "p1")
    assert CloseAccounts().actor() == "bank"


def test_the_table_ends_the_game() -> None:
    state = after(rules_of(), AccountPayment("p1", "p2", 7), CloseAccounts())
    assert state.end_reason == "closed"
    assert refused(rules_of(), CloseAccounts(), AccountPayment("p1", "p2", 7)) == ["turn.over"]


def test_random_games_end_and_keep_all_money_and_shares() -> None:
    rules = rules_of()
    rules.inventory.counts_all = True
    for seed in range(5):
        *_, (_, outcome) = play(rules, seed)
        assert outcome.state.end_reason == "closed"
