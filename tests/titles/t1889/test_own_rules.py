"""Rules of 1889 that 1830 does not have, each both ways. Numbers are those of its rules notes."""

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    ExchangePrivate,
    LayTile,
    Pass,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.explain.rules_card import card_sections
from companion.rules.judge.worth import total_worth
from companion.rules.operating.running import find_best
from companion.rules.operating.trains_and_phases import begin_phase
from companion.rules.privates.player_tiles import LayPrivateTile
from companion.rules.stock.private_revenue import pay_privates
from tests.support.positions import Position


def operating(company: str = "AR", step: str = "track", cash: int = 1000, **privates: str):
    """Return a game in which the company of p1 operates, with its home token."""
    game = Position("1889", 4).phase("3").privates(**privates).close_privates()
    game.started(company, 65, "p1", p1=50).floated(company, cash)
    return game.operating(company, step)


# --- set-up (1, 2, 3)


def test_privates_by_number_of_players():
    names = {count: set(Position("1889", count).state.privates) for count in range(2, 7)}
    assert names[2] == {"TE", "MF", "ER", "SMR", "DR"}
    assert names[3] == names[2] | {"SIR"}
    assert names[4] == names[5] == names[6] == names[3] | {"UNO"}


def test_the_card_of_a_game_names_the_privates_that_it_lacks():
    card = {section.key: section for section in card_sections(Position("1889", 3).rules.data)}
    assert "With 3 players these are missing: Uno-Takamatsu Ferry." in card["privates"].lines


def test_money_by_number_of_players():
    cash = {count: Position("1889", count).state.cash["p1"] for count in range(2, 7)}
    assert cash == {2: 420, 3: 420, 4: 420, 5: 390, 6: 390}


def test_a_company_floats_with_five_shares():
    game = Position("1889", 2).close_privates().cash(p1=1000).stock_round(2, "p1")
    game.started("AR", 65, "p1", p1=30, p2=10)
    assert not game.state.companies["AR"].floated
    game.do(BuyShare("p1", "AR", "initial"))
    assert game.state.companies["AR"].floated
    assert game.state.cash["AR"] == 650


# --- stock rounds (4 to 7)


def stock_round() -> Position:
    game = Position("1889", 3).close_privates().cash(p1=900)
    game.started("AR", 65, "p1", p1=40).floated("AR")
    game.started("IR", 65, "p2", p2=30, p1=20).floated("IR")
    return game.stock_round(2, "p1")


def test_sales_all_before_or_all_after_the_purchase():
    game = stock_round().do(SellShares("p1", "AR", 10), BuyShare("p1", "IR", "initial"))
    assert game.refused(SellShares("p1", "IR", 10)) == {"turn.not_yours"}
    game = stock_round().do(BuyShare("p1", "IR", "initial"), SellShares("p1", "AR", 10))
    assert game.allowed(SellShares("p1", "IR", 10))
    assert game.refused(StartCompany("p1", "KU", 65)) == {"buy.bought"}


def test_shares_of_a_company_are_sold_in_one_block():
    game = stock_round().do(SellShares("p1", "AR", 10))
    assert game.refused(SellShares("p1", "AR", 10)) == {"sell.together"}
    assert game.allowed(SellShares("p1", "IR", 20))


def test_an_orange_price_lifts_the_holding_limit():
    game = Position("1889", 3).close_privates().cash(p1=900).stock_round(2, "p1")
    game.started("AR", 65, "p1", p1=60)
    assert game.refused(BuyShare("p1", "AR", "initial")) == {"buy.holding"}
    assert game.price("AR", "7,0").at("AR") == 40
    game.price("AR", "8,0")
    assert game.allowed(BuyShare("p1", "AR", "initial"))


# --- homes (8)


def test_home_tokens_come_with_the_start_of_a_round():
    game = Position("1889", 3).close_privates().stock_round(1)
    game.started("AR", 65, "p1", p1=50).floated("AR", 650, home=False)
    game.started("IR", 75, "p2", p2=50).floated("IR", 750, home=False)
    change = Change(game.state)
    game.rules.after_stock_round(change)
    board = change.state.board
    assert board.token_stops("AR") == ("K8.0",)
    assert board.token_stops("IR") == ("E2.0",)
    assert board.token_stops("UR") == ()


# --- track (9)


def test_an_upgrade_gives_new_track_or_another_value():
    game = operating("KU").tile("C10", "5", 2).tile("C8", "9", 0)
    assert game.refused(LayTile("KU", "C8", "20", 0)) == {"lay.no_change"}
    assert game.allowed(LayTile("KU", "C8", "23", 0))
    assert game.allowed(LayTile("KU", "C10", "12", 2))  # the city is worth more


