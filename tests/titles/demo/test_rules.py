"""The rules of 18Demo, each both ways."""

from dataclasses import replace

from companion.rules.core.actions import (
    BuyShare,
    BuyTrain,
    DeclareBankruptcy,
    LayTile,
    NameHome,
    Pass,
    PlaceToken,
    RunTrains,
    SellShares,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.core.state import FLOATED, GONE
from companion.rules.judge import judge
from companion.rules.operating.tokens import place_token
from companion.rules.shares.holdings import POOL
from companion.rules.stock.auction import hand_over
from tests.support.positions import Position
from tests.titles.demo.leaving import LeaveGame
from tests.titles.demo.merging import Merge


def stock_round(players: int = 3) -> Position:
    """The second stock round, without privates."""
    return Position("demo", players).close_privates().stock_round(2)


# --- the order of play


def test_the_passes_are_the_next_order_of_play() -> None:
    game = stock_round()
    game.do(Pass("p1"), StartCompany("p2", "AL", 40), Pass("p3"), StartCompany("p1", "EL", 40))
    game.do(NameHome("EL", "B9"))
    assert game.state.round.cards == ("p3",)  # the player who acted has given their card back
    game.do(Pass("p2"), Pass("p3"))
    assert game.state.round.cards == ("p3", "p2")  # who has a card keeps it
    game.do(Pass("p1"))
    assert game.state.order == ("p3", "p2", "p1")
    assert "order_changed" in game.told()


def test_when_all_pass_at_once_the_order_stays() -> None:
    assert stock_round().do(Pass("p1"), Pass("p2"), Pass("p3")).state.order == ("p1", "p2", "p3")


# --- who leaves


def light(game: Position, company: str, par: int, president: str, **percents: int) -> Position:
    """A light railway that operates; the shares that nobody is named for are its own."""
    left = 100 - sum(percents.values())
    game.started(company, par, president, treasury=left, **percents).floated(company, 100)
    return game.token("B9.0", "EL") if company == "EL" else game


def test_a_player_who_leaves_takes_nothing_along_and_the_next_takes_their_place() -> None:
    game = light(stock_round(), "AL", 40, "p1", p1=40, p2=30).do(LeaveGame("p1"))
    assert game.state.order == ("p2", "p3")
    assert game.state.cash["p1"] == 0
    assert game.president("AL") == "p2"
    assert game.percent("AL", "p2") == 30
    assert game.percent("AL", POOL) == 40
    assert game.rules.actor(game.state) == "p2"


def test_card_1_acts_for_a_company_that_nobody_can_direct() -> None:
    game = light(stock_round(), "AL", 40, "p1", p1=40, p2=10).do(LeaveGame("p1"))
    assert game.president("AL") is None
    assert game.rules.holdings.director(game.rules, game.state, "AL") == "p2"


def test_two_players_stay() -> None:
    assert stock_round(3).allowed(LeaveGame("p1"))
    assert stock_round(2).refused(LeaveGame("p1")) == {"leave.few"}


# --- the branch line


def branch_turn() -> Position:
    """The branch line of p2 operates, beside Dell."""
    game = Position("demo", 3).close_privates().stock_round(2)
    change = Change(game.state)
    hand_over(change, game.rules, "FB", "p2", 40)
    game.rules.branch.begin(change, 1, 1, 2)
    judge.settle(game.rules, change)
    game.state = change.state
    return game


def test_the_owner_of_the_branch_line_lays_its_tile_and_gets_half_of_its_run() -> None:
    game = branch_turn().tile("D5", "57", 1)
    assert (game.waiting(), game.rules.actor(game.state)) == ("track", "p2")
    before = game.state.cash["p2"]
    game.do(LayTile("FBR", "D7", "6", 1), RunTrains("FBR", (("R-0", ("D5.0", "D7.0")),)))
    assert game.state.cash["p2"] - before == 20
    assert game.state.cash["FBR"] == 20
    assert "branch_paid" in game.told()


def test_the_branch_line_runs_to_two_places_only() -> None:
    game = branch_turn().tile("D5", "57", 1).do(LayTile("FBR", "D7", "6", 1))
    run = RunTrains("FBR", (("R-0", ("D3.0", "D5.0", "D7.0")),))
    assert "run.too_long" in game.refused(run)


def test_ground_is_paid_out_of_the_branch_line_s_own_account() -> None:
    game = branch_turn().tile("D7", "6", 1)
    track = LayTile("FBR", "C8", "9", 0)  # a mountain: 20
    assert game.refused(track) == {"lay.cost"}
    assert game.cash(FBR=20).allowed(track)


def test_when_it_closes_its_circle_is_nobody_s() -> None:
    game = branch_turn()
    change = Change(game.state)
    game.state.privates["FB"] = GONE
    game.rules.first_train(change, "4")
    assert game.state.board.tokens["D7.0"] == ("closed",)
    assert game.state.cash["FBR"] == 0
    game.rules.inventory.check(game.state)


# --- the circle of nobody


def test_nobody_passes_the_closed_circle_until_the_city_grows() -> None:
    game = light(stock_round(), "AL", 40, "p1", p1=40).phase("3").operating("AL", "token")
    game.tile("A2", "57", 2).tile("B3", "8", 2).tile("B5", "57", 1)
    assert "token.full" in game.refused(PlaceToken("AL", "B5.0"))
    game.tile("B5", "14", 1)
    assert "token.full" not in game.refused(PlaceToken("AL", "B5.0"))
    assert "closed" in game.state.board.tokens["B5.0"]


# --- mergers


def two_railways() -> Position:
    """AL of p1 and EL of p3, with shares of both in several hands."""
    game = light(stock_round(), "AL", 40, "p1", p1=40, p2=30)
    return light(game, "EL", 45, "p3", p1=30, p3=20).trains("EL", "2")


def test_everybody_has_half_of_both_and_is_paid_for_odd_halves() -> None:
    game = two_railways()
    before = dict(game.state.cash)
    game.do(Merge("p1", "AL", "EL"))
    # p1 70/2, p2 30/2, p3 20/2, the treasury 80/2; what is left over is in the pool
    held = {who: game.percent("AL", who) for who in ("p1", "p2", "p3", "AL", POOL)}
    assert held == {"p1": 30, "p2": 10, "p3": 10, "AL": 40, POOL: 10}
    assert game.at("AL") == 45
    gained = {seat: game.state.cash[seat] - before[seat] for seat in game.rules.seats}
    assert gained == {"p1": 22, "p2": 22, "p3": 0}  # five percent, of 45 for ten
    assert game.president("AL") == "p1"


def test_the_merged_company_has_two_charters_and_all_tokens() -> None:
    game = two_railways().do(Merge("p1", "AL", "EL"))
    own, other = game.state.companies["AL"], game.state.companies["EL"]
    assert (own.charters, own.tokens, other.status, other.tokens) == (2, 2, GONE, 0)
    assert set(game.state.board.token_stops("AL")) == {"A2.0", "B9.0"}
    assert game.state.cash["AL"] == 200
    (train,) = (card for card in game.state.trains.values() if card.place == "AL")
    assert train.charter == 1


def test_if_both_have_a_token_one_goes_back_and_nobody_has_the_circle() -> None:
    game = two_railways().phase("3").tile("B5", "57", 0).tile("B5", "14", 0)
    game.state.board = game.state.board.without_token("B5.0", "closed")
    for company in ("AL", "EL"):
        place_token(Change(game.state), company, "B5.0")
    game.do(Merge("p1", "AL", "EL"))
    assert sorted(game.state.board.tokens["B5.0"]) == ["AL", "closed"]
    assert game.state.companies["AL"].tokens == 1


def test_a_player_who_merges_directs_the_one_and_has_a_share_of_the_other() -> None:
    game = two_railways()
    assert game.allowed(Merge("p1", "AL", "EL"))
    assert game.refused(Merge("p1", "EL", "AL")) == {"merge.director"}
    assert game.refused(Merge("p1", "AL", "WR")) == {"merge.kind"}
    game = light(light(stock_round(), "AL", 40, "p1", p1=60), "EL", 45, "p3", p3=60)
    assert game.refused(Merge("p1", "AL", "EL")) == {"merge.share"}


def test_somebody_has_to_direct_the_merged_company() -> None:
    game = light(light(stock_round(), "AL", 40, "p1", p1=20), "EL", 45, "p3", p1=10, p3=20)
    assert game.refused(Merge("p1", "AL", "EL")) == {"merge.nobody"}


def test_it_is_the_turn_s_one_deed() -> None:
    game = two_railways().do(Merge("p1", "AL", "EL"))
    assert game.rules.actor(game.state) == "p2"
    assert game.refused(BuyShare("p1", "AL", "AL")) == {"turn.not_yours"}


# --- the levy, the State Railway, and what a light railway becomes


def turn_begins(phase: str, **cash: int) -> Position:
    """AL of p1, who has shares of EL too, begins its turn with its marker on the map."""
    game = light(stock_round(), "AL", 40, "p1", p1=60).phase(phase)
    light(game, "EL", 45, "p3", p1=20, p3=40).cash(**cash)
    change = Change(game.state)
    game.rules.operating.begin(change, 2, 1, 2)
    change.state.round = replace(change.state.round, companies=("AL",))
    judge.settle(game.rules, change)
    game.state = change.state
    game.events = tuple(change.events)
    return game


def test_from_phase_3_on_a_company_pays_for_its_markers() -> None:
    assert turn_begins("3", AL=100).state.cash["AL"] == 70
    assert turn_begins("2", AL=100).state.cash["AL"] == 100


def test_its_director_adds_what_it_lacks_and_sells_shares_for_it() -> None:
    assert turn_begins("3", AL=10, p1=50).state.cash["p1"] == 30
    game = turn_begins("3", AL=10, p1=5)
    assert (game.waiting(), game.rules.actor(game.state)) == ("debt", "p1")
    assert game.refused(DeclareBankruptcy("p1")) == {"bankrupt.not"}
    game.do(SellShares("p1", "EL", 10))  # 45
    assert (game.state.cash["AL"], game.state.cash["p1"]) == (0, 30)


def test_a_player_who_cannot_pay_leaves_the_game_and_the_company_goes_on() -> None:
    game = turn_begins("3", AL=10, p1=5)
    game.state.certificates.update(
        {c: POOL for c, owner in game.state.certificates.items() if owner == "p1" and c != "AL_0"}
    )
    game.do(DeclareBankruptcy("p1"))
    assert game.state.order == ("p2", "p3")
    assert (game.state.cash["AL"], game.state.cash["p1"]) == (0, 0)
    assert (game.waiting(), game.rules.actor(game.state)) == ("track", "p2")


def test_the_state_railway_begins_with_phase_3_and_card_1_acts_for_it() -> None:
    game = stock_round()
    change = Change(game.state)
    game.rules.first_train(change, "3")
    own = game.state.companies["ST"]
    assert (own.status, game.at("ST"), game.state.cash["ST"]) == (FLOATED, 50, 200)
    assert game.president("ST") is None
    assert game.rules.holdings.director(game.rules, game.state, "ST") == "p1"
    assert game.percent("ST", "ST") == 100


def test_a_light_railway_becomes_a_railway_in_the_turn_in_which_it_buys_a_3() -> None:
    game = light(stock_round(), "AL", 40, "p1", p1=40).cash(AL=400).operating("AL", "trains")
    game.trains("p1", *["2"] * 5)  # none are left with the bank
    game.do(BuyTrain("AL", "3-0", 120))
    assert game.rules.kind(game.state, "AL").name == "railway"
    assert game.state.companies["AL"].cell.startswith("main:")
    assert game.waiting() == "trains"
    assert "became_railway" in game.told()


def test_with_a_2_it_stays_what_it_is() -> None:
    game = light(stock_round(), "AL", 40, "p1", p1=40).cash(AL=400).operating("AL", "trains")
    game.do(BuyTrain("AL", "2-0", 60))
    assert game.rules.kind(game.state, "AL").name == "light"
