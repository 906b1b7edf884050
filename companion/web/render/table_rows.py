"""The rows of a table that the screens read: worked out once for all who look at a moment."""

from companion.cache import Cache
from companion.languages import current_language
from companion.rules.core.state import State
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import Table
from companion.store.history.records import GameView

# by the state itself, which is never changed, and the language; the state is kept with its rows, so
# that no other one has its place
_tables: Cache[tuple[int, str], tuple[State, Table]] = Cache(32)


def table_of(view: GameView) -> Table:
    """The game as it stands there, in rows, in the language that is spoken."""
    key = id(view.state), current_language()
    return _tables.get(key, lambda: (view.state, summary(view.rules, view.state)))[1]
