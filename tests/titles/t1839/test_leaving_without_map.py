"""Bankruptcies without the map, of every debt: the player leaves, and the others play on (§9)."""

import random
from collections.abc import Callable

import pytest
from flask.testing import FlaskClient

from companion.bots.simulation import choose
from companion.rules.core.actions import (
    Action,
    DeclareBankruptcy,
    Dividend,
    NameHome,
    SellHoldings,
    SellShares,
)
from companion.rules.core.map_use import ToldFacts
from companion.rules.core.state import Question
from companion.rules.judge import judge
from companion.rules.without_map.actions import TellRun
from companion.store.games.game_store import GameStore
from companion.titles.t1839.leaving_players import Concede
from companion.titles.t1839.turn_without_map import TellHomeFee
from tests.support.positions import NAMES, Position
from tests.support.shown_deeds import do_undo_and_redo, open_pages
from tests.support.stored_games import store_position
from tests.titles.demo.test_screens import text_of
from tests.titles.t1839.operating_positions import at_price, company, moment
from tests.titles.t1839.test_operating import begun
from tests.titles.t1839.test_trains import supply

GIVE_UP = DeclareBankruptcy("p1")


def take_up_tokens(at: Position) -> Position:
    """Take up the tokens of companies; that they lie on the map is all that is known."""
    counts: dict[str, int] = {}
    for one in at.data.companies:
        for stop in at.state.board.token_stops(one):
            at.state.board = at.state.board.without_token(stop, one)
            counts[one] = counts.get(one, 0) + 1
    at.state.told = ToldFacts(tokens=counts)
    return at


def others(at: Position, **percents: int) -> Position:
    """HIJSM of p2, at a low price."""
    company(at, "HIJSM", 67, 0, director="p2", p2=40, **percents).trains("HIJSM", "2")
    return at_price(at, "HIJSM", 40)


def first_train() -> Position:
    """AMS has nothing for its first train, and p1 too little to sell."""
    at = company(moment(without_map=True), "AMS", 67, operated=False, p1=30, p2=20, p3=10)
    at = at_price(take_up_tokens(others(at)), "AMS", 82).cash(p1=0)
    return begun(supply(at, "2+1"))


def charge() -> Position:
    """p1 has a private that costs 100 each round."""
    at = company(moment(without_map=True).privates(RH="p1"), "AMS", 67, 500, p1=20, p3=10)
    return begun(take_up_tokens(others(at, p1=20)).cash(p1=10))


def home_fee() -> Position:
    """p1 floats a local, and the table tells a fee that p1 cannot pay."""
    at = take_up_tokens(others(moment(without_map=True), p1=20)).started("L1", 31, "p1", p1=60)
    for number in ("0", "1"):
        at.cash(p1=0).state.ask(Question("name_home", "p1", ("L1", number)))
    return at.do(NameHome("L1", "L13"), NameHome("L1", "K8"), TellHomeFee("L1", 900))


def train() -> Position:
    """MSS has 100 and must own a train."""
    at = company(moment(phase="Gray", without_map=True), "MSS", 67, 100, p1=40, p2=20, p3=20)
    take_up_tokens(company(at, "NWS", 67, director="p2", p2=40, p1=20).trains("NWS", "7"))
    at.state.questions = ()
    return at.cash(p1=0).operating("MSS", "trains")


DEBTS: dict[Callable[[], Position], tuple[Action, ...]] = {
    first_train: (SellShares("p1", "AMS", 10),),
    charge: (SellShares("p1", "HIJSM", 20),),
    home_fee: (SellHoldings("p1", (("HIJSM", 20), ("L1", 40))),),
    train: (SellHoldings("p1", (("MSS", 20), ("NWS", 20))),),
}


@pytest.mark.parametrize("owing", DEBTS)
def test_a_bankrupt_player_leaves_and_every_page_tells_of_it(
    client: FlaskClient, store: GameStore, owing: Callable[[], Position]
) -> None:
    at = owing()
    before = at.state.cash["p1"]
    game = store_position(store, at)
    sold = do_undo_and_redo(store, game, *DEBTS[owing])
    after = do_undo_and_redo(store, game, GIVE_UP)
    assert (after.order, after.end_reason, after.is_told) == (("p2", "p3", "p4"), "", True)
    assert after.cash["p1"] == 0 and sold.cash["p1"] > before
    assert after.cash["bank"] >= sold.cash["bank"] + sold.cash["p1"]
    assert "p1" not in {*after.certificates.values(), *after.privates.values()}
    log = text_of(open_pages(client, store, game))
    assert f"{NAMES[0]} is bankrupt" in log and f"{NAMES[0]} left the game" in log


@pytest.mark.parametrize("owing", DEBTS)
def test_the_others_play_on_to_the_end(owing: Callable[[], Position]) -> None:
    at, dice, deeds = owing().do(*DEBTS[owing], GIVE_UP), random.Random(7), 0
    while not at.state.end_reason:
        assert at.rules.actor(at.state) != "p1"
        at.do(choose(at.rules, at.state, dice))
        deeds += 1
        assert at.state.cash["p1"] == 0
        assert "p1" not in {*at.state.order, *at.state.certificates.values()}
    assert deeds > 100


def test_a_local_that_comes_again_has_not_run_yet() -> None:
    """Its former runs are no usual revenue of the new company (§14.3.4.2)."""
    at = company(moment(without_map=True), "L1", 31, 300).trains("L1", "2")
    at.operating("L1", "run")
    at.do(TellRun("L1", 70), Dividend("L1", "withhold"), Concede("p1"))
    company(at, "L1", 31, 300, director="p2").trains("L1", "2").operating("L1", "run")
    (run,) = (offer for offer in judge.offers(at.rules, at.state) if offer.kind == "tell_run")
    assert (run.action, run.facts) == (TellRun("L1", 0), ())
