"""The readings that imported games are played under, each beside the manual's."""

import pytest

from companion.rules.core.actions import (
    Bid,
    BuyOwnShares,
    BuyPrivateForCompany,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    SellOwnShares,
    SellShares,
)
from companion.titles import titles
from tests.support.positions import Position
from tests.titles.steam_over_holland.game_start import company, table


def test_every_reading_is_off_unless_it_is_chosen():
    options = {o.key: o for o in titles()["steam-over-holland"].data.options if o.reading}
    adapter = titles()["steam-over-holland"].adapter
    assert adapter is not None and set(adapter.readings) == set(options)
    assert not any(option.default for option in options.values())


# --- any_time


def osm(**options: object) -> Position:
    """The OSM has laid two tiles; another could follow from Zwolle."""
    game = company(table(3, **options).phase("3"), "OSM", 100, "p1", p1=40)
    game.tile("E14", "57", 2).tile("D13", "9", 2).trains("OSM", "3")
    laid = (("E14", "yellow"), ("D13", "yellow"))
    return game.operating("OSM", "track", lays=laid)


MORE = LayTile("OSM", "E14", "15", 2, "SMAS")


def test_own_shares_are_dealt_in_at_any_time():
    by_the_book = company(table(3), "NRS", 100, "p1", p1=40, pool=20)
    by_the_book.operating("NRS", "run").turn(step=5, revenue=40)
    assert by_the_book.refused(SellOwnShares("NRS", 10)) == {"turn.not_now"}
    game = company(table(3, any_time=True), "NRS", 100, "p1", p1=40, pool=20)
    game.operating("NRS", "run").turn(step=3, revenue=40)
    assert game.waiting() == "dividend"
    game.do(BuyOwnShares("NRS", 10), BuyOwnShares("NRS", 10), SellOwnShares("NRS", 10))
    assert game.waiting() == "dividend"
    assert game.refused(SellOwnShares("NRS", 10)) == {"treasury.once"}
    assert game.refused(BuyOwnShares("NRS", 10)) == {"treasury.once"}


@pytest.mark.parametrize("any_time", [True, False])
def test_own_shares_and_privates_are_dealt_in_before_a_train_is_given_up_too(any_time):
    game = table(3, any_time=any_time).privates(VES="p2").phase("4")
    company(game, "NRS", 100, "p1", cash=500, p1=40).trains("NRS", "3", "3", "3", "4")
    game.operating("NRS", "trains", tokens=1)
    assert game.waiting() == "discard"
    for deed in (SellOwnShares("NRS", 10), BuyPrivateForCompany("NRS", "VES", 75)):
        assert (game.refused(deed) == set()) is any_time
        if any_time:
            assert game.do(deed).waiting() == "discard"
    game.do(DiscardTrain("NRS", "3-0"))


def test_the_tile_more_stays_in_the_track_step_which_waits_for_it():
    game = osm(any_time=True).privates(SMAS="OSM")
    assert game.rules.waiting(game.state).waits(game.state)
    assert game.allowed(MORE)
    game.do(Pass("OSM"))
    assert game.refused(MORE) == {"turn.not_now"}


def test_the_track_step_waits_while_a_private_for_it_may_be_bought():
    game = osm(any_time=True).privates(SMAS="p2")
    track = game.rules.waiting(game.state)
    assert track.waits(game.state)
    assert not track.waits(osm(any_time=True).state)
    by_the_book = osm().privates(SMAS="p2")
    assert not by_the_book.rules.waiting(by_the_book.state).waits(by_the_book.state)
    game.do(BuyPrivateForCompany("OSM", "SMAS", 20), MORE)
    assert game.waiting() != "track"


# --- extra_tile_anywhere, every_river_paid


@pytest.mark.parametrize("anywhere", [True, False])
def test_the_tile_more_is_laid_anywhere(anywhere):
    game = osm(extra_tile_anywhere=anywhere).privates(SMAS="OSM")
    far = LayTile("OSM", "H9", "57", 0, "SMAS")
    assert (far in game.offered("lay_power")) is anywhere
    assert game.refused(far) == (set() if anywhere else {"lay.not_reached"})
    assert "lay.not_reached" in game.refused(LayTile("OSM", "H9", "57", 0))
    assert game.allowed(MORE)


