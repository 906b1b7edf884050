"""The report of a game of accounts tells every deed, and leaves out map, market and trains."""

import re

from companion.reporting.printing import write_report
from companion.reporting.report_html import sheet_html
from companion.rules.accounts.account_actions import (
    AccountDividend,
    AccountPayment,
    AccountShares,
    CloseAccounts,
)
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.titles import open_pack
from companion.titles.accounts_pack import AccountsSetup
from tests.reporting.report_games import moments_of

TABLE = AccountsSetup("$", 12000, 600, (("PRR", "green"), ("B&O", "red")))


def test_every_deed_is_told_and_nothing_of_a_board() -> None:
    title = open_pack(TABLE.pack())
    setup = Setup(title.slug, ("Ann", "Bo"))
    deeds = (
        AccountShares("PRR", "initial", "p1", 50, 335),
        AccountPayment("bank", "PRR", 670),
        AccountDividend("PRR", 120, "pay"),
        AccountPayment("p2", "B&O", 7),
        AccountDividend("PRR", 110, "half"),
        CloseAccounts(),
    )
    html = write_report(title.rules(setup), moments_of(setup, deeds))
    text = " ".join(re.sub("<[^>]*>", " ", html).split())
    for said in (
        "50% from the initial offering to Ann, for $335",
        "the bank paid $670 to PRR",
        "paid $12 a share",
        "paid $6 a share and kept $50",
        "paid $7 to B&amp;O",
        "the table has ended it",
    ):
        assert said in text, said
    for left_out in ("The map", "stock round", "trains", "Trains", "on the map"):
        assert left_out not in text, left_out


def test_its_sheet_has_no_phase_and_no_card() -> None:
    rules = open_pack(TABLE.pack()).rules(Setup(open_pack(TABLE.pack()).slug, ("Ann", "Bo")))
    sheet = sheet_html(rules, judge.start(rules).state)
    assert "Cash in notes" in sheet
    assert "phase" not in sheet and "priority" not in sheet
