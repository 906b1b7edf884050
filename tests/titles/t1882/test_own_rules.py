"""Rules of 1882 that 1830 does not have, each both ways. Numbers are those of its rules notes."""

import pytest

from companion.rules.amend.correction_actions import CorrectMap, CorrectTile
from companion.rules.core.actions import (
    Bid,
    BuyPrivate,
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    Pass,
    PlaceToken,
    SellShares,
    SetPar,
    StartCompany,
)
from companion.rules.data.setup import BadSetupError, Setup
from companion.rules.explain.rules_card import card_sections
from companion.rules.judge import judge
from companion.rules.operating.running import find_best, report_run, run_action
from companion.rules.privates.power_tokens import MoveOwnToken
from companion.rules.standard.neutral_tokens import PlaceNeutralToken
from companion.rules.without_map.actions import TellPower
from companion.titles import rules_for
from tests.support.positions import Position

DRAWS = {"rebellion": "4", "share": "GT"}


def play(players: int = 3, **options: object) -> Position:
    """Return a new game with draws that the table has entered."""
    return Position("1882", players, **{**DRAWS, **options})


def stock(number: int = 2, **privates: str) -> Position:
    """Return p1's turn of a stock round after the auction."""
    game = play().privates(**privates).close_privates().cash(p1=600, p2=600, p3=600)
    return game.stock_round(number, "p1")


def operating(
    company: str = "CNR", step: str = "track", phase: str = "3", cash: int = 1000, **privates: str
) -> Position:
    """Return the turn of a company of p1, with its home token; its privates are open."""
    game = play(4).phase(phase).privates(**privates).close_privates()
    game.started(company, 67, "p1", p1=60).floated(company, cash)
    return game.operating(company, step)


def tokens_at(game: Position, at: str) -> list[str]:
    """Return the owners of the tokens on a hex, sorted."""
    slots = game.state.board.slots_of(at)
    return sorted(owner for stop in slots for owner in stop if owner)


def left(game: Position, type: str) -> int:
    """Return how many trains of a type are on sale or will be."""
    cards = game.state.trains.items()
    return sum(card.place == "depot" and train.startswith(f"{type}-") for train, card in cards)


def next_train(game: Position, type: str) -> str:
    """Return the next train of a type."""
    cards = game.state.trains.items()
    return next(t for t, card in cards if card.place == "depot" and t.startswith(f"{type}-"))


# --- set-up and auction (1 to 4)


@pytest.mark.parametrize(
    ("seed", "train", "company"),
    [(10526, "6", "HBR"), (5236, "4", "CNR"), (5585, "5", "GT"), (26178, "6", "HBR")],
)
def test_the_seed_draws_the_train_and_then_the_company(seed, train, company):
    rules = rules_for(Setup("1882", ("A", "B", "C"), {}, seed))
    assert (rules.options["rebellion"], rules.options["share"]) == (train, company)
    assert rules.data.privates["TB"].powers["share"] == company


def test_the_table_enters_both_draws():
    assert play(share="QLL").data.privates["TB"].powers["share"] == "QLL"
    for wrong in ({"share": "SC"}, {"rebellion": "2"}):
        with pytest.raises(BadSetupError):
            play(**wrong)


@pytest.mark.parametrize(
    ("players", "cash", "limit"),
    [(2, 900, 20), (3, 600, 14), (4, 450, 11), (5, 360, 10), (6, 300, 9)],
)
def test_money_and_certificates_by_number_of_players(players, cash, limit):
    game = play(players)
    assert game.state.cash["p1"] == cash
    assert game.data.certificate_limit[players] == limit


def test_one_train_of_four_types_is_kept_aside():
    game = play()
    assert [left(game, type) for type in ("2", "3", "4", "5", "6", "D")] == [6, 4, 3, 2, 2, 1]


def test_a_bid_is_the_least_one_or_a_multiple_of_five_more():
    game = play()
    assert game.refused(Bid("p1", "SCP", 56)) == {"bid.step"}
    assert game.allowed(Bid("p1", "SCP", 60))


def test_rounds_of_passes_lower_the_cheapest_private_and_never_pay():
    game = play().do(BuyPrivate("p1", "HB"))
    cash = game.state.cash["p1"]
    for _ in range(3):
        game.do(Pass(game.rules.actor(game.state)))
    assert game.state.cash["p1"] == cash
    assert game.rules.sale.price(game.state) == 45
    assert game.refused(BuyPrivate("p2", "NWR")) == {"private.not_offered"}
    assert game.allowed(BuyPrivate("p2", "SCP"))