def test_a_tile_with_a_cost_is_paid_for_when_it_is_replaced():
    game = operating("SR").tile("I2", "57", 0)
    game.do(LayTile("SR", "I4", "438", 1))
    assert game.state.cash["SR"] == 920
    game.operating("SR").do(LayTile("SR", "I4", "439", 1))
    assert game.state.cash["SR"] == 840
    game.phase("5").operating("SR").do(LayTile("SR", "I4", "492", 0))
    assert game.state.cash["SR"] == 760


def test_kouchi_costs_with_its_first_upgrade():
    upgrade = LayTile("TR", "F9", "465", 2)
    assert operating("TR", cash=79).phase("5").refused(upgrade) == {"lay.cost"}
    game = operating("TR", cash=80).phase("5").do(upgrade)
    assert game.state.cash["TR"] == 0


def test_a_hex_with_a_label_takes_tiles_with_its_label():
    assert {lay.tile for lay in operating("KO").offered("lay") if lay.hex == "K4"} == {"440"}
    assert "lay.label" in operating("KO").refused(LayTile("KO", "K4", "205", 0))
    assert "lay.label" in operating("TR").phase("5").refused(LayTile("TR", "F9", "448", 2))


# --- values for diesels (11)


def test_an_off_board_has_a_value_for_diesels():
    stop = Position("1889", 3).state.board.stop("F1.0")
    assert [stop.value(colours) for colours in (["yellow"], ["yellow", "brown"])] == [30, 60]
    assert stop.value(["yellow", "brown", "diesel"]) == 100


@pytest.mark.parametrize(("train", "off_board"), [("5", 60), ("D", 100)])
def test_a_diesel_earns_more_in_an_off_board_at_the_same_moment(train, off_board):
    game = operating("IR", "run").phase("D").trains("IR", train).tile("E2", "57", 1)
    best = find_best(game.rules, game.state, "IR")
    assert (best.revenue, best.proved) == (20 + off_board, True)


# --- trains in an emergency (13, 14, 15)


def needy(cash: int) -> Position:
    """Return a company with a route and no train. Another company of p2 has a train."""
    game = operating("AR", "trains", cash=cash).cash(p1=50)
    game.tile("K8", "57", 0)  # from its home to the printed track of K4
    game.tile("K6", "9", 0)
    game.started("KO", 65, "p2", p2=30, p1=40).floated("KO", 100).trains("KO", "3")
    return game


def test_the_president_helps_with_a_train_of_the_bank():
    game = needy(150)
    train = next(o for o in game.offered("buy_train"))
    assert train.price == 180
    game.do(train)
    assert game.state.cash["p1"] == 20


def test_another_company_is_paid_from_the_companys_own_money():
    game = needy(150)
    of_other = next(t for t, card in game.state.trains.items() if card.place == "KO")
    assert game.refused(BuyTrain("AR", of_other, 151)) == {"train.bank_only"}
    assert game.allowed(BuyTrain("AR", of_other, 150))


def test_another_company_sells_no_train_after_a_sale_of_shares():
    game = needy(100)
    of_other = next(t for t, card in game.state.trains.items() if card.place == "KO")
    assert game.allowed(BuyTrain("AR", of_other, 100))
    game.do(SellShares("p1", "KO", 10))
    assert "train.bank_only" in game.refused(BuyTrain("AR", of_other, 100))


def test_no_presidency_changes_by_a_sale_for_a_train():
    game = needy(20)
    game.started("SR", 65, "p1", p1=30, p2=30).floated("SR")
    assert game.refused(SellShares("p1", "SR", 10)) == {"forced.presidency"}
    assert game.allowed(SellShares("p1", "KO", 10))


def test_a_president_who_may_not_sell_is_bankrupt():
    game = needy(20).started("SR", 65, "p1", p1=30, p2=30).floated("SR")
    game.cash(p1=0)
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}  # the shares of KO pay
    for share in [c for c, at in game.state.certificates.items() if (at, c[:2]) == ("p1", "KO")]:
        game.state.certificates[share] = "pool"
    game.state.certificates.update({f"AR_{n}": "p3" for n in (2, 3, 4)})
    game.do(DeclareBankruptcy("p1"))
    assert game.state.end_reason == "bankruptcy"


@pytest.mark.parametrize(("part", "over"), [(1, False), (2, True)])
def test_a_broken_bank_ends_the_set(part, over):
    game = operating("AR", "trains").trains("AR", "3")
    game.state.is_bank_broken = True
    game.operating("AR", "trains", 2, part).do(Pass("AR"))
    assert bool(game.state.end_reason) is over


def test_it_may_change_where_the_switch_allows_it():
    game = Position("1830", 4).phase("3").close_privates().cash(p1=50)
    assert game.data.train_sale.sales_move_presidents
    game.started("PRR", 67, "p1", p1=50).floated("PRR", 20).operating("PRR", "trains")
    game.started("NYC", 67, "p1", p1=30, p2=30).floated("NYC")
    game.tile("H10", "57", 1)
    assert "forced.presidency" not in game.refused(SellShares("p1", "NYC", 10))


