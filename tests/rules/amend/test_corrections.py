"""Tests of corrections: each kind has its effect or is refused with a reason.

None creates or loses anything, and the game can go on afterwards.
"""

import os
import random
from collections import Counter
from typing import Any

import pytest

from companion.bots.simulation import NAMES, choose
from companion.rules.amend.correction_actions import (
    CorrectCash,
    CorrectMap,
    CorrectMarker,
    CorrectPhase,
    CorrectPrice,
    CorrectPrivate,
    CorrectShare,
    CorrectSupply,
    CorrectTile,
    CorrectToken,
    CorrectTrain,
    CorrectTurn,
)
from companion.rules.amend.map_correction_rules import token_places, tokens
from companion.rules.core.action_parser import read_action
from companion.rules.core.actions import Action, action_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.consenting_parties import BANKER, PLAYER, ActionRight, may_enter, parties
from companion.titles import load, rules_for, titles
from tests.rules.amend.random_corrections import KINDS, corrections
from tests.support.positions import Position
from tests.support.run_cache import play

WHY = {"reason": "miscounted"}
GAMES = 20 if os.environ.get("FULL") else 1
EVERY, TRIED, KEPT = (9, 20, 0.05) if GAMES > 1 else (25, 28, 0.1)
LOOKED = 0.2  # how often the offers are checked afterwards, which needs a search for runs
LONGEST = 900 if GAMES > 1 else 500


@pytest.mark.in_part(1)
@pytest.mark.parametrize("seed", range(GAMES))
@pytest.mark.parametrize("title", sorted(titles()))
def test_whatever_is_corrected_the_game_goes_on(title: str, seed: int) -> None:
    """Enter corrections of every kind at many moments of a random game.

    A second game is played if the first ends too soon for some kinds.
    """
    wanted = {kind.wire_name for kind in KINDS} - {"correct_marker", "correct_closing"}
    wanted -= {"correct_map"} if load(title).data.map_needed else set()
    done = corrected(title, seed)
    if not done.keys() >= wanted:
        done += corrected(title, seed + GAMES)
    assert done.keys() >= wanted, done


def corrected(title: str, seed: int) -> Counter[str]:
    """Return how many corrections of each kind were applied in a random game.

    Some of them stay. After each, the state is checked and every offer can be applied.
    """
    counts = sorted(load(title).data.cash)
    rules = rules_for(Setup(title, NAMES[: counts[seed % len(counts)]], {}, seed))
    dice = random.Random(seed)
    state = judge.start(rules).state
    done: Counter[str] = Counter()
    for number in range(LONGEST):
        if number % EVERY == 0:
            for action in corrections(rules, state, dice, TRIED):
                found = judge.refusals(rules, state, action)
                if found:
                    assert all(not r.may_rule and r.says.endswith(".") for r in found)
                    continue
                print(number, action)
                outcome = judge.apply(rules, state, action)
                done[action.wire_name] += 1
                told = [rules.words.tell(event) for event in outcome.events]
                assert told[0].startswith("‡ Correction: ") and "it was so" in told[0]
                if not outcome.state.end_reason and dice.random() < LOOKED:
                    assert any(offer.allowed for offer in judge.offers(rules, outcome.state))
                if dice.random() < KEPT and state.end_reason == outcome.state.end_reason:
                    state = outcome.state
        if state.end_reason:
            break
        state = judge.apply(rules, state, choose(rules, state, dice)).state
    return done


def game() -> Position:
    """Return an operating turn of PRR, with a token, tiles and trains."""
    game = Position("1830", 3, strict_home_tokens=True).privates(DH="PRR").close_privates()
    game.started("PRR", 67, "p1", p1=60, p2=10).floated("PRR", 500).trains("PRR", "2")
    return game.tile("H14", "9", 1).tile("H16", "57", 1).operating("PRR", "token")


