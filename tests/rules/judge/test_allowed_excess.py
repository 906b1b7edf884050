"""Tests of rulings over a limit: the next action is legal, but another breach is refused."""

from collections import Counter
from collections.abc import Iterator

import pytest

from companion.bots.simulation import NAMES
from companion.rules.core.actions import (
    Action,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    ExchangePrivate,
    Pass,
    SellShares,
)
from companion.rules.core.refusals import ALL_SOFT, Refusal
from companion.rules.core.state import State, TrainCard, state_from_json, state_to_json
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.operating import trains_and_phases
from companion.rules.shares import company_kinds, holdings
from companion.rules.stock import share_trading
from companion.titles import rules_for, titles
from tests.support.positions import Position
from tests.support.run_cache import play

SHARE = BuyShare("p1", "PRR", "initial")


def apply_ruling(game: Position, action: Action) -> set[str]:
    """Apply an action by a ruling and return the codes of the waived refusals."""
    codes = game.refused(action)
    game.state = judge.apply(game.rules, game.state, action, ALL_SOFT).state
    return codes


def sixty() -> Position:
    """Return a position in which p1 has 60% of PRR, which is the limit."""
    game = Position("1830", 3).close_privates().cash(p1=2000, p2=2000, p3=2000)
    game.started("PRR", 67, "p1", p1=60, p2=10).started("NYC", 67, "p2", p2=20)
    return game.stock_round(2)


def full() -> Position:
    """Return a position in which p1 has 20 of 20 certificates."""
    game = sixty().started("B&O", 67, "p1", p1=60).started("C&O", 67, "p1", p1=60)
    game.started("ERIE", 67, "p1", p1=60)
    limit = holdings.certificate_limit(game.rules.data, game.state, len(game.rules.seats), "p1")
    assert limit == share_trading.certificate_count(game.rules, game.state, "p1") == 20
    return game


def go_round(game: Position) -> Position:
    """Let the two other players pass."""
    return game.do(Pass("p2"), Pass("p3"))


def test_share_over_the_holding_limit_is_not_held_against_the_end_of_the_turn():
    game = sixty()
    assert apply_ruling(game, SHARE) == {"buy.holding"}
    assert game.refused(Pass("p1")) == set()
    assert game.percent("PRR", "p1") == 70
    game = go_round(game.do(Pass("p1")))
    assert game.allowed(BuyShare("p1", "NYC", "initial"))
    assert game.refused(SHARE) == {"buy.holding"}
    assert game.allowed(Pass("p1"))


def test_certificate_over_the_limit_is_not_held_against_later_turns():
    game = full()
    more = BuyShare("p1", "NYC", "initial")
    assert apply_ruling(game, more) == {"buy.certificates"}
    game = go_round(game.do(Pass("p1")))
    assert game.allowed(Pass("p1"))
    assert game.refused(more) == {"buy.certificates"}
    assert apply_ruling(game, more) == {"buy.certificates"}
    assert game.allowed(Pass("p1"))


def test_turn_that_the_table_let_end_is_not_asked_about_again():
    game = full().started("CPR", 67, "p1", p1=20)
    assert game.refused(Pass("p1")) == {"pass.over"}
    assert apply_ruling(game, Pass("p1")) == {"pass.over"}
    game = go_round(game)
    assert game.allowed(Pass("p1"))
    game = game.started("B&M", 67, "p1", p1=20)
    assert game.refused(Pass("p1")) == {"pass.over"}


def test_purchase_before_a_sale_is_no_leave_for_the_next():
    game = full().started("CPR", 67, "p1", p1=20)
    more = BuyShare("p1", "NYC", "initial")
    assert apply_ruling(game, more) == {"buy.certificates", "buy.over"}
    game = go_round(game.do(Pass("p1")))
    assert game.refused(more) == {"buy.certificates"}


def test_an_allowed_surplus_is_over_when_it_is_sold():
    game = full()
    apply_ruling(game, BuyShare("p1", "NYC", "initial"))
    game.do(SellShares("p1", "PRR", 10))
    assert game.state.surplus == {}
    assert game.started("CPR", 67, "p1", p1=20).refused(Pass("p1")) == {"pass.over"}


def test_exchange_that_brings_no_certificate_more_is_not_refused_for_what_was_allowed():
    game = full().started("NYC", 67, "p2", p2=20).privates(MH="p1")
    assert game.refused(Pass("p1")) == {"pass.over"}
    exchange = ExchangePrivate("p1", "MH", "initial")
    assert game.refused(exchange) == {"buy.certificates"}
    apply_ruling(game, Pass("p1"))
    game = go_round(game)
    assert game.allowed(exchange)
    game.do(exchange)
    assert game.allowed(Pass("p1"))


