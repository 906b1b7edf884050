"""Comparing with a trace where only the site asks: what happens then may have happened here."""

from __future__ import annotations

import json

from companion.exchange.replay import replay_command
from tests.exchange.exports import by, floated, no
from tests.exchange.test_replay import trace_of

NOTHING = by("PRR", "run_routes", routes=[])
LAY = by("PRR", "lay_tile", hex="H10", tile="57-0", rotation=1)


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
