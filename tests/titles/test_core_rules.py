"""The shared rules of titles without a book (C2 to C9), both ways, in the first five of them."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.rules.core.actions import (
    Bid,
    BuyPrivate,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    Pass,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.shares import holdings
from tests.support.positions import Position


class Example(NamedTuple):
    """A title, two of its companies, a par, and a cell whose shares do not count."""

    title: str
    company: str
    other: str
    par: int
    yellow: str
    floats_at: int = 60

    def game(self, players: int = 4) -> Position:
        options = {"drawn_company": "N&W"} if self.title == "18chesapeake" else {}
        return Position(self.title, players, **options)

    def stock(self, number: int = 2) -> Position:
        """It is p1's turn in a stock round, with money for anything."""
        return self.game().close_privates().cash(p1=9000).stock_round(number, "p1")

    def operating(self, step: str = "trains", cash: int = 2000, **privates: str) -> Position:
        """The company of p1 operates in phase 3."""
        game = self.game().phase("3").privates(**privates).close_privates()
        game.started(self.company, self.par, "p1", p1=60).floated(self.company, cash)
        return game.operating(self.company, step)


EXAMPLES = [
    Example("1889", "AR", "IR", 65, "5,0", 50),
    Example("18chesapeake", "PRR", "LV", 70, "5,0"),
    Example("1836jr30", "B", "Nord", 67, "0,0"),
    Example("18nl", "DV", "MES", 67, "0,0"),
    Example("1850jr", "SFA", "IFT", 67, "0,0"),
]


@pytest.fixture(params=EXAMPLES, ids=lambda example: example.title)
def of(request: pytest.FixtureRequest) -> Example:
    """The example of a title."""
    found: Example = request.param
    return found


# --- the auction (C3)


def test_a_bid_is_five_more_than_the_price_and_than_the_highest_bid(of):
    game = of.game()
    first, second, *_ = game.data.private_list
    assert game.refused(Bid("p1", first.symbol, first.price + 5)) == {"bid.on_offer"}
    assert game.refused(BuyPrivate("p1", second.symbol)) == {"private.not_offered"}
    assert "bid.too_low" in game.refused(Bid("p1", second.symbol, second.price + 4))
    game.do(Bid("p1", second.symbol, second.price + 5))
    assert "bid.too_low" in game.refused(Bid("p2", second.symbol, second.price + 9))
    assert game.allowed(Bid("p2", second.symbol, second.price + 10))


def test_the_lowest_bidder_is_next_in_the_auction_of_a_private(of):
    game = of.game()
    first, second, *_ = game.data.private_list
    low, high = second.price + 5, second.price + 10
    game.do(Bid("p1", second.symbol, low), Bid("p2", second.symbol, high), Pass("p3"))
    game.do(BuyPrivate("p4", first.symbol))
    assert game.rules.actor(game.state) == "p1"
    assert game.refused(Bid("p3", second.symbol, high + 5)) == {"bid.not_in"}
    assert "bid.too_low" in game.refused(Bid("p1", second.symbol, high + 4))
    cash = game.state.cash["p2"]
    game.do(Pass("p1"))
    assert (game.state.privates[second.symbol], game.state.cash["p2"]) == ("p2", cash - high)
    assert game.rules.actor(game.state) == "p1"  # left of the buyer of the first private