# --- privates (16, 18 to 24)


def test_a_hex_is_blocked_while_a_player_has_the_private():
    game = operating("KO", TE="p2")
    assert "lay.blocked" in game.refused(LayTile("KO", "K4", "440", 0))
    assert operating("KO", TE="KO").allowed(LayTile("KO", "K4", "440", 0))


PORT = LayPrivateTile("p1", "MF", "G10", "437", 2)


def test_a_player_lays_the_tile_of_their_private_in_a_stock_round():
    game = Position("1889", 3).privates(MF="p1").close_privates().stock_round(2, "p2")
    cash = game.state.cash["p1"]
    game.do(PORT)  # in the turn of another player
    assert game.state.board.laid["G10"].tile == "437"
    assert game.state.cash["p1"] == cash
    assert game.state.privates["MF"] == "p1"  # it stays open
    assert "power.used" in game.refused(LayPrivateTile("p1", "MF", "B11", "437", 2))


def test_it_lies_on_a_coastal_town_without_a_tile():
    game = Position("1889", 3).privates(MF="p1").close_privates().stock_round(2, "p2")
    assert "lay.power" in game.refused(LayPrivateTile("p1", "MF", "J5", "437", 0))
    assert "lay.power" in game.refused(LayPrivateTile("p1", "MF", "G10", "58", 1))
    game.tile("G10", "58", 1)
    assert "power.occupied" in game.refused(PORT)


def test_no_company_lays_its_tile_as_that_of_a_turn():
    game = operating("TR")
    assert game.refused(LayTile("TR", "G10", "437", 0)) == {"lay.reserved"}
    assert game.allowed(LayTile("TR", "G10", "58", 0))
    assert {lay.tile for lay in operating("TR", MF="p1").offered("player_tile")} == {"437"}


def test_no_company_and_no_other_player_lays_it():
    game = operating("AR", MF="AR")
    assert "power.not_owned" in game.refused(PORT)
    assert "power.not_owned" in operating("AR", MF="p2").refused(PORT)


def test_it_is_laid_between_turns_or_while_an_own_company_lays_track():
    game = operating("AR", MF="p1").tile("K8", "57", 0)
    assert game.allowed(PORT)
    game.do(LayTile("AR", "K6", "9", 0))
    game.operating("AR", "token")
    assert "power.player_time" in game.refused(PORT)
    other = operating("AR", MF="p2")
    late = LayPrivateTile("p2", "MF", "G10", "437", 2)
    assert other.allowed(late)  # the company has done nothing yet
    other.turn(lays=(("K8", "yellow"),))
    assert other.refused(late) == {"power.player_time"}


def sold() -> Position:
    game = operating("KO", ER="p2")
    return game.do(BuyPrivateForCompany("KO", "ER", 40))


def test_the_seller_lays_a_green_tile_at_once():
    game = sold()
    assert game.waiting() == "seller_tile"
    assert game.rules.actor(game.state) == "p2"
    lays = game.offered("player_tile")
    assert {lay.hex for lay in lays} == {"C4"}
    game.do(lays[0])
    assert game.state.board.laid["C4"].tile == lays[0].tile
    assert game.state.privates["ER"] == "KO"
    assert game.waiting() == "track"  # the lay of the company is left
    assert not game.state.round.turn.lays


def test_it_is_a_listed_tile_on_its_hex_with_the_printed_track():
    game = sold()
    assert "lay.power" in game.refused(LayPrivateTile("p2", "ER", "K4", "440", 0))
    assert "lay.track_lost" in game.refused(LayPrivateTile("p2", "ER", "C4", "205", 3))
    assert game.refused(LayPrivateTile("p1", "ER", "C4", "14", 1)) == {"turn.not_yours"}


def test_the_power_is_gone_if_the_seller_declines():
    game = sold().do(Pass("p2"))
    assert game.waiting() == "track"
    assert game.refused(LayPrivateTile("p2", "ER", "C4", "14", 1)) == {"power.none"}


def test_nobody_is_asked_where_no_tile_fits():
    game = operating("KO", ER="p2").tile("C4", "14", 1)
    game.do(BuyPrivateForCompany("KO", "ER", 40))
    assert game.waiting() == "track"


def test_mountains_are_free_with_the_private():
    game = operating("UR", SMR="UR")
    game.do(LayTile("UR", "A8", "7", 4))
    assert game.state.cash["UR"] == 1000
    game = operating("UR", SMR="p1")
    game.do(LayTile("UR", "A8", "7", 4))
    assert game.state.cash["UR"] == 920


