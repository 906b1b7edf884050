"""Tests of previews of choices: tiles, runs, dividends and forced purchases."""

import pytest

from companion.rules.core.state import TrainCard
from companion.rules.explain import preview
from companion.rules.operating.dividends import payout_preview
from companion.rules.operating.emergency_money import help_needed
from tests.support.positions import Position


@pytest.fixture
def turn() -> Position:
    """Return a turn of PRR in phase 3 between Pittsburgh and Lancaster, with a 2 and a 3."""
    position = Position("1830", 3).close_privates()
    position.started("PRR", 100, "p1", p1=60, p2=20, pool=10).floated("PRR", 1000)
    position.started("NYC", 82, "p2", p2=60, p1=10).floated("NYC", 300)
    position.phase("3").trains("PRR", "2", "3")
    position.tile("H10", "57", 1).tile("H14", "9", 1).tile("H16", "57", 1)
    return position.operating("PRR")


def codes(refusals: tuple[object, ...]) -> set[str]:
    return {getattr(refusal, "code", "") for refusal in refusals}


def test_a_tile_that_would_fit_says_where_its_last_copy_lies(turn: Position) -> None:
    assert preview.exhausted_tiles(turn.rules, turn.state, "H14", "PRR") == []
    turn.tile("D6", "18", 0)
    (out,) = preview.exhausted_tiles(turn.rules, turn.state, "H14", "PRR")
    assert (out.tile, out.where) == ("18", ("D6",))


def test_only_tiles_that_could_follow_are_explained(turn: Position) -> None:
    found = preview.refused_tiles(turn.rules, turn.state, "PRR", "H14")
    assert found
    for tile, refusals in found:
        assert turn.rules.tile(tile).colour == "green" and not turn.rules.tile(tile).stops
        assert refusals


def test_a_hex_that_takes_no_tile_says_just_that(turn: Position) -> None:
    (refusal,) = preview.reasons_against_lays(turn.rules, turn.state, "PRR", "H12")
    assert refusal.code == "lay.fixed" and refusal.rule.startswith("1830 §18")


def test_a_hex_out_of_reach_says_so_for_every_tile(turn: Position) -> None:
    found = preview.reasons_against_lays(turn.rules, turn.state, "PRR", "C21")
    assert codes(found) == {"lay.not_reached"}


def test_a_hex_whose_next_colour_has_no_tile_says_what_would_follow(turn: Position) -> None:
    turn.tile("F20", "1", 0)
    (refusal,) = preview.reasons_against_lays(turn.rules, turn.state, "PRR", "F20")
    assert refusal.code == "lay.colour"


def test_stops_are_added_joined_and_taken_back(turn: Position) -> None:
    rules, state = turn.rules, turn.state
    drawn, refused = preview.with_stop(rules, state, "PRR", {}, "3-0", "H10.0")
    assert (drawn, refused) == ({"3-0": ("H10.0",)}, ())
    drawn, _ = preview.with_stop(rules, state, "PRR", drawn, "3-0", "H12.0")
    drawn, refused = preview.with_stop(rules, state, "PRR", drawn, "3-0", "H16.0")
    assert drawn == {"3-0": ("H10.0", "H12.0", "H14", "H16.0")} and not refused
    judged = preview.judge_drawing(rules, state, "PRR", drawn)
    assert judged.legal and judged.revenue == 50
    drawn, _ = preview.with_stop(rules, state, "PRR", drawn, "3-0", "H16.0")
    assert drawn == {"3-0": ("H10.0", "H12.0")}
    assert preview.remove_last_stop({"3-0": ("H10.0",)}, "3-0") == {}


def test_a_stop_the_run_passes_is_called_at_when_it_is_tapped(turn: Position) -> None:
    past = {"3-0": ("H10.0", "H12", "H14", "H16.0")}  # around Altoona
    drawn, refused = preview.with_stop(turn.rules, turn.state, "PRR", past, "3-0", "H12.0")
    assert drawn == {"3-0": ("H10.0", "H12.0", "H14", "H16.0")} and not refused


