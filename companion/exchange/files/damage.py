"""The check of all games in a database file: is each intact, and if not, what can be saved?

`companion audit` and the screens check one game by the store's self-check. `companion doctor` and
`companion restore` use this module for all games, including games that are gone.
"""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.exchange.files.automatic_copies import copies_in, folder_of, games_in, read_copy
from companion.exchange.files.recovery import RecoveredGame, merge, of_copy, of_tables
from companion.exchange.games_18xx.export_file import BadFileError
from companion.languages import format_text
from companion.rules.judge.rules import RULES_VERSION
from companion.store.db import acknowledged_versions, database_file, migrations
from companion.store.db.acknowledged_versions import DELETED, AcknowledgedVersion
from companion.store.db.example_numbers import is_example
from companion.store.db.faults import OldDatabaseError, StoreError
from companion.store.db.open_files import held_beside
from companion.store.db.salvage import Found, salvage_file
from companion.store.games.game_store import GameStore
from companion.store.games.packs import open_packs_of_file
from companion.store.history.audit import audit_rows
from companion.store.history.records import BadRowsError, Listing
from companion.store.history.row_values import Rows, kept_tables

MOST_SAID = 3  # problems listed for one game

# the tables that a repair rebuilds, in words
WORDS = {
    "log": "rows of its log",
    "journal": "its journal",
    "entry": "its books",
    "posting": "its books",
    "snapshot": "its snapshots",
    "game": "how it stands",
    "clock": "its clock",
}


@dataclass(frozen=True, slots=True)
class DamagedGame:
    """A game with its problems and the part of it that can be saved.

    ``rows`` are the rows that could be read. ``answer`` is the last answer that was sent to
    somebody. ``missed`` is the same answer if it is not in the part that can be saved.
    """

    number: int
    rows: Mapping[str, Any]
    wrong: tuple[str, ...]
    saved: RecoveredGame | None
    answer: AcknowledgedVersion | None = None
    missed: AcknowledgedVersion | None = None

    @property
    def is_whole(self) -> bool:
        """Return whether nothing is wrong with the game."""
        return not self.wrong

    @property
    def loses(self) -> bool:
        """Return whether something is lost for good, as far as is known."""
        if self.is_whole:
            return False
        if self.saved is None or self.missed:
            return True
        return self.saved.lost > 0 or not (self.rows.get("log") or self.answer)

    @property
    def gives(self) -> str:
        """Return a line that describes the game after its repair."""
        if self.is_whole:
            return f"Game {self.number}: {self.rows['game'][0]['depth']} actions."
        if self.saved is None:
            return f"Game {self.number}: nothing of it can be read, and there is no copy of it."
        how = "" if self.rows.get("log") else " from its newest copy"
        less = f"; {self.saved.lost} rows of its log are lost" if self.saved.lost else ""
        line = f"Game {self.number}: {self.saved.actions} actions{how}{less}."
        if self.missed:
            line += (
                f" It was answered up to its version {self.missed.version}, and what was done last"
                " cannot be found."
            )
        parts = list(dict.fromkeys(WORDS[name] for name in self.saved.changed))
        if parts and self.rows.get("log"):
            line += f" Put right: {', '.join(parts)}."
        return line


@dataclass(frozen=True, slots=True)
class Damage:
    """The faults of a file with games. ``fault`` is a fault of the file itself."""

    database: Path
    fault: StoreError | None
    games: tuple[DamagedGame, ...]

    @property
    def is_readable(self) -> bool:
        """Return whether the whole file can be read, even if single games are damaged."""
        try:
            if not database_file.is_there(self.database):
                return False
            database_file.check(self.database, pages_only=True)
        except StoreError:
            return False
        return True

    @property
    def is_gone(self) -> bool:
        """Return whether the file is gone, although there are traces of its games."""
        return not self.database.exists() and bool(self.games)

    @property
    def is_whole(self) -> bool:
        """Return whether neither the file nor any game is damaged."""
        return self.fault is None and all(game.is_whole for game in self.games)

    @property
    def wrong(self) -> tuple[DamagedGame, ...]:
        """Return the damaged games."""
        return tuple(game for game in self.games if not game.is_whole)


def find_damage(database: Path) -> Damage:
    """Check everything in the file without changing it. Raises OldDatabaseError.

    This may take long.
    """
    fault = _fault(database)
    if isinstance(fault, OldDatabaseError):
        raise fault
    there = database.exists()
    answers = acknowledged_versions.read(database)  # first: the database may be newer
    version: str = migrations.HEAD
    found: Found = {}
    if there:
        with suppress(OSError):  # a folder or no permission: the fault says so
            version, found = salvage_file(database)
    own = {number for number in found if not is_example(number)}
    numbers = own | set(lost_games(database, own, answers, sure=there and fault is None))
    held = []
    if fault is not None or not there or any(_is_behind_answer(found, answers, n) for n in answers):
        for each in held_beside(database):
            with suppress(OSError):
                held.append(salvage_file(each))
    if not there:
        numbers |= {number for _, games in held for number in games if not is_example(number)}
    games = []
    for number in sorted(numbers):
        rows = of_tables(found.get(number, {}), version)
        more = [of_tables(games.get(number, {}), tables) for tables, games in held]
        games.append(_check_game(number, rows, more, database, answers.get(number)))
    return Damage(database, fault, tuple(games))


