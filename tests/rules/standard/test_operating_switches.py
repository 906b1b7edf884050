"""Switches of operating rounds: home tokens, lays by phase, who sells privates, trains to own."""

from dataclasses import replace

import pytest

from companion.rules.core.actions import (
    BuyPrivateForCompany,
    BuyShare,
    LayTile,
    Pass,
    StartCompany,
)
from companion.rules.core.change import Change
from companion.rules.data.lay_allowance import NEW, LayPermission
from tests.support.positions import Position
from tests.support.private_powers import own_private


def begin(**switches: str) -> Position:
    """Return a game at the start of an operating round, with two companies floated."""
    game = Position("1830", 3)
    game.with_data(operating=replace(game.data.operating, **switches)).close_privates()
    game.started("PRR", 100, "p1", p1=60).floated("PRR", 1000, home=False)
    game.started("B&O", 67, "p2", p2=60).floated("B&O", 670, home=False)
    change = Change(game.stock_round(1).state)
    game.rules.after_stock_round(change)
    game.state = change.state
    return game


def test_a_company_places_its_home_token_at_its_first_turn():
    game = begin()
    assert not game.state.board.token_stops("B&O")
    assert game.state.companies["B&O"].homes


def test_all_floated_companies_place_their_home_tokens_at_the_start_of_the_round():
    game = begin(home_placed="at_round_start")
    assert game.state.board.token_stops("PRR") == ("H12.0",)
    assert game.state.board.token_stops("B&O") == ("I15.0",)
    assert not game.state.board.token_stops("NYC")  # it is not floated


@pytest.mark.parametrize(
    ("placed", "started", "floated"),
    [("at_first_turn", False, False), ("at_float", False, True), ("at_start", True, True)],
)
def test_home_tokens_are_placed_with_the_float_or_the_start(
    placed: str, started: bool, floated: bool
) -> None:
    game = Position("1830", 3)
    game.with_data(operating=replace(game.data.operating, home_placed=placed)).close_privates()
    game.stock_round(1, "p1").cash(p1=2000).do(StartCompany("p1", "PRR", 100))
    assert bool(game.state.board.token_stops("PRR")) is started
    game.started("NYC", 67, "p2", p2=50).stock_round(2, "p2").cash(p2=2000)
    game.do(BuyShare("p2", "NYC", "initial"))
    assert game.state.companies["NYC"].floated
    assert bool(game.state.board.token_stops("NYC")) is floated


def test_a_company_with_a_choice_of_cities_is_asked_when_it_is_started() -> None:
    game = Position("1830", 3)
    switches = replace(game.data.operating, home_placed="at_start", home_chosen="at_first_turn")
    game.with_data(operating=switches).close_privates()
    game.stock_round(1, "p1").cash(p1=2000).do(StartCompany("p1", "ERIE", 100))
    assert (game.waiting(), game.rules.actor(game.state)) == ("home", "p1")
    game.do(game.offered("home")[0])
    assert game.state.board.token_stops("ERIE")
    assert game.state.round.kind == "stock"


@pytest.mark.parametrize(("phase", "second"), [("2", set()), ("3", {"lay.enough"})])
def test_a_phase_has_lays_of_its_own_until_another_has(phase: str, second: set[str]) -> None:
    game = Position("1830", 3)
    two, one = (LayPermission(frozenset((NEW,))),) * 2, (LayPermission(),)
    lays = {"2": two, "3": one}
    game.with_data(phases=tuple(replace(p, lays=lays.get(p.name)) for p in game.data.phases))
    game.phase(phase).close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 500).operating("PRR")
    game.started("B&O", 67, "p2", p2=60).floated("B&O", 500)
    game.do(LayTile("PRR", "H14", "9", 1))
    assert (game.waiting() == "track") is not bool(second)


@pytest.mark.parametrize(
    ("sold_by", "others"), [("any_player", set()), ("own_president", {"private.other_president"})]
)
def test_any_player_sells_privates_or_the_president_alone(sold_by: str, others: set[str]) -> None:
    for owner, refusals in (("p1", set()), ("p2", others)):
        game = own_private("trains", owner=owner)
        use = replace(game.data.private_use, sold_by=sold_by)
        game.with_data(private_use=use).phase("3").privates(SV=owner).close_privates()
        game.started("PRR", 67, "p1", p1=60).floated("PRR", 3000).operating("PRR", "trains")
        assert game.refused(BuyPrivateForCompany("PRR", "SV", 20)) == refusals


@pytest.mark.parametrize(("must_own", "refusals"), [("always", {"train.always"}), ("never", set())])
def test_a_company_must_own_a_train_or_need_not(must_own: str, refusals: set[str]) -> None:
    game = Position("1830", 3).with_data(must_own=must_own).close_privates()
    game.started("PRR", 67, "p1", p1=60).floated("PRR", 3000).operating("PRR", "trains")
    assert game.refused(Pass("PRR")) == refusals
