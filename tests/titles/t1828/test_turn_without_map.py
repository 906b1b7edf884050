"""1828 without its map: the tunnel, coal, privates, the private that operates, and mergers."""

from companion.rules.core.actions import BuyPrivateForCompany, Pass
from companion.rules.core.map_use import TOLD, ToldFacts
from companion.rules.without_map.actions import TellFact, TellPower, TellRun, TellToken, TellTrack
from companion.titles.t1828.coal import BuyCoal
from companion.titles.t1828.merger_choices import TellSharedHexes
from companion.titles.t1828.merger_conditions import MergeCompanies
from tests.support.positions import Position
from tests.titles.t1828.mergers import example
from tests.titles.t1828.test_cobourg import again

MERGE = MergeCompanies("p4", "GT", "IC")


def turn(**owners: str) -> Position:
    """The track step of a company with $500."""
    game = Position("1828", 4, without_map=True).close_privates().privates(**owners)
    return game.started("PRR", 67, "p1", p1=60).floated("PRR", 500).operating("PRR")


def test_coal_is_for_sale_as_the_table_tells_what_is_reached():
    game = turn().do(BuyCoal("PRR"))
    assert (game.state.cash["PRR"], game.refused(BuyCoal("PRR"))) == (380, {"coal.one"})
    assert game.offered("map_fact") == [TellFact("PRR", "coal_for_sale")]
    game.do(TellFact("PRR", "coal_for_sale"))
    assert game.state.title_state.coal_markers == ("PRR", "K11", "K11")
    assert game.offered("map_fact") == []


def test_the_coal_of_the_tunnel_goes_to_its_builder_once():
    game = turn()
    assert game.refused(TellFact("PRR", "coal_for_sale")) == {"told.fact"}
    game.do(TellTrack("PRR", 120), TellFact("PRR", "coal_taken"))
    assert game.state.title_state.coal_markers == ("K11", "K11", "PRR")
    assert (game.told(), game.state.cash["PRR"]) == (["coal_taken"], 380)
    assert game.refused(TellFact("PRR", "coal_taken")) == {"told.fact"}


def test_privates_lay_a_free_tile_and_a_paid_one_once():
    game = turn(**{"C&StL": "PRR", "E&K": "PRR"})
    assert game.refused(TellPower("PRR", "E&K", 10)) == {"told.least"}
    game.do(TellPower("PRR", "E&K", 60), TellPower("PRR", "C&StL"))
    assert game.state.cash["PRR"] == 440
    assert game.refused(TellPower("PRR", "C&StL")) == {"power.spent"}
    assert game.refused(TellTrack("PRR", 0, 1)) == {"lay.one_replaced"}
    game.do(TellTrack("PRR", 0))
    assert game.refused(TellPower("PRR", "SVN")) == {"power.none"}


def test_the_marker_with_the_tile_of_a_private_is_free():
    game = turn(**{"D&H": "PRR"})
    free = TellToken("PRR", 0, "D&H")
    assert game.refused(free) == {"token.with_tile"}
    game.do(TellTrack("PRR", 120))
    assert game.refused(TellToken("PRR", 10, "D&H")) == {"told.free"}
    assert game.refused(TellToken("PRR", 0, "C&StL")) == {"power.none"}
    game.do(free)
    assert (game.state.cash["PRR"], game.state.told.tokens["PRR"]) == (380, 2)


def test_half_of_a_told_route_is_kept_by_the_private_that_operates():
    game = Position("1828", 4, without_map=True).close_privates()
    game.state.certificates["C&P_0"] = "initial"
    again(game.privates(**{"C&P": "p1"}), 100)
    before = game.state.cash["p1"]
    game.do(TellTrack("C&P", 20), TellRun("C&P", 70))
    assert (game.state.cash["p1"] - before, game.state.cash["C&P"]) == (35, 115)
    idle = again(game).do(Pass("C&P"))
    assert idle.waiting() != "told_run"


def test_the_marker_of_the_private_that_operates_gives_way_to_one_of_its_buyer():
    game = turn(**{"C&P": "p1"}).phase("Green")
    game.do(BuyPrivateForCompany("PRR", "C&P", 80))
    assert game.waiting() == "told_swap_marker"
    assert game.refused(TellToken("PRR", 10, "C&P")) == {"token.swap"}
    game.do(TellToken("PRR", 0, "C&P"))
    assert game.state.told.tokens == {"PRR": 2}


def make_merger(**told: int) -> Position:
    """Return the example of a merger without the map; so many markers lie somewhere."""
    game = example().cash(p1=100, p4=10)
    for company, count in told.items():
        own = game.state.companies[company]
        for stop in game.state.board.token_stops(company):
            game.state.board = game.state.board.without_token(stop, company)
        game.state.alter(company, tokens=own.tokens + 1 - count)
    found = {company: count for company, count in told.items() if count}
    game.state.map, game.state.told = TOLD, ToldFacts(tokens=found)
    return game


def test_the_table_tells_in_how_many_hexes_both_have_a_marker():
    game = make_merger(GT=2, IC=1)
    tokens = sum(game.state.companies[one].tokens for one in ("GT", "IC"))
    game.do(MERGE)
    assert game.offered("shared_hexes") == [TellSharedHexes("p4", 0), TellSharedHexes("p4", 1)]
    assert game.refused(TellSharedHexes("p4", 2)) == {"merge.count"}
    game.do(TellSharedHexes("p4", 1))
    blocking = game.data.marker_list[0].symbol
    assert game.state.told.tokens == {"GT": 2, blocking: 1}
    assert game.state.companies["GT"].tokens == tokens + 1


def test_a_home_to_be_placed_makes_room_for_a_marker_that_lies_there():
    game = make_merger(GT=1, IC=0)
    game.state.alter("IC", homes=game.data.companies["IC"].homes)
    game.do(MERGE, TellSharedHexes("p4", 1))
    assert (game.state.told.tokens, game.state.companies["GT"].homes) == ({"GT": 1}, ())


def test_nothing_is_asked_where_one_of_them_has_no_marker():
    game = make_merger(GT=2, IC=0).do(MERGE)
    assert game.offered("shared_hexes") == []
    assert game.state.told.tokens == {"GT": 2}
