"""The summary of a game in rows, computed once for all screens of a state."""

from companion.cache import Cache
from companion.languages import current_language
from companion.rules.core.state import State
from companion.rules.explain.summary import summary
from companion.rules.explain.summary_rows import GameSummary
from companion.store.history.records import GameView

# The key is the id of the state, which is immutable, and the language. The value holds the state,
# so that no other state gets the same id.
_tables: Cache[tuple[int, str], tuple[State, GameSummary]] = Cache(32)


def table_of(view: GameView) -> GameSummary:
    """Return the summary of the view's state in rows, in the current language."""
    key = id(view.state), current_language()
    return _tables.get(key, lambda: (view.state, summary(view.rules, view.state)))[1]
