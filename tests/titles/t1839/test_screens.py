"""Screens of 1839: what a tap on them is called, in the auction and where somebody is asked."""

import html
import re

import pytest

from companion.making.t1839.auction import DiscountPrivate
from companion.rules.actions import BuyPrivate, SellShares
from companion.web import create_app
from tests.stored import empty_shelf, store_state
from tests.titles.t1839.table import floated, stock_round, table


@pytest.fixture
def shown(tmp_path):
    """The words of the page of a game at a moment, and of what a tap leads to."""
    shelf = empty_shelf(tmp_path)
    client = create_app({"SHELF": shelf}).test_client()

    def page(at, **tapped):
        game = store_state(shelf, at.rules, at.state)
        answer = client.get(f"/game/{game}", query_string=tapped)
        assert answer.status_code == 200
        return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", answer.text)).split())

    yield page
    shelf.close()


def test_the_auction_offers_every_private_at_its_price_now_and_discounts(shown):
    page = shown(table().do(DiscountPrivate("p1", "SRV"), BuyPrivate("p1", "LP")))
    assert "JJB Buy Buy J J Beijnes, pays 0 100 " in page
    assert "SRV Buy Buy Spoorlijn Roosendaal - Vlissingen, pays 10 80 " in page
    assert "SRV Discount" in page
    assert "RH Buy" not in page


def test_anybody_may_concede_and_all_may_agree_from_the_menu(shown):
    page = shown(table())
    assert "All agree who has won" in page
    assert "Concede" in page


def test_a_director_is_told_the_price_after_either_answer(shown):
    at = stock_round().started("MSS", 74, "p1", p1=40, p2=30)
    floated(at, "MSS", 300).do(SellShares("p1", "MSS", 20))
    page = shown(at)
    assert "20% of MSS were sold. Its price is ƒ74, and ƒ61 if it redeems none." in page
    assert "Redeem none" in page
    assert "End the turn" not in page
    assert "Redeem 20% MSS" in shown(at, pick="RedeemShares~MSS~20")
