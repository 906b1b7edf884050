"""A receipt cites the place of its own rule in the book, not that of a related refusal.

A refusal to use a private cites the section about that private.
"""

import pytest

from companion.bots.simulation import NAMES
from companion.ledger.entries import BANK, Entry, Posting
from companion.rules.core.actions import Action, BuyPrivate, NameHome, PlaceToken, StartCompany
from companion.rules.data.setup import Setup
from companion.rules.explain.breakdown import lines_without_terms
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.judge import judge
from companion.titles import rules_for
from tests.support.positions import Position
from tests.titles.t1839.game_start import stock_round, table
from tests.titles.t1839.operating_positions import company, moment
from tests.titles.t1839.test_operating import begun


def find_places(at: Position, action: Action) -> tuple[str, ...]:
    """The places that the receipt of an action cites."""
    outcome = judge.apply(at.rules, at.state, action)
    deed = LogRecord(1, action, outcome.events, outcome.entries)
    return receipt_of(at.rules, deed, (), at.state, outcome.state).rules


def test_a_purchase_in_the_auction_cites_the_auction():
    assert find_places(table(), BuyPrivate("p1", "LP")) == ("1839 §6",)


def test_a_home_that_is_named_cites_where_homes_are_named():
    at = stock_round().do(StartCompany("p1", "L1", 31))
    assert find_places(at, NameHome("L1", "I8")) == ("1839 §7.5",)


def test_a_home_that_is_placed_cites_where_homes_are_placed():
    """The first train comes with it."""
    at = begun(company(moment(), "NRS", 67, 500, operated=False))
    assert find_places(at, PlaceToken("NRS", "K16.0")) == ("1839 §8.3", "1839 §8.3.5")


@pytest.mark.parametrize(
    ("title", "memo", "about", "told"),
    [
        ("1839", "private_revenue", "KR", "1839 §8.1"),
        ("1839", "private_sale", "SRV", "1839 §14.2.1"),
        ("1839", "charge", "RH", "1839 §14.2.3.4.1"),
        ("1839-2015", "private_revenue", "CO", "1839 (2015), Private Companies: Overview"),
        (
            "1839-2015",
            "private_revenue",
            "MES",
            "1839 (2015), Maatschappij tot Exploitatie van Staatsspoorwegen",
        ),
        ("1839-2015", "train", "SS", "1839 (2015), Train purchasing"),
        (
            "1839-2015",
            "train",
            "OZ",
            "1839 (2015), Foreign company operations: Operating round actions",
        ),
    ],
)
def test_a_payment_cites_its_own_place(title, memo, about, told):
    rules = rules_for(Setup(title, NAMES[:4], {}, 1))
    entry = Entry(memo, (Posting(BANK, -10), Posting("p1", 10)), (about,))
    (line,) = lines_without_terms(rules, [entry])
    assert line.rule == told


def test_a_refusal_about_a_private_cites_that_private():
    rules = rules_for(Setup("1839-2015", NAMES[:4], {}, 1))
    for private, place in (
        ("SLK", "Staatslijn K: Den Helder - Amsterdam"),
        ("VVD", "Van Vlissingen & Dudok van Heel"),
        ("CM", "Private Companies: Overview"),
    ):
        refusal = rules.refuse("power.whole_build", private=private)
        assert refusal.rule == f"1839 (2015), {place}"
