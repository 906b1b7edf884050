"""The exports beside the recorded games: each replays to its result and with its trace."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from companion.exchange.replay import replay_command
from tests.exchange.exports import GAMES

FILES = sorted(path for path in (GAMES / "imports").glob("*.json"))


@pytest.mark.skipif(not FILES, reason="no exports in ../shared/conformance/imports")
def test_there_are_exports_of_both_titles():
    titles = {json.loads(file.read_text())["title"] for file in FILES}
    assert len(titles) == 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_an_export_replays_to_its_result_and_with_its_trace(file: Path, capsys):
    trace = file.with_name(f"{file.stem}.trace.jsonl")
    assert replay_command(file, trace) == 0
    out = capsys.readouterr().out
    assert "Final standings" in out
    assert "result and trace agree" in out


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
@pytest.mark.parametrize("part", [0.3, 0.9])
def test_what_a_trace_says_otherwise_is_told(file: Path, part: float, tmp_path, capsys):
    """Money is changed in a line; wherever the two games wait for the same, it is missed."""
    lines = file.with_name(f"{file.stem}.trace.jsonl").read_text().splitlines()
    paying = [n for n, line in enumerate(lines) if "cash" in line and "routes" not in line]
    at = paying[int(len(paying) * part)]
    line = json.loads(lines[at])
    parts = [
        *line["changed"].get("players", {}).values(),
        *line["changed"].get("companies", {}).values(),
    ]
    changed = next(one for one in parts if one and "cash" in one)
    changed["cash"] += 1
    other = tmp_path / "other.trace.jsonl"
    other.write_text("\n".join([*lines[:at], json.dumps(line), *lines[at + 1 :]]))
    assert replay_command(file, other) == 1
    assert "cash differs" in capsys.readouterr().out