@pytest.mark.parametrize(("each", "left"), [(True, 60), (False, 10)])
def test_private_2_pays_for_every_river(each, left):
    """The curve through Den Bosch completes two connections across rivers."""
    game = company(table(3, every_river_paid=each).phase("3"), "NCS", 100, "p1", cash=60, p1=40)
    game.tile("H9", "15", 4).tile("I8", "7", 3).privates(KKI="NCS").operating("NCS", "track")
    assert game.refused(LayTile("NCS", "I10", "3", 1)) == {"lay.cost"}
    game.do(LayTile("NCS", "I10", "3", 1, "KKI"))
    assert game.state.cash["NCS"] == left
    assert game.state.privates["KKI"] == "gone"


@pytest.mark.parametrize("each", [True, False])
def test_private_2_is_used_up_without_a_river(each):
    game = osm(every_river_paid=each).privates(KKI="OSM").operating("OSM", "track")
    dry = LayTile("OSM", "E14", "15", 2, "KKI")
    assert game.refused(dry) == (set() if each else {"power.no_river"})
    if each:
        assert game.do(dry).state.privates["KKI"] == "gone"


def ready(step: str, cash: int = 39, **options: object) -> Position:
    """The NCS could place a token in Arnhem, had it 40; it has a train to run."""
    game = company(table(3, **options).phase("3"), "NCS", 100, "p1", cash=cash, p1=60)
    game.tile("H9", "15", 3).tile("H11", "9", 1).tile("H13", "57", 1).trains("NCS", "3")
    return game.operating("NCS", step, lays=(("H11", "yellow"), ("H13", "yellow")))


TOKEN = PlaceToken("NCS", "H13.0")


def test_a_token_step_comes_back_when_a_private_or_money_makes_a_token_possible():
    game = ready("run", any_time=True)
    assert game.refused(TOKEN) == {"token.cost"}
    assert game.offered("token") == []
    helped = ready("run", any_time=True).privates(RW="NCS")
    assert helped.allowed(PlaceToken("NCS", "H13.0", "RW"))
    game.do(SellOwnShares("NCS", 10))
    assert game.offered("token") == [TOKEN]
    game.do(TOKEN)
    assert game.waiting() == "run"


def test_a_token_step_that_was_passed_or_ran_out_does_not():
    passed = ready("token", 100, any_time=True).do(Pass("NCS"))
    assert passed.waiting() == "run"
    assert passed.refused(TOKEN) == {"turn.not_now"}
    assert ready("dividend", 100, any_time=True).turn(revenue=70).refused(TOKEN) == {"turn.not_now"}
    assert ready("run", 100).refused(TOKEN) == {"turn.not_now"}


# --- ledges_at_own_sales


@pytest.mark.parametrize(
    ("price", "percent", "after"),
    [
        (110, 30, 110),
        (160, 10, 160),
        (125, 10, 110),
        (125, 30, 110),
        (140, 10, 110),
        (140, 20, 125),
        (140, 30, 110),
        (300, 10, 240),
        (100, 30, 80),
        (360, 20, 330),
    ],
)
def test_ledges_hold_when_a_company_sells_its_own_shares(price, percent, after):
    manual = {10: 0, 20: 1, 30: 2}[percent]
    for ledges in (True, False):
        game = company(table(3, ledges_at_own_sales=ledges), "NRS", price, "p1", p1=40)
        cell = game.data.chart.cells[game.state.companies["NRS"].cell]
        steps_down = game.data.chart.rows[0][cell.column - manual].price
        game.operating("NRS", "treasury").do(SellOwnShares("NRS", percent))
        assert game.at("NRS") == (after if ledges else steps_down)


# --- own_sale_in_vain