def test_trestle_bridge_brings_a_share_and_canadian_pacific_a_par():
    game = play().cash(p1=900, p2=900, p3=900)
    for private in ("HB", "SCP", "NWR", "TB", "CP"):
        buyer = game.rules.actor(game.state)
        game.do(BuyPrivate(buyer, private))
        if private == "TB":
            assert game.percent("GT", buyer) == 10
    assert game.refused(SetPar(buyer, "CPR", 72)) == {"start.par"}
    game.do(SetPar(buyer, "CPR", 100))
    assert (game.president("CPR"), game.percent("CPR", buyer)) == (buyer, 20)


# --- stock rounds (5 to 7)


def test_a_player_sells_before_and_after_the_purchase():
    game = stock().started("GT", 67, "p1", p1=40).started("HBR", 67, "p2", p2=40, p1=20)
    game.do(SellShares("p1", "HBR", 10), BuyShare("p1", "GT", "initial"))
    assert game.refused(BuyShare("p1", "GT", "initial")) == {"buy.bought"}
    game.do(SellShares("p1", "HBR", 10))
    assert game.rules.actor(game.state) == "p1"


@pytest.mark.parametrize("source", ["initial", "pool"])
def test_several_shares_of_a_brown_company_come_from_both_places(source):
    game = stock().started("GT", 67, "p2", p2=40, pool=40).price("GT", "10,0")
    game.do(BuyShare("p1", "GT", source))
    assert game.allowed(BuyShare("p1", "GT", source))
    game = stock().started("GT", 67, "p2", p2=40, pool=40).price("GT", "8,1")  # orange
    game.do(BuyShare("p1", "GT", source))
    assert game.refused(BuyShare("p1", "GT", source)) == {"buy.bought"}


def test_anybody_starts_the_neutral_company_once_it_has_a_token():
    game = stock()
    assert game.refused(StartCompany("p1", "CN", 100)) == {"start.no_token"}
    game.token("N6.0", "CN").do(StartCompany("p1", "CN", 100))
    assert (game.state.cash["p1"], game.president("CN")) == (400, "p1")
    game.cash(p1=600, p2=600)
    for player in ("p1", "p2", "p3", "p1", "p2", "p3"):
        game.stock_round(2, player)
        assert game.state.companies["CN"].floated == (game.percent("CN", "initial") <= 40)
        if not game.state.companies["CN"].floated:
            game.do(BuyShare(player, "CN", "initial"))
    assert game.state.cash["CN"] == 1000


# --- the company that a private starts (25)


def test_the_owner_of_the_private_starts_its_company_for_half():
    game = stock(SCP="p1", TB="p3").cash(p1=82).token("N6.0", "CN")
    assert game.refused(StartCompany("p1", "SC", 90)) == {"start.cash"}
    assert game.refused(StartCompany("p1", "SC", 81)) == {"start.par"}
    game.do(StartCompany("p1", "SC", 82))
    assert (game.state.cash["p1"], game.percent("SC", "p1")) == (0, 20)
    assert game.state.privates["SCP"] == "gone"
    assert game.waiting() == "home"
    assert game.refused(PlaceToken("SC", "N6.0")) == {"token.full"}
    assert game.refused(PlaceToken("SC", "D8.0")) == {"token.reserved"}
    assert game.refused(PlaceToken("SC", "Z9.0")) == {"token.city"}
    assert game.refused(PlaceToken("SC", "L2.0", replaced_owner="CN")) == {"token.instead"}
    game.do(PlaceToken("SC", "N6.0", replaced_owner="CN"))
    assert tokens_at(game, "N6") == ["SC"]
    assert game.state.board.token_stops("CN") == ()


def test_the_start_is_the_purchase_of_the_turn():
    game = stock(SCP="p1").started("HBR", 67, "p2", p2=40, p1=20)
    game.do(StartCompany("p1", "SC", 67), PlaceToken("SC", "L2.0"))
    assert game.refused(BuyShare("p1", "HBR", "initial")) == {"buy.bought"}
    assert game.allowed(SellShares("p1", "HBR", 10))


def test_nobody_else_starts_it():
    game = stock(SCP="p2")
    assert game.refused(StartCompany("p1", "SC", 82)) == {"start.par", "start.private"}
    assert "SC" not in {start.company for start in game.offered("start")}


def test_its_home_may_be_any_free_city():
    game = stock(SCP="p1").do(StartCompany("p1", "SC", 67))
    places = {place.stop for place in game.offered("home")}
    assert {"C3.0", "E5.0", "E5.1", "J10.0", "J10.1", "K13.0"} <= places
    assert not {"D8.0", "G11.0", "I5.0", "L8.0"} & places
    game.do(PlaceToken("SC", "J10.0"))
    assert tokens_at(game, "J10") == ["SC"]


