"""Benchmark of the exports: every recorded game in every export format."""

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing

from companion.bench.measurements import Figure
from companion.bench.recorded_games import Recorded
from companion.exchange.files import own_file
from companion.exchange.games_18xx import export_writer
from companion.reporting import books_export
from companion.store.games.game_store import GameStore

SECONDS = 3.0  # for a full game, as for its self-check

FORMS: Mapping[str, Callable[[GameStore, int], object]] = {
    "companion": lambda store, game: own_file.file_of(store.admin.read_rows(game)),
    "18xx": lambda store, game: export_writer.file_of(export_writer.write_stored(store, game)),
    **{name: form.write for name, form in books_export.FORMS.items()},
}


def exports(games: Sequence[Recorded]) -> Iterator[Figure]:
    """Yield the seconds for each format of each game, each from a new store."""
    for game in games:
        for form, write in FORMS.items():
            with closing(GameStore("sqlite://")) as store:
                stored = store.import_game(game.setup, game.actions)
                begin = time.perf_counter()
                write(store, stored)
                taken = time.perf_counter() - begin
            yield Figure(f"{game.name} as {form}", taken, "s", SECONDS)
