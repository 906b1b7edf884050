"""Titles from packs in the database: each version of the data once, for all games that name it."""

from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import delete, func, select, update
from sqlmodel import Session, col

from companion import titles
from companion.board.tiles import DataError
from companion.languages import gettext
from companion.store.db.data_dir import data_folder
from companion.store.db.database import Database
from companion.store.db.tables import Game, StoredPack
from companion.store.history.log_writer import now
from companion.store.history.records import BadRowsError
from companion.titles import Title
from companion.titles.packs import BETWEEN, MOST_OF_PACK, Pack, mark_in, read_folder, read_pack

MOST_IN_FOLDER = 100  # titles in the data folder, and files of each that are looked at
IN_FILE = "packs"  # the packs in the rows of a game's file, as texts


class PackListing(NamedTuple):
    """A pack: the key of its title, its name, and the number of games that name it."""

    key: str
    slug: str
    name: str
    mark: str
    is_hidden: bool
    games: int


class Packs:
    """The packs of one database. While it is open, titles look packs up in it."""

    def __init__(self, database: Database, where: Path | str) -> None:
        self._database = database
        self._where = where
        titles.add_source(self.read)

    def close(self) -> None:
        """Look packs up here no more."""
        titles.remove_source(self.read)

    def read(self, mark: str) -> bytes | None:
        """Return the file of the pack with that mark, or None if it is not here."""
        with self._database.read() as session:
            return _read(session, mark)

    def list_all(self) -> list[PackListing]:
        """List all packs by name, the newest version first."""
        of_game = col(Game.title) == col(StoredPack.slug) + BETWEEN + col(StoredPack.sha256)
        games = select(func.count()).select_from(Game).where(of_game).scalar_subquery()
        columns = (StoredPack.slug, StoredPack.name, StoredPack.sha256, StoredPack.is_hidden)
        wanted = select(*map(col, columns), games)
        order = (col(StoredPack.name), col(StoredPack.created_at).desc())
        with self._database.read() as session:
            return [
                PackListing(f"{slug}{BETWEEN}{mark}", slug, name, mark, is_hidden, count)
                for slug, name, mark, is_hidden, count in session.execute(wanted.order_by(*order))
            ]

    def add(self, pack: Pack) -> Title:
        """Store a pack, or show it again, and hide other versions of it.

        Raises DataError, which lists all faults.
        """
        title = titles.open_pack(pack)
        others = update(StoredPack).where(col(StoredPack.slug) == title.head.slug)
        with self._database.write() as session:
            keep_pack(session, title.slug)
            session.execute(others.values(is_hidden=col(StoredPack.sha256) != pack.sha256))
        return title

    def visible(self) -> tuple[dict[str, Title], dict[str, str]]:
        """Return the titles that begin new games, by key, and the faults of those that cannot.

        They are the packs here that are not hidden, and those in the data folder.
        """
        folder = self._where.parent if isinstance(self._where, Path) else data_folder()
        found, faults = read_data_folder(folder)
        slugs = {title.head.slug for title in found}
        for pack in self.list_all():
            if pack.is_hidden or pack.slug in slugs:
                continue
            title = titles.find(pack.key)
            if title is not None:
                found.append(title)
            else:
                faults[pack.name] = gettext("The data does not fit this version of the companion.")
        return {title.slug: title for title in found}, faults

    def hide(self, mark: str, hidden: bool = True) -> None:
        """Hide a pack from the form of a new game, or show it again."""
        with self._database.write() as session:
            _hide(session, mark, hidden)

    def delete(self, mark: str) -> bool:
        """Delete a pack that no game names. Return False if one does: then it is only hidden."""
        with self._database.write() as session:
            _hide(session, mark, True)
            used = col(Game.title).endswith(f"{BETWEEN}{mark}", autoescape=True)
            if session.scalar(select(col(Game.id)).where(used).limit(1)) is not None:
                return False
            session.execute(delete(StoredPack).where(col(StoredPack.sha256) == mark))
        return True


@lru_cache(maxsize=MOST_IN_FOLDER)
def _read_folder_pack(place: Path, changed: tuple[tuple[str, int, int], ...]) -> Title | str:
    """Return the title of a folder or file as it was ``changed`` last, or its faults."""
    try:
        pack = read_folder(place) if place.is_dir() else read_pack(_read_file(place))
        return titles.open_pack(pack)
    except DataError as faults:
        return str(faults)
    except OSError as fault:
        return f"{place.name}: cannot be read: {fault.strerror}"


def _read_file(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(MOST_OF_PACK + 1)


def read_data_folder(folder: Path) -> tuple[list[Title], dict[str, str]]:
    """Return the titles in the folder ``titles`` of the data folder, and the faults of others.

    Each is a folder, or the file of a pack.
    """
    found: list[Title] = []
    faults: dict[str, str] = {}
    places = sorted((folder / "titles").glob("*"))[:MOST_IN_FOLDER]
    for place in places:
        with suppress(OSError):
            files = sorted(place.iterdir())[:MOST_IN_FOLDER] if place.is_dir() else [place]
            stats = [(file.name, file.stat()) for file in files]
            title = _read_folder_pack(
                place, tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in stats)
            )
            if isinstance(title, str):
                faults[place.name] = title
            else:
                found.append(title)
    return found, faults


def _read(session: Session, mark: str) -> bytes | None:
    wanted = select(col(StoredPack.files)).where(col(StoredPack.sha256) == mark)
    found = session.scalar(wanted)
    return found.encode() if isinstance(found, str) else None


def _hide(session: Session, mark: str, hidden: bool) -> None:
    changed = update(StoredPack).where(col(StoredPack.sha256) == mark)
    session.execute(changed.values(is_hidden=hidden))


def keep_pack(session: Session, title: str) -> None:
    """Store the pack of a game's title, if it is from one that is not here yet."""
    mark = mark_in(title)
    if not mark or session.get(StoredPack, mark) is not None:
        return
    found = titles.find(title)
    if found is not None and found.pack is not None:
        text, slug = found.pack.raw.decode(), found.head.slug
        session.add(
            StoredPack(sha256=mark, slug=slug, name=found.name, files=text, created_at=now())
        )
        session.flush()


def packs_for_file(session: Session, title: str) -> Mapping[str, Any]:
    """Return the part of a game's file with the pack of its title, if it is from one."""
    mark = mark_in(title)
    raw = _read(session, mark) if mark else None
    return {IN_FILE: [raw.decode()]} if raw else {}


def open_packs_of_file(rows: Mapping[str, Any], trusted: bool = False) -> None:
    """Make the titles of the packs in a game's file known. Raises BadRowsError."""
    texts = rows.get(IN_FILE)
    for text in texts[:1] if isinstance(texts, list) else ():
        try:
            titles.open_pack(read_pack(str(text).encode("utf-8", "replace")), is_kept=trusted)
        except DataError as faults:
            raise BadRowsError(str(faults)) from None
