"""Runs of no train: the site asks for some that the rules do not wait for."""

from __future__ import annotations

import json

import pytest

from companion.exchange import BadFile, import_file
from companion.exchange.replay import replay_command
from tests.exchange.exports import as_bytes, by, floated, no
from tests.exchange.test_replay import trace_of

NOTHING = by("PRR", "run_routes", routes=[])
LAY = by("PRR", "lay_tile", hex="H10", tile="57-0", rotation=1)


def test_a_run_of_no_train_does_nothing_where_no_run_is_waited_for():
    with_it = import_file(as_bytes([*floated(), LAY, NOTHING, no("PRR")])).actions
    assert with_it == import_file(as_bytes([*floated(), LAY, no("PRR")])).actions


def test_a_run_of_no_train_by_nobody_is_refused():
    with pytest.raises(BadFile, match="the company XYZ, which is not in this game"):
        import_file(as_bytes([*floated(), LAY, by("XYZ", "run_routes", routes=[])]))


def test_a_run_of_a_train_that_is_not_waited_for_is_refused():
    route = {"train": "2-0", "connections": [["H12", "H10"]]}
    with pytest.raises(BadFile, match="run_routes by PRR"):
        import_file(as_bytes([*floated(), LAY, by("PRR", "run_routes", routes=[route])]))


def test_what_a_trace_notes_at_a_run_of_no_train_may_have_happened_before(tmp_path, capsys):
    """With us the price falls as soon as it is clear that nothing can run."""
    file, trace = trace_of(tmp_path, *floated(), LAY, no("PRR"), NOTHING)
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    before, idle = lines[-2]["changed"], lines[-1]["changed"]
    idle["companies"] = before.pop("companies")
    trace.write_text("\n".join(map(json.dumps, lines)))
    assert replay_command(file, trace) == 0
    idle["companies"]["PRR"]["price"] = 1
    trace.write_text("\n".join(map(json.dumps, lines)))
    assert replay_command(file, trace) == 1
    assert "companies.PRR.price differs" in capsys.readouterr().out