def test_money_goes_from_one_account_to_another() -> None:
    table = game().cash(p1=100)
    before = dict(table.state.cash)
    table.do(CorrectCash("p1", "PRR", 100, **WHY))
    assert (table.state.cash["p1"], table.state.cash["PRR"]) == (0, before["PRR"] + 100)
    assert table.told() == ["corrected_cash"]


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (CorrectCash("p1", "PRR", 101, **WHY), "correct.cash"),
        (CorrectCash("p1", "NYC", 10, **WHY), "correct.place"),
        (CorrectCash("p1", "p1", 10, **WHY), "correct.nothing"),
        (CorrectCash("p1", "p2", 0, **WHY), "correct.nothing"),
        (CorrectCash("p1", "p2", -5, **WHY), "unknown.sum"),
        (CorrectCash("box", "p2", 5, **WHY), "unknown.id"),
        (CorrectShare("PRR_0", "pool", **WHY), "correct.president"),
        (CorrectShare("PRR_1", "under the table", **WHY), "correct.place"),
        (CorrectShare("NYC_1", "p1", **WHY), "correct.unstarted"),
        (CorrectShare("PRR_99", "p1", **WHY), "unknown.id"),
        (CorrectPrivate("DH", "NYC", **WHY), "correct.place"),
        (CorrectTrain("2-0", "NYC", **WHY), "correct.place"),
        (CorrectToken("PRR", "H16.0", "H12.0", **WHY), "correct.no_token"),
        (CorrectToken("PRR", "H12.0", "H12.0", **WHY), "correct.nothing"),
        (CorrectToken("PRR", None, "H12.7", **WHY), "token.city"),
        (CorrectToken("PRR", None, "H12.0", **WHY), "token.full"),
        (CorrectToken("NYC", None, "H12.0", **WHY), "correct.unstarted"),
        (CorrectTile("H14", "9", 1, **WHY), "correct.nothing"),
        (CorrectTile("H12", "57", 1, **WHY), "lay.fixed"),
        (CorrectTile("B20", None, **WHY), "correct.nothing"),
        (CorrectSupply("57", 0, **WHY), "correct.count"),
        (CorrectMap("checked", **WHY), "correct.map"),
        (CorrectMap("elsewhere", **WHY), "correct.map"),
        (CorrectPhase("2", **WHY), "correct.nothing"),
        (CorrectPhase("9", **WHY), "unknown.id"),
        (CorrectPrice("NYC", "1,1", **WHY), "correct.unstarted"),
        (CorrectTurn("NYC", **WHY), "correct.turn"),
        (CorrectTurn("p1", **WHY), "correct.turn"),
        (CorrectMarker("priority_card", "PRR", **WHY), "correct.place"),
        (CorrectMarker("crown", "p1", **WHY), "unknown.id"),
    ],
)
def test_an_impossible_correction_is_refused(action: Action, why: str) -> None:
    assert game().cash(p1=100).refused(action) == {why}


def test_a_share_of_another_player_makes_its_new_owner_president() -> None:
    table = game().do(CorrectShare("PRR_1", "p2", **WHY))
    assert table.percent("PRR", "p2") == 20
    assert table.president("PRR") == "p1"
    table.do(CorrectShare("PRR_2", "p2", **WHY), CorrectShare("PRR_3", "p2", **WHY))
    assert (table.percent("PRR", "p1"), table.percent("PRR", "p2")) == (30, 40)
    assert table.president("PRR") == "p2"


def test_the_presidents_certificate_itself_goes_to_a_player() -> None:
    table = game().do(CorrectShare("PRR_0", "p3", **WHY))
    assert table.president("PRR") == "p3"


def test_trains_and_privates_change_hands() -> None:
    table = game()
    train = "2-0"
    assert table.state.place_of(train) == "PRR"
    table.do(CorrectTrain(train, "pool", **WHY), CorrectPrivate("DH", "p2", **WHY))
    assert table.state.place_of(train) == "pool"
    assert table.state.privates["DH"] == "p2"


def test_another_train_of_an_endless_type_lies_ready() -> None:
    table = game().do(CorrectTrain("D-0", "PRR", **WHY))
    assert table.state.place_of("D-0") == "PRR"
    assert table.state.place_of("D-1") == "depot"
    assert table.state.phase == "2"


def test_a_token_is_moved_taken_off_and_put_down() -> None:
    table = game()
    left = table.state.companies["PRR"].tokens
    table.do(CorrectToken("PRR", None, "H16.0", **WHY))
    assert table.state.companies["PRR"].tokens == left - 1
    table.do(CorrectToken("PRR", "H16.0", **WHY))
    assert table.state.companies["PRR"].tokens == left
    table.do(CorrectToken("PRR", "H12.0", "H16.0", **WHY))
    assert table.state.board.token_stops("PRR") == ("H16.0",)


@pytest.mark.parametrize("title", sorted(titles()))
def test_all_places_of_tokens_are_offered_that_are_possible_and_no_other(title: str) -> None:
    rules = rules_for(Setup(title, NAMES[: max(load(title).data.cash)], {}, 1))
    *_, (_, outcome) = play(rules, 1, 130)
    state = outcome.state
    lying, places = tokens(rules, state), token_places(rules, state)
    on_map = {owner for slots in state.board.tokens.values() for owner in slots if owner}
    assert {owner for owner, stop in lying if stop} == on_map
    taken = [CorrectToken(owner, stop, **WHY) for owner, stop in lying if stop]
    assert not any(judge.refusals(rules, state, action) for action in taken)
    comes = dict.fromkeys(places, 0)
    for owner, stop in lying:
        goes = 0
        for to in state.board.tokens:
            if not judge.refusals(rules, state, CorrectToken(owner, stop, to, **WHY)):
                comes[to] += 1  # fails for a place that is not offered
                goes += 1
        assert goes or stop, owner
    assert all(comes[to] for to in places if to), comes


