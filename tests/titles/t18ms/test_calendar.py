"""The calendar of 18MS: phases, rust, salvage and the end. Numbers are those of its notes."""

import pytest

from companion.ledger.entries import BANK
from companion.rules.core.actions import BuyTrain
from companion.rules.core.change import Change
from companion.rules.core.state import TrainCard
from companion.rules.judge.worth import total_worth
from tests.support.positions import Position
from tests.titles.t18ms.positions import at_round, operating, other


def end_round(game: Position) -> Position:
    """End the operating round."""
    change = Change(game.state.copy())
    game.rules.after_operating_round(change)
    game.state, game.events = change.state, tuple(change.events)
    return game


def test_phase_3_begins_with_operating_round_2():
    # rule 5
    game = at_round(operating(phase="2"), 1)
    assert game.state.phase == "2"
    assert end_round(game).state.phase == "3"
    assert game.state.title_state.operating_rounds == 2
    bought = operating("IC", "trains", 1, phase="2").do(BuyTrain("IC", "2+-0", 80))
    assert bought.state.phase == "2"


@pytest.mark.parametrize(
    ("number", "type", "salvage"), [(4, "2+", 20), (6, "3+", 30), (8, "4+", 60)]
)
def test_trains_leave_the_game_after_their_operating_round_for_salvage(number, type, salvage):
    # rule 6
    for before in (number - 1, number + 1):
        game = at_round(operating("IC", "trains", cash=100).trains("IC", type), before)
        assert end_round(game).trains_of("IC") == [type]
        assert game.state.cash["IC"] == 100
    game = at_round(operating("IC", "trains", cash=100).trains("IC", type, type), number)
    other(game, "GMO", "p2", type)
    bank = game.state.cash[BANK]
    end_round(game)
    assert game.trains_of("IC") == game.trains_of("GMO") == []
    assert game.state.cash["IC"] == 100 + 2 * salvage
    assert game.state.cash["GMO"] == 100 + salvage
    assert game.state.cash[BANK] == bank - 3 * salvage
    places = {card.place for train, card in game.state.trains.items() if train.startswith(type)}
    assert places == {"gone"}


def test_trains_of_the_bank_and_the_pool_just_leave():
    # rule 6
    game = at_round(operating("IC", "trains"), 4)
    game.state.trains["2+-0"] = TrainCard("pool")
    bank = game.state.cash[BANK]
    end_round(game)
    assert game.state.cash[BANK] == bank
    assert {game.state.place_of(f"2+-{number}") for number in range(5)} == {"gone"}
    assert game.state.place_of("3+-0") == "depot"


@pytest.mark.parametrize(("more", "last"), [(False, 10), (True, 11)])
def test_the_last_operating_round_ends_the_game(more, last):
    # rules 4, 23, 31
    game = Position("18ms", 3, or_11=more).phase("6").close_privates()
    game.started("IC", 70, "p1", p1=60).floated("IC", 100)
    game.stock_round(5)
    change = Change(game.state.copy())
    game.rules.after_stock_round(change)
    assert change.state.round.parts == last - 8
    game.state = change.state
    for _ in range(last - 9):
        end_round(game)
        assert not game.state.end_reason and game.state.round.number == 5
    end_round(game)
    assert game.state.end_reason == "rounds"


def test_other_sets_have_two_operating_rounds():
    # rule 4
    game = Position("18ms", 3, or_11=True).phase("6").close_privates().stock_round(4)
    change = Change(game.state.copy())
    game.rules.after_stock_round(change)
    assert change.state.round.parts == 2


def test_a_broken_bank_ends_nothing():
    # rule 1
    game = at_round(operating("IC", "trains"), 4)
    game.cash(p2=12000)
    game.state.is_bank_broken = True
    assert not end_round(game).state.end_reason


def test_debts_count_against_their_players():
    # rule 23
    game = operating("IC", "trains").cash(p2=-80)
    assert total_worth(game.rules, game.state, "p2") == -80