def test_a_stop_too_many_is_refused_and_the_run_stays(turn: Position) -> None:
    before = {"2-0": ("H10.0", "H12.0")}
    drawn, refused = preview.with_stop(turn.rules, turn.state, "PRR", before, "2-0", "H16.0")
    assert drawn == before and codes(refused) == {"run.too_long"}


def test_track_of_another_train_is_refused(turn: Position) -> None:
    before = {"3-0": ("H10.0", "H12.0", "H14", "H16.0"), "2-0": ("H10.0",)}
    drawn, refused = preview.with_stop(turn.rules, turn.state, "PRR", before, "2-0", "H12.0")
    assert drawn == before and codes(refused) == {"run.track_shared"}


def test_a_train_of_somebody_else_is_not_drawn(turn: Position) -> None:
    drawn, refused = preview.with_stop(turn.rules, turn.state, "PRR", {}, "5-0", "H10.0")
    assert drawn == {} and codes(refused) == {"run.train"}


def test_a_run_without_the_token_is_lacking_until_it_comes_there(turn: Position) -> None:
    turn.tile("H18", "59", 1)
    rules, state = turn.rules, turn.state
    drawn, refused = preview.with_stop(rules, state, "PRR", {"3-0": ("H18.0",)}, "3-0", "H16.0")
    assert not refused
    judged = preview.judge_drawing(rules, state, "PRR", drawn)
    assert codes(judged.lacking) == {"run.no_token"} and not judged.refusals and not judged.legal
    drawn, _ = preview.with_stop(rules, state, "PRR", drawn, "3-0", "H12.0")
    assert preview.judge_drawing(rules, state, "PRR", drawn).legal


def test_the_last_stretch_is_led_over_a_hex_that_is_tapped(turn: Position) -> None:
    turn.tile("H14", "24", 1).tile("G15", "7", 5).tile("H16", "15", 1)
    rules, state = turn.rules, turn.state
    before = {"3-0": ("H12.0", "H14", "H16.0")}
    led, refused = preview.lead_over_hex(rules, state, "PRR", before, "3-0", "G15")
    assert (led, refused) == ({"3-0": ("H12.0", "H14", "G15", "H16.0")}, ())
    same, refused = preview.lead_over_hex(rules, state, "PRR", before, "3-0", "B20")
    assert (same, refused) == (before, ())


def test_the_change_of_worth_is_cash_and_shares(turn: Position) -> None:
    turn.turn(revenue=50, routes=(("3-0", ("H10.0", "H12.0", "H14", "H16.0")),))
    paid = payout_preview(turn.rules, turn.state, "PRR", "pay")
    kept = payout_preview(turn.rules, turn.state, "PRR", "withhold")
    assert preview.worth_change(turn.rules, turn.state, paid, "p1") == 6 * 5 + 6 * 12
    assert preview.worth_change(turn.rules, turn.state, kept, "p1") == -6 * 10
    assert preview.worth_change(turn.rules, turn.state, paid, "p3") == 0
    assert (preview.paid_out(paid), preview.paid_out(kept)) == (45, 50)


def test_a_forced_purchase_adds_up(turn: Position) -> None:
    for train in list(turn.state.trains):
        if turn.state.place_of(train) == "PRR":
            turn.state.trains[train] = TrainCard("gone")
    turn.cash(PRR=20, p1=50).operating("PRR", "trains", division="withhold")
    found = help_needed(turn.rules, turn.state)
    assert found is not None
    assert (found.debt.train_type, found.debt.amount, found.debt.helper) == ("3", 180, "p1")
    assert found.treasury + found.adds + found.lacking == found.debt.amount
    assert not found.bankrupt


def test_a_company_that_can_pay_needs_no_help(turn: Position) -> None:
    turn.operating("PRR", "trains", division="withhold")
    assert help_needed(turn.rules, turn.state) is None
    assert help_needed(turn.rules, turn.operating("PRR").state) is None
