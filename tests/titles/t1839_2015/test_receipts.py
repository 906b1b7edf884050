"""Receipts of 1839 (2015) say how each sum comes about: the MES, foreign companies."""

import re
from html import unescape

from companion.ledger.receipts import Term
from companion.rules.core.actions import LayTile, Pass
from companion.rules.core.change import Change
from companion.rules.explain.receipts import LogRecord, receipt_of
from companion.rules.judge import judge
from companion.rules.words.receipts import TERMS
from companion.store.games.game_store import GameStore
from companion.titles.t1839_2015 import foreign
from companion.web import create_app
from tests.support.positions import Position
from tests.support.stored_games import store_position
from tests.titles.t1839_2015.game_start import entered, floated, stock_round, turn
from tests.titles.t1839_2015.test_foreign import held, operated
from tests.titles.t1839_2015.test_owners import joined_by
from tests.titles.t1839_2015.test_powers import PLAINS, RIVERS, lays


def test_the_mes_tells_each_place_that_was_joined() -> None:
    at = stock_round().started("HIJSM", 67, "p1", p1=60).privates(MES="p1")
    floated(at, "HIJSM").cash(p1=0, HIJSM=1000).token("E10.0", "HIJSM").operating("HIJSM")
    judge.settle(at.rules, Change(at.state))
    found = at.rules.operating.steps[0].possible_lays(at.state, "E8")
    lay = next(
        lay for lay in found if lay.tile == "8" and "D7.0" in joined_by(at, lay.tile, lay.rotation)
    )
    action = LayTile("HIJSM", "E8", lay.tile, lay.rotation)
    outcome = judge.apply(at.rules, at.state, action)
    deed = LogRecord(1, action, outcome.events, outcome.entries)
    receipt = receipt_of(at.rules, deed, (), at.state, outcome.state)
    (line,) = (line for line in receipt.money if line.memo == "private_revenue")
    assert line.terms == (Term("place", 20, of=("D7.0",)),)
    words = at.rules.words.fill(TERMS["place"], {"each": 20, "of": ("D7.0",)})
    assert words == "ƒ20 for D7"


def sections(at: Position, *actions: LayTile) -> list[str]:
    """The section of the book that the receipt of each lay cites."""
    found = []
    for action in actions:
        outcome = judge.apply(at.rules, at.state, action)
        deed = LogRecord(1, action, outcome.events, outcome.entries)
        (line,) = receipt_of(at.rules, deed, (), at.state, outcome.state).money
        found.append(line.rule)
        at.do(action)
    return found


def test_a_lay_of_a_private_is_paid_by_its_own_section() -> None:
    at = turn("SS", phase="Yellow", VVD="SS").token("E14.0", "SS")
    build = lays("SS", PLAINS[:2], "VVD")  # the first alone names it
    assert sections(at, *build) == [at.data.place("Van Vlissingen & Dudok van Heel")] * 2
    at = turn("AMS", SHZ="AMS").token("N15.0", "AMS")
    joint = LayTile("AMS", "K16", "57", 0, "SHZ")
    assert sections(at, joint) == [at.data.place("Schielands Hoge Zeedijk")]
    at = turn("SS", phase="Yellow", VVD="SS").tile(*RIVERS[0]).token("E14.0", "SS")
    assert sections(at, LayTile("SS", *RIVERS[2])) == [at.data.place("Building track")]


def test_the_turn_of_a_foreign_company_tells_where_its_revenue_comes_from() -> None:
    at = operated(held(entered(stock_round(), "BEL", 67), "BEL", p1=10), BEL=(60, 50))
    (receipt,) = (event.facts["receipt"] for event in at.events if "receipt" in event.facts)
    assert receipt.incomes == (("NRS", 60), ("NRS", 50))
    assert (receipt.income, receipt.rounding_step, receipt.revenue, receipt.kept) == (
        110,
        100,
        100,
        50,
    )
    told = next(event for event in at.events if event.kind == "foreign_turn")
    assert at.rules.words.tell(told) == (
        "BEL operates: incomes 60, 50, ƒ110 in all; half of that, rounded up to ƒ100, is ƒ100."
    )


def test_its_receipt_shows_the_incomes_half_of_them_and_what_it_keeps(store: GameStore) -> None:
    asks = create_app({"STORE": store}).test_client()
    at = held(entered(turn("NRS").turn(step=4).trains("NRS", "2"), "BEL", 67), "BEL", p1=10)
    foreign.record(Change(at.state), "BEL", "NRS", 60)
    foreign.record(Change(at.state), "BEL", "SS", 50)
    game = store_position(store, at)
    store.play(game, store.version(game), Pass("NRS"))
    page = unescape(re.sub("<[^>]*>", " ", asks.get(f"/game/{game}/receipt/1").text))
    said = re.sub(r"\s+", " ", page)
    assert "NRS income 60 SS income 50 Revenue half of 110, rounded up to 100 100" in said
    assert "Treasury of BEL half of 100 50" in said