def test_one_space_of_the_home_with_two_cities_stays_free():
    game = stock(SCP="p1").token("J10.1", "CN").do(StartCompany("p1", "SC", 67))
    assert game.refused(PlaceToken("SC", "J10.0")) == {"token.reserved"}
    assert game.allowed(PlaceToken("SC", "J10.1", replaced_owner="CN"))


@pytest.mark.parametrize(("type", "more"), [("2", 0), ("3", 1), ("6", 1), ("D", 0)])
def test_it_adds_a_train_of_the_next_type_if_one_is_aside(type, more):
    game = stock(SCP="p1")
    types = list(game.data.trains)
    earlier = types[: types.index(type)]
    for train, card in list(game.state.trains.items()):
        if train.partition("-")[0] in earlier and card.place == "depot":
            game.state.move_train(train, "gone")
    before = left(game, type)
    game.do(StartCompany("p1", "SC", 67))
    assert left(game, type) == before + more


def test_it_is_out_of_the_game_when_a_company_buys_the_private():
    game = operating(SCP="p1").do(BuyPrivateForCompany("CNR", "SCP", 50))
    assert game.state.companies["SC"].status == "gone"
    assert "never_started" in game.told()
    game.stock_round(3, "p1")
    assert "start.private" in game.refused(StartCompany("p1", "SC", 67))


def test_the_first_five_leaves_the_private_and_the_first_six_closes_it():
    game = operating(step="trains", phase="4", cash=5000, SCP="p1", HB="p1", CP="p2", NWR="CNR")
    for train, card in list(game.state.trains.items()):
        if train.startswith("4") and card.place == "depot":
            game.state.move_train(train, "gone")
    game.do(BuyTrain("CNR", "5-0", 450))
    assert [game.state.privates[p] for p in ("HB", "NWR", "CP", "SCP")] == ["gone"] * 3 + ["p1"]
    assert game.allowed(BuyPrivateForCompany("CNR", "SCP", 25))
    game.do(BuyTrain("CNR", "5-1", 450), BuyTrain("CNR", "6-0", 630))
    assert game.state.privates["SCP"] == "gone"
    assert game.state.companies["SC"].status == "gone"


# --- track (8 to 11)


def test_a_second_yellow_tile_costs_twenty():
    game = operating("GT").do(LayTile("GT", "L8", "57", 1))
    assert game.state.cash["GT"] == 1000
    game.cash(GT=19)
    assert game.refused(LayTile("GT", "M7", "9", 1)) == {"lay.cost"}
    game.cash(GT=20).do(LayTile("GT", "M7", "9", 1))
    assert game.state.cash["GT"] == 0
    assert game.waiting() != "track"


def test_no_upgrade_follows_a_tile_and_no_tile_an_upgrade():
    game = operating("GT").do(LayTile("GT", "L8", "57", 1))
    assert "lay.one_replaced" in game.refused(LayTile("GT", "L8", "14", 1))
    game = operating("GT").tile("L8", "57", 1).do(LayTile("GT", "L8", "14", 1))
    assert game.state.cash["GT"] == 1000
    assert game.waiting() != "track"
    assert game.refused(LayTile("GT", "M7", "9", 1)) == {"turn.not_now"}


def test_water_is_paid_once_and_brings_the_bridge_ten_for_each_side():
    game = operating("CPR", TB="p2").tile("I5", "57", 0)
    owner = game.state.cash["p2"]
    game.do(LayTile("CPR", "K5", "9", 0))  # no water on that side
    assert (game.state.cash["CPR"], game.state.cash["p2"]) == (1000, owner)
    game.do(LayTile("CPR", "G5", "9", 0))
    assert (game.state.cash["CPR"], game.state.cash["p2"]) == (1000 - 20 - 40, owner + 10)
    game.operating("CPR").do(LayTile("CPR", "G5", "23", 0))
    assert (game.state.cash["CPR"], game.state.cash["p2"]) == (1000 - 20 - 40, owner + 10)


def test_a_company_may_own_the_bridge_and_nobody_is_paid_without_an_owner():
    lay = LayTile("CPR", "G5", "9", 0)
    game = operating("CPR", TB="CPR").tile("I5", "57", 0).do(lay)
    assert game.state.cash["CPR"] == 1000 - 40 + 10
    closed = operating("CPR").tile("I5", "57", 0).do(lay)
    assert closed.state.cash["CPR"] == 1000 - 40
    assert "crossing_income" not in closed.told()


def test_a_tile_across_two_sides_brings_twenty():
    game = operating("CPR", TB="p2").token("K3.0", "CPR").tile("K3", "57", 1).tile("I3", "9", 2)
    owner = game.state.cash["p2"]
    game.do(LayTile("CPR", "J4", "7", 1))  # water of 40 on either side
    assert (game.state.cash["CPR"], game.state.cash["p2"] - owner) == (1000 - 40 - 40, 20)


