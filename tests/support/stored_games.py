"""Game stores for tests, and games stored at a given position."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import update
from sqlmodel import col

from companion.rules.core.state import State, state_to_json
from companion.rules.judge.rules import Rules
from companion.store.db.tables import Game, Snapshot, round_columns
from companion.store.games.game_store import GameStore
from tests.support.clients import make_host
from tests.support.positions import Position


@cache
def _empty() -> bytes:
    """Return the file of an empty store, cached because creating its tables is slow."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "companion.sqlite"
        store = GameStore(file)
        make_host(store)
        assert store.places.key
        store.close()
        return file.read_bytes()


def empty_file(folder: Path) -> Path:
    """Write the file of an empty store into the folder."""
    file = folder / "companion.sqlite"
    file.write_bytes(_empty())
    return file


def empty_store(folder: Path) -> GameStore:
    """Return a new store without games in a folder."""
    return GameStore(empty_file(folder))


def store_position(store: GameStore, position: Position) -> int:
    """Store a game at this position; nothing before it can be undone."""
    return store_state(store, position.rules, position.state)


def store_state(store: GameStore, rules: Rules, moment: State) -> int:
    """Store a game at this state."""
    rules.inventory.check(moment)
    game = store.new_game(rules.setup)
    state = state_to_json(moment)
    values = {"state": state, **round_columns(moment.round.id)}
    with store.database.write() as session:
        session.execute(update(Game).where(col(Game.id) == game).values(**values))
        session.execute(update(Snapshot).where(col(Snapshot.game) == game).values(state=state))
    return game