def forced(cash: int = 0, purse: int = 0, **more: int | bool) -> Position:
    """The NCS at 50 must have a train, which costs 100.

    The market takes 10% more of it, or the part that ``pool`` leaves of 50%. p1 presides with 20%.
    """
    options = {key: value for key, value in more.items() if value is True}
    game = table(3, **options).cash(p1=purse, p2=0, p3=0)
    company(game, "NCS", 50, "p1", cash=cash, p1=20, p2=20, pool=more.get("pool", 40))
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    return game.operating("NCS", "trains", parts=2, tokens=1)


def test_own_shares_are_sold_in_vain():
    assert forced().refused(SellOwnShares("NCS", 10)) >= {"forced.in_vain"}
    game = forced(own_sale_in_vain=True).do(SellOwnShares("NCS", 10))
    assert game.state.cash["NCS"] == 50
    assert game.waiting() == "trains"


@pytest.mark.parametrize("reading", [True, False])
def test_own_shares_are_bought_back_though_a_train_has_to_be_paid_for(reading):
    game = forced(60, any_time=True, own_sale_in_vain=reading)
    back = BuyOwnShares("NCS", 10)
    assert game.refused(back) == (set() if reading else {"train.needed"})
    assert (back in game.offered("buy_own")) is reading
    if reading:
        assert game.do(back).state.cash["NCS"] == 10
        assert game.waiting() == "trains"


def test_they_are_sold_in_any_number_and_once():
    by_the_book = forced(60, pool=20)
    assert by_the_book.refused(SellOwnShares("NCS", 20)) == {"forced.treasury_too_much"}
    game = forced(60, pool=20, own_sale_in_vain=True)
    assert game.do(SellOwnShares("NCS", 20)).state.cash["NCS"] == 160
    few = forced(pool=20, own_sale_in_vain=True).do(SellOwnShares("NCS", 10))
    assert few.refused(SellOwnShares("NCS", 10)) == {"treasury.once"}


def test_a_company_is_out_only_when_it_has_sold_its_own_shares():
    assert forced().allowed(DeclareBankruptcy("p1"))
    game = forced(own_sale_in_vain=True)
    assert game.refused(DeclareBankruptcy("p1")) == {"forced.treasury_first"}
    assert game.do(SellOwnShares("NCS", 10)).allowed(DeclareBankruptcy("p1"))


def test_one_that_could_not_pay_and_has_not_sold_may_go_without_a_train():
    assert forced().refused(Pass("NCS")) == {"train.needed"}
    game = forced(own_sale_in_vain=True)
    assert game.allowed(Pass("NCS"))
    assert game.do(SellOwnShares("NCS", 10)).refused(Pass("NCS")) == {"train.needed"}
    assert forced(purse=100, own_sale_in_vain=True).refused(Pass("NCS")) == {"train.needed"}


def test_a_president_helps_with_another_company_s_train_up_to_its_face_value():
    game = forced(purse=500, own_sale_in_vain=True)
    company(game, "AR", 65, "p2", p2=20, home=False).trains("AR", "3")
    game.operating("NCS", "trains", parts=2, tokens=1)
    assert game.refused(BuyTrain("NCS", "2-0", 100)) == {"forced.treasury_first"}
    assert game.allowed(BuyTrain("NCS", "3-0", 200))
    assert game.refused(BuyTrain("NCS", "3-0", 201)) == {"train.face"}


def test_more_is_sold_than_the_train_of_another_company_needs():
    game = table(3, own_sale_in_vain=True).cash(p1=0, p2=0, p3=0)
    company(game, "NCS", 50, "p1", cash=0, p1=20, pool=50)
    company(game, "AR", 65, "p2", home=False, p2=40, p1=40).trains("AR", "2")
    game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
    game.operating("NCS", "trains", parts=2, tokens=1).do(SellShares("p1", "AR", 20))
    assert game.allowed(BuyTrain("NCS", "2-0", 1))


