"""Random whole games in the file format of 18xx.games; no recorded game is needed."""

from typing import Any

from companion.bots.simulation import NAMES
from companion.exchange.games_18xx.export_writer import file_of, write_game
from companion.exchange.games_18xx.site_adapters import site_adapters
from companion.rules.data.setup import Setup
from companion.titles import rules_for
from tests.exchange.games_18xx.written_games import played
from tests.support.run_cache import once


def site_file(title: str, seed: int, players: int = 3) -> bytes:
    """Return the file of a random game under the readings of 18xx.games."""
    return once(f"site file {title} {seed} {players}", lambda: _write_export(title, seed, players))


def _write_export(title: str, seed: int, players: int) -> bytes:
    options: dict[str, Any] = dict(site_adapters()[title].readings)
    rules = rules_for(Setup(title, NAMES[:players], options, seed))
    rows, state = played(rules, seed)
    assert state.end_reason
    written = write_game(rules, rows)
    assert written.stop is None
    return file_of(written)
