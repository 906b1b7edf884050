"""Stored states of before are brought to the form of now, exactly."""

import json
import lzma
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.rules import codec
from companion.rules.chances import ChanceQuestion, Effect
from companion.rules.entering import read_action
from companion.rules.rules import Rules
from companion.rules.state import FORMAT, GONE, Question, State, state_from_json, state_to_json
from companion.rules.upgrading import upgraded
from companion.titles import rules_for
from tests.positions import Position

STORED = Path(__file__).parents[1] / "store" / "before_foundations.sqlite.xz"


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """The rows that older code has written, as they lie."""
    file = tmp_path_factory.mktemp("stored") / "companion.sqlite"
    file.write_bytes(lzma.decompress(STORED.read_bytes()))
    with closing(sqlite3.connect(file)) as connection:
        yield connection


def games(raw: sqlite3.Connection) -> Iterator[tuple[int, Rules, dict[str, Any], int]]:
    """Each game's number, rules, state as stored, and head."""
    for game, setup, state, head in raw.execute("SELECT id, setup, state, head FROM game"):
        yield game, rules_for(codec.from_json(json.loads(setup))), json.loads(state), head


def plain(state: State) -> dict[str, Any]:
    """As it is stored; which types of train have begun has no order, and what could be paid before
    a sale for a train is noted in one title only since.
    """
    body: dict[str, Any] = json.loads(json.dumps(state_to_json(state)))
    if turn := body["round"].get("turn"):
        body["round"]["turn"] = {**turn, "payable": None} if isinstance(turn, dict) else turn
    return {**body, "begun": sorted(body["begun"])}


def test_state_brought_up_is_the_very_one_that_its_actions_make(raw: sqlite3.Connection) -> None:
    """Of every game, at its head and at every snapshot: by nothing but the actions since."""
    compared = 0
    for game, rules, head_state, head in games(raw):
        if rules.options.get("any_time"):
            continue  # what that option allows was mended since: its turns go on otherwise
        then = {head: head_state}
        rows = raw.execute("SELECT n, state FROM snapshot WHERE game = ?", [game])
        then |= {n: json.loads(state) for n, state in rows}
        state = rules.start().state
        for n, action in raw.execute(
            "SELECT n, action FROM log WHERE game = ? ORDER BY n", [game]
        ).fetchall():
            if n:
                state = rules.apply(state, read_action(json.loads(action))).state
            if n in then:
                found = state_from_json(upgraded(rules, then[n]), rules.data.map)
                rules.check(found)
                assert plain(found) == plain(state), (game, n)
                compared += 1
    assert compared > 150


def test_what_is_stored_now_is_brought_up_to_itself(raw: sqlite3.Connection) -> None:
    for _, rules, stored, _ in games(raw):
        now = upgraded(rules, stored)
        assert now["format"] == FORMAT
        assert upgraded(rules, now) == now


def format_1(rules: Rules, **changes: Any) -> dict[str, Any]:
    """The beginning of a game as format 1 had it, changed so."""
    now = state_to_json(rules.start().state)
    gone = ("format", "companies", "order", "own", "begun", "questions", "let_go", "declined")
    body = {key: value for key, value in now.items() if key not in (*gone, "bank_broke")}
    homes = {c.symbol: c.homes[0] for c in rules.data.company_list}
    memory = {"homes": homes, **changes.pop("memory", {})}
    return {**body, "par": {}, "cells": {}, "floated": {}, "memory": memory, **changes}


def brought_up(rules: Rules, **changes: Any) -> State:
    body = json.loads(json.dumps(format_1(rules, **changes)))
    return state_from_json(upgraded(rules, body), rules.data.map)


def test_what_was_pending_becomes_questions_in_the_order_in_which_it_was_asked() -> None:
    rules = Position("1830").rules
    asked = {"is": "Question", "player": "p3", "chances": ["exchange"], "lost": ["act 1"]}
    pending = {
        "par_pending": ["p2", "B&O"],
        "home_pending": "ERIE",
        "home_asked": "PRR",
        "asked": asked,
    }
    trains = dict.fromkeys(rules.start().state.trains, "depot") | {
        f"2-{n}": "NYC" for n in range(5)
    }
    state = brought_up(rules, memory=pending, trains=trains)
    assert state.questions == (
        Question("set_par", "p2", ("B&O",)),
        Question("home", "PRR", ("ERIE",)),
        Question("discard", "NYC", ("NYC",)),
        ChanceQuestion("chance", "p3", ("exchange",), (Effect("act", (1,)),)),
    )
    assert state.begun == ("2",)


def test_what_was_let_be_is_let_be_in_that_round_still() -> None:
    state = brought_up(Position("1830").rules, memory={"declined": ["1.0", "p1 a", "p2 b"]})
    assert state.declined == {"p1 a": "1.0", "p2 b": "1.0"}


def test_company_that_was_out_of_the_game_is_gone_with_its_tokens() -> None:
    rules = Position("steam-over-holland").rules
    state = brought_up(rules, memory={"out": ["NRS"], "top": "AR", "phases_due": ["3"]})
    own, tokens = state.companies["NRS"], len(rules.data.companies["NRS"].token_costs)
    assert (own.status, own.tokens, own.tokens_gone, own.homes) == (GONE, 0, tokens, ())
    assert (state.own.top, state.own.phases_due) == ("AR", ("3",))


def test_flags_of_a_turn_become_what_they_meant() -> None:
    rules = Position("steam-over-holland").rules
    flags = ["treasury", "sold 20", "sold 10", "raised", "helping", "helper p2", "helper p1"]
    flags += ["before 90", "before 140"]
    turn = {"is": "Turn", "company": "NRS", "flags": [*flags, "KKI bought", "no token"]}
    round = {"is": "OperatingRound", "number": 2, "part": 1, "parts": 2, "turn": turn}
    done = brought_up(rules, round=round).round.operating
    assert (done.sold, done.dealt, done.token_passed) == (30, True, True)
    assert (done.raised, done.helper, done.helping) == (True, "p2", True)
    assert (done.privates, done.payable) == (("KKI",), 140)


def test_state_of_no_format_that_is_known_is_refused() -> None:
    rules = Position("1830").rules
    stored = state_to_json(rules.start().state)
    with pytest.raises(ValueError, match=f"format {FORMAT + 1} is not one of format {FORMAT}"):
        state_from_json({**stored, "format": FORMAT + 1}, rules.data.map)
    with pytest.raises(LookupError):
        upgraded(rules, {})
