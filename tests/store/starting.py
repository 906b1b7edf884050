"""Several programs that open the same games at the same moment.

python -m tests.store.starting PLACE COUNT [FOLDER]: becomes so many programs; each prints what it
finds. With a folder they are of the next version, which changes the tables.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from companion.store.games.game_store import GameStore
from tests.store.next_migration import add_next

ROOT = Path(__file__).resolve().parents[2]


def open_at_once(place: Path | str, count: int, folder: Path | None = None) -> list[str]:
    """Let so many programs open the place at the same moment; return how many games each found.

    With a ``folder`` they are of the next version.
    """
    more = [str(folder)] if folder else []
    done = subprocess.run(
        [sys.executable, "-m", "tests.store.starting", str(place), str(count), *more],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout.splitlines()


def main(where: str, count: int) -> None:
    """Begin them, and let them go all together."""
    place = where if "://" in where else Path(where)
    gate, opens = os.pipe()
    begun = []
    for _ in range(count):
        number = os.fork()
        if number == 0:
            os.close(opens)
            os.read(gate, 1)  # until nobody holds it closed
            shelf = GameStore(place)
            os.write(1, f"{len(shelf.games())}\n".encode())
            os._exit(0)
        begun.append(number)
    os.close(opens)
    for number in begun:
        os.waitpid(number, 0)


if __name__ == "__main__":
    if len(sys.argv) > 3:
        add_next(Path(sys.argv[3]), pytest.MonkeyPatch())
    main(sys.argv[1], int(sys.argv[2]))
