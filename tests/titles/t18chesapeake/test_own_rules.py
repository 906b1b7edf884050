"""Rules of 18Chesapeake that 1830 does not have, each both ways, by the numbers of its notes."""

import pytest

from companion.rules.core.actions import (
    Bid,
    BuyPrivate,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    DiscardTrain,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.core.refusals import RefusedError
from companion.rules.data.setup import BadSetupError
from tests.support.positions import Position

DRAWN = {"drawn_company": "LV"}


def play(players: int = 3, **options: str) -> Position:
    """Return a new game in which the LV comes with CV, or another company."""
    return Position("18chesapeake", players, **{**DRAWN, **options})


def stock(number: int = 2, players: int = 3) -> Position:
    """Return a stock round after the auction."""
    return play(players).close_privates().stock_round(number, "p1")


def operating(company: str = "PRR", step: str = "track", cash: int = 1000, **privates: str):
    """Return a game in which the company of p1 operates, with its home token."""
    game = play(4).phase("3").privates(**{k.replace("_and_", "&"): v for k, v in privates.items()})
    game.close_privates().started(company, 70, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


def passes(game: Position, count: int) -> Position:
    for _ in range(count):
        game.do(Pass(game.rules.actor(game.state)))
    return game


def left(game: Position, type: str) -> int:
    """Return how many trains of a type lie with the bank."""
    trains = game.state.trains.items()
    return sum(card.place == "depot" and train.startswith(f"{type}-") for train, card in trains)


def sell_out(game: Position, *types: str) -> Position:
    """Remove the trains of these types that lie with the bank."""
    for train, card in list(game.state.trains.items()):
        if train.partition("-")[0] in types and card.place == "depot":
            game.state.move_train(train, "gone")
    return game


# --- set-up (1, 2)


def test_the_table_enters_the_company_that_comes_with_the_last_private():
    assert play().data.privates["CV"].powers["presidency"] == "LV"
    assert play(drawn_company="B&O").data.privates["CV"].powers["presidency"] == "B&O"
    with pytest.raises(BadSetupError):
        play(drawn_company="B&M")


def test_the_seed_draws_it_in_the_order_of_the_companies():
    assert Position("18chesapeake", 3).data.privates["CV"].powers["presidency"] == "PLE"  # seed 0


# --- the auction (3 to 6)


def test_a_bid_is_the_least_one_or_a_multiple_of_five_more():
    game = play()
    assert game.refused(Bid("p1", "CP", 46)) == {"bid.step"}
    assert game.refused(Bid("p1", "CP", 40)) == {"bid.too_low"}
    assert game.allowed(Bid("p1", "CP", 45))
    assert game.allowed(Bid("p1", "CP", 60))


def test_only_the_highest_bids_bind_money():
    game = play().do(Bid("p1", "CV", 700), Bid("p2", "CV", 705), Pass("p3"))
    assert game.allowed(Bid("p1", "B&OR", 800))
    game.do(Pass("p1"))
    assert game.refused(Bid("p2", "B&OR", 105)) == {"bid.cash"}


def test_a_round_of_passes_makes_the_first_private_cheaper_and_exports_nothing():
    game = play()
    before = left(game, "2")
    passes(game, 3)
    assert game.rules.sale.price(game.state) == 15
    assert left(game, "2") == before


def test_a_round_of_passes_later_pays_and_exports():
    game = play().do(BuyPrivate("p1", "D&R"))
    cash, before = game.state.cash["p1"], left(game, "2")
    passes(game, 3)
    assert game.state.cash["p1"] == cash + 5
    assert left(game, "2") == before - 1


def to_the_last(game: Position) -> Position:
    for private in ("D&R", "CP", "B&S", "C&OC", "B&OR"):
        game.do(BuyPrivate(game.rules.actor(game.state), private))
    return game


def test_the_buyer_of_the_last_private_names_the_par_at_once():
    game = to_the_last(play().cash(p1=2000, p2=2000, p3=2000))
    player = game.rules.actor(game.state)
    game.do(BuyPrivate(player, "CV"))
    assert game.refused(SetPar(player, "PRR", 70)) == {"start.started"}
    assert game.refused(SetPar(player, "LV", 75)) == {"start.par"}
    game.do(SetPar(player, "LV", 70))
    assert (game.percent("LV", player), game.president("LV")) == (20, player)


def test_the_fifth_private_brings_a_share_that_counts_toward_floating():
    game = to_the_last(play().cash(p1=2000, p2=2000, p3=2000))
    owner = game.state.privates["B&OR"]
    assert game.percent("B&O", owner) == 10
    assert game.percent("B&O", "initial") == 90


def test_its_share_is_sold_once_the_company_has_a_par():
    game = stock().privates(**{"B&OR": "p1"})
    game.state.certificates["B&O_1"] = "p1"
    assert game.refused(SellShares("p1", "B&O", 10)) == {"sell.unpriced"}
    game.started("B&O", 70, "p2", p2=40)
    assert game.allowed(SellShares("p1", "B&O", 10))


# --- stock rounds (7 to 9)


def test_a_purchase_ends_the_turn():
    game = stock().started("PRR", 70, "p1", p1=40).do(BuyShare("p1", "PRR", "initial"))
    assert game.rules.actor(game.state) == "p2"


def test_shares_of_a_company_are_sold_several_times_in_a_turn():
    game = stock().started("PRR", 70, "p1", p1=50).do(SellShares("p1", "PRR", 10))
    cash = game.state.cash["p1"]
    game.do(SellShares("p1", "PRR", 10))
    assert game.state.cash["p1"] == cash + 65  # the price of the moment
    assert game.rules.actor(game.state) == "p1"


def test_nobody_holds_more_than_sixty_percent():
    game = stock().started("PRR", 70, "p1", p1=60)
    game.price("PRR", "7,0")
    assert game.refused(BuyShare("p1", "PRR", "initial")) == {"buy.holding"}
    game = stock().started("PRR", 70, "p1", p1=50)
    assert game.allowed(BuyShare("p1", "PRR", "initial"))


# --- track (10, 11)


def test_an_upgrade_gives_the_company_something_new():
    game = operating("PRR").tile("F2", "57", 0).tile("F4", "9", 0)
    assert game.refused(LayTile("PRR", "F4", "23", 0)) == {"lay.no_change"}
    assert game.allowed(LayTile("PRR", "F4", "23", 3))


def test_baltimore_costs_with_its_first_upgrade():
    game = operating("B&O")
    game.do(LayTile("B&O", "H6", "X5", 4))
    assert game.state.cash["B&O"] == 1000 - 40


def test_its_cities_become_one_with_the_tokens_of_both():
    game = operating("B&O").tile("H6", "X3", 0).phase("5")
    game.token("H6.1", "PRR")
    game.tile("H6", "X7", 0)
    assert sorted(game.state.board.tokens["H6.0"]) == ["B&O", "PRR"]


def fitting(game: Position, company: str, at: str) -> set[str]:
    """Return the tiles whose colour, label, cities and track fit on the hex."""
    kept = {"lay.label", "lay.colour", "lay.stops", "lay.track_lost", "lay.same"}
    lays = [LayTile(company, at, tile, turn) for tile in game.data.tiles for turn in range(6)]
    return {lay.tile for lay in lays if not kept & game.refused(lay)}


@pytest.mark.parametrize(
    ("at", "before", "phase", "tiles"),
    [
        ("H6", None, "2", set()),
        ("H6", None, "3", {"X3", "X4", "X5"}),
        ("J4", None, "D", {"X3", "X4", "X5"}),
        ("H6", "X3", "5", {"X7"}),
        ("H6", "X7", "6", set()),
        ("H6", "X7", "D", {"X9"}),
        ("F8", None, "D", {"X1"}),
        ("F8", "X1", "D", {"X2"}),
        ("F8", "X2", "D", {"X6"}),
        ("F8", "X6", "6", set()),
        ("F8", "X6", "D", {"X8"}),
    ],
)
def test_hexes_with_labels_take_their_tiles_by_phase(at, before, phase, tiles):
    game = operating("B&O").phase(phase)
    if before:
        game.tile(at, before, 0)
    assert fitting(game, "B&O", at) - {before} == tiles


def test_the_two_hexes_of_a_place_are_visited_once():
    hexes = play().data.map.hexes
    for one, other in (("A3", "B2"), ("A13", "B14")):
        (here,), (there,) = hexes[one].stops, hexes[other].stops
        assert here.group == there.group is not None


def test_the_space_of_pittsburgh_is_kept():
    assert "token.reserved" in operating("PRR", "token").refused(PlaceToken("PRR", "A3.0"))
    assert operating("PLE").state.board.token_stops("PLE") == ("A3.0",)


# --- trains and export (14 to 16)


def test_a_diesel_costs_less_for_a_train_in_trade():
    game = operating("PRR", "trains", 2000).phase("6").trains("PRR", "5", "6")
    assert game.refused(BuyTrain("PRR", "D-0", 600, "5-0")) == {"train.price"}
    game.do(BuyTrain("PRR", "D-0", 700, "5-0"))
    assert sorted(game.trains_of("PRR")) == ["6", "D"]
    assert game.state.place_of("5-0") == "pool"


def ending(parts: int = 1, *trains: str) -> Position:
    """Return a game in which one turn is left of an operating round."""
    game = operating("PRR", "trains").trains("PRR", *trains)
    return game.operating("PRR", "trains", parts=parts)


def test_a_train_leaves_at_the_end_of_a_set():
    game = ending(1, "3")
    before = left(game, "3")
    game.do(Pass("PRR"))
    assert left(game, "3") == before - 1


def test_none_leaves_between_operating_rounds_of_a_set():
    game = ending(2, "3")
    before = left(game, "3")
    game.do(Pass("PRR"))
    assert left(game, "3") == before


def test_the_phase_of_the_train_begins_and_companies_discard():
    game = sell_out(ending(1, "3", "3", "3", "3"), "3")
    game.do(Pass("PRR"))
    assert game.state.phase == "4"
    assert game.waiting() == "discard"
    game.do(DiscardTrain("PRR", "3-0"))
    assert game.waiting() == "shares"


def test_a_train_of_five_stays():
    game = sell_out(ending(1, "3"), "3", "4")
    before = left(game, "5")
    game.do(Pass("PRR"))
    assert left(game, "5") == before
    assert game.state.phase == "3"


# --- two players (18 to 22)


def test_the_certificates_with_two_players():
    data = play(2).data
    assert data.companies["PRR"].shares == (30, 10, 10, 10, 10, 10, 10, 10)
    assert data.companies["LV"].shares == (20, 10, 10, 10, 10, 10, 10, 10, 10)
    assert play(3).data.companies["PRR"].shares[0] == 20


def test_the_large_certificate_passes_to_a_player_with_thirty_percent():
    game = stock(2, 2).started("PRR", 70, "p1", p1=40, p2=20)
    assert game.refused(SellShares("p1", "PRR", 20)) == {"sell.president"}
    game.started("PRR", 70, "p1", p2=10).do(SellShares("p1", "PRR", 20))
    assert (game.president("PRR"), game.percent("PRR", "p1")) == ("p2", 20)
    game = stock(2, 2).started("LV", 70, "p1", p1=40, p2=20)
    assert game.allowed(SellShares("p1", "LV", 30))  # its certificate is one of 20%


@pytest.mark.parametrize("buyer", ["p1", "p2"])
def test_the_share_that_floats_a_company_removes_none(buyer):
    game = stock(2, 2).started("PRR", 70, "p1", p1=50).stock_round(2, buyer)
    game.do(BuyShare(buyer, "PRR", "initial"))
    assert (game.percent("PRR", "pool"), game.percent("PRR", "gone")) == (40, 0)


def test_the_rest_goes_to_the_pool_when_a_company_floats():
    game = stock(2, 2).started("PRR", 70, "p1", p1=50)
    game.do(BuyShare("p1", "PRR", "initial"))
    assert (game.percent("PRR", "initial"), game.percent("PRR", "pool")) == (0, 40)
    assert game.state.cash["PRR"] == 700


def test_the_rest_stays_with_more_players():
    game = stock().started("PRR", 70, "p1", p1=50).do(BuyShare("p1", "PRR", "initial"))
    assert (game.percent("PRR", "initial"), game.percent("PRR", "pool")) == (40, 0)


def with_pool(percent: int, players: int = 2) -> Position:
    """Return a game of p1's company with this percent in the pool, with p2 on turn."""
    game = play(players).close_privates().started("PRR", 70, "p1", p1=60, pool=percent)
    return game.floated("PRR").stock_round(2, "p2")


def test_a_share_leaves_the_game_when_another_than_the_president_buys():
    game = with_pool(40)
    cash = game.state.cash["p2"]
    game.do(BuyShare("p2", "PRR", "pool"))
    assert (game.percent("PRR", "p2"), game.percent("PRR", "pool")) == (10, 20)
    assert game.percent("PRR", "gone") == 10
    assert game.state.cash["p2"] == cash - 70


def test_the_last_share_of_the_pool_leaves_for_nothing():
    game = with_pool(10)
    cash = game.state.cash["p2"]
    [offer] = [o for o in game.offered("buy") if o.company == "PRR" and o.source == "pool"]
    game.do(offer)
    assert (game.percent("PRR", "p2"), game.percent("PRR", "gone")) == (0, 10)
    assert game.state.cash["p2"] == cash


def test_a_share_leaves_the_pool_with_a_purchase_from_the_offering():
    game = play(2).close_privates().started("PRR", 70, "p1", p1=30, pool=10)
    game.stock_round(2, "p2").do(BuyShare("p2", "PRR", "initial"))
    assert (game.percent("PRR", "p2"), game.percent("PRR", "pool")) == (10, 0)
    assert game.percent("PRR", "gone") == 10


def test_none_leaves_when_the_president_buys():
    game = play(2).close_privates().started("PRR", 70, "p1", p1=50, pool=50).floated("PRR")
    game.stock_round(2, "p1").do(BuyShare("p1", "PRR", "pool"))
    assert (game.percent("PRR", "p1"), game.percent("PRR", "pool")) == (60, 40)


def test_none_leaves_with_more_players():
    game = with_pool(40, 3).do(BuyShare("p2", "PRR", "pool"))
    assert (game.percent("PRR", "p2"), game.percent("PRR", "pool")) == (10, 30)


@pytest.mark.parametrize(("pool", "price"), [(0, 75), (10, 70)])
def test_a_company_rises_if_its_pool_is_empty(pool, price):
    game = with_pool(40)
    game.state.certificates.update({f"PRR_{n}": "gone" for n in range(4, 8 - pool // 10)})
    passes(game, 2)
    assert game.at("PRR") == price


# --- privates (24 to 29)


def test_two_joined_tiles_are_laid_beside_that_of_the_turn():
    game = operating("PRR", CP="PRR")
    assert game.refused(LayTile("PRR", "H2", "57", 0, "CP")) == {"lay.power"}
    assert game.refused(LayTile("PRR", "F4", "9", 0, "CP")) == {"lay.power"}
    assert game.refused(LayTile("PRR", "H2", "8", 0, "CP")) == {"power.joined"}
    game.do(LayTile("PRR", "H2", "9", 2, "CP"))
    assert game.waiting() == "joined_tile"
    with pytest.raises(RefusedError):
        game.do(Pass("PRR"))  # both are laid
    assert game.refused(LayTile("PRR", "I3", "8", 5, "CP")) == {"power.joined"}
    assert game.refused(LayTile("PRR", "F4", "9", 2, "CP")) == {"lay.power"}
    game.do(LayTile("PRR", "I3", "9", 2, "CP"))
    assert game.waiting() == "track"
    assert game.state.cash["PRR"] == 1000
    assert game.refused(LayTile("PRR", "H2", "8", 2, "CP")) == {"power.occupied"}


def test_the_two_tiles_are_laid_after_that_of_the_turn():
    game = operating("LV", CP="LV").do(LayTile("LV", "J2", "57", 1))
    assert game.waiting() == "track"
    assert "lay.enough" in game.refused(LayTile("LV", "J4", "X3", 0))
    game.do(LayTile("LV", "H2", "9", 2, "CP"), LayTile("LV", "I3", "9", 2, "CP"))
    assert game.waiting() != "track"
    game = operating("LV", CP="PRR").do(LayTile("LV", "J2", "57", 1))
    assert game.waiting() != "track"


def test_the_tiles_of_another_private_wait_for_the_second_tile():
    game = operating("PRR", CP="PRR", **{"B_and_S": "PRR"})
    game.do(LayTile("PRR", "H2", "9", 2, "CP"))
    assert {lay.hex for lay in game.offered("lay_power")} == {"I3"}
    game.do(LayTile("PRR", "I3", "9", 2, "CP"))
    assert {lay.hex for lay in game.offered("lay_power")} == {"F4", "G5"}


def test_the_two_tiles_are_laid_in_the_track_step_by_the_owner():
    game = operating("PRR", "trains", CP="PRR")
    assert game.refused(LayTile("PRR", "H2", "9", 2, "CP")) == {"power.track"}
    game = operating("PRR", CP="p1")
    assert game.refused(LayTile("PRR", "H2", "9", 2, "CP")) == {"power.not_owned"}
    game = operating("PRR", CP="PRR")
    assert game.allowed(LayTile("PRR", "H2", "9", 2, "CP"))


def test_the_power_is_gone_once_a_tile_lies_there():
    game = operating("PRR", **{"B_and_S": "PRR"}).tile("G5", "7", 0)
    assert game.refused(LayTile("PRR", "F4", "9", 2, "B&S")) == {"power.occupied"}
    assert not game.offered("lay_power")
    game = operating("PRR", **{"B_and_S": "PRR"})
    assert {lay.hex for lay in game.offered("lay_power")} == {"F4", "G5"}


def test_the_hexes_are_blocked_while_a_player_owns_the_private():
    game = operating("LV", CP="p2").tile("J2", "57", 0)
    assert "lay.blocked" in game.refused(LayTile("LV", "I3", "9", 0))
    game = operating("LV", CP="PRR").tile("J2", "57", 0)
    assert "lay.blocked" not in game.refused(LayTile("LV", "I3", "9", 0))


def test_a_tile_and_a_token_on_a_distant_hex():
    game = operating("LV", **{"C_and_OC": "LV"}).do(LayTile("LV", "D2", "57", 1, "C&OC"))
    assert game.state.cash["LV"] == 1000 - 80
    assert game.waiting() == "token"
    game.do(PlaceToken("LV", "D2.0", "C&OC"))
    assert game.state.cash["LV"] == 1000 - 80
    assert game.state.companies["LV"].tokens == 0  # two, less the home and this one


def test_the_distant_tile_is_laid_in_the_track_step_as_the_tile_of_the_turn():
    distant = LayTile("LV", "D2", "57", 1, "C&OC")
    game = operating("LV", **{"C_and_OC": "LV"})
    assert game.allowed(distant)
    game.do(LayTile("LV", "J2", "57", 1)).operating("LV", "token", lays=(("J2", "yellow"),))
    assert game.refused(distant) == {"lay.enough", "power.track"}
    game = operating("LV", "trains", **{"C_and_OC": "LV"})
    assert game.refused(distant) == {"power.track"}
    assert not game.offered("lay_power")


def test_the_distant_tile_needs_money_and_an_empty_hex():
    game = operating("LV", cash=79, **{"C_and_OC": "LV"})
    assert game.refused(LayTile("LV", "D2", "57", 1, "C&OC")) == {"lay.cost"}
    game = operating("LV", **{"C_and_OC": "LV"}).tile("D2", "57", 1)
    assert game.refused(LayTile("LV", "D2", "57", 1, "C&OC")) >= {"power.occupied"}


def test_the_free_token_is_lost_when_it_is_declined():
    game = operating("LV", **{"C_and_OC": "LV"}).do(LayTile("LV", "D2", "57", 1, "C&OC"))
    game.do(Pass("LV"))
    game.operating("LV", "token")
    assert "token.too_late" in game.refused(PlaceToken("LV", "D2.0", "C&OC"))


def test_companies_buy_the_fifth_private_and_not_the_last():
    game = operating("PRR", "trains", **{"B_and_OR": "p1", "CV": "p1"})
    assert game.refused(BuyPrivateForCompany("PRR", "CV", 150)) == {"private.never"}
    assert game.refused(BuyPrivateForCompany("PRR", "B&OR", 49)) == {"private.range"}
    assert game.refused(BuyPrivateForCompany("PRR", "B&OR", 201)) == {"private.range"}
    assert game.allowed(BuyPrivateForCompany("PRR", "B&OR", 200))


def test_the_last_private_closes_with_the_first_train_of_its_company():
    game = operating("LV", "trains", CV="p2").do(BuyTrain("LV", "3-0", 180))
    assert game.state.privates["CV"] == "gone"
    game = operating("PRR", "trains", CV="p2").do(BuyTrain("PRR", "3-0", 180))
    assert game.state.privates["CV"] == "p2"


def test_it_closes_with_a_train_of_another_company_too():
    game = operating("LV", "trains", CV="p2")
    game.started("PRR", 70, "p3", p3=60).floated("PRR").trains("PRR", "3")
    game.operating("LV", "trains").do(BuyTrain("LV", "3-0", 1))
    assert game.state.privates["CV"] == "gone"


@pytest.mark.parametrize(("part", "over"), [(1, False), (2, True)])
def test_a_broken_bank_ends_the_set(part, over):
    game = operating("PRR", "trains").trains("PRR", "5")
    game.state.is_bank_broken = True
    game.operating("PRR", "trains", 2, part).do(Pass("PRR"))
    assert bool(game.state.end_reason) is over


def test_a_bankruptcy_ends_the_game_at_once():
    game = operating("PRR", cash=0).cash(p1=0).phase("D").operating("PRR", "trains")
    game.tile("F2", "57", 1).tile("E3", "57", 1)
    assert game.do(DeclareBankruptcy("p1")).state.end_reason == "bankruptcy"


# --- the first stock round (C4.6)


def test_nothing_is_sold_in_the_first_stock_round():
    game = stock(1).started("PRR", 70, "p1", p1=40)
    assert game.refused(SellShares("p1", "PRR", 10)) == {"sell.first_round"}
    assert game.allowed(StartCompany("p1", "C&O", 70))