def test_a_president_s_shares_are_sold_in_vain_too():
    for reading, refused in ((True, set()), (False, {"forced.in_vain"})):
        game = table(3, own_sale_in_vain=reading).cash(p1=0, p2=0, p3=0)
        company(game, "NCS", 50, "p1", cash=0, p1=20, pool=50)
        company(game, "AR", 65, "p2", home=False, p2=40, p1=10)
        game.tile("H9", "57", 0).tile("I8", "9", 0).tile("J7", "57", 0)
        game.operating("NCS", "trains", parts=2, tokens=1)
        assert game.refused(SellShares("p1", "AR", 10)) == refused


# --- small_city_routes


def at_a_small_city(**options: object) -> Position:
    """The NCS only reaches the small city on H7, and has no train."""
    game = company(table(3, **options), "NCS", 100, "p1", cash=500, p1=40)
    game.tile("H9", "57", 1).tile("H7", "4", 1)
    return game.operating("NCS", "trains", tokens=1)


def test_a_company_that_only_reaches_a_small_city_must_own_a_train():
    assert at_a_small_city().allowed(Pass("NCS"))
    game = at_a_small_city(small_city_routes=True)
    assert game.refused(Pass("NCS")) == {"train.needed"}
    assert game.trains("NCS", "2").allowed(Pass("NCS"))


# --- discards_sold_again


@pytest.mark.parametrize("again", [True, False])
def test_trains_that_were_given_up_are_sold_again(again):
    game = table(3, discards_sold_again=again, phase_at_once=True).phase("4")
    company(game, "NRS", 100, "p1", cash=1000, p1=40).trains("NRS", "3", "3", "3", "4")
    game.operating("NRS", "trains", tokens=1)
    assert game.waiting() == "discard"
    game.do(DiscardTrain("NRS", "3-0"))
    assert game.state.place_of("3-0") == ("pool" if again else "gone")
    company(game, "AR", 90, "p2", cash=1000, p2=40).operating("AR", "trains", tokens=1)
    assert game.allowed(BuyTrain("AR", "3-0", 200)) is again


# --- started_shares_sold


@pytest.mark.parametrize(
    ("reading", "number", "refused"),
    [(True, 2, set()), (True, 1, {"sell.started"}), (False, 2, {"sell.started"})],
)
def test_shares_of_a_company_started_in_the_round_are_sold_in_it(reading, number, refused):
    game = company(table(3, started_shares_sold=reading), "NRS", 100, "p2", p2=40, p1=20)
    game.stock_round(number, "p1", companies_started=("NRS",))
    assert game.refused(SellShares("p1", "NRS", 10)) == refused


# --- the auction: who cannot pay the least bid


def test_a_player_who_cannot_raise_is_out_without_being_asked():
    game = Position("steam-over-holland", 3, draw="KKI W RW").cash(p2=44, p3=300)
    game.do(Bid("p1", "KKI", 40))
    assert game.rules.actor(game.state) == "p3"
    game.do(Bid("p3", "KKI", 50))
    assert game.rules.actor(game.state) == "p1"


def test_a_private_is_sold_when_nobody_else_can_raise():
    game = Position("steam-over-holland", 3, draw="KKI W RW").cash(p2=44, p3=44)
    game.do(Bid("p1", "KKI", 40))
    assert game.state.privates["KKI"] == "p1"
    assert game.state.round.private == "RW"


def test_a_player_who_cannot_open_is_not_asked():
    game = Position("steam-over-holland", 3, draw="KKI W RW").cash(p1=140, p2=79, p3=44)
    game.do(Bid("p1", "KKI", 60), Pass("p2"))
    assert game.state.privates["KKI"] == "p1"
    assert game.state.round.private == "RW"
    assert game.state.priority == "p2"
    assert game.rules.actor(game.state) == "p1"


def test_a_company_that_nobody_can_open_leaves_the_game_at_once():
    game = Position("steam-over-holland", 3, draw="KKI W RW").cash(p1=140, p2=44, p3=44)
    game.do(Bid("p1", "KKI", 61))
    assert game.state.privates == game.state.privates | {"KKI": "p1", "RW": "gone", "W": "gone"}
    assert game.rules.round_rules(game.state).name(game.state) != "Auction"
