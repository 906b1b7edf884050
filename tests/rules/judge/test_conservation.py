"""Anything created, lost or duplicated is found after the action that caused it."""

from collections.abc import Callable

import pytest

from companion.ledger.entries import LedgerError
from companion.rules.core.change import Change
from companion.rules.core.state import UNSTARTED, State
from companion.rules.judge import judge
from companion.rules.judge.conservation import Inventory
from companion.rules.operating.operating_round import OperatingRound
from companion.rules.operating.tokens import take_out, take_up
from tests.support.positions import Position


def money(state: State) -> None:
    state.cash["p1"] += 1


def debt(state: State) -> None:
    state.cash["bank"] += state.cash["p1"] + 1
    state.cash["p1"] = -1


def account(state: State) -> None:
    state.cash["p9"] = 0


def certificate(state: State) -> None:
    del state.certificates["PRR_3"]


def stray_certificate(state: State) -> None:
    state.certificates["PRR_3"] = "under the table"


def private(state: State) -> None:
    state.privates.pop("CA")


def train(state: State) -> None:
    state.trains.pop("3-1")


def market_token(state: State) -> None:
    state.stacks[state.companies["PRR"].cell] = ()


def double_market_token(state: State) -> None:
    state.stacks["0,0"] = ("PRR",)


def tile(state: State) -> None:
    for at in ("H14", "F18"):
        state.board = state.board.with_tile(at, "16", 0)


def token(state: State) -> None:
    for stop in ("H10.0", "H16.0", "H4.0"):
        state.board = state.board.with_token(stop, "NYNH")


def lost_token(state: State) -> None:
    state.alter("NYNH", tokens=1)


def token_too_many(state: State) -> None:
    state.alter("NYNH", tokens=3)


def token_placed_and_kept(state: State) -> None:
    state.board = state.board.with_token("H10.0", "NYNH")


def token_of_nobody(state: State) -> None:
    state.board = state.board.with_token("H10.0", "GOV")


def price_without_start(state: State) -> None:
    state.alter("PRR", status=UNSTARTED)


def company(state: State) -> None:
    del state.companies["NYNH"]


def settled() -> Position:
    return Position("1830", 3).started("PRR", 67, "p1", p1=20)


def test_a_sound_state_passes() -> None:
    game = settled()
    game.rules.inventory.check(game.state)


def test_tokens_on_the_map_on_the_charter_and_out_of_the_game_are_all_there_are() -> None:
    game = settled().floated("PRR").token("H10.0", "PRR")
    of = game.state.companies["PRR"]
    assert (len(game.state.board.token_stops("PRR")), of.tokens, of.tokens_removed) == (2, 2, 0)
    game.rules.inventory.check(game.state)
    take_up(Change(game.state), "PRR", "H10.0")
    assert game.state.companies["PRR"].tokens == 3
    game.rules.inventory.check(game.state)
    take_out(Change(game.state), "PRR")
    of = game.state.companies["PRR"]
    assert (game.state.board.token_stops("PRR"), of.tokens, of.tokens_removed) == ((), 0, 4)
    game.rules.inventory.check(game.state)


SPOILS = (
    money,
    debt,
    account,
    certificate,
    stray_certificate,
    private,
    train,
    market_token,
    double_market_token,
    tile,
    token,
    lost_token,
    token_too_many,
    token_placed_and_kept,
    token_of_nobody,
    price_without_start,
    company,
)


@pytest.mark.parametrize("spoil", SPOILS)
def test_a_sum_that_does_not_add_up_is_a_fault(spoil: Callable[[State], None]) -> None:
    game = settled()
    spoil(game.state)
    with pytest.raises(LedgerError):
        game.rules.inventory.check(game.state)


@pytest.fixture
def counts_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use the check of the running program, which counts only what changed."""
    monkeypatch.setattr(Inventory, "counts_all", False)


@pytest.mark.usefixtures("counts_changes")
@pytest.mark.parametrize("spoil", SPOILS)
def test_a_fault_is_found_by_the_count_of_what_has_changed(
    spoil: Callable[[State], None],
) -> None:
    game = settled()
    after = game.state.copy()
    spoil(after)
    with pytest.raises(LedgerError):
        game.rules.inventory.check(after, game.state)


@pytest.mark.usefixtures("counts_changes")
def test_the_end_of_a_round_counts_what_has_not_changed_too() -> None:
    game = settled()
    money(game.state)
    after = game.state.copy()
    game.rules.inventory.check(after, game.state)  # the fault is older than the action
    after.round = OperatingRound(number=1, part=1, parts=1)
    with pytest.raises(LedgerError):
        game.rules.inventory.check(after, game.state)


@pytest.mark.usefixtures("counts_changes")
def test_an_action_that_loses_a_certificate_is_not_carried_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = settled()
    start = judge.start(game.rules).state
    turn = game.rules.waiting(start)
    monkeypatch.setattr(turn, "apply", lambda change, action: certificate(change.state))
    with pytest.raises(LedgerError, match="certificate was made or lost"):
        judge.apply(game.rules, start, judge.offers(game.rules, start)[0].action)
