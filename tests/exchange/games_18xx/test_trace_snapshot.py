"""Comparing with a trace: what is compared, and where the two games wait for the same."""

from __future__ import annotations

import json

import pytest

from companion.exchange import ExportedGame, read_export
from companion.exchange.games_18xx.replay_command import replay_command
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.exchange.games_18xx.trace_snapshot import snapshot
from companion.rules.core.actions import DeclareBankruptcy
from companion.rules.judge import judge
from tests.exchange.games_18xx.small_exports import ANN, BOB, CIS, as_bytes, bid, by, floated, no
from tests.exchange.games_18xx.test_replay_command import trace_of
from tests.titles.steam_over_holland.test_trains import needy

HOLLAND = site_adapters()["steam-over-holland"]
NOTHING = by("PRR", "run_routes", routes=[])
BUY = by("PRR", "buy_train", train="2-0", price=80, variant="2")
LAY = by("PRR", "lay_tile", hex="H10", tile="57-0", rotation=1)


def test_notes_of_a_trace_at_a_run_of_no_train_may_have_happened_before(tmp_path, capsys):
    """Our price falls as soon as it is clear that nothing can run."""
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


def test_a_line_of_a_trace_is_compared_where_both_wait_for_the_same(tmp_path, capsys):
    """A pass that nobody is asked for here: at its line the two may differ, after it not."""
    spare = by("PRR", "pass")
    file, trace = trace_of(tmp_path, *floated(), LAY, spare, spare, BUY, no("PRR"))
    assert replay_command(file, trace) == 0
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert lines[-4]["type"] == lines[-3]["type"] == "pass"
    lines[-3]["changed"]["companies"]["PRR"]["cash"] += 1
    trace.write_text("\n".join(map(json.dumps, lines)))
    assert replay_command(file, trace) == 1
    assert "companies.PRR.cash differs" in capsys.readouterr().out


def test_lines_for_what_has_no_effect_may_be_there_or_not(tmp_path):
    talk = [by(ANN, "log", message="hm"), by(ANN, "message", message="hello")]
    file, trace = trace_of(tmp_path, bid(ANN, "SV", 20), *talk, bid(BOB, "CS", 40))
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    assert [line["type"] for line in lines] == ["start", "bid", "log", "bid"]
    assert replay_command(file, trace) == 0
    trace.write_text("\n".join(json.dumps(line) for line in lines if line["type"] != "log"))
    assert replay_command(file, trace) == 0
    lines.insert(3, {"id": 3, "type": "message", "changed": {}})
    trace.write_text("\n".join(map(json.dumps, lines)))
    assert replay_command(file, trace) == 0


@pytest.mark.parametrize(("says", "status"), [(None, 0), ("Ann", 0), ("Bob", 0), ("Cis", 1)])
def test_the_priority_deal_is_compared_where_a_trace_has_it(says, status, tmp_path, capsys):
    """Ann has it, and Bob would get it if all passed now."""
    file, trace = trace_of(tmp_path, bid(ANN, "SV", 20))
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    lines[1]["changed"]["priority"] = says
    trace.write_text("\n".join(map(json.dumps, lines)))
    assert replay_command(file, trace) == status
    assert ("priority differs" in capsys.readouterr().out) is bool(status)


def test_a_company_that_is_out_is_not_in_the_snapshot():
    game = needy()
    before = snapshot(game.rules, HOLLAND, game.state)["companies"]
    game.do(DeclareBankruptcy("p1"))
    after = snapshot(game.rules, HOLLAND, game.state)["companies"]
    assert set(before) - set(after) == {"NCS"}


def test_a_private_that_nobody_took_is_out_whatever_the_trace_calls_open(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(as_bytes([no(ANN), no(BOB), no(CIS)], title="Steam Over Holland"))
    game = ExportedGame(read_export(file))
    start = snapshot(game.rules, game.adapter, judge.start(game.rules).state)
    lines = [{"id": 0, "type": "start", "state": start}]
    for played in game.play():
        now = snapshot(game.rules, game.adapter, played.state)
        now["open_privates"] = start["open_privates"]
        lines.append({"id": played.sent.id, "type": "pass", "changed": now})
    trace = tmp_path / "trace.jsonl"
    trace.write_text("\n".join(map(json.dumps, lines)))
    assert replay_command(file, trace) == 0
