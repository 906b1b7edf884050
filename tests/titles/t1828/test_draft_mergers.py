"""Mergers by the draft in a stock round: who merges, markers, one charter, failure, bad input."""

import pytest

from companion.rules.core.actions import BuyShare, DiscardTrain, Pass, SellShares
from companion.rules.core.state import FLOATED, STARTED, type_of
from companion.rules.judge import judge
from companion.rules.operating.running import trains_of
from companion.rules.shares.holdings import INITIAL, POOL
from companion.titles.t1828.merger_choices import (
    BlockMarker,
    GiveWay,
    PayForShare,
    SetAside,
    SurrenderShare,
    TradeWith,
)
from companion.titles.t1828.merger_conditions import MergeCompanies
from companion.titles.t1828.system_shells import MoveTrain
from tests.support.positions import Position
from tests.titles.t1828.mergers import before, example, stock_round

MERGE = MergeCompanies("p4", "GT", "IC")


def draft(**options: object) -> Position:
    """The first worked example by the draft."""
    return example(edition="draft", **options)


def percents(game: Position, company: str) -> dict[str, int]:
    owners = (*game.rules.seats, INITIAL, POOL, company)
    return {owner: part for owner in owners if (part := game.percent(company, owner))}


def finish(game: Position, answer: int = 0) -> Position:
    """The merger with the first answer to every question, or the last."""
    while game.waiting() == "merger":
        game.do(judge.offers(game.rules, game.state)[answer].action)
    game.rules.inventory.check(game.state)
    return game


# --- the worked examples in a game


@pytest.mark.parametrize(
    ("left", "answer", "money", "ends"),
    [
        ("IC", PayForShare, -30, {"p1": 20, INITIAL: 30}),
        ("IC", SurrenderShare, 78, {"p1": 10, INITIAL: 30, POOL: 10}),
        ("GT", PayForShare, -41, {"p1": 20, INITIAL: 30}),
        ("GT", SurrenderShare, 67, {"p1": 10, INITIAL: 30, POOL: 10}),
    ],
)
def test_the_first_example(left, answer, money, ends):
    game = draft().cash(p1=100, p4=10).do(MERGE)
    assert (game.waiting(), game.rules.actor(game.state)) == ("merger", "p1")
    assert game.offered("set_aside") == [SetAside("p1", "GT"), SetAside("p1", "IC")]
    game.do(SetAside("p1", left), answer("p1"))
    assert percents(game, "GT") == {"p4": 40, "GT": 10, **ends}
    assert (game.at("GT"), game.state.stacks["9,9"]) == (108, ("GT",))
    assert game.president("GT") == "p4"
    assert (game.state.cash["p1"], game.state.cash["p4"]) == (100 + money, 10)
    assert game.state.cash["GT"] == 580
    game.rules.inventory.check(game.state)


def second() -> Position:
    """IC at 78 is to go on; P1 directs GT at 67, P2 the IC; nobody has more than 100."""
    game = stock_round(turn="p1", edition="draft")
    game.started("IC", 79, "p2", p2=50, p3=10).floated("IC", 380).price("IC", "10,6")
    game.started("GT", 67, "p1", p1=60, p3=10).floated("GT", 200)
    return game.cash(p1=100, p2=100, p3=100)


def test_the_second_example_and_the_directorship_that_passes_with_the_donation():
    game = second().do(MergeCompanies("p1", "IC", "GT", "p2"))
    game.do(TradeWith("p1", "p2"), TradeWith("p1", "p2"), TradeWith("p1", "p3"))
    game.do(SetAside("p2", "IC"), PayForShare("p2"))
    assert percents(game, "IC") == {"p1": 20, "p2": 30, "p3": 10, INITIAL: 30, "IC": 10}
    assert game.president("IC") == "p2"
    assert [game.state.cash[p] for p in ("p1", "p2", "p3")] == [100, 92, 111]