def test_a_tile_is_turned_replaced_and_taken_off() -> None:
    table = game().do(CorrectTile("H14", "9", 0, **WHY))
    assert table.state.board.laid["H14"].rotation == 0
    table.do(CorrectTile("H14", None, **WHY))
    assert "H14" not in table.state.board.laid
    table.do(CorrectToken("PRR", None, "H16.0", **WHY))
    table.do(CorrectTile("H16", None, **WHY))  # the printed city keeps the token
    assert table.state.board.tokens["H16.0"] == ("PRR",)
    assert table.state.board.tile_at("H16") == table.rules.data.map.hexes["H16"].printed


def test_a_tile_that_the_table_has_cut_counts_with_the_others() -> None:
    table = game()
    hexes = [at for at in table.rules.data.map.hexes if not table.state.board.map.hexes[at].fixed]
    count = table.rules.data.tiles["1"]
    for at in hexes[:count]:
        table.do(CorrectTile(at, "1", 0, **WHY))
    more = CorrectTile(hexes[count], "1", 0, **WHY)
    assert table.refused(more) == {"correct.none_left"}
    table.do(CorrectSupply("1", 1, **WHY), more)
    assert table.state.extra_tiles == {"1": 1}
    assert table.refused(CorrectTile(hexes[count + 1], "1", 0, **WHY)) == {"correct.none_left"}


def test_a_phase_set_back_comes_again_with_its_next_train() -> None:
    table = game().phase("3").operating("PRR", "trains")
    table.do(CorrectPhase("2", **WHY))
    assert (table.state.phase, "3" in table.state.train_types_in_play) == ("2", False)
    ahead = game().do(CorrectPhase("3", **WHY))
    assert ahead.state.phase == "3"
    assert list(ahead.trains_of("PRR"))  # nothing rusts through it


def test_a_price_is_set_under_those_that_are_there() -> None:
    table = game().started("NYC", 67, "p2", p2=20)
    cell = table.state.companies["NYC"].cell
    assert cell is not None
    table.do(CorrectPrice("PRR", cell, **WHY))
    assert table.state.stacks[cell] == ("NYC", "PRR")
    assert table.refused(CorrectPrice("PRR", cell, **WHY)) == {"correct.nothing"}


def test_the_turn_is_given_to_another_company_and_to_another_player() -> None:
    table = game().started("NYC", 67, "p2", p2=60).floated("NYC", 500)
    table.operating("PRR", "token")
    table.do(CorrectTurn("NYC", **WHY))
    turn = table.state.round.operating
    assert turn is not None and turn.company == "NYC"
    stock = game().cash(p1=500, p2=500, p3=500).stock_round(2, turn="p1")
    stock.do(CorrectTurn("p3", **WHY))
    assert stock.rules.actor(stock.state) == "p3"
    assert stock.refused(CorrectTurn("p3", **WHY)) == {"correct.turn"}


def test_the_holder_of_the_priority_is_corrected() -> None:
    table = game().do(CorrectMarker("priority_card", "p3", **WHY))
    assert table.state.priority == "p3"


def test_the_banker_alone_enters_a_correction() -> None:
    table = game()
    action = CorrectCash("bank", "p1", 10, **WHY)
    found = parties(table.rules, table.state, action)
    assert found == ()
    assert may_enter(PLAYER, table.rules.seats, found) is ActionRight.NOTHING
    assert may_enter(BANKER, (), found) is ActionRight.ENTER


def test_a_finished_game_can_be_set_right() -> None:
    table = game().cash(p1=100)
    table.state.end_reason = "bank"
    table.do(CorrectCash("p1", "p2", 10, **WHY))
    assert table.state.end_reason == "bank"


@pytest.mark.parametrize("reason", ["", "x" * 121, "two\nlines"])
def test_a_reason_is_a_line_of_text(reason: str) -> None:
    body: dict[str, Any] = action_to_json(CorrectCash("bank", "p1", 10, **WHY))
    assert read_action(body) == CorrectCash("bank", "p1", 10, **WHY)
    with pytest.raises(ValueError, match="reason"):
        read_action({**body, "reason": reason})