def test_a_yellow_tile_of_the_rebellion_brings_twenty_after_its_cost():
    game = operating("CNR").cash(CNR=0).do(LayTile("CNR", "E7", "9", 1))
    assert game.state.cash["CNR"] == 20
    game = operating("CNR").tile("E7", "9", 1).tile("F6", "9", 1)
    game.operating("CNR").do(LayTile("CNR", "E7", "23", 1))
    assert game.state.cash["CNR"] == 1000  # an upgrade
    game = operating("CNR").tile("E7", "9", 1).cash(CNR=19)
    assert game.refused(LayTile("CNR", "F6", "9", 1)) == {"lay.cost"}  # water for 20
    game.cash(CNR=20).do(LayTile("CNR", "F6", "9", 1))
    assert game.state.cash["CNR"] == 20


def test_a_tile_that_the_banker_puts_right_brings_nobody_money():
    put_right = CorrectTile("E7", "9", 1, reason="so it lies on the table")
    for game in (stock(), operating("CNR")):
        cash = dict(game.state.cash)
        game.do(put_right)
        assert game.state.cash == cash
        assert game.state.board.laid["E7"].tile == "9"


def test_the_money_for_a_tile_is_told_after_the_tile():
    told = operating("CNR").do(LayTile("CNR", "E7", "9", 1)).told()
    assert told.index("laid_tile") < told.index("rebellion_bonus")


# --- neutral tokens (12 to 14)


def reaching_turn(company: str = "GT", cash: int = 1000) -> Position:
    """Return the turn of a company that reaches N6, with a token in L8."""
    game = operating(company, "token", cash=cash).tile("L8", "57", 1).tile("M7", "9", 1)
    return game if company == "GT" else game.token("L8.0", company)


def test_a_neutral_token_is_free_and_the_token_of_the_turn():
    game = reaching_turn(cash=0)
    game.do(PlaceNeutralToken("GT", "N6.0"))
    assert tokens_at(game, "N6") == ["CN"]
    assert (game.state.cash["GT"], game.state.companies["GT"].tokens) == (0, 2)
    game.operating("GT", "token")
    assert game.refused(PlaceNeutralToken("GT", "L8.0")) == {"token.no_neutral", "token.full"}


def test_a_company_places_its_own_token_or_the_neutral_one_in_a_turn():
    game = reaching_turn()
    game.turn(tokens=1)
    assert game.refused(PlaceNeutralToken("GT", "N6.0")) == {"token.one"}
    game.turn(tokens=0).do(PlaceToken("GT", "N6.0"))
    assert game.state.cash["GT"] == 960


def test_a_neutral_token_must_be_reached_and_fit():
    game = reaching_turn()
    assert game.refused(PlaceNeutralToken("GT", "K13.0")) == {"token.unreached"}
    assert game.refused(PlaceNeutralToken("GT", "Z9.0")) == {"token.city"}
    game.token("N6.0", "CNR")
    assert game.refused(PlaceNeutralToken("GT", "N6.0")) == {"token.full"}


def test_it_may_lie_beside_a_token_of_its_company_but_not_beside_another_neutral_one():
    game = operating("GT", "token").tile("L8", "57", 1).tile("L8", "14", 1)
    assert game.refused(PlaceToken("GT", "L8.0")) == {"token.hex"}
    game.do(PlaceNeutralToken("GT", "L8.0"))
    assert tokens_at(game, "L8") == ["CN", "GT"]
    game = operating("HBR", "token").tile("L8", "57", 1).tile("L8", "14", 1)
    game.token("L8.0", "CN").state.alter("GT", homes=())
    assert "token.neutral_hex" in game.refused(PlaceNeutralToken("HBR", "L8.0"))


def test_the_canadian_pacific_and_the_neutral_company_have_none():
    game = reaching_turn("CPR")
    assert game.refused(PlaceNeutralToken("CPR", "N6.0")) == {"token.no_neutral"}
    assert game.allowed(PlaceToken("CPR", "N6.0"))
    game = operating("CN", "token").token("L8.0", "CN").tile("L8", "57", 1).tile("M7", "9", 1)
    assert game.refused(PlaceToken("CN", "N6.0")) == {"token.none"}
    assert game.refused(PlaceNeutralToken("CN", "N6.0")) == {"token.no_neutral"}
    assert game.offered("token") == []