def test_the_second_example_when_it_is_given_up():
    game = second().do(MergeCompanies("p1", "IC", "GT", "p2"))
    game.do(TradeWith("p1", "p2"), TradeWith("p1", "p2"), TradeWith("p1", "p3"))
    game.do(SetAside("p2", "IC"), SurrenderShare("p2"))
    assert percents(game, "IC") == {"p1": 20, "p2": 20, "p3": 10, INITIAL: 40, "IC": 10}
    assert game.president("IC") == "p1"
    assert game.state.cash["p2"] == 200
    game.do(Pass("p1"))
    assert game.refused(BuyShare("p2", "IC", INITIAL)) == {"buy.sold"}


def test_a_share_from_the_ipo_costs_the_system_s_price():
    game = draft().cash(p1=100, p4=10).do(MERGE, SetAside("p1", "GT"), SurrenderShare("p1"))
    game.do(Pass("p4")).cash(p2=200).do(Pass("p1"))
    game.do(BuyShare("p2", "GT", INITIAL))
    assert game.state.cash["p2"] == 200 - 108


# --- who may merge


@pytest.mark.parametrize("number", [1, 2])
def test_two_floated_companies_merge_whenever_they_were_floated(number):
    for edition, refused in (("draft", set()), ("published", {"merge.form"})):
        game = example(edition=edition)
        game.stock_round(number, "p4")
        assert game.refused(before(game, "GT") and MERGE) == refused


def test_an_unfloated_company_never_merges_not_even_by_a_ruling():
    game = draft()
    game.state.alter("IC", status=STARTED)
    assert game.refused(MERGE) == {"merge.not_floated"}
    (reason,) = judge.refusals(game.rules, game.state, MERGE)
    assert not reason.may_rule and "IC is not floated" in reason.says
    before(game)
    assert game.refused(MERGE) == {"merge.not_floated"}
    game.state.alter("IC", status=FLOATED)
    assert game.allowed(MERGE)
    young = before(example())
    young.state.alter("IC", status=STARTED)
    assert young.allowed(MERGE)


def test_a_system_merges_no_more_and_both_directors_agree():
    game = second()
    assert game.refused(MergeCompanies("p1", "IC", "GT")) == {"merge.agreement"}
    assert "merge.director" in game.refused(MergeCompanies("p3", "IC", "GT")) | {
        reason.code
        for reason in judge.refusals(
            game.rules, game.stock_round(2, "p3").state, MergeCompanies("p3", "IC", "GT")
        )
    }
    game = draft().started("NYC", 67, "p4", p4=60).floated("NYC", 600)
    finish(game.do(MERGE))
    assert game.refused(MergeCompanies("p4", "GT", "NYC")) >= {"merge.system"}


def test_nobody_could_have_three_shares_without_five_of_the_twenty():
    for percent, refused in ((30, set()), (20, {"merge.too_few"})):
        game = stock_round(edition="draft")
        game.started("GT", 67, "p4", p4=20, p1=20).floated("GT", 100)
        game.started("IC", 67, "p4", p4=percent, p1=20).floated("IC", 100)
        game.state.round = type(game.state.round)(2, "p4", sales=(("p4", "IC"),))
        assert game.refused(MERGE) == refused


def test_a_merger_to_500_ends_the_game_with_the_stock_round():
    game = draft().price("GT", "0,13").price("IC", "0,8").cash(p1=900)
    finish(game.do(MERGE))
    assert game.at("GT") == 500
    for _ in range(10):
        if not game.state.end_reason:
            game.do(Pass(game.rules.actor(game.state)))
    assert game.state.end_reason == "market"


def test_the_band_ends_at_443():
    game = draft().price("GT", "1,13").price("IC", "1,12").cash(p1=900)
    finish(game.do(MERGE))
    assert (game.at("GT"), game.state.stacks["1,14"]) == (443, ("GT",))


# --- markers


def two(one: str, other: str, *stops: tuple[str, str], edition: str = "draft") -> Position:
    """Two floated companies of P4 with markers at home and in these stops."""
    game = stock_round(edition=edition)
    for company in (one, other):
        game.started(company, 67, "p4", p4=60).floated(company, 100)
    for stop, company in stops:
        game.token(stop, company)
    return before(game, one, other)


