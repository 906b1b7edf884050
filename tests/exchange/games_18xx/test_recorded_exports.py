"""The exports beside the recorded games: each replays to its result and with its trace."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.exchange.games_18xx.replay_command import replay_command
from companion.exchange.games_18xx.site_adapters import site_adapters
from tests.support.references import GAMES

pytestmark = pytest.mark.references


def exports() -> Iterator[Path]:
    """The files, found when a test runs."""
    yield from sorted((GAMES / "imports").glob("*.json"))


def test_there_are_exports_of_both_titles():
    assert len({json.loads(file.read_text())["title"] for file in exports()}) == 2


def games_of_titles() -> Iterator[Path]:
    """The recorded games of titles that are played by the standard rules."""
    known = {adapter.name for adapter in site_adapters().values()}
    for file in sorted((GAMES / "titles").glob("*.json")):
        if json.loads(file.read_text())["title"] in known:
            yield file


def test_an_export_replays_to_its_result_and_with_its_trace(subtests, capsys):
    for file in (*exports(), *games_of_titles()):
        with subtests.test(file.stem):
            trace = file.with_name(f"{file.stem}.trace.jsonl")
            assert replay_command(file, trace) == 0
            out = capsys.readouterr().out
            assert "standings" in out.lower()  # "so far" of a game that was stopped
            assert "result and trace agree" in out


@pytest.mark.parametrize("part", [0.3, 0.9])
def test_a_difference_from_the_trace_is_told(part: float, subtests, tmp_path, capsys):
    """Money is changed in a line; wherever the two games wait for the same, it is missed."""
    for file in exports():
        with subtests.test(file.stem):
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


def test_a_recorded_game_told_without_its_map_comes_to_the_same(subtests, capsys):
    """A few games are played; FULL plays all of titles that are played without their map."""
    games = [GAMES / "1830-bankruptcy.json", *games_of_titles(), *GAMES.glob("1828-*.json")]
    for file in games if os.environ.get("FULL") else games[:3]:
        with subtests.test(file.stem):
            assert replay_command(file, is_told=True) in (0, 2)
            out = capsys.readouterr().out
            assert "come to the same" in out or "cannot be played without its map" in out
