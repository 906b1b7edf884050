"""Tests of rulings: optional reasons, and waivers of soft refusals that were shown."""

import json
from dataclasses import replace

import pytest

from companion.rules.amend.rulings import (
    LONGEST_WHY,
    BadRulingError,
    Ruling,
    read_ruling,
    rebuild_refusals,
    rule,
)
from companion.rules.core.actions import BuyShare, LayTile, PlaceToken
from companion.rules.core.refusals import RefusedError
from companion.rules.data import codec
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import BANKER, PLAYER, may_rule
from tests.support.positions import Position

WHY = "we always play it so"


def stock_round() -> Position:
    game = Position("1830", 3).close_privates().cash(p1=800)
    return game.started("PRR", 67, "p2", p2=20).stock_round(2, purchases=("PRR",), has_acted=True)


def operating() -> Position:
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=60, p2=40).floated("PRR", 500)
    return game.trains("PRR", "2").operating("PRR", "token")


@pytest.mark.parametrize(("role", "may"), [(BANKER, True), (PLAYER, False), ("", False)])
def test_only_the_banker_rules(role: str, may: bool) -> None:
    assert may_rule(role) == may


def test_an_action_that_the_table_allows_is_done_and_tells_the_overruled_refusals():
    game = stock_round()
    outcome, kept = rule(
        game.rules, game.state, BuyShare("p1", "PRR", "initial"), Ruling(("buy.bought",), WHY)
    )
    assert outcome.state.cash["p1"] == 800 - 67
    assert kept is not None
    assert (kept.waived, kept.why) == (("buy.bought",), WHY)
    (said,) = rebuild_refusals(game.rules, kept)
    assert said.says == "Anneke has bought in this turn already: one certificate a turn."
    assert said.rule == "1830 §4.0"


def test_a_refusal_that_the_table_did_not_see_is_not_overruled():
    game = stock_round()
    game.state.round = replace(game.state.round, sales=(("p1", "PRR"),))
    with pytest.raises(RefusedError) as refused:
        rule(game.rules, game.state, BuyShare("p1", "PRR", "initial"), Ruling(("buy.bought",), WHY))
    assert [reason.code for reason in refused.value.refusals] == ["buy.sold"]


def test_a_legal_action_needs_no_ruling():
    game = stock_round().stock_round(3)
    buy = BuyShare("p1", "PRR", "initial")
    assert rule(game.rules, game.state, buy, Ruling(("buy.bought",), WHY))[1] is None


def test_money_that_is_not_there_is_never_ruled_away():
    game = stock_round().cash(p1=66)
    with pytest.raises(RefusedError, match="costs"):
        both = Ruling(("buy.bought", "buy.cash"), WHY)
        rule(game.rules, game.state, BuyShare("p1", "PRR", "initial"), both)


def test_a_refusal_of_the_board_is_told_again_from_its_stored_form():
    game = operating()
    lay = LayTile("PRR", "H10", "57", 0)
    game.operating("PRR", "track")
    found = judge.refusals(game.rules, game.state, lay)
    codes = tuple(reason.code for reason in found)
    kept = rule(game.rules, game.state, lay, Ruling(codes, WHY))[1]
    assert kept is not None
    again = read_ruling(json.loads(json.dumps(kept.to_json())))
    assert again.to_json() == kept.to_json()
    assert [one.says for one in rebuild_refusals(game.rules, again)] == [one.says for one in found]
    assert [one.rule for one in rebuild_refusals(game.rules, again)] == [one.rule for one in found]


def test_refusals_without_words_in_these_rules_are_left_out():
    ruling = read_ruling(
        {"waived": ["x.y"], "why": WHY, "refused": [{"code": "x.y", "facts": {"a": 1}}]}
    )
    game = operating()
    assert rebuild_refusals(game.rules, ruling) == []
    lacks = {"code": "token.unreached", "facts": {"company": "PRR"}}
    assert (
        rebuild_refusals(game.rules, read_ruling({"waived": ["a"], "why": WHY, "refused": [lacks]}))
        == []
    )


def test_facts_of_refusals_survive_json():
    game = operating()
    found = judge.refusals(game.rules, game.state, PlaceToken("PRR", "E19.0"))
    for reason in found:
        assert codec.from_json(json.loads(json.dumps(codec.to_json(dict(reason.facts)))))


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        {},
        {"waived": [], "why": WHY},
        {"waived": "buy.bought", "why": WHY},
        {"waived": [1], "why": WHY},
        {"waived": ["a"] * 99, "why": WHY},
        {"waived": ["a"], "why": 1},
        {"waived": ["a"], "why": "a\nb"},
        {"waived": ["a"], "why": "x" * (LONGEST_WHY + 1)},
        {"waived": ["a"], "why": WHY, "refused": 1},
        {"waived": ["a"], "why": WHY, "refused": [1]},
        {"waived": ["a"], "why": WHY, "refused": [{"code": 1, "facts": {}}]},
    ],
)
def test_an_invalid_ruling_is_refused_as_such(data: object) -> None:
    with pytest.raises(BadRulingError, match=r"^[A-Z].*\.$|letters"):
        read_ruling(data)


def test_blanks_around_a_word_do_not_count():
    assert read_ruling({"waived": ["a"], "why": f"  {WHY} "}).why == WHY


@pytest.mark.parametrize("data", [{"waived": ["a"]}, {"waived": ["a"], "why": "  "}])
def test_a_ruling_needs_no_word_why(data: object) -> None:
    assert read_ruling(data).why == ""
