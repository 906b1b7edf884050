"""A position put on the shelf, so that its screens can be looked at."""

from sqlalchemy import update
from sqlmodel import col

from companion.rules.rules import Rules
from companion.rules.state import State, state_to_json
from companion.store.shelf import Shelf
from companion.store.tables import Game, Snapshot, round_columns
from tests.positions import Position


def store(shelf: Shelf, position: Position) -> int:
    """A game that stands at this position; nothing before it can be undone."""
    return store_state(shelf, position.rules, position.state)


def store_state(shelf: Shelf, rules: Rules, moment: State) -> int:
    """A game that stands at this moment."""
    rules.check(moment)
    game = shelf.new_game(rules.setup)
    state = state_to_json(moment)
    values = {"state": state, **round_columns(moment.round.id)}
    with shelf._database.write() as session:
        session.execute(update(Game).where(col(Game.id) == game).values(**values))
        session.execute(update(Snapshot).where(col(Snapshot.game) == game).values(state=state))
    return game
