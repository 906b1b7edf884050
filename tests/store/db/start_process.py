"""Helper program: several processes open the same games at the same moment.

Usage: python -m tests.store.db.start_process PLACE COUNT [FOLDER]

Each process prints the number of games that it finds. A FOLDER adds the test migration, so that the
processes are of a later version.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.games.game_store import GameStore
from tests.store.db.next_migration import add_next

ROOT = Path(__file__).resolve().parents[3]


def open_at_once(place: Path | str, count: int, folder: Path | None = None) -> list[str]:
    """Open a place in several processes at once and return the number of games each finds.

    A ``folder`` adds the test migration, so that the processes are of a later version.
    """
    more = [str(folder)] if folder else []
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.db.start_process", str(place), str(count), *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()


def main(where: str, count: int) -> None:
    """Start the processes and release them all at once."""
    place = where if "://" in where else Path(where)
    gate, opens = os.pipe()
    begun = []
    for _ in range(count):
        number = os.fork()
        if number == 0:
            os.close(opens)
            os.read(gate, 1)  # returns when the writing end is closed everywhere
            store = GameStore(place)
            os.write(1, f"{len(store.games())}\n".encode())
            os._exit(0)
        begun.append(number)
    os.close(opens)
    for number in begun:
        os.waitpid(number, 0)


if __name__ == "__main__":
    if len(sys.argv) > 3:
        add_next(Path(sys.argv[3]), pytest.MonkeyPatch())
    main(sys.argv[1], int(sys.argv[2]))