def free_cities(game: Position, count: int) -> list[str]:
    """Stops of different hexes with an empty slot."""
    board, found = game.state.board, {}
    for stop, slots in board.tokens.items():
        hex = stop.partition(".")[0]
        if None in slots and not any(any(each) for each in board.slots_of(hex)):
            found.setdefault(hex, stop)
    return list(found.values())[:count]


def fill_map(game: Position, **counts: int) -> Position:
    """So many more markers of each company on the map, apart from each other."""
    for company, count in counts.items():
        for stop in free_cities(game, count):
            game.token(stop, company)
    return game


def blocking(game: Position) -> int:
    """The blocking markers on the map."""
    return sum(slots.count("blocked") for slots in game.state.board.tokens.values())


def on_map_and_left(game: Position, company: str) -> tuple[int, int]:
    return len(game.state.board.token_stops(company)), game.state.companies[company].tokens


def test_an_unplaced_marker_of_eight_leaves_the_game():
    merge = MergeCompanies("p4", "CPR", "PRR")
    game = finish(two("CPR", "PRR").do(merge))
    assert (*on_map_and_left(game, "CPR"), blocking(game)) == (2, 5, 0)
    assert game.state.companies["CPR"].tokens_removed == 1
    assert game.told().count("merger_marker_gone") == 1
    game = finish(two("CPR", "PRR", edition="published").do(merge))
    assert on_map_and_left(game, "CPR") == (2, 6)


def test_seven_markers_are_all_kept():
    game = finish(two("C&O", "CPR").do(MergeCompanies("p4", "C&O", "CPR")))
    assert (*on_map_and_left(game, "C&O"), blocking(game)) == (2, 5, 0)


def test_the_player_names_one_of_eight_on_the_map_for_a_blocking_marker():
    game = fill_map(two("CPR", "PRR"), CPR=3, PRR=3).do(MergeCompanies("p4", "CPR", "PRR"))
    stops = game.state.board.token_stops("CPR")
    assert len(stops) == 8
    assert game.offered("surplus") == [BlockMarker("p4", stop) for stop in stops]
    assert game.refused(BlockMarker("p1", stops[0])) == {"turn.not_yours"}
    assert game.refused(BlockMarker("p4", free_cities(game, 1)[0])) == {"merge.surplus"}
    assert game.refused(GiveWay("p4", "CPR")) == {"merge.other_question"}
    finish(game.do(BlockMarker("p4", stops[3])))
    assert (*on_map_and_left(game, "CPR"), blocking(game)) == (7, 0, 1)
    assert "blocked" in game.state.board.tokens[stops[3]]


def test_the_freed_one_of_eight_with_two_in_one_hex_leaves():
    game = fill_map(two("CPR", "PRR", ("G23.0", "CPR"), ("G23.1", "PRR")), CPR=2, PRR=2)
    game.do(MergeCompanies("p4", "CPR", "PRR"))
    assert game.offered("marker") == [GiveWay("p4", "CPR"), GiveWay("p4", "PRR")]
    finish(game.do(GiveWay("p4", "PRR")))
    assert (*on_map_and_left(game, "CPR"), blocking(game)) == (7, 0, 1)


def test_an_unplaced_marker_that_a_home_needs_stays():
    game = stock_round(edition="draft")
    game.started("CPR", 67, "p4", p4=60).floated("CPR", 100)
    game.started("PRR", 67, "p4", p4=60).floated("PRR", 100, home=False)
    fill_map(game, CPR=3, PRR=3).do(MergeCompanies("p4", "CPR", "PRR"))
    assert len(game.offered("surplus")) == 7
    finish(game)
    own = game.state.companies["CPR"]
    assert (*on_map_and_left(game, "CPR"), len(own.homes)) == (6, 1, 1)


# --- one charter


def with_trains(edition: str = "draft") -> Position:
    """In brown GT has a 3 and a train of that phase, IC a 3 and a 5."""
    game = example(edition=edition).cash(p1=100)
    game.state.phase = "Brown"
    fourth = "4+D" if edition == "draft" else "3+D"
    return game.trains("GT", "3", fourth).trains("IC", "3", "5")


