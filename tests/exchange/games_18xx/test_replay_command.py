"""`companion replay`: the recorded games agree with result and trace; differences are told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.exchange import ExportedGame, read_export
from companion.exchange.games_18xx.replay_command import replay_command
from companion.exchange.games_18xx.trace_snapshot import snapshot
from companion.rules.judge import judge
from tests.exchange.games_18xx.small_exports import (
    ANN,
    BOB,
    RECORDED,
    as_bytes,
    auction,
    bid,
    no,
)
from tests.support.references import GAMES


def files(game: str) -> tuple[Path, Path]:
    return GAMES / f"{game}.json", GAMES / f"{game}.trace.jsonl"


def changed(file: Path, to: Path, number: int, change) -> Path:
    """A copy of a trace with one line changed."""
    lines = file.read_text().splitlines()
    line = json.loads(lines[number])
    change(line)
    lines[number] = json.dumps(line)
    to.write_text("\n".join(lines))
    return to


# --- recorded games


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_a_recorded_game_replays_without_a_difference(game, capsys):
    file, trace = files(game)
    assert replay_command(file, trace) == 0
    out = capsys.readouterr().out
    assert "Final standings" in out
    assert "result and trace agree" in out
    best = max(json.loads(file.read_text())["result"].values())
    assert f"${best:,}" in out


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_no_recorded_run_earns_more_than_the_best_one(game, tmp_path):
    out = tmp_path / "runs.json"
    assert replay_command(files(game)[0], None, out) == 0
    runs = json.loads(out.read_text())
    entered = {a["id"]: a for a in json.loads(files(game)[0].read_text())["actions"]}
    assert len(runs) > 20
    for run in runs:
        assert run["best"] >= run["entered"], run
        assert run["proved"], run
        assert len(run["routes"]) <= len(run["trains"])
        assert run["company"] == entered[run["action"]]["entity"]
        recorded = sum(route["revenue"] for route in entered[run["action"]]["routes"])
        assert run["entered"] == recorded, run
        assert all("." in stop for route in run["routes"] for stop in route["stops"])


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_revenues_in_the_file_are_not_believed(game, tmp_path):
    export = json.loads(files(game)[0].read_text())
    for action in export["actions"]:
        for route in action.get("routes", ()):
            route["revenue"] = 1
            route.pop("hexes", None)
    lying = tmp_path / "lying.json"
    lying.write_text(json.dumps(export))
    assert replay_command(lying, files(game)[1]) == 0


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_the_first_difference_from_a_trace_is_told_with_both_sides(game, tmp_path, capsys):
    file, trace = files(game)
    lines = [json.loads(line) for line in trace.read_text().splitlines()]
    first = next(n for n, line in enumerate(lines) if "bank" in line.get("changed", ()))
    bank = lines[first]["changed"]["bank"]

    def dearer(line):
        line["changed"]["bank"] += 1

    wrong = changed(trace, tmp_path / "trace.jsonl", first, dearer)
    assert replay_command(file, wrong) == 1
    out = capsys.readouterr().out
    assert f"\nAction {lines[first]['id']} (" in f"\n{out}"
    assert "bank differs" in out
    assert f"expected: {bank + 1}" in out
    assert f"ours:     {bank}" in out


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_a_trace_s_revenue_is_compared(game, tmp_path, capsys):
    file, trace = files(game)
    lines = trace.read_text().splitlines()
    first = next(n for n, line in enumerate(lines) if "routes" in json.loads(line))

    def richer(line):
        line["routes"][0]["revenue"] += 10

    wrong = changed(trace, tmp_path / "trace.jsonl", first, richer)
    assert replay_command(file, wrong) == 1
    assert "routes" in capsys.readouterr().out


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_another_result_is_a_difference(game, tmp_path, capsys):
    export = json.loads(files(game)[0].read_text())
    one = next(iter(export["result"]))
    export["result"][one] += 5
    file = tmp_path / "other.json"
    file.write_text(json.dumps(export))
    assert replay_command(file) == 1
    assert "result." in capsys.readouterr().out
    names = {str(player["id"]): player["name"] for player in export["players"]}
    export["result"] = {names[id]: worth for id, worth in export["result"].items()}
    file.write_text(json.dumps(export))
    assert replay_command(file) == 1, "older exports name the players in their result"


@pytest.mark.references
@pytest.mark.parametrize("game", RECORDED)
def test_a_game_cut_short_is_not_finished(game, tmp_path, capsys):
    export = json.loads(files(game)[0].read_text())
    export["actions"] = export["actions"][:200]
    file = tmp_path / "short.json"
    file.write_text(json.dumps(export))
    assert replay_command(file) == 1
    assert "finished differs" in capsys.readouterr().out


# --- small files


def test_a_running_game_shows_the_standings_so_far(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(as_bytes(auction()))
    assert replay_command(file) == 0
    out = capsys.readouterr().out
    assert "Standings so far" in out
    assert "Cis" in out


def test_a_file_that_cannot_be_read_exits_with_2(tmp_path, capsys):
    assert replay_command(tmp_path / "none.json") == 2
    file = tmp_path / "game.json"
    file.write_bytes(as_bytes(auction())[:300])
    assert replay_command(file) == 2
    assert "cut off" in capsys.readouterr().out


def test_an_illegal_action_exits_with_2_and_is_named(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(as_bytes([bid(ANN, "SV", 20), bid(BOB, "CS", 30)]))
    assert replay_command(file) == 2
    assert "Action 2 (bid by Bob) pays 30 for CS, which costs $40" in capsys.readouterr().out


def test_runs_that_cannot_be_written_exit_with_2(tmp_path, capsys):
    file = tmp_path / "game.json"
    file.write_bytes(as_bytes(auction()))
    assert replay_command(file, None, tmp_path / "no" / "runs.json") == 2
    assert "cannot be written" in capsys.readouterr().out


def trace_of(tmp_path: Path, *actions) -> tuple[Path, Path]:
    """A small game and a trace of it, written down from the game itself."""
    file, trace = tmp_path / "game.json", tmp_path / "trace.jsonl"
    file.write_bytes(as_bytes(actions))
    game = ExportedGame(read_export(file))
    start = snapshot(game.rules, game.adapter, judge.start(game.rules).state)
    lines = [{"id": 0, "type": "start", "state": {**start, "priority": None}}]
    for played in game.play():
        if played.last:
            now = snapshot(game.rules, game.adapter, played.state)
            lines.append({"id": played.sent.id, "type": played.sent.type, "changed": now})
    trace.write_text("\n".join(map(json.dumps, lines)))
    return file, trace


@pytest.mark.parametrize("text", ["", "hello", '{"id": 1}', "[]", '{"id": 0, "state": {}}\nx'])
def test_a_trace_that_is_none_exits_with_2(tmp_path, capsys, text):
    file, trace = trace_of(tmp_path, no(ANN))
    trace.write_text(text)
    assert replay_command(file, trace) == 2
    assert "trace" in capsys.readouterr().out


def test_a_trace_of_another_game_exits_with_2(tmp_path, capsys):
    file, trace = trace_of(tmp_path, no(ANN), no(BOB))
    lines = trace.read_text().splitlines()
    trace.write_text("\n".join(lines[:2]))
    assert replay_command(file, trace) == 2
    assert "no more lines where the game has action 2" in capsys.readouterr().out


def test_a_key_that_is_only_ours_is_a_difference(tmp_path, capsys):
    file, trace = trace_of(tmp_path, bid(ANN, "SV", 20))

    def without(line):
        line["state"]["depot"].pop("3")

    changed(trace, trace, 0, without)
    assert replay_command(file, trace) == 1
    out = capsys.readouterr().out
    assert "The start: depot.3 differs" in out
    assert "expected: null" in out


def test_trains_are_compared_as_cards_whatever_their_order(tmp_path):
    file, trace = trace_of(tmp_path, bid(ANN, "SV", 20))

    def turned(line):
        line["changed"]["companies"]["PRR"]["trains"].reverse()

    changed(trace, trace, 1, turned)
    assert replay_command(file, trace) == 0
