"""Whole games, computed apart from the program to the guilder.

``example.json`` is a game of four players, which goes through all phases. ``bankruptcy.json`` is a
game of two, ``top.json`` a game of six. A foreign company wholly with players ends that one in a
stock round.

The sheet beside each game comes from ``whole_game``, which knows the book's figures and the deeds
and nothing of the program. It holds:

- every payout in order: the deed, 0 where nobody entered one; stops and values of each train;
  revenue; the part kept, who was paid; the price before and after;
- the actions of foreign companies: incomes, shares bought back and for how much, trains, the rest;
- the cash of all at each round's end, and everybody's worth;
- the deed with which each phase begins, and the deeds that show each rule;
- the turns and rounds, each with its first deed.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from companion.bench.example_games import read_example
from companion.rules.judge import judge
from companion.rules.judge.worth import total_worth
from companion.titles import rules_for
from tests.oracles.t1839_2015.whole_game.play import sheet as reckoned
from tests.titles.t1839_2015.sheet_notes import LAID, TELLING, Noting

HERE = Path(__file__).parent
GAMES = ("example", "bankruptcy", "top")
SHOWN = (  # what the example goes through, by the words of its sheet
    *("runs 2", "runs 3+", "runs 5+", "runs 7+", "runs 5D+", "runs FLOOD", "5D+ and FLOOD"),
    *("foreign purchase begins Blue", "bought back from the pool", "half of 130"),
    *("dijk", "bypass", "obsolete: used", "obsolete: a player's", "obsolete: a company's"),
    *("obsolete: stock round", "passed at 0", "SAVED last run", "NFLM", "KV", "marker sold"),
    "end: 1,000 in an operating round",
)
KNOWN = (*TELLING, *LAID, "runs ", "half of ", "5D+ and FLOOD", "foreign purchase begins", "end:")


def sheet(name: str) -> dict[str, Any]:
    return json.loads((HERE / f"{name}-sheet.json").read_text(encoding="utf-8"))


@cache
def told(name: str) -> Noting:
    """Play the game, and note what its sheet notes."""
    setup, actions = read_example(HERE / f"{name}.json")
    rules = rules_for(setup)
    noting = Noting(rules)
    for action in actions:
        noting.see(noting.state, action, judge.apply(rules, noting.state, action))
    noting.ended()
    return noting


# --- to the guilder


@pytest.mark.parametrize("name", GAMES)
def test_the_sheet_is_what_the_book_makes_of_the_deeds(name):
    kept = sheet(name)
    again = reckoned(HERE / f"{name}.json", kept["turns"])
    assert json.loads(json.dumps(again)) == kept


@pytest.mark.parametrize("name", GAMES)
def test_every_payout_is_as_reckoned(name):
    for line, found in zip(sheet(name)["payouts"], told(name).payouts, strict=True):
        assert line.pop("round")
        assert found == line


@pytest.mark.parametrize("name", GAMES)
def test_foreign_companies_do_what_was_reckoned(name):
    for line, found in zip(sheet(name)["abroad"], told(name).abroad, strict=True):
        assert line.pop("round")
        assert {"left": line["left"], **found} == line


@pytest.mark.parametrize("name", GAMES)
def test_all_have_the_cash_that_was_reckoned_at_each_round_s_end(name):
    for line, found in zip(sheet(name)["rounds"], told(name).rounds, strict=True):
        assert found == line["cash"], line["round"]


@pytest.mark.parametrize("name", GAMES)
def test_turns_come_as_reckoned_and_it_ends_so(name):
    game, written = told(name), sheet(name)
    assert game.turns == written["turns"]
    assert game.state.end_reason == written["ended"]
    worth = {player: total_worth(game.rules, game.state, player) for player in game.rules.seats}
    assert worth == written["worth"]
    assert game.phases == written["phases"]


@pytest.mark.parametrize("name", GAMES)
def test_every_deed_shows_what_the_sheet_says(name):
    shown = told(name).shown
    for what, deeds in sheet(name)["shows"].items():
        if what.startswith(KNOWN):
            assert [deed for deed in deeds if what not in shown[deed]] == [], what


# --- that these games are what they are kept for


def test_the_example_goes_through_all_that_is_named():
    game, written = told("example"), sheet("example")
    assert [what for what in SHOWN if not written["shows"].get(what)] == []
    assert list(game.phases) == [phase.name for phase in game.rules.data.phases][1:]
    assert len(game.rules.seats) == 4
    assert game.rules.setup.options["rws"] == "SS"


def test_a_game_of_two_ends_by_bankruptcy():
    game, written = told("bankruptcy"), sheet("bankruptcy")
    assert written["shows"]["bankruptcy"] == [max(game.shown)]
    assert (game.state.end_reason, len(game.rules.seats)) == ("bankrupt", 2)
    used = {"CM", "CO", "IJR", "LVG", "NFW", "SHZ", "SLC", "SLD", "SLE", "VVD", "passed at 0"}
    assert used <= set(written["shows"])


def test_a_game_of_six_ends_in_a_stock_round():
    game, written = told("top"), sheet("top")
    last = max(game.shown)
    assert written["shows"]["foreign company wholly with players"][-1] == last
    assert written["shows"]["end: 1,000 in a stock round"] == [last]
    assert (game.state.end_reason, len(game.rules.seats)) == ("market", 6)
    assert {"BEIJ", "BOR", "PTT", "SLK", "SWO"} <= set(written["shows"])
