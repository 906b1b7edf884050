"""Benchmark of the self-check: recorded games are replayed and compared with the stored values."""

import time
from collections.abc import Iterator, Sequence
from contextlib import closing

from companion.bench.measurements import Figure, NotMeasuredError
from companion.bench.recorded_games import Recorded
from companion.store.games.game_store import GameStore

SECONDS = 3.0  # for a full game


def audits(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Yield the seconds for each game (best of three). Raises NotMeasuredError if a check fails."""
    for game in games:
        with closing(GameStore("sqlite://")) as store:
            stored = store.import_game(game.setup, game.actions)
            taken = []
            for _ in range(3):
                begin = time.perf_counter()
                audit = store.admin.audit(stored)
                taken.append(time.perf_counter() - begin)
        if not audit.holds:
            raise NotMeasuredError(f"{game.name}: {audit.says} {audit.found[0].says}")
        what = f"{game.name}, {len(game.setup.players)} players, {audit.rows} rows"
        yield Figure(what, min(taken), "s", SECONDS)