def test_a_neutral_token_fills_a_space_and_stops_nobody():
    game = operating("GT", "run").tile("L8", "57", 1).tile("M7", "9", 1)
    game.tile("M5", "8", 5).tile("L4", "9", 1).trains("GT", "3").token("N6.0", "CN")
    reached = game.state.board.reach(game.rules.access.of(game.rules, game.state, "GT"))
    assert "N6.0" in reached.stops
    assert "M5" in reached.hexes
    game = operating("GT", "run").tile("L8", "57", 1).tile("M7", "9", 1).tile("M5", "8", 5)
    game.token("N6.0", "CNR")
    reached = game.state.board.reach(game.rules.access.of(game.rules, game.state, "GT"))
    assert "M5" not in reached.hexes


def test_the_neutral_company_runs_from_its_tokens_and_does_nothing_without():
    game = operating("CN", "run").tile("L8", "57", 1).tile("M7", "9", 1).trains("CN", "2")
    assert find_best(game.rules, game.state, "CN").revenue == 0
    game.token("N6.0", "CN")
    best = find_best(game.rules, game.state, "CN")
    assert best.revenue == 30 + 20
    assert game.allowed(run_action("CN", best.routes))
    assert operating("CN").offered("lay") == []


def test_the_second_city_company_chooses_its_home_when_it_operates_first():
    game = play(4).phase("3").close_privates()
    game.started("CPR", 67, "p2", p2=60).floated("CPR", 500)
    game.started("QLL", 67, "p1", p1=60).floated("QLL", 500, home=False)
    game.operating("CPR", "trains")
    while game.state.round.turn.company == "CPR":
        game.do(Pass("CPR"))
    assert game.waiting() == "home"
    assert {place.stop for place in game.offered("home")} == {"J10.0", "J10.1"}
    game.do(PlaceToken("QLL", "J10.1"))
    assert tokens_at(game, "J10") == ["QLL"]


# --- routes (15, 16)


def test_fish_do_not_count_against_the_length_and_end_a_line():
    game = operating("GT", "run").token("D6.0", "GT").tile("D6", "57", 0).trains("GT", "2")
    best = find_best(game.rules, game.state, "GT")
    assert (best.revenue, {stop for stop in best.routes[0].path if "." in stop}) == (
        40,
        {"B6.0", "D6.0"},
    )


def across(*trains: str) -> Position:
    """Return a company whose token in D8 is joined to B12 and B2, in the last phase."""
    game = operating("CNR", "run", phase="D").trains("CNR", *trains)
    for at in ("C11", "D6", "D4", "C3"):
        game.tile(at, "63", 0)
    game.tile("E11", "8", 1).tile("F10", "8", 2).tile("E9", "8", 5).tile("F8", "3", 3)
    return game.tile("E7", "7", 3).tile("C5", "8", 5)


def test_a_route_from_hudson_bay_to_alberta_earns_a_hundred_more():
    game = across("D")
    best = find_best(game.rules, game.state, "CNR")
    assert best.proved
    (route,) = report_run(game.rules, game.state, run_action("CNR", best.routes)).routes
    assert {"B12.0", "B2.0"} <= {stop.stop for stop in route.stops}
    assert dict(route.bonuses) == {"Hudson Bay to Northern Alberta": 100}
    assert best.revenue == 50 + 40 + 10 + 30 + 40 + 40 + 40 + 60 + 100


def test_a_route_to_one_of_them_alone_earns_nothing_more():
    game = across("5")
    best = find_best(game.rules, game.state, "CNR")
    (route,) = report_run(game.rules, game.state, run_action("CNR", best.routes)).routes
    assert route.bonuses == ()


# --- the rebellion (17, 18)


def rebelling(step: str = "trains", **options: object) -> Position:
    """Return the turn of a company when the first 4 is next, with tiles of all kinds."""
    game = play(4, **options).phase("3").privates(SCP="p2").close_privates()
    for train, card in list(game.state.trains.items()):
        if train.startswith("3") and card.place == "depot":
            game.state.move_train(train, "gone")
    game.started("GT", 67, "p1", p1=60).floated("GT", 5000).token("C3.0", "GT")
    game.tile("C3", "57", 0).tile("E7", "9", 1).tile("D4", "57", 0).tile("D4", "14", 0)
    return game.tile("G5", "9", 0).operating("GT", step)


def test_the_first_train_of_the_drawn_type_takes_off_yellow_tiles_of_the_area():
    game = rebelling().do(BuyTrain("GT", "4-0", 300))
    assert set(game.state.board.laid) == {"D4", "G5"}
    assert tokens_at(game, "C3") == ["GT"]
    assert "rebellion" in game.told()
    game.tile("E7", "9", 1).do(BuyTrain("GT", "4-1", 300))
    assert "E7" in game.state.board.laid


def test_no_other_train_takes_them_off():
    game = rebelling(rebellion="5").do(BuyTrain("GT", "4-0", 300))
    assert {"C3", "E7"} <= set(game.state.board.laid)
    assert "rebellion" not in game.told()