def test_mountains_with_water_and_other_costs_are_not_free():
    game = operating("SR", SMR="SR").tile("I2", "57", 0)
    game.do(LayTile("SR", "I4", "438", 1))
    assert game.state.cash["SR"] == 920
    game = operating("AR", SMR="AR").tile("K8", "57", 0)
    game.do(LayTile("AR", "K6", "9", 0))
    assert game.state.cash["AR"] == 920


def test_a_private_is_exchanged_for_a_share_of_the_initial_offering_alone():
    game = Position("1889", 4).privates(DR="p1").close_privates().stock_round(2, "p2")
    game.started("IR", 65, "p3", p3=30, pool=10)
    assert game.refused(ExchangePrivate("p1", "DR", "pool")) == {"exchange.power"}
    game.do(ExchangePrivate("p1", "DR", "initial"))  # in the turn of another player
    assert game.percent("IR", "p1") == 10
    assert game.state.privates["DR"] == "gone"


def test_a_private_is_exchanged_within_the_holding_limit_and_for_a_share_that_is_there():
    game = Position("1889", 4).privates(DR="p1").close_privates().stock_round(2, "p2")
    game.started("IR", 65, "p1", p1=60)
    assert game.refused(ExchangePrivate("p1", "DR", "initial")) == {"buy.holding"}
    game = Position("1889", 4).privates(DR="p1").close_privates().stock_round(2, "p2")
    game.started("IR", 65, "p1", p1=50, p2=50)
    assert game.refused(ExchangePrivate("p1", "DR", "initial")) == {"buy.none"}


def test_the_exchange_is_no_purchase_and_may_float_the_company_in_an_operating_round():
    game = Position("1889", 4).privates(DR="p1").close_privates().cash(p1=1000)
    game.stock_round(2, "p1").do(ExchangePrivate("p1", "DR", "initial"))
    assert game.allowed(StartCompany("p1", "AR", 65))
    game = operating("AR", "trains", DR="p2").started("IR", 65, "p3", p3=40)
    game.do(ExchangePrivate("p2", "DR", "initial"))
    assert game.state.companies["IR"].floated
    assert game.state.board.token_stops("IR") == ()  # the next operating round places it


def test_a_certificate_is_exchanged_for_one_at_the_limit():
    game = Position("1889", 6).privates(DR="p1").close_privates().cash(p1=1000)
    for company in ("AR", "SR"):
        game.started(company, 65, "p1", p1=60)
    assert game.stock_round(2, "p1").data.certificate_limit[6] == 11  # five, five, and DR
    assert game.refused(StartCompany("p1", "KO", 65)) == {"buy.certificates"}
    assert game.allowed(ExchangePrivate("p1", "DR", "initial"))


def test_a_ferry_of_a_player_stays_open_and_pays_more():
    game = operating("AR", "trains", UNO="p1", SMR="p2")
    change = Change(game.state)
    assert game.rules.privates.revenue(game.rules, game.state, "UNO") == 30
    begin_phase(change, game.rules, "5")
    assert change.state.privates["UNO"] == "p1"
    assert change.state.privates["SMR"] == "gone"
    before = change.state.cash["p1"]
    pay_privates(change, game.rules)
    assert change.state.cash["p1"] == before + 50
    assert total_worth(game.rules, change.state, "p1") == before + 50 + 5 * 65 + 150


def test_a_ferry_of_a_company_closes():
    change = Change(operating("AR", "trains", UNO="AR").state)
    begin_phase(change, operating().rules, "5")
    assert change.state.privates["UNO"] == "gone"


def test_no_company_buys_the_ferry_after_that():
    buy = BuyPrivateForCompany("AR", "UNO", 150)
    assert operating("AR", UNO="p1").allowed(buy)
    game = operating("AR", UNO="p1").phase("5")
    assert "private.never" in game.refused(buy)


# --- the game for beginners (25)


def test_beginners_are_dealt_a_private_each():
    in_play = {2: {"DR", "SIR"}, 3: {"DR", "SIR", "ER"}, 4: {"DR", "SIR", "ER", "SMR"}}
    for count, privates in in_play.items():
        game = Position("1889", count, beginner=True)
        owned = {p: owner for p, owner in game.state.privates.items() if owner != "gone"}
        assert owned.keys() == privates
        assert set(owned.values()) == set(game.rules.seats)
        assert game.waiting() == "shares"
        for private, owner in owned.items():
            assert game.state.cash[owner] == 420 - game.data.privates[private].price


def test_privates_of_beginners_are_not_sold_to_companies():
    game = Position("1889", 3, beginner=True).phase("3")
    game.started("AR", 65, "p1", p1=50).floated("AR", 1000).operating("AR")
    assert game.refused(BuyPrivateForCompany("AR", "DR", 60)) == {"private.never"}
    assert game.allowed(LayTile("AR", "K8", "Beg6", 0)) or game.data.tiles["Beg6"] == 2
    assert "Beg6" not in Position("1889", 3).data.tiles
