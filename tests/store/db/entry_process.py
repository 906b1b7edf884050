"""Helper program of test_crash: enters actions one by one and prints each accepted version.

Usage: python -m tests.store.db.entry_process DATABASE GAME [DIE_AT]

At version DIE_AT the program kills itself inside the transaction, after all writes and before the
commit.
"""

import os
import signal
import sys
from pathlib import Path

from sqlalchemy import event

from companion.store.games.game_store import GameStore
from tests.support.random_play import SETUP, actions

store = GameStore(Path(sys.argv[1]))
game = int(sys.argv[2])
die_at = int(sys.argv[3]) if len(sys.argv) > 3 else 0
view = store.open(game)


@event.listens_for(store.database._engine, "commit")
def committing(connection: object) -> None:
    if die_at and view.version + 1 == die_at and writing:
        os.kill(os.getpid(), signal.SIGKILL)


writing = False
for number, (action, _) in enumerate(actions(SETUP, 400)):
    if number < view.undoable:
        continue
    writing = True
    view = store.play(game, view.version, action, by="Ann")
    writing = False
    print(view.version, flush=True)