def test_a_system_over_the_one_limit_discards_at_once_and_its_director_chooses():
    game = with_trains().do(MERGE)
    assert game.waiting() == "merger"  # nobody discards before the merger has succeeded
    finish(game)
    assert (game.waiting(), game.rules.actor(game.state)) == ("discard", "p4")
    mine = trains_of(game.state, "GT")
    assert sorted(map(type_of, mine)) == ["3", "3", "4+D", "5"]
    assert game.state.companies["GT"].charters == 1
    assert {offer.train for offer in game.offered("discard")} >= {mine[1]}
    game.do(DiscardTrain("GT", next(t for t in mine if type_of(t) == "3")))
    assert game.waiting() == "shares"
    assert game.rules.actor(game.state) == "p4"
    game.do(SellShares("p4", "GT", 10))


def test_a_published_system_has_two_charters_with_a_limit_each():
    game = finish(with_trains("published").do(MERGE))
    assert game.waiting() == "shares"
    assert game.state.companies["GT"].charters == 2


def test_a_system_arranges_no_trains():
    game = draft().cash(p1=100).trains("GT", "3").trains("IC", "3").do(MERGE)
    finish(game).operating("GT", "shells")
    assert not game.rules.operating.waits(game.state)
    train = trains_of(game.state, "GT")[0]
    assert game.refused(MoveTrain("GT", train, "IC")) == {"shell.none"}


def test_a_system_lays_two_tiles_one_of_them_an_upgrade():
    game = finish(draft().cash(p1=100).do(MERGE)).operating("GT", "track")
    step = next(step for step in game.rules.operating.steps if step.name == "track")
    allowed = step.allowance(game.state)
    assert len([lay for lay in allowed.lays if not lay.fee]) == 2
    assert allowed.upgrades == 1


# --- failure


def failing() -> Position:
    """P4 has five tenths and cannot pay for a third share; all that a merger moves is there."""
    game = stock_round(edition="draft")
    game.started("CPR", 67, "p4", p4=30, p1=20).floated("CPR", 100)
    game.started("PRR", 79, "p4", p4=20, p1=30).floated("PRR", 100)
    game.state.phase = "Red"
    fill_map(game, CPR=3, PRR=3).trains("CPR", "6").trains("PRR", "6", "5")
    return game.cash(p1=1, p4=2).privates(**{"E&K": "PRR"})


def test_a_failure_restores_markers_trains_and_money_and_is_a_pass():
    game = failing()
    then = game.state.copy()
    game.do(MergeCompanies("p4", "CPR", "PRR"))
    assert game.waiting() == "merger"
    finish(game, answer=-1)
    now = game.state
    assert "merger_failed" in game.told()
    for part in ("cash", "certificates", "privates", "trains", "companies", "stacks"):
        assert getattr(now, part) == getattr(then, part), part
    assert now.board.tokens == then.board.tokens
    assert now.title_state == then.title_state
    assert (game.rules.actor(now), now.round.passes) == ("p1", 1)


# --- bad input


def test_an_answer_out_of_turn_or_to_another_question_is_refused():
    game = draft().cash(p1=100).do(MERGE)
    assert game.refused(SetAside("p4", "GT")) == {"turn.not_yours"}
    assert game.refused(SetAside("p1", "PRR")) == {"merge.aside"}
    assert game.refused(PayForShare("p1")) == {"merge.other_question"}
    assert game.refused(BlockMarker("p1", "J6.0")) == {"merge.other_question"}
    assert game.refused(Pass("p1"))
    game.do(SetAside("p1", "IC"))
    assert game.refused(SetAside("p1", "GT")) == {"merge.other_question"}


def test_a_player_without_the_cash_is_not_asked_and_may_not_pay():
    game = draft().cash(p1=29).do(MERGE)
    assert game.refused(PayForShare("p1")) == {"merge.other_question"}
    game.do(SetAside("p1", "IC"))
    assert game.state.cash["p1"] == 29 + 78
    assert game.percent("GT", POOL) == 10
    game = draft().cash(p1=30).do(MERGE, SetAside("p1", "IC"))
    assert game.offered("single") == [PayForShare("p1"), SurrenderShare("p1")]
