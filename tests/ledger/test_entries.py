"""Entries balance, money goes where they say, and only the bank and the box may owe."""

import pytest

from companion.ledger.entries import (
    BANK,
    BOX,
    Entry,
    LedgerError,
    Posting,
    check_balances,
    post,
    transfer,
)


def test_a_payment_takes_as_much_as_it_gives() -> None:
    balances = {"p1": 100, "PRR": 0, BANK: 0}
    entry = transfer("p1", "PRR", 70, "shares", "PRR")
    post(balances, entry)
    assert balances == {"p1": 30, "PRR": 70, BANK: 0}
    assert entry.about == ("PRR",)


def test_an_entry_that_makes_or_loses_money_is_none() -> None:
    with pytest.raises(LedgerError, match="sum to 1"):
        Entry("shares", (Posting("p1", -10), Posting(BANK, 11)))
    Entry("dividend", (Posting(BANK, -30), Posting("p1", 20), Posting("p2", 10)))


def test_nobody_pays_less_than_nothing() -> None:
    with pytest.raises(LedgerError, match="a payment of -1 from p1 to bank"):
        transfer("p1", BANK, -1, "token")
    assert transfer("p1", BANK, 0, "token").postings == (Posting("p1", 0), Posting(BANK, 0))


def test_a_payment_to_an_account_that_does_not_exist_is_a_fault() -> None:
    balances = {"p1": 10}
    with pytest.raises(LedgerError, match="no account 'p9'"):
        post(balances, transfer("p1", "p9", 5, "shares"))


def test_only_accounts_that_may_owe_can_owe() -> None:
    may_owe = frozenset((BANK, BOX))
    check_balances({BOX: -100, BANK: -10, "p1": 110}, may_owe)
    with pytest.raises(LedgerError, match="p1 is at -5"):
        check_balances({BOX: -100, BANK: 105, "p1": -5}, may_owe)


def test_all_accounts_together_are_nothing() -> None:
    with pytest.raises(LedgerError, match="the accounts sum to 1"):
        check_balances({BOX: -100, BANK: 101}, frozenset((BOX,)))
