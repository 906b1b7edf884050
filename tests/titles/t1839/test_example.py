"""Whole games, computed apart from the program to the guilder.

``example.json`` is a game of four players, which goes through all phases. ``bankruptcy.json`` is a
game of two. A price ends ``top.json`` in a stock round.

The sheet beside each game is computed from the book, the printed map and tiles and the list of
deeds, with nothing of the program. It holds:

- every payout in order: the deed, 0 where a company had no run; stops and values of each train;
  revenue; the part kept, the pay of a share, who was paid; the price before and after;
- the cash of all at each round's end, and everybody's worth;
- the deed with which each phase begins, and the deeds that show each rule.
"""

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from companion.bench.example_games import read_example
from companion.rules.core.actions import RunTrains, SellHoldings, SellShares
from companion.rules.core.state import State, type_of
from companion.rules.judge import judge
from companion.rules.judge.rules import Rules
from companion.rules.judge.worth import total_worth
from companion.rules.operating.operating_round import OperatingRound
from companion.titles import rules_for
from companion.titles.t1839.state_railway import Nationalise
from companion.titles.t1839.title_state import game_of
from tests.titles.sheet_cash import cash_at
from tests.titles.t1839.event_counts import happened, trains_by_type

HERE = Path(__file__).parent
GAMES = ("example", "bankruptcy", "top")
SHOWN = (  # what the example has to go through, by the words of its sheet
    *("half dividend", "full dividend", "sale before operating", "redeemed as a deed"),
    *("redeemed in a sale by a new director", "nationalised: major", "local in a second life"),
    *("government marker replaced", "swap", "marker returned", "KR", "SRV", "HLVVDG"),
    *("local becomes a major", "last run", "R4 assigned", "CM closes", "RH charged"),
    *("treasury sells for a debt", "director sells for a debt", "director helps"),
    *("concession", "rank emptied"),
)


class Told(NamedTuple):
    """The program's results for a game, in the words of a sheet."""

    rules: Rules
    state: State
    phases: dict[str, int]
    payouts: list[dict[str, Any]]
    rounds: list[dict[str, Any]]
    shown: dict[int, set[str]]  # what happened with each deed


def sheet(name: str) -> dict[str, Any]:
    return json.loads((HERE / f"{name}-sheet.json").read_text(encoding="utf-8"))


@cache
def told(name: str) -> Told:
    """Play the game, and note what its sheet notes."""
    setup, actions = read_example(HERE / f"{name}.json")
    rules = rules_for(setup)
    state = judge.start(rules).state
    game = Told(rules, state, {}, [], [], {})
    for deed, action in enumerate(actions, 1):
        outcome = judge.apply(rules, state, action)
        for event in outcome.events:
            if event.kind == "phase":
                game.phases[event.facts["phase"]] = deed
            elif event.kind == "round":
                game.rounds.append(cash_at(state, outcome.entries[: event.facts["entries_before"]]))
            elif receipt := event.facts.get("receipt"):
                ran = isinstance(state.round, OperatingRound) and action.wire_name
                game.payouts.append(payout(receipt, deed if ran == "dividend" else 0))
        game.shown[deed] = set(shows(state, action, outcome))
        state = outcome.state
    game.rounds.append(cash_at(state, ()))
    return game._replace(state=state)


def payout(receipt: Any, deed: int) -> dict[str, Any]:
    """A receipt as a line of the sheet."""
    paid = Counter({receipt.company: receipt.kept})
    for line in receipt.payees:
        paid[line.owner] += line.amount
    return {
        "deed": deed,
        "company": receipt.company,
        "runs": {run.train: {stop.stop: stop.value for stop in run.stops} for run in receipt.runs},
        "revenue": receipt.revenue,
        "choice": receipt.kind,
        "kept": receipt.kept,
        "share": receipt.per_share,
        "paid": {owner: amount for owner, amount in paid.items() if amount},
        "price": [receipt.price_before, receipt.price_after],
    }


