"""Wrong sheets: every fault is named, all at once, and the sheet without it is taken."""

import json
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

from companion.rules.core.refusals import Refusal
from companion.rules.core.state import State
from companion.rules.data.setup import Setup
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.opening.opening_step import OpenPosition, position_of, start_state
from companion.rules.stock.share_trading import StockRound
from companion.titles import rules_for
from tests.support.positions import NAMES, Position

Sheet = dict[str, Any]


@cache
def game() -> tuple[Rules, str]:
    """Return the rules and the sheet of a small position: two companies in a stock round."""
    position = Position("1830", 3)
    position.state.round = StockRound(2, "p1")
    return position.rules, position_of(position.rules, position.state).sheet


def middle() -> Sheet:
    """Return the sheet of a position that is right."""
    rules, text = game()
    sheet: Sheet = json.loads(text)
    sheet["cash"] = {"bank": 9_000, "p1": 700, "p2": 500, "p3": 400, "PRR": 800, "NYC": 600}
    sheet["shares"] = {
        "PRR": {"p1": 40, "p2": 30, "initial": 30},
        "NYC": {"p2": 60, "pool": 10, "initial": 30},
    }
    sheet["presidents"] = {"PRR": ["p1"], "NYC": ["p2"]}
    started = {"status": "floated", "has_operated": True, "tokens": 3, "homes": []}
    sheet["companies"] = {"PRR": {**started, "par": 100}, "NYC": {**started, "par": 67}}
    sheet["market"] = {"0,6": ["PRR"], "5,6": ["NYC"]}
    sheet["tokens"] = {"H12.0": ["PRR"], "E19.0": ["NYC"]}
    sheet["trains"] = {"PRR": {"2": 2}, "depot": {**sheet["trains"]["depot"], "2": 4}}
    sheet["privates"] = {private: "p3" for private in rules.data.privates}
    return sheet


def refusals(sheet: Sheet) -> list[Refusal]:
    rules, _ = game()
    return judge.refusals(rules, start_state(rules), OpenPosition(json.dumps(sheet)))


def put(*path: str, to: Any) -> Callable[[Sheet], None]:
    """Return a function that puts a value into a sheet."""

    def change(sheet: Sheet) -> None:
        for key in path[:-1]:
            sheet = sheet[key]
        sheet[path[-1]] = to

    return change


def test_a_right_sheet_is_taken_and_money_goes_where_it_says() -> None:
    rules, _ = game()
    assert refusals(middle()) == []
    outcome = judge.apply(rules, start_state(rules), OpenPosition(json.dumps(middle())))
    state: State = outcome.state
    assert (state.cash["bank"], state.cash["PRR"], state.cash["p3"]) == (9_000, 800, 400)
    assert state.companies["PRR"].cell == "0,6"
    assert state.train_types_in_play == ("2",)
    (entry,) = outcome.entries
    assert sum(posting.amount for posting in entry.postings) == 0
    assert rules.words.tell(outcome.events[0]) == (
        "The game began on paper. The table entered its position in stock round 2, phase 2."
    )


