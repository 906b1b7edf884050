"""Tests of a state's own answers: order of play, questions, and a company's progress."""

import ast
from dataclasses import fields
from pathlib import Path

import pytest

from companion.rules.core.actions import DiscardTrain
from companion.rules.core.rounds import OperatingTurn, Round
from companion.rules.core.state import FLOATED, STARTED, UNSTARTED, Question, State
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.stock.share_trading import StockRound
from companion.titles import titles
from tests.support.positions import Position

COMPANION = Path(__file__).resolve().parents[3] / "companion"


def test_order_of_play_goes_round_and_leaves_out_who_has_left() -> None:
    state = Position("1830", 4).state
    assert [state.player_after(seat) for seat in state.order] == ["p2", "p3", "p4", "p1"]
    state.order = ("p1", "p3", "p4")
    assert [state.player_after(seat) for seat in state.order] == ["p3", "p4", "p1"]


def test_round_is_asked_for_by_its_kind() -> None:
    state = Position("1830").stock_round(2, "p1").state
    assert state.playing(StockRound).turn == "p1"
    with pytest.raises(TypeError, match="StockRound is played, not OperatingRound"):
        state.playing(OperatingRound)


def test_every_round_answers_what_any_round_is_asked() -> None:
    for title in titles():
        rounds = Position(title, 3).rules.rounds
        assert rounds
        for kind in rounds:
            assert issubclass(kind, Round), kind
    nothing = Round()
    assert nothing.operating is None
    assert not nothing.has_acted
    assert (nothing.standing_bids("SV"), nothing.bound("p1")) == ([], 0)


def test_only_an_operating_round_between_its_turns_or_another_has_nobody_operating() -> None:
    game = Position("1830").started("PRR", 67, "p1", p1=60).floated("PRR", 100)
    assert game.operating("PRR").state.round.operating == game.state.round.turn
    assert OperatingRound(2, 1, 1, ("PRR",)).operating is None
    assert game.stock_round(2, "p1").state.round.operating is None


def test_company_begins_starts_and_floats() -> None:
    game = Position("1830")
    assert {own.status for own in game.state.companies.values()} == {UNSTARTED}
    game.started("PRR", 67, "p1", p1=60)
    own = game.state.companies["PRR"]
    assert (own.status, own.started, own.floated, own.par) == (STARTED, True, False, 67)
    own = game.floated("PRR", 670).state.companies["PRR"]
    assert (own.status, own.started, own.floated, own.homes) == (FLOATED, True, True, ())


def both_over_the_limit() -> Position:
    game = Position("1830").close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 100)
    game.started("NYC", 67, "p2", p2=60).floated("NYC", 100)
    game.operating("PRR", "trains").phase("5")
    return game.trains("PRR", "5", "5", "5").trains("NYC", "6", "6", "4")


def test_several_people_may_have_a_question_waiting() -> None:
    game = both_over_the_limit()
    assert game.state.questions == (
        Question("discard", "PRR", ("PRR",)),
        Question("discard", "NYC", ("NYC",)),
    )
    assert game.waiting() == "discard"
    assert game.rules.actor(game.state) == "p1"
    asked = [game.rules.answering(game.state, question) for question in game.state.questions]
    assert asked == ["p1", "p2"]


def test_second_one_asked_may_answer_first_and_the_other_is_still_asked() -> None:
    game = both_over_the_limit().do(DiscardTrain("NYC", "4-0"))
    assert [question.actor for question in game.state.questions] == ["PRR"]
    game.do(DiscardTrain("PRR", "5-0"))
    assert game.state.questions == ()
    assert game.waiting() not in ("", "discard")


def test_the_president_of_the_moment_answers_for_a_company() -> None:
    game = both_over_the_limit()
    first = game.state.questions[0]
    assert game.rules.answering(game.state, first) == "p1"
    certificates = game.data.companies["PRR"].certificates
    game.state.certificates[certificates[0]] = "p3"
    assert game.rules.answering(game.state, first) == "p3"


def test_nothing_is_kept_under_names_made_up_on_the_way() -> None:
    """Check that states and turns hold typed fields, without ``memory`` or ``flags``."""
    names = {field.name for field in fields(State)}
    assert not names & {"memory", "par", "cells", "floated"}
    for kind in (OperatingTurn, StockRound, OperatingRound):
        assert "flags" not in {field.name for field in fields(kind)}


# values of others: optional functions of a system, attributes that drivers add to exceptions
OUTSIDE = {
    *("CREATE_NEW_PROCESS_GROUP", "sqlite_errorcode", "sqlstate", "client"),
    *("error_status_hint", "O_BINARY", "fdatasync"),
}


def test_nobody_guesses_by_the_names_of_attributes() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in COMPANION.rglob("*.py")}
    guesses = [
        f"{path.name}:{node.lineno}"
        for path, source in sources.items()
        if "getattr" in source
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "getattr"
        and isinstance(node.args[1], ast.Constant)
        and node.args[1].value not in OUTSIDE
    ]
    assert guesses == []
