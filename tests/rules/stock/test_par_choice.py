"""While a player names a par, the president's certificate is shown as theirs."""

import pytest

from companion.rules.core.actions import Action, BuyPrivate, SetPar
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import CompanyRow
from tests.support.positions import Position
from tests.titles.t1839.game_start import table


def naming(title: str) -> tuple[Position, str]:
    """Return a position in which p1 names the par of a company that came with a private."""
    if title == "1839":
        return table().do(BuyPrivate("p1", "AV")), "MSS"
    at = Position("1830", 3).cash(p1=3000)
    others = {private: "p2" for private in at.data.privates if private != "BO"}
    return at.privates(**others).do(BuyPrivate("p1", "BO")), "B&O"


def row(at: Position, company: str) -> CompanyRow:
    return next(row for row in summary(at.rules, at.state).companies if row.symbol == company)


@pytest.mark.parametrize(("title", "percent"), [("1839", 30), ("1830", 20)])
def test_shares_are_shown_where_they_are_decided_to_lie(title: str, percent: int) -> None:
    at, company = naming(title)
    assert at.waiting() == "set_par"
    asked = row(at, company)
    assert (asked.shares["p1"], asked.president, asked.price) == (percent, "p1", None)
    price = min(at.rules.market.pars(at.rules, at.state, company))
    action: Action = SetPar("p1", company, price)
    named = row(at.do(action), company)
    assert (named.shares, named.president) == (asked.shares, "p1")


@pytest.mark.parametrize("title", ["1839", "1830"])
def test_the_certificate_itself_changes_hands_with_the_price(title: str) -> None:
    at, company = naming(title)
    first = at.data.companies[company].certificates[0]
    assert at.state.certificates[first] == "initial"
    at.do(SetPar("p1", company, min(at.rules.market.pars(at.rules, at.state, company))))
    assert at.state.certificates[first] == "p1"