WRONG = {
    "a certificate too many": (
        put("shares", "PRR", "p2", to=40),
        "opening.shares_over",
        "PRR: 110% is entered, but there is 100%. 10% is too much.",
    ),
    "a certificate missing": (
        put("shares", "PRR", "p2", to=20),
        "opening.shares_missing",
        "10% is missing",
    ),
    "two presidents": (
        put("presidents", "NYC", to=["p2", "p1"]),
        "opening.presidents",
        f"president's certificate of NYC: {NAMES[1]} and {NAMES[0]}",
    ),
    "no president": (put("presidents", "NYC", to=[]), "opening.no_president", "no president"),
    "too small a president": (
        put("shares", "PRR", to={"p1": 10, "p2": 60, "initial": 30}),
        "opening.president_part",
        "with 10%: that certificate alone is 20%",
    ),
    "half a certificate": (put("shares", "PRR", to={"p1": 45, "p2": 55}), "opening.deal", "10, 10"),
    "too much money": (
        put("cash", "p1", to=750),
        "opening.money_over",
        "$50 too much: $12,050 is entered, but there is $12,000",
    ),
    "money missing": (put("cash", "p1", to=690), "opening.money_missing", "$10 is missing"),
    "a player who owes": (put("cash", "p1", to=-5), "opening.owes", "−5"),
    "a train missing": (
        put("trains", "PRR", "2", to=1),
        "opening.train_missing",
        "2-trains: 5 are entered, but there are 6; 1 missing.",
    ),
    "a train too many": (put("trains", "PRR", "2", to=3), "opening.train_over", "1 too many"),
    "a private of nobody": (put("privates", to={}), "opening.private", "needs an owner"),
    "a token missing": (
        put("companies", "PRR", "tokens", to=2),
        "opening.tokens",
        "Tokens of PRR: 3 entered, 4 in the game. On the map: 1. On its charter: 2.",
    ),
    "a token nowhere": (
        put("tokens", "7", to=["NYC"]),
        "opening.no_city",
        "“7” is no city of the map. A city is its hex, a dot and its number from 0, such as ",
    ),
    "tokens without a slot": (
        put("tokens", "H12.0", to=["PRR", "NYC"]),
        "opening.slots",
        "Tokens in Altoona: 2 entered, but there is room for 1.",
    ),
    "two prices": (
        put("market", "6,6", to=["NYC"]),
        "opening.two_cells",
        "on the market twice",
    ),
    "no price": (put("market", "5,6", to=[]), "opening.no_cell", "not on the market"),
    "too many tiles": (
        put("tiles", to={"B10": ["1", 0], "B12": ["1", 0]}),
        "opening.tile",
        "Tile 1: 2 entered, 1 in the game.",
    ),
    "a stranger's turn": (put("round", "turn", to="p7"), "opening.turn", "p7"),
    "too many passes": (put("round", "passes", to=3), "opening.passes", "3 passes"),
    "no number of the round": (put("round", "number", to=0), "opening.round", "number 1"),
    "an unknown company": (put("cash", "XYZ", to=0), "opening.unknown", "XYZ"),
    "a player twice": (put("order", to=["p1", "p1", "p2"]), "opening.order", "once"),
    "a stranger's priority": (put("priority", to="p8"), "opening.priority", "a player"),
}


@pytest.mark.parametrize("name", WRONG)
def test_faults_are_named_and_cannot_be_ruled(name: str) -> None:
    change, code, says = WRONG[name]
    sheet = middle()
    change(sheet)
    found = {refusal.code: refusal for refusal in refusals(sheet)}
    assert code in found, found
    assert says in found[code].says
    assert not found[code].may_rule


def test_all_faults_are_listed_at_once() -> None:
    sheet = middle()
    for name in ("a certificate too many", "two presidents", "too much money", "a train missing"):
        WRONG[name][0](sheet)
    codes = {refusal.code for refusal in refusals(sheet)}
    assert codes == {
        "opening.shares_over",
        "opening.presidents",
        "opening.money_over",
        "opening.train_missing",
    }


UNUSUAL = {
    "a president with less": (
        put("shares", "PRR", to={"p1": 30, "p2": 40, "initial": 30}),
        "opening.lesser_president",
        "with 30%",
    ),
    "a later phase brought": (
        put("trains", to=None),
        "opening.phase",
        "phase 2, but the trains in play bring phase 3",
    ),
    "over a limit": (
        put("shares", "PRR", to={"p1": 70, "initial": 30}),
        "opening.limit",
        "holds 70% of PRR; 60% is the limit",
    ),
}


@pytest.mark.parametrize("name", UNUSUAL)
def test_unusual_things_are_told_and_may_be_ruled(name: str) -> None:
    rules, _ = game()
    change, code, says = UNUSUAL[name]
    sheet = middle()
    if name == "a later phase brought":
        depot = sheet["trains"]["depot"]
        sheet["trains"] = {"PRR": {"2": 2, "3": 1}, "depot": {**depot, "3": depot["3"] - 1}}
    else:
        change(sheet)
    (found,) = refusals(sheet)
    assert (found.code, found.may_rule) == (code, True)
    assert says in found.says
    opening = OpenPosition(json.dumps(sheet))
    assert judge.apply(rules, start_state(rules), opening, {code}).state.round.number == 2


def test_the_nearest_sheet_with_an_operating_round_begins_the_turn_of_its_company() -> None:
    rules, _ = game()
    sheet = middle()
    sheet["round"] = {"$type": "operating_round", "number": 2, "part": 1, "parts": 1}
    sheet["round"] |= {"companies": ["PRR", "NYC"], "turn": {"company": "PRR"}}
    assert refusals(sheet) == []
    state = judge.apply(rules, start_state(rules), OpenPosition(json.dumps(sheet))).state
    assert rules.actor(state) == "p1"
    sheet["round"]["companies_done"] = ["PRR"]
    assert [refusal.code for refusal in refusals(sheet)] == ["opening.done"]


def test_a_sheet_of_three_players_is_refused_with_two() -> None:
    _, text = game()
    rules = rules_for(Setup("1830", NAMES[:2]))
    found = judge.refusals(rules, start_state(rules), OpenPosition(text))
    assert "opening.unknown" in {refusal.code for refusal in found}