def shows(state: State, action: Any, outcome: Any) -> Any:
    """The events of a deed, by the words of the sheets."""
    yield from happened(state, action, outcome)
    if isinstance(action, RunTrains):
        yield from (f"runs {type_of(train)}" for train, _ in action.routes)
    if isinstance(action, Nationalise):
        yield "nationalised: local" if action.company[1:].isdigit() else "nationalised: major"
    if isinstance(action, SellShares | SellHoldings):
        if isinstance(state.round, OperatingRound) or state.questions:
            yield "director sells for a debt"
        elif action.company not in game_of(state).operated_companies:
            yield "sale before operating"
    lying = trains_by_type(outcome.state, "depot")
    thinned = any(event.kind == "trains_removed" for event in outcome.events)
    if thinned and any(not lying[rank] for rank in trains_by_type(state, "depot")):
        yield "rank emptied"


# --- to the guilder


@pytest.mark.parametrize("name", GAMES)
def test_every_payout_is_as_reckoned(name):
    reckoned = [dict(line) for line in sheet(name)["payouts"]]
    for line, found in zip(reckoned, told(name).payouts, strict=True):
        assert line.pop("round")
        assert found == line


@pytest.mark.parametrize("name", GAMES)
def test_all_have_the_cash_that_was_reckoned_at_each_round_s_end(name):
    for line, found in zip(sheet(name)["rounds"], told(name).rounds, strict=True):
        assert found == line["cash"], line["round"]


@pytest.mark.parametrize("name", GAMES)
def test_it_ends_as_reckoned(name):
    game, reckoned = told(name), sheet(name)
    assert game.state.end_reason == reckoned["ended"]
    worth = {player: total_worth(game.rules, game.state, player) for player in game.rules.seats}
    assert worth == reckoned["worth"]
    assert game.phases == reckoned["phases"]


@pytest.mark.parametrize("name", GAMES)
def test_every_deed_shows_what_the_sheet_says(name):
    shown = told(name).shown
    for what, deeds in sheet(name)["shows"].items():
        assert [deed for deed in deeds if what not in shown[deed]] == [], what


# --- that these games are what they are kept for


def test_the_example_goes_through_everything():
    game, shown = told("example"), sheet("example")["shows"]
    ranks = [f"runs {rank}" for rank in game.rules.data.trains]
    assert [what for what in (*SHOWN, *ranks) if not shown.get(what)] == []
    assert list(game.phases) == [phase.name for phase in game.rules.data.phases][1:]
    assert game.state.end_reason == "purple"


def test_the_example_raises_money_in_all_three_steps_at_once():
    """§8.4.1: its own shares, the director's cash, the director's shares, in one company's turn."""
    shown = sheet("example")["shows"]
    own, paid = shown["treasury sells for a debt"][-1], shown["director helps"]
    last = next(deed for deed in paid if deed > own)
    assert any(own < deed < last for deed in shown["director sells for a debt"])
    assert not any(line["deed"] in range(own, last) for line in sheet("example")["payouts"])


def test_in_the_example_a_local_becomes_a_major_in_the_middle_of_a_round():
    deed = sheet("example")["shows"]["local becomes a major"][0]
    lines = [line for line in sheet("example")["payouts"] if line["deed"]]
    before = [line["round"] for line in lines if line["deed"] < deed]
    after = [line["round"] for line in lines if line["deed"] > deed]
    assert before[-1] == after[0]


def test_the_example_s_r4_lets_its_company_be_nationalised():
    """§14.3.4.1: it had no other train."""
    setup, actions = read_example(HERE / "example.json")
    (deed,) = sheet("example")["shows"]["R4 assigned"]
    assert actions[deed] == Nationalise(actions[deed - 1].company)
    assert setup.players == ("Ada", "Bram", "Cato", "Dirk")


def test_one_of_two_players_ends_by_bankruptcy():
    game = told("bankruptcy")
    assert "bankruptcy" in game.shown[max(game.shown)]
    assert (game.state.end_reason, len(game.rules.seats)) == ("alone", 2)


def test_one_ends_at_300_in_a_stock_round():
    game = told("top")
    assert (game.state.end_reason, game_of(game.state).top_company) == ("market", "")
    assert game.state.round.kind == "stock"
    assert max(line["price"][1] for line in game.payouts) == 254
