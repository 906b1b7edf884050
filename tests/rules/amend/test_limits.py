"""Tests of limits: an excess is found, and a holding exactly at the limit is not one."""

import pytest

from companion.rules.amend.correction_actions import CorrectShare
from companion.rules.amend.limits import find_excesses, find_new_excesses
from companion.rules.amend.rulings import ruling_for
from companion.rules.core.actions import BuyShare
from companion.rules.core.state import LAST_RUN
from companion.rules.judge import judge
from tests.support.positions import Position


def kinds(game: Position) -> list[tuple[str, str, int, int]]:
    return [
        (one.kind, one.who, one.count, one.limit) for one in find_excesses(game.rules, game.state)
    ]


def held(percent: int) -> Position:
    """Return a game in which p1 holds this percent of PRR, in a white cell of the market."""
    return Position("1830", 3).close_privates().started("PRR", 67, "p1", p1=percent)


def test_percents_with_a_player() -> None:
    assert kinds(held(60)) == []
    assert kinds(held(70)) == [("holding", "p1", 70, 60)]
    assert held(70).price("PRR", "6,0").at("PRR") < 67
    assert kinds(held(70).price("PRR", "7,1")) == []  # a zone without that limit
    assert find_excesses(held(70).rules, held(70).state)[0].says(held(70).rules) == (
        "Anneke holds 70% of PRR; 60% is the limit."
    )


def test_percents_in_the_pool() -> None:
    game = Position("1830", 3).close_privates()
    assert kinds(game.started("PRR", 67, "p1", p1=20, pool=50)) == []
    game = Position("1830", 3).close_privates()
    assert kinds(game.started("PRR", 67, "p1", p1=20, pool=60)) == [("pool", "pool", 60, 50)]


def test_certificates_and_privates_together() -> None:
    game = Position("1830", 6).close_privates().privates(SV="p1", CS="p1")
    for company in ("PRR", "NYC"):
        game.started(company, 67, "p1", p1=60)
    assert kinds(game) == [("certificates", "p1", 12, 11)]
    assert kinds(game.privates(SV="gone")) == []
    assert kinds(game.privates(SV="p1").price("NYC", "6,0")) == []  # they no longer count


@pytest.mark.parametrize(("is_obsolete", "found"), [(True, []), (False, [("trains", "ABC", 3, 2)])])
def test_an_obsolete_train_does_not_count(
    is_obsolete: bool, found: list[tuple[str, str, int, int]]
) -> None:
    game = Position("18al", 4).close_privates().phase("6")
    game.started("ABC", 70, "p1", p1=60).floated("ABC").trains("ABC", "5", "4")
    game.state.move_train("5-1", "ABC")
    if is_obsolete:
        game.state.trains["4-0"] = game.state.trains["4-0"].with_mark(LAST_RUN)
    game.state.questions = ()
    assert kinds(game) == found


@pytest.mark.parametrize(("count", "found"), [(4, []), (5, [("trains", "PRR", 5, 4)])])
def test_trains_on_a_charter(count: int, found: list[tuple[str, str, int, int]]) -> None:
    game = held(60).floated("PRR").trains("PRR", *["2"] * count)
    asked = game.state.questions
    assert bool(asked) == bool(found)
    assert kinds(game) == []  # while the company is asked which to discard
    game.state.questions = ()
    assert kinds(game) == found


def test_tiles_and_tokens() -> None:
    game = held(60).floated("PRR")
    count = game.data.tiles["1"]
    bare = [at for at, hex in game.data.map.hexes.items() if not hex.fixed]
    for at in bare[:count]:
        game.tile(at, "1", 0)
    assert kinds(game) == []
    game.tile(bare[count], "1", 0)
    assert kinds(game) == [("tiles", "", count + 1, count)]
    game = held(60).floated("PRR")
    all_of_it = len(game.data.companies["PRR"].token_costs)
    game.state.alter("PRR", tokens=all_of_it)
    assert kinds(game) == [("tokens", "PRR", all_of_it + 1, all_of_it)]


def test_a_player_whose_deed_exceeds_a_limit_is_told_unless_it_is_set_right() -> None:
    game = held(60).cash(p1=500).stock_round(2)
    buy = BuyShare("p1", "PRR", "initial")
    ruling = ruling_for(judge.refusals(game.rules, game.state, buy), "we play it so")
    after = judge.apply(game.rules, game.state, buy, ruling.waived).state
    (found,) = find_new_excesses(game.rules, game.state, buy, after)
    assert (found.kind, found.count, found.limit) == ("holding", 70, 60)
    assert find_new_excesses(game.rules, after, buy, after) == []  # the excess existed before
    right = CorrectShare("PRR_8", "p1", reason="it was so")
    after = judge.apply(game.rules, game.state, right).state
    assert find_new_excesses(game.rules, game.state, right, after) == []


def test_a_house_rule_lifts_its_limit() -> None:
    game = Position("1830", 3, **{"buy.holding": True}).close_privates()
    assert kinds(game.started("PRR", 67, "p1", p1=70)) == []