def test_water_is_paid_again_after_the_rebellion():
    game = rebelling().do(BuyTrain("GT", "4-0", 300))
    before = operating("CNR").tile("E7", "9", 1)
    assert before.refused(LayTile("CNR", "F6", "9", 1)) == set()
    game.started("CNR", 67, "p1", p1=60).floated("CNR", 100).operating("CNR")
    game.do(LayTile("CNR", "E7", "9", 1), LayTile("CNR", "F6", "9", 1))
    assert game.state.cash["CNR"] == 100 + 20 - 20 - 20 + 20


def with_added_train(**options: object) -> Position:
    """Return a turn in which the SC has put a 4 before the first 4 of the bank."""
    game = rebelling(**options)
    game.stock_round(2, "p2").cash(p2=500)
    game.do(StartCompany("p2", "SC", 67), PlaceToken("SC", "L2.0"))
    return game.operating("GT", "trains")


def test_the_added_train_is_sold_before_the_others_of_its_type():
    game = with_added_train()
    assert left(game, "4") == 4
    for train in ("4-3", "4-0", "4-1"):
        (buy,) = (buy for buy in game.offered("buy_train") if buy.train.startswith("4-"))
        assert buy.train == train
        game.do(buy)
    assert game.trains_of("GT") == ["4", "4", "4"]


@pytest.mark.parametrize("options", [{}, {"later_rebellion": False}])
def test_the_rebellion_stays_with_the_train_after_the_added_one_or_comes_with_it(options):
    game = with_added_train(**options)
    for is_due in (bool(options), not options):
        (buy,) = (buy for buy in game.offered("buy_train") if buy.train.startswith("4-"))
        game.do(buy)
        assert ("rebellion" in game.told()) == is_due


# --- trains and help (19, 20)


def test_trains_given_up_or_in_trade_leave_the_game():
    game = operating("GT", "trains", phase="6", cash=5000).trains("GT", "4", "6")
    game.do(BuyTrain("GT", "D-0", 800, "4-0"))
    assert game.state.place_of("4-0") == "gone"
    assert game.refused(BuyTrain("GT", "D-1", 800, "D-0")) == {"train.trade_in"}


def fishing(cash: int = 100, phase: str = "3") -> Position:
    """Return the train step of a company whose only route leads to the fish."""
    game = operating("GT", "trains", phase=phase, cash=cash).cash(p1=500)
    return game.token("D6.0", "GT").tile("D6", "57", 0)


def test_a_president_may_help_a_company_that_only_fishes():
    game = fishing()
    assert game.allowed(Pass("GT"))
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not_short"}
    game.do(BuyTrain("GT", next_train(game, "3"), 180))
    assert (game.state.cash["GT"], game.state.cash["p1"]) == (0, 420)


def test_nobody_helps_a_company_without_a_route_and_a_route_obliges():
    game = operating("GT", "trains", phase="3", cash=100).cash(p1=500)
    assert game.refused(BuyTrain("GT", next_train(game, "3"), 180)) == {"train.cash"}
    game = fishing().tile("L8", "57", 1).tile("M7", "9", 1)
    assert game.refused(Pass("GT")) == {"train.needed"}


def test_a_president_sells_shares_to_help_and_is_never_bankrupt_by_it():
    game = fishing(cash=0).cash(p1=0).started("HBR", 67, "p2", p2=40, p1=20)
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    game.do(SellShares("p1", "HBR", 20))
    assert game.state.cash["p1"] == 134
    assert game.allowed(Pass("GT"))
    poor = fishing(cash=0, phase="5").cash(p1=0)
    assert poor.refused(DeclareBankruptcy("p1")) == {"bankrupt.not_short"}
    poor.tile("L8", "57", 1).tile("M7", "9", 1)  # now it has a route and must buy
    assert poor.allowed(DeclareBankruptcy("p1"))


@pytest.mark.parametrize(
    ("phase", "limit", "buys"),
    [
        ("2", 4, False),
        ("3", 4, True),
        ("4", 3, True),
        ("5", 3, True),
        ("6", 2, False),
        ("D", 2, False),
    ],
)
def test_train_limits_and_purchases_of_privates_by_phase(phase, limit, buys):
    found = play().data.phase(phase)
    assert (found.train_limit("public"), found.privates_for_companies) == (limit, buys)


# --- the end (23)


def ending(kind: str = "operating", part: int = 1) -> Position:
    game = operating("GT", "trains").price("GT", "0,15")
    if kind == "stock":
        return game.stock_round(2, "p1")
    return game.operating("GT", "trains", parts=2, part=part)