def test_an_allowed_surplus_survives_the_store():
    game = sixty()
    before = state_to_json(game.state)
    assert "surplus" not in before
    apply_ruling(game, SHARE)
    again = state_from_json(state_to_json(game.state), game.data.map)
    assert again.surplus == game.state.surplus != {}
    assert judge.refusals(game.rules, again, Pass("p1")) == []


def with_trains(phase: str, *types: str) -> Position:
    """Return a position in which PRR has these trains and is at the step to buy more."""
    game = Position("1830", 3).close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 2000)
    game.started("NYC", 67, "p2", p2=60).floated("NYC", 2000)
    return game.phase(phase).trains("PRR", *types).operating("PRR", "trains")


def of_prr(game: Position) -> list[str]:
    """Return PRR's trains."""
    return [train for train, card in game.state.trains.items() if card.place == "PRR"]


def first(game: Position) -> BuyTrain:
    """Return the purchase of the bank's first train."""
    for_sale = trains_and_phases.cheapest(game.rules, game.state)
    assert for_sale is not None
    return BuyTrain(game.state.round.turn.company, for_sale.train, for_sale.type.price)


def test_train_over_the_limit_is_not_held_against_the_end_of_the_turn_nor_a_phase():
    game = with_trains("2", "2", "2", "2", "2")
    assert apply_ruling(game, first(game)) == {"train.limit"}
    assert len(of_prr(game)) == 5
    assert (game.state.round.turn.company, game.waiting()) == ("NYC", "track")
    game.operating("NYC", "trains")
    for _ in range(2):
        game.do(first(game))
    assert game.state.phase == "3"
    assert game.waiting() == "trains"
    assert game.operating("PRR", "trains").refused(first(game)) == {"train.limit"}


def test_another_train_is_given_up_when_the_limit_falls_again():
    game = with_trains("3", "3", "3", "3", "3")
    apply_ruling(game, first(game))
    assert len(of_prr(game)) == 5
    game.operating("NYC", "trains").do(first(game))
    assert game.state.phase == "4"
    assert company_kinds.train_limit(game.rules.data, game.state, "PRR") == 3
    assert game.waiting() == "discard"
    game.do(DiscardTrain("PRR", of_prr(game)[0]))
    assert game.waiting() != "discard"
    assert len(of_prr(game)) == 4


def test_first_train_of_a_phase_is_no_leave_for_two():
    """Allow a train that starts a phase with a lower limit."""
    game = with_trains("3", "3", "3", "3", "3")
    for train, card in game.state.trains.items():
        if train.startswith("3-") and card.place == "depot":
            game.state.trains[train] = TrainCard("gone")
    assert apply_ruling(game, first(game)) == {"train.limit"}
    assert game.state.phase == "4"
    assert len(of_prr(game)) == 5
    assert game.waiting() == "discard"
    game.do(DiscardTrain("PRR", of_prr(game)[0]))
    assert game.waiting() != "discard"


def test_without_a_ruling_all_trains_over_the_limit_are_given_up():
    game = with_trains("3", "3", "3", "3", "3").operating("NYC", "trains")
    for train, card in game.state.trains.items():
        if train.startswith("3-") and card.place == "depot":
            game.state.trains[train] = TrainCard("gone")
    game.do(first(game))
    assert game.waiting() == "discard"


# seeds of games in which a limit is reached; 2 for other titles
SEEDS = {"1828": 1, "steam-over-holland": 0}
EVERY = 6  # one in six moments of operating rounds is checked


def breaches(title: str) -> Iterator[tuple[Rules, State, Action, list[Refusal]]]:
    """Yield a random game's offers that only limits refuse."""
    seed = SEEDS.get(title, 2)
    rules = rules_for(Setup(title, NAMES[:3], seed=seed))
    for number, (_, outcome) in enumerate(play(rules, seed)):
        sold = isinstance(outcome.state.round, share_trading.StockRound)
        if outcome.state.end_reason or (not sold and number % EVERY):
            continue
        for offer in judge.offers(rules, outcome.state):
            if offer.refusals and all(reason.words.limits for reason in offer.refusals):
                yield rules, outcome.state, offer.action, list(offer.refusals)


@pytest.mark.in_part(1)
@pytest.mark.parametrize("title", list(titles()))
def test_in_no_title_a_limit_that_was_ruled_asks_for_another_ruling(title: str) -> None:
    seen: Counter[str] = Counter()
    for rules, state, action, refusals in breaches(title):
        codes = {reason.code for reason in refusals}
        seen.update(codes)
        after = judge.apply(rules, state, action, codes).state
        assert all(question.step != "discard" for question in after.questions), (action, codes)
        for offer in judge.offers(rules, after) if not after.end_reason else ():
            if isinstance(offer.action, Pass):
                assert not any(reason.words.limits for reason in offer.refusals), (action, codes)
        who = refusals[0].facts.get("player")
        assert who is None or not share_trading.is_over(rules, after, who), (action, codes)
    assert seen