def test_the_first_private_is_taken_at_nothing(of):
    game = of.game()
    first, second, *_ = game.data.private_list
    for _ in range(first.price // 5 * 4):
        game.do(Pass(game.rules.actor(game.state)))
    player = game.rules.actor(game.state)
    assert game.refused(Pass(player)) == {"bid.forced"}
    assert game.refused(Bid(player, second.symbol, second.price + 5)) == {"bid.forced"}
    assert game.allowed(BuyPrivate(player, first.symbol))


# --- stock rounds (C4)


def test_a_company_is_started_at_a_par_of_the_market(of):
    game = of.stock(1)
    assert game.refused(StartCompany("p1", of.company, of.par + 1)) == {"start.par"}
    assert game.refused(BuyShare("p1", of.company, "initial")) == {"buy.not_started"}
    game.do(StartCompany("p1", of.company, of.par))
    assert game.state.cash["p1"] == 9000 - 2 * of.par


def test_nothing_is_sold_in_the_first_stock_round(of):
    game = of.stock(1).started(of.company, of.par, "p1", p1=40)
    assert game.refused(SellShares("p1", of.company, 10)) == {"sell.first_round"}
    assert game.stock_round(2, "p1").allowed(SellShares("p1", of.company, 10))


def test_nobody_buys_of_a_company_they_have_sold_in_the_round(of):
    game = of.stock().started(of.company, of.par, "p1", p1=40)
    game.started(of.other, of.par, "p2", p2=30).do(SellShares("p1", of.company, 10))
    for source in ("initial", "pool"):
        assert game.refused(BuyShare("p1", of.company, source)) == {"buy.sold"}
    assert game.allowed(BuyShare("p1", of.other, "initial"))


def test_brown_shares_of_one_company_are_the_one_purchase_of_a_turn(of):
    for zone in ("brown", ""):
        game = of.stock()
        cells = (c for chart in game.rules.data.charts for c in chart.cells.values())
        cell = next((c for c in cells if zone in c.kinds or not (zone or c.kinds)), None)
        if cell is None:
            continue  # this title's market has no brown spaces
        for company in (of.company, of.other):
            game.started(company, of.par, "p2", p2=60, pool=20)
            game.price(company, f"{cell.row},{cell.column}")
        same, other = (BuyShare("p1", each, "pool") for each in (of.company, of.other))
        game.do(same)
        # a turn in which nothing is left to do ends by itself
        assert game.refused(other) in ({"buy.bought"}, {"turn.not_yours"})
        assert bool(game.refused(same)) != bool(zone)


def test_nobody_holds_more_than_sixty_percent(of):
    buy = BuyShare("p1", of.company, "initial")
    assert of.stock().started(of.company, of.par, "p1", p1=50).allowed(buy)
    assert of.stock().started(of.company, of.par, "p1", p1=60).refused(buy) == {"buy.holding"}


def full_house(of: Example) -> Position:
    """p1 holds as many certificates as the limit allows; p2 has started another company."""
    game = of.stock()
    limit, count = game.data.certificate_limit[4], 0
    for company in game.data.companies:
        if company != of.other and count < limit:
            more = min(40, 10 * (limit - count - 1))
            game.started(company, of.par, "p1", p1=20 + more)
            count += 1 + more // 10
    return game.started(of.other, of.par, "p2", p2=20)


def test_certificates_are_limited_and_those_on_yellow_do_not_count(of):
    game, buy = full_house(of), BuyShare("p1", of.other, "initial")
    assert game.refused(buy) == {"buy.certificates"}
    assert game.price(of.other, of.yellow).allowed(buy)


def test_a_player_over_a_limit_sells_first(of):
    game = of.stock().started(of.company, of.par, "p1", p1=60)
    own = game.data.companies[of.company]
    holdings.take(Change(game.state), own, holdings.INITIAL, "p1", 10)
    assert game.refused(Pass("p1")) == {"pass.over"}
    assert game.refused(StartCompany("p1", of.other, of.par)) == {"buy.over"}
    game.do(SellShares("p1", of.company, 10))
    assert game.allowed(StartCompany("p1", of.other, of.par))


def test_the_pool_takes_half_of_a_company(of):
    game = of.stock().started(of.company, of.par, "p1", p1=40, pool=40)
    assert game.allowed(SellShares("p1", of.company, 10))
    assert game.refused(SellShares("p1", of.company, 20)) == {"sell.pool"}


def test_a_president_leaves_only_if_somebody_takes_over(of):
    game = of.stock().started(of.company, of.par, "p1", p1=30, p2=10)
    assert game.refused(SellShares("p1", of.company, 20)) == {"sell.president"}
    game.started(of.company, of.par, "p1", p2=10)
    before = game.state.cash["p1"]
    game.do(SellShares("p1", of.company, 30))
    assert game.president(of.company) == "p2"
    assert (game.percent(of.company, "p2"), game.percent(of.company, "pool")) == (20, 30)
    assert game.state.cash["p1"] == before + 3 * of.par  # all at the price before the sale


def test_the_presidency_passes_to_more_shares_alone(of):
    game = of.stock().started(of.company, of.par, "p2", p2=30, p1=20)
    game.do(BuyShare("p1", of.company, "initial"))
    assert game.president(of.company) == "p2"
    game.stock_round(2, "p1").do(BuyShare("p1", of.company, "initial"))
    assert game.president(of.company) == "p1"


def test_a_company_floats_with_its_part_and_not_before(of):
    for percent, floats in ((of.floats_at - 20, False), (of.floats_at - 10, True)):
        game = of.stock().started(of.company, of.par, "p1", p1=percent)
        game.do(BuyShare("p1", of.company, "initial"))
        assert game.state.companies[of.company].floated is floats
        assert game.state.cash[of.company] == (10 * of.par if floats else 0)


@pytest.mark.parametrize(("pool", "rises"), [(0, True), (10, False)])
def test_a_sold_out_company_rises(of, pool, rises):
    game = of.stock().started(of.company, of.par, "p1", p1=50, p2=50 - pool, pool=pool)
    before = game.floated(of.company).state.companies[of.company].cell
    for _ in range(4):
        game.do(Pass(game.rules.actor(game.state)))
    assert (game.state.companies[of.company].cell != before) is rises


# --- operating (C5 to C9)


def test_a_company_lays_one_tile(of):
    game = of.operating("track")
    lay, *_ = game.offered("lay")
    assert game.do(lay).waiting() != "track"


def test_the_bank_sells_trains_in_order(of):
    game = of.operating()
    four = next(train for train in game.state.trains if train.startswith("4-"))
    diesel = next(train for train in game.state.trains if train.startswith("D-"))
    price = game.data.trains["D"].price
    assert game.refused(BuyTrain(of.company, four, 300)) == {"train.sold_first"}
    assert game.refused(BuyTrain(of.company, diesel, price)) & {
        "train.not_begun", "train.sold_first",
    }  # fmt: skip
    assert game.allowed(BuyTrain(of.company, "3-0", 180))
    assert game.refused(BuyTrain(of.company, "3-0", 179)) == {"train.price"}


def test_another_company_sells_for_one_or_more_of_the_buyers_own_money(of):
    game = of.operating(cash=100).started(of.other, of.par, "p2", p2=60).floated(of.other)
    game.trains(of.other, "3").operating(of.company, "trains")
    train = next(t for t, card in game.state.trains.items() if card.place == of.other)
    assert game.refused(BuyTrain(of.company, train, 0)) == {"train.least"}
    assert game.allowed(BuyTrain(of.company, train, 1))
    assert game.allowed(BuyTrain(of.company, train, 100))
    assert game.refused(BuyTrain(of.company, train, 101)) == {"train.cash"}


def test_privates_are_bought_from_players_in_some_phases_for_half_to_twice_their_price(of):
    for private in of.game().data.private_list:
        least, name = -(-private.price // 2), private.symbol
        if private.powers.get("never_for_companies"):
            continue
        game = of.operating("track", **{name: "p2"})
        for price, codes in (
            (least - 1, {"private.range"}),
            (least, set()),
            (2 * private.price, set()),
            (2 * private.price + 1, {"private.range"}),
        ):
            assert game.refused(BuyPrivateForCompany(of.company, name, price)) == codes
        buy = BuyPrivateForCompany(of.company, name, least)
        assert "private.phase" in game.phase("5").refused(buy)
        game = of.operating("track", **{name: of.other})
        assert game.refused(buy) == {"private.not_player"}


@pytest.mark.parametrize(("lacks", "breaks"), [(0, False), (1, True)])
def test_the_bank_breaks_below_nothing_and_pays_on(of, lacks, breaks):
    game = of.stock().started(of.company, of.par, "p1", p1=40)
    cash, bank = game.state.cash, of.par - lacks
    cash["box"] += cash["bank"] - bank
    cash["bank"] = bank
    game.do(SellShares("p1", of.company, 10))
    assert game.state.cash["bank"] == -lacks
    assert game.state.cash["p1"] == 9000 + of.par
    assert game.state.is_bank_broken is breaks