@pytest.mark.parametrize("kind", ["operating", "stock"])
def test_a_price_of_350_ends_the_game_with_the_round(kind):
    game = ending(kind)
    for _ in range(8):
        if not game.state.end_reason:
            step = game.rules.waiting(game.state)
            game.do(Pass("GT" if kind == "operating" else step.actor(game.state)))
    assert game.state.end_reason == "price"
    assert game.state.round.kind == kind


def test_a_broken_bank_ends_it_with_the_set():
    game = operating("GT", "trains").operating("GT", "trains", parts=2)
    game.state.is_bank_broken = True
    while game.state.round.part == 1:
        game.do(Pass("GT"))
    assert not game.state.end_reason
    while not game.state.end_reason:
        game.do(Pass(game.state.round.turn.company))
    assert game.state.end_reason == "bank"


def test_a_bankruptcy_ends_it_at_once():
    game = fishing(cash=0, phase="5").cash(p1=0).tile("L8", "57", 1).tile("M7", "9", 1)
    assert game.do(DeclareBankruptcy("p1")).state.end_reason == "bankruptcy"


# --- North West Rebellion (26)


def moving(company: str = "HBR", step: str = "track", **privates: str) -> Position:
    return operating(company, step, **(privates or {"NWR": company}))


def test_it_moves_a_home_token_and_leaves_a_neutral_one():
    game = moving()
    assert game.refused(MoveOwnToken("HBR", "NWR", "G11.0", "G7.0")) == {"power.move"}
    assert game.refused(MoveOwnToken("HBR", "NWR", "I5.0", "E5.0")) == {"token.not_there"}
    game.do(MoveOwnToken("HBR", "NWR", "G11.0", "E5.1"))
    assert (tokens_at(game, "G11"), tokens_at(game, "E5")) == (["CN"], ["HBR"])
    assert game.state.companies["HBR"].tokens == 2
    assert game.waiting() == "moved_token_tile"


def test_a_tile_follows_there_alone_for_its_cost_and_beside_those_of_the_turn():
    game = moving().do(MoveOwnToken("HBR", "NWR", "G11.0", "C3.0"))
    assert "lay.power" in game.refused(LayTile("HBR", "D4", "57", 0, "NWR"))
    assert "lay.power" in game.refused(LayTile("HBR", "C3", "57", 1))
    game.do(LayTile("HBR", "C3", "57", 1, "NWR"))
    assert game.state.cash["HBR"] == 1000 + 20
    assert (game.waiting(), game.state.round.turn.lays) == ("track", ())


def test_the_tile_may_be_an_upgrade_and_pays_for_water():
    game = moving(TB="p2", NWR="HBR").tile("C3", "57", 1).tile("D2", "9", 1).tile("E3", "8", 3)
    cash = game.state.cash["p2"]
    game.do(MoveOwnToken("HBR", "NWR", "G11.0", "C3.0"))
    lay = next(a for a in game.offered("lay_power") if a.tile in ("14", "15"))
    game.do(lay)
    assert game.state.board.laid["C3"].tile in ("14", "15")
    assert game.state.cash["HBR"] <= 1000
    assert (game.state.cash["p2"] - cash) % 10 == 0


def test_no_tile_need_follow():
    game = moving().do(MoveOwnToken("HBR", "NWR", "G11.0", "C3.0"))
    assert game.refused(Pass("p2")) == {"turn.not_yours"}
    game.do(Pass("HBR"))
    assert game.told()[0] == "no_moved_token_tile"
    assert game.waiting() == "track"


def test_the_first_tile_of_two_cities_asks_for_the_city_again():
    game = moving(step="trains").do(MoveOwnToken("HBR", "NWR", "G11.0", "E5.1"))
    game.do(LayTile("HBR", "E5", "59", 0, "NWR"))
    assert game.waiting() == "home"
    game.do(PlaceToken("HBR", "E5.0"))
    assert game.state.board.token_stops("HBR") == ("E5.0",)


def test_an_ordinary_token_leaves_nothing_behind():
    game = moving().token("N6.0", "HBR").do(MoveOwnToken("HBR", "NWR", "N6.0", "D6.0"))
    assert (tokens_at(game, "N6"), tokens_at(game, "D6")) == ([], ["HBR"])
    assert tokens_at(game, "G11") == ["HBR"]


def test_a_home_with_a_neutral_token_keeps_its_own():
    game = moving().tile("G11", "57", 0).tile("G11", "14", 0).token("G11.0", "CN")
    assert game.refused(MoveOwnToken("HBR", "NWR", "G11.0", "E5.0")) == {"power.home"}
    game.token("N6.0", "HBR")
    assert game.allowed(MoveOwnToken("HBR", "NWR", "N6.0", "E5.0"))