def lost_games(
    database: Path, there: set[int], answers: Mapping[int, AcknowledgedVersion], sure: bool = True
) -> list[int]:
    """Return the games that are not ``there``, although the last answers mention them.

    Copies count as traces too if the file is not ``sure`` to be intact or holds no game.
    """
    deleted = {game for game, answer in answers.items() if answer.version == DELETED}
    told = set(answers)
    if not sure or not there:
        told |= set(games_in(folder_of(database.parent)))
    return sorted(told - deleted - there)


def _fault(database: Path) -> StoreError | None:
    try:
        if database_file.is_there(database):
            database_file.check(database)
    except StoreError as fault:
        return fault
    return None


def _is_behind_answer(found: Mapping[int, Mapping[str, Any]], answers: Any, number: int) -> bool:
    links = found.get(number, {}).get("journal") or ()
    answer = answers[number]
    return answer.version != DELETED and answer.hash not in {link["hash"] for link in links}


def _check_game(
    number: int,
    rows: Mapping[str, Any],
    held: list[Mapping[str, Any]],
    database: Path,
    answer: AcknowledgedVersion | None,
) -> DamagedGame:
    if any(rows.values()):
        with suppress(BadRowsError):
            open_packs_of_file(rows, trusted=True)  # the audit needs the title
        whole: Rows = {table.name: list(rows.get(table.name) or ()) for table in kept_tables()}
        audit = audit_rows(whole, RULES_VERSION, game=number, answered=answer)
        if audit.holds:
            return DamagedGame(number, whole, (), None)
        told = [
            f"{found.where}: {found.says}" if found.where else found.says for found in audit.found
        ]
        wrong = told[:MOST_SAID] + (
            [f"... and {len(told) - MOST_SAID} more"] if told[MOST_SAID:] else []
        )
    else:
        wrong = ["It is not in the file."]
    saved = _save(number, rows, held, database, answer)
    missed = None if saved is None or saved.has(answer) else answer
    return DamagedGame(number, rows, tuple(wrong), saved, answer, missed)


def _save(
    number: int,
    rows: Mapping[str, Any],
    held: list[Mapping[str, Any]],
    database: Path,
    answer: AcknowledgedVersion | None,
) -> RecoveredGame | None:
    """Put the game together from its rows and copies.

    Older copies are read only if the newest copy does not complete the game.
    """
    copies = []
    best: RecoveredGame | None = None
    for each in copies_in(folder_of(database.parent), number):
        with suppress(BadFileError, BadRowsError):
            copies.append(of_copy(*read_copy(each.file)))
            if len(copies) == 1:
                best = merge([rows, *held, *copies])
                if best and not best.lost and best.has(answer):
                    return best
    if len(copies) == 1:
        return best
    return merge([rows, *held, *copies])


# --- checks in the running program


def lost_now(store: GameStore, listed: Iterable[Listing] | None = None) -> list[int]:
    """Return the games that are missing in the store, although there are traces of them.

    The games in ``listed`` are not read again.
    """
    if not isinstance(store.where, Path):
        return []
    there = {game.id for game in (store.games() if listed is None else listed)}
    return lost_games(store.where, there, acknowledged_versions.read(store.where))


def unreadable_answers(database: Path) -> str:
    """Return a sentence if the file of the last answers cannot be read, else ""."""
    if acknowledged_versions.is_readable(database):
        return ""
    return format_text(
        "The file of the last answers ({file}) cannot be read. Actions may be missing.",
        file=acknowledged_versions.beside(database).name,
    )


def alarms(store: GameStore, lost: Sequence[int]) -> list[str]:
    """Return warnings that a host reads before anybody plays on.

    They are about ``lost`` games, about games without their last actions, and about an unreadable
    file of the last answers.
    """
    says = []
    if lost:
        says.append(
            format_text(
                "The file with the games was gone, or has lost games: {games}. Stop the "
                "companion and run `companion restore`: it brings back what can be saved. "
                "`companion restore --dry-run` first shows what that is.",
                games=", ".join(map(str, lost)),
            )
        )
    says += (
        format_text(
            "Game {game} was confirmed up to its version {answered}, but the file only "
            "goes up to version {stands}. Stop the companion and run `companion restore`: "
            "it brings back what can be saved. `companion restore --dry-run` first shows "
            "what that is.",
            game=game,
            answered=answer.version,
            stands=version,
        )
        for game, (answer, version) in sorted(store.admin.find_missed_answers().items())
    )
    if isinstance(store.where, Path) and (unreadable := unreadable_answers(store.where)):
        says += [unreadable] if store.games() else []
    return says


def bring_back(store: GameStore) -> list[int]:
    """Store the lost games again, as far as they can be saved, and return their numbers."""
    assert isinstance(store.where, Path)
    held = [salvage_file(each) for each in held_beside(store.where)]
    answers = acknowledged_versions.read(store.where)
    back = []
    for game in lost_now(store):
        more = [of_tables(games.get(game, {}), tables) for tables, games in held]
        saved = _save(game, {}, more, store.where, answers.get(game))
        if saved:
            store.admin.put_right(game, saved.rows, migrations.HEAD)
            back.append(game)
    return back
