"""The rows of a table that the screens read: worked out once for all who look at a moment."""

import threading
from collections import OrderedDict

from companion.languages import spoken
from companion.rules.rows import Table
from companion.rules.state import State
from companion.rules.summary import summary
from companion.store.records import GameView

MOST = 32

_guard = threading.Lock()
# by the state itself, which is never changed, and the language; the state is kept with its rows, so
# that no other one has its place
_tables: OrderedDict[tuple[int, str], tuple[State, Table]] = OrderedDict()


def table_of(view: GameView) -> Table:
    """The game as it stands there, in rows, in the language that is spoken."""
    key = id(view.state), spoken()
    with _guard:
        known = _tables.get(key)
        if known:
            _tables.move_to_end(key)
            return known[1]
    table = summary(view.rules, view.state)
    with _guard:
        _tables[key] = view.state, table
        while len(_tables) > MOST:
            _tables.popitem(last=False)
    return table