def test_the_place_must_be_free_and_no_token_comes_from_the_area():
    game = moving().token("C3.0", "CN").token("D4.0", "HBR")
    assert game.refused(MoveOwnToken("HBR", "NWR", "G11.0", "C3.0")) == {"token.full"}
    assert game.refused(MoveOwnToken("HBR", "NWR", "D4.0", "E5.0")) == {"power.move"}
    assert game.allowed(MoveOwnToken("HBR", "NWR", "G11.0", "E5.0"))


def test_it_is_used_once_by_its_company_and_not_before_the_dividend():
    game = moving(step="dividend")
    assert game.refused(MoveOwnToken("HBR", "NWR", "G11.0", "E5.0")) == {"power.before_dividend"}
    game.operating("HBR", "trains").do(MoveOwnToken("HBR", "NWR", "G11.0", "E5.0"), Pass("HBR"))
    game.operating("HBR").token("N6.0", "HBR")
    assert game.refused(MoveOwnToken("HBR", "NWR", "N6.0", "D6.0")) == {"power.used"}
    assert moving(NWR="p1").refused(MoveOwnToken("HBR", "NWR", "G11.0", "E5.0")) == {
        "power.not_owned"
    }
    assert moving().refused(MoveOwnToken("HBR", "HB", "G11.0", "E5.0")) == {"power.none"}


# --- the other privates (24, 27, 28)


@pytest.mark.parametrize(
    ("private", "hex", "company", "tile"),
    [("HB", "C11", "CNR", "57"), ("SCP", "H4", "CPR", "9"), ("TB", "G9", "CNR", "57")],
)
def test_a_private_of_a_player_blocks_its_hex(private, hex, company, tile):
    game = operating(company, **{private: "p2"})
    lays = [LayTile(company, hex, tile, rotation) for rotation in range(6)]
    assert all("lay.blocked" in game.refused(lay) for lay in lays)
    game.privates(**{private: company})
    assert not any("lay.blocked" in game.refused(lay) for lay in lays)


def test_canadian_pacific_is_for_players_and_closes_with_a_train_of_its_company():
    game = operating("CPR", "trains", CP="p1")
    assert game.refused(BuyPrivateForCompany("CPR", "CP", 180)) == {"private.never"}
    game.do(BuyTrain("CPR", next_train(game, "3"), 180))
    assert game.state.privates["CP"] == "gone"


def test_all_its_notes_have_a_text():
    game = play()
    assert [str(n) for n in range(1, 29)] == [n for n in game.data.rules if n.isdecimal()]
    assert judge.offers(game.rules, game.state)


def test_its_card_tells_of_neutral_tokens_bonuses_and_privates_that_close_later():
    told = {section.key: section.lines for section in card_sections(play().data)}
    assert any("and belongs to CN." in line for line in told["track"])
    visits = "A train that visits B12 Hudson Bay and I1 Western Canada (HB +100)"
    assert f"{visits} earns $100 more." in told["trains"]
    assert "Saskatchewan Central closes in phase 6." in told["privates"]
    assert any("rebellion" in line for line in told["phases"])


def lies(*tokens: tuple[str, str]) -> CorrectMap:
    return CorrectMap("checked", (), tokens, reason="as it lies on the table")


def moved_without_map() -> Position:
    """Return a turn after one without the map in which the private moved a token."""
    game = moving().do(CorrectMap("told", reason="no time"), TellPower("HBR", "NWR"))
    return game.operating("HBR")


def test_a_token_moved_without_the_map_is_placed_when_the_map_is_taken_up():
    game = moved_without_map()
    assert game.refused(lies()) == {"correct.map_tokens"}
    game.do(lies(("HBR", "E5.1"), ("CN", "G11.0")))
    assert (tokens_at(game, "G11"), tokens_at(game, "E5")) == (["CN"], ["HBR"])
    game.rules.inventory.check(game.state)


def test_an_ordinary_token_moved_without_the_map_leaves_the_home_where_it_is():
    game = moving().token("N6.0", "HBR")
    game.do(CorrectMap("told", reason="no time"), TellPower("HBR", "NWR")).operating("HBR")
    game.do(lies(("HBR", "G11.0"), ("HBR", "D6.0")))
    assert (tokens_at(game, "N6"), tokens_at(game, "D6")) == ([], ["HBR"])
    assert tokens_at(game, "G11") == ["HBR"]


def test_one_neutral_token_lies_there_for_a_home_that_was_moved_and_no_other():
    game = moved_without_map()
    assert game.refused(lies(("HBR", "E5.1"), ("CN", "G11.0"), ("CN", "N6.0"))) == {
        "correct.map_tokens"
    }
    game = moving().do(CorrectMap("told", reason="no time")).operating("HBR")
    assert game.refused(lies(("CN", "N6.0"))) == {"correct.map_tokens"}
