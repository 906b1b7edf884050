"""Emergency money (§8.4) for a train: treasury, own shares, the director's cash and shares."""

from companion.rules.core.actions import BuyTrain, Pass, SellHoldings, SellOwnShares, SellShares
from companion.rules.judge import judge
from tests.titles.t1839.game_start import floated, priced, stock_round


def trainless(**cash):
    """MSS at 101 with 100 and 20% of itself must buy a 4 for 460.

    p1, its director, has 90, and 40% of NWS at 61.
    """
    at = stock_round().phase("Gray")
    at.started("MSS", 67, "p1", p1=60, treasury=20).started("NWS", 67, "p2", p2=50, p1=40)
    priced(priced(floated(floated(at, "MSS"), "NWS"), "MSS", 101), "NWS", 61)
    return at.cash(**{"p1": 90, "MSS": 100, **cash}).operating("MSS", "trains")


def test_its_own_shares_come_first_as_many_as_needed():
    at = trainless()
    train = next(o.action.train for o in judge.offers(at.rules, at.state) if o.kind == "buy_train")
    assert at.refused(SellShares("p1", "NWS", 20)) == {"forced.treasury_first"}
    assert at.refused(SellOwnShares("MSS", 10)) == {"forced.treasury_first"}
    at.do(SellOwnShares("MSS", 20))
    assert (at.state.cash["MSS"], at.at("MSS"), at.percent("MSS", "pool")) == (302, 82, 20)
    assert at.refused(BuyTrain("MSS", train, 460)) == {"train.president"}


def test_also_where_the_directors_cash_would_do():
    at = trainless(p1=900)
    assert at.refused(BuyTrain("MSS", "4-0", 460)) == {"forced.treasury_first"}
    at.do(SellOwnShares("MSS", 20), BuyTrain("MSS", "4-0", 460))
    assert (at.state.cash["p1"], at.state.cash["MSS"]) == (900 - 158, 0)


def test_no_more_of_them_than_needed():
    at = trainless(MSS=400)
    assert at.refused(SellOwnShares("MSS", 20)) == {"forced.treasury_too_much"}
    at.do(SellOwnShares("MSS", 10))
    assert (at.state.cash["MSS"], at.at("MSS")) == (501, 91)


def test_then_the_director_sells_just_what_is_lacking():
    """Two shares at 61 together bring 122, and the director keeps 54."""
    at = trainless().do(SellOwnShares("MSS", 20))
    assert at.refused(SellShares("p1", "NWS", 30)) == {"forced.too_much"}
    assert at.refused(SellHoldings("p1", (("NWS", 30),))) == {"forced.too_much"}
    at.do(SellShares("p1", "NWS", 20))
    assert (at.state.cash["p1"], at.at("NWS")) == (212, 51)
    assert at.refused(SellShares("p1", "NWS", 10)) == {"forced.not_short"}
    at.do(BuyTrain("MSS", "4-0", 460))
    assert (at.state.cash["p1"], at.state.cash["MSS"]) == (54, 0)
    assert at.percent("MSS", "MSS") == 0


def test_one_after_the_other_they_bring_less():
    """61 and 56, and the director keeps 49."""
    at = trainless().do(SellOwnShares("MSS", 20))
    at.do(SellShares("p1", "NWS", 10), SellShares("p1", "NWS", 10))
    assert (at.state.cash["p1"], at.at("NWS")) == (207, 51)
    at.do(BuyTrain("MSS", "4-0", 460))
    assert at.state.cash["p1"] == 49


def test_a_train_of_another_company_needs_all_that_was_sold():
    """A ruling may let it buy one. There are 302 and 90; two shares bring 122, one of them 61."""
    at = trainless().trains("NWS", "4").do(SellOwnShares("MSS", 20), SellShares("p1", "NWS", 20))
    (train,) = (t for t, card in at.state.trains.items() if card.place == "NWS")
    assert at.refused(BuyTrain("MSS", train, 453)) == {"train.trainless", "train.needless"}
    assert at.refused(BuyTrain("MSS", train, 454)) == {"train.trainless"}


def test_one_share_less_of_either_of_two_companies_counts():
    """NWS at 61 and NRS at 67: with one share of NRS less 61 would be there, else 67."""
    at = trainless().started("NRS", 67, "p2", p2=50, p1=10)
    priced(floated(at, "NRS"), "NRS", 67).operating("MSS", "trains").trains("NWS", "4")
    at.do(SellOwnShares("MSS", 20), SellHoldings("p1", (("NWS", 10), ("NRS", 10))))
    (train,) = (t for t, card in at.state.trains.items() if card.place == "NWS")
    assert at.refused(BuyTrain("MSS", train, 459)) == {"train.trainless", "train.needless"}
    assert at.refused(BuyTrain("MSS", train, 460)) == {"train.trainless"}


def test_a_company_with_money_sells_nothing():
    at = trainless(MSS=460)
    assert at.refused(SellOwnShares("MSS", 10)) == {"forced.not_short"}
    assert at.allowed(BuyTrain("MSS", "4-0", 460))
    assert at.refused(Pass("MSS")) == {"train.always"}
